#include "espalier/base/file.h"

#include "espalier/base/error.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace espalier {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(DiagnosticKind kind, const std::string &path, const std::string &why)
{
    throw Error(Fault::input, kind, why, {path, 0, 0, ""});
}

[[noreturn]] void fail_to_write(const std::string &path, const std::string &why)
{
    fail(DiagnosticKind::unwritable_output, path, "cannot write the output: " + why);
}

void write_directly(const std::string &path, const std::string &bytes)
{
    std::ofstream stream(path, std::ios::binary);
    stream << bytes << std::flush;
    if (!stream)
        fail_to_write(path, std::strerror(errno));
}

/// Writes all bytes to the descriptor and closes it; false with errno set if that fails.
bool write_and_close(int descriptor, const std::string &bytes)
{
    std::size_t done = 0;
    while (done < bytes.size()) {
        ssize_t count = ::write(descriptor, bytes.data() + done, bytes.size() - done);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0) {
            int error = errno;
            ::close(descriptor);
            errno = error;
            return false;
        }
        done += static_cast<std::size_t>(count);
    }
    return ::close(descriptor) == 0;
}

/// The permissions that the file at `path` has, or that a new one gets from the umask.
mode_t permissions_for(const std::string &path)
{
    struct stat status;
    if (::stat(path.c_str(), &status) == 0)
        return status.st_mode & 07777;
    mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666 & ~mask;
}

} // namespace

std::string read_file(const std::string &path)
{
    std::error_code error;
    fs::file_status status = fs::status(path, error);
    if (!fs::exists(status))
        fail(DiagnosticKind::unreadable_file, path, "there is no such file");
    if (fs::is_directory(status))
        fail(DiagnosticKind::unreadable_file, path, "this is a directory, not a file");
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << stream.rdbuf();
    if (!stream)
        fail(DiagnosticKind::unreadable_file, path,
             fmt::format("cannot read the file: {}", std::strerror(errno)));
    return bytes.str();
}

void write_file(const std::string &path, const std::string &bytes)
{
    std::error_code error;
    fs::file_status status = fs::status(path, error);
    if (fs::is_directory(status))
        fail_to_write(path, "it is a directory");
    if (fs::exists(status) && !fs::is_regular_file(status))
        return write_directly(path, bytes);
    if (fs::exists(status) && ::access(path.c_str(), W_OK) != 0)
        fail_to_write(path, std::strerror(errno));

    std::string target = fs::exists(status) ? fs::canonical(path, error).string() : path;
    std::string temporary = target + ".XXXXXX";
    int descriptor = ::mkstemp(temporary.data());
    if (descriptor < 0)
        fail_to_write(path, std::strerror(errno));
    bool written = ::fchmod(descriptor, permissions_for(target)) == 0;
    written = write_and_close(descriptor, bytes) && written;
    if (!written || ::rename(temporary.c_str(), target.c_str()) != 0) {
        std::string why = std::strerror(errno);
        ::unlink(temporary.c_str());
        fail_to_write(path, why);
    }
}

} // namespace espalier
