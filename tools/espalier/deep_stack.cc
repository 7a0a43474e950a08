#include "tools/espalier/deep_stack.h"

#include "espalier/base/diagnostic.h"
#include "espalier/report/text.h"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

namespace espalier {

namespace {

constexpr std::size_t preferred_size = std::size_t(1) << 30, min_size = std::size_t(8) << 20,
                      guard_size = std::size_t(1) << 20;

/// What the signal handler knows: it may neither allocate nor ask.
struct Overflow {
    std::uintptr_t begin = 0, end = 0; ///< addresses whose use means that the stack overflows
    std::string message;
};

Overflow overflow;

void handle_fault(int signal, siginfo_t *info, void *)
{
    auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
    if (address < overflow.begin || address >= overflow.end) {
        std::signal(signal, SIG_DFL); // and the access that failed fails again
        return;
    }
    ssize_t written = ::write(STDERR_FILENO, overflow.message.data(), overflow.message.size());
    ::_exit(written < 0 ? static_cast<int>(Fault::espalier) : static_cast<int>(Fault::input));
}

/// Has faults at the low end of the stack of this thread handled on another stack.
void guard_this_stack(std::vector<char> &other_stack)
{
    pthread_attr_t attributes;
    void *begin = nullptr;
    std::size_t size = 0;
    if (::pthread_getattr_np(::pthread_self(), &attributes) != 0)
        return;
    ::pthread_attr_getstack(&attributes, &begin, &size);
    ::pthread_attr_destroy(&attributes);
    // Whether the guard is a part of the stack or lies below it, systems see in different ways.
    auto low = reinterpret_cast<std::uintptr_t>(begin);
    overflow = {low - guard_size, low + guard_size,
                report::to_text({Severity::error,
                                 DiagnosticKind::unreadable_file,
                                 {},
                                 "the input is nested too deeply, or a list in it is too long"})};
    stack_t stack{};
    stack.ss_sp = other_stack.data();
    stack.ss_size = other_stack.size();
    struct sigaction before, action{};
    action.sa_sigaction = handle_fault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    if (::sigaction(SIGSEGV, nullptr, &before) == 0 && before.sa_handler == SIG_DFL &&
        ::sigaltstack(&stack, nullptr) == 0)
        ::sigaction(SIGSEGV, &action, nullptr);
}

struct Task {
    const std::function<int()> &work;
    int result = 0;
};

void *run_task(void *argument)
{
    auto *task = static_cast<Task *>(argument);
    std::vector<char> other_stack(std::size_t(1) << 16);
    guard_this_stack(other_stack);
    task->result = task->work();
    overflow = {};
    return nullptr;
}

/// Where memory is limited, the rest needs most of it.
std::size_t affordable_size()
{
    struct rlimit memory;
    bool is_limited = ::getrlimit(RLIMIT_AS, &memory) == 0 && memory.rlim_cur != RLIM_INFINITY;
    std::size_t result = preferred_size;
    while (is_limited && result > memory.rlim_cur / 8)
        result /= 2;
    return result;
}

/// Whether the task ran: a limit of memory may leave no place for the stack.
bool run_with_stack(std::size_t size, Task &task)
{
    pthread_attr_t attributes;
    if (::pthread_attr_init(&attributes) != 0)
        return false;
    ::pthread_attr_setstacksize(&attributes, size);
    ::pthread_attr_setguardsize(&attributes, guard_size);
    pthread_t thread;
    bool is_started = ::pthread_create(&thread, &attributes, run_task, &task) == 0;
    ::pthread_attr_destroy(&attributes);
    return is_started && ::pthread_join(thread, nullptr) == 0;
}

} // namespace

int run_on_deep_stack(const std::function<int()> &work)
{
    Task task{work};
    for (std::size_t size = affordable_size(); size >= min_size; size /= 2)
        if (run_with_stack(size, task))
            return task.result;
    return work();
}

} // namespace espalier
