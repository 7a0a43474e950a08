#pragma once

#include "espalier/lowering/lowered_plan.h"
#include "espalier/targets/c/c_printer.h"

#include <string>
#include <vector>

namespace espalier::targets {

/// The length of each dimension of an array that code declares by its extents. None is less than 1
/// where the code runs, as C has it.
std::vector<ast::ExpressionPtr> lengths(const program::Program &program,
                                        const program::Array &array);

/// "double name[n][m]", the declaration of such an array without its semicolon, or of what has its
/// inner dimensions alone: "double (*name)[m]".
/// \param name   what stands in front of the lengths; empty for the type alone
/// \param outer  how many of the outermost dimensions are left out
std::string array_type(const program::Array &array, CPrinter &printer, const std::string &name,
                       std::size_t outer = 0);

/// The memory of the arrays that each thread has for itself and that do not fit on its stack: it is
/// allocated in front of the region, for as many threads as there may be, and the old code runs if
/// there is not enough, or more of one than is to be expected. What all threads have together is
/// where the first one's would be.
///
///     char *const memory = CHECK ? (char *)__builtin_malloc(threads() * (SIZE)) : 0;
///     if (memory) {
///         const unsigned long memory_size = SIZE;
///         ... double (*const A)[m] = (double (*)[m])(memory + thread() * memory_size + OFFSET);
///     }
///     __builtin_free(memory);
class ThreadMemory {
public:
    /// \param plan, names, printer  must outlive it
    ThreadMemory(const lowering::LoweredPlan &plan, const lowering::Names &names, CPrinter &printer)
        : plan_(plan), names_(names), printer_(printer)
    {
    }

    bool is_empty() const { return plan_.allocated.empty(); }

    /// The variable that is not null if there is enough.
    const std::string &name() const { return names_.memory; }

    /// A check and that there is enough, for people.
    std::string with_check(const std::string &check) const
    {
        return is_empty() ? check : check.empty() ? name() : check + " && " + name();
    }

    /// Has the printer declare the arrays as pointers into the memory.
    void declare();

    /// Lines of C, empty if there is no such memory.
    /// \param check  under which the new code may run; empty: always
    std::string allocation(const std::string &check, const std::string &indentation);
    std::string size(const std::string &indentation);
    std::string release(const std::string &indentation) const;

private:
    bool is_shared() const;
    std::vector<std::string> limits();
    std::string bytes(const program::Array &array);
    std::string all_bytes();

    const lowering::LoweredPlan &plan_;
    const lowering::Names &names_;
    CPrinter &printer_;
};

/// "each thread has a `double flux_own[40][5]`, on its stack": what the arrays that are declared in
/// loops cost in memory, one by one, and those of the region that are allocated; those of kernels
/// are left out.
std::vector<std::string> describe_thread_arrays(const lowering::LoweredPlan &plan,
                                                CPrinter &printer);

} // namespace espalier::targets
