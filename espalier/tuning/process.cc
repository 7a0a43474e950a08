#include "espalier/tuning/process.h"

#include "espalier/base/file.h"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fcntl.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <thread>

namespace espalier::tuning {

namespace {

/// Where a process reads and writes.
class Redirections {
public:
    Redirections(const std::string &output, const std::string &errors)
    {
        posix_spawn_file_actions_init(&actions_);
        posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        constexpr int write = O_WRONLY | O_CREAT | O_TRUNC;
        posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, output.c_str(), write, 0600);
        posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, errors.c_str(), write, 0600);
    }
    Redirections(const Redirections &) = delete;
    Redirections &operator=(const Redirections &) = delete;
    ~Redirections() { posix_spawn_file_actions_destroy(&actions_); }

    const posix_spawn_file_actions_t *actions() const { return &actions_; }

private:
    posix_spawn_file_actions_t actions_;
};

/// A line that says what went wrong: the first error of a compiler, or else the first line.
std::string first_error(const std::string &errors)
{
    std::size_t where = errors.find("error:");
    if (where == std::string::npos)
        where = errors.find("undefined reference");
    std::size_t begin =
        where == std::string::npos || where == 0 ? 0 : errors.rfind('\n', where) + 1;
    return errors.substr(begin, errors.find('\n', begin) - begin);
}

std::string reason(int status, const std::string &errors)
{
    std::string what =
        WIFSIGNALED(status)
            ? fmt::format("ended by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)))
            : fmt::format("exit status {}", WEXITSTATUS(status));
    std::string line = first_error(errors);
    return line.empty() ? what : what + ": " + line;
}

/// The limit is on computation, so that it holds for all that the shell starts.
std::string limited(const std::string &command, std::optional<double> limit)
{
    if (!limit)
        return command;
    double cores = std::max(1U, std::thread::hardware_concurrency());
    return fmt::format("ulimit -t {:.0f}; {}", std::ceil(*limit * cores), command);
}

} // namespace

ProcessResult run_command(const std::string &command, const std::string &folder,
                          std::optional<double> limit)
{
    std::string output = folder + "/output", errors = folder + "/errors";
    std::string text = limited(command, limit), shell = "sh", flag = "-c";
    char *words[] = {shell.data(), flag.data(), text.data(), nullptr};
    Redirections redirections(output, errors);

    ProcessResult result;
    auto start = std::chrono::steady_clock::now();
    pid_t process = 0;
    int status = 0;
    int failure =
        ::posix_spawn(&process, "/bin/sh", redirections.actions(), nullptr, words, environ);
    if (failure == 0)
        while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
        }
    result.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    result.has_failed = failure != 0 || status != 0;
    if (failure != 0)
        result.reason = fmt::format("the shell cannot be started: {}", std::strerror(failure));
    else if (result.has_failed)
        result.reason = reason(status, read_file(errors));
    else
        result.output = read_file(output);
    return result;
}

std::string shell_word(const std::string &word)
{
    const char *plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-=,:@%";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos)
        return word;
    std::string result = "'";
    for (char each : word)
        result += each == '\'' ? std::string("'\\''") : std::string(1, each);
    return result + "'";
}

} // namespace espalier::tuning
