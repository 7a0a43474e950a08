#include "espalier/base/file.h"

#include "espalier/base/error.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>

namespace espalier {

namespace fs = std::filesystem;

namespace {

constexpr const char *standard_stream = "-";
constexpr std::size_t max_bytes = std::size_t(64) << 20;

[[noreturn]] void fail(DiagnosticKind kind, const std::string &path, const std::string &why)
{
    throw Error(Fault::input, kind, why, {path, 0, 0, ""});
}

[[noreturn]] void fail_to_read(const std::string &path, const std::string &why)
{
    fail(DiagnosticKind::unreadable_file, path, why);
}

[[noreturn]] void fail_to_write(const std::string &path, const std::string &why)
{
    fail(DiagnosticKind::unwritable_output, path, "cannot write the output: " + why);
}

/// A file that is open for reading; closes it. Standard input stays open.
class InputFile {
public:
    explicit InputFile(const std::string &path)
        : descriptor_(path == standard_stream ? STDIN_FILENO
                                              : ::open(path.c_str(), O_RDONLY | O_CLOEXEC))
    {
    }
    InputFile(const InputFile &) = delete;
    InputFile &operator=(const InputFile &) = delete;
    ~InputFile()
    {
        if (descriptor_ > STDIN_FILENO)
            ::close(descriptor_);
    }

    int descriptor() const { return descriptor_; }

private:
    int descriptor_;
};

/// Adds what comes next; false at the end.
bool read_more(const InputFile &file, std::string &bytes, const std::string &path)
{
    std::array<char, 1 << 16> buffer;
    ssize_t count;
    do
        count = ::read(file.descriptor(), buffer.data(), buffer.size());
    while (count < 0 && errno == EINTR);
    if (count < 0)
        fail_to_read(path, fmt::format("cannot read the file: {}", std::strerror(errno)));
    bytes.append(buffer.data(), static_cast<std::size_t>(count));
    return count > 0;
}

void write_to_standard_output(const std::string &bytes)
{
    std::cout << bytes << std::flush;
    if (!std::cout)
        throw Error(Fault::input, DiagnosticKind::unwritable_output,
                    "cannot write to standard output");
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

/// Where a chain of symbolic links ends, whether there is a file or not; `path` if it is no link.
fs::path end_of_links(const std::string &path)
{
    constexpr int max_links = 40;
    fs::path result = path;
    std::error_code error;
    for (int links = 0; fs::is_symlink(fs::symlink_status(result, error)); ++links) {
        if (links == max_links)
            fail_to_write(path, std::strerror(ELOOP));
        result = result.parent_path() / fs::read_symlink(result, error);
    }
    return result;
}

/// Writes a new file, which then takes the name `target`.
void replace_file(const std::string &target, const std::string &bytes)
{
    std::string temporary = target + ".XXXXXX";
    int descriptor = ::mkstemp(temporary.data());
    if (descriptor < 0)
        fail_to_write(target, std::strerror(errno));
    bool has_permissions = ::fchmod(descriptor, permissions_for(target)) == 0;
    bool is_written = write_and_close(descriptor, bytes) && has_permissions;
    if (!is_written || ::rename(temporary.c_str(), target.c_str()) != 0) {
        std::string why = std::strerror(errno);
        ::unlink(temporary.c_str());
        fail_to_write(target, why);
    }
}

} // namespace

std::string read_file(const std::string &path)
{
    std::error_code error;
    fs::file_status status = fs::status(path, error);
    if (path != standard_stream && !fs::exists(status))
        fail_to_read(path, "there is no such file");
    if (path != standard_stream && fs::is_directory(status))
        fail_to_read(path, "this is a directory, not a file");
    InputFile file(path);
    std::string bytes;
    while (read_more(file, bytes, path))
        if (bytes.size() > max_bytes)
            fail_to_read(path, fmt::format("this is larger than {} MiB, the most that is read",
                                           max_bytes >> 20));
    return bytes;
}

bool is_stream(const std::string &path)
{
    std::error_code error;
    fs::file_status status = fs::status(path, error);
    return path == standard_stream ||
           (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status));
}

void write_file(const std::string &path, const std::string &bytes)
{
    if (path == standard_stream)
        return write_to_standard_output(bytes);
    std::error_code error;
    fs::file_status status = fs::status(path, error);
    if (fs::is_directory(status))
        fail_to_write(path, "it is a directory");
    if (fs::exists(status) && !fs::is_regular_file(status))
        return write_directly(path, bytes);
    if (fs::exists(status) && ::access(path.c_str(), W_OK) != 0)
        fail_to_write(path, std::strerror(errno));
    replace_file(end_of_links(path), bytes);
}

} // namespace espalier
