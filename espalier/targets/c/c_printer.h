#pragma once

#include "espalier/ast/ast.h"
#include "espalier/lowering/code.h"
#include "espalier/program/print.h"
#include "espalier/program/program.h"
#include "espalier/targets/c/expression_printer.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace espalier::targets {

/// What loops with roles are written in.
enum class Target {
    c,      ///< GNU C: vectors, and no threads
    openmp, ///< with OpenMP's pragmas
    opencl, ///< OpenCL C, in kernels
    cuda,   ///< CUDA C++, in kernels
};

inline bool is_for_device(Target target)
{
    return target == Target::opencl || target == Target::cuda;
}

/// Prints how kernels start. Lines have the indentation, and their ends.
class LaunchPrinter {
public:
    virtual ~LaunchPrinter() = default;

    virtual std::string launch(const lowering::Launch &launch, const std::string &indentation) = 0;
    virtual std::string launch(const lowering::PersistentKernel &kernel,
                               const std::string &indentation) = 0;
};

/// Prints ASTs as C. Loop variables get the program's wide type; where symbolic constants of
/// narrower types alone could overflow, they are widened first.
class CPrinter {
public:
    /// \param program  its parameters' types and arrays; must outlive the printer
    CPrinter(const program::Program &program, lowering::Names names, Target target = Target::c);

    Target target() const { return target_; }

    /// Instances of statements that the program does not have are printed as calls `S(i, j);`.
    /// The code, one statement or more, each line indented by `indentation` and ended by a line
    /// feed.
    /// \param unit  the indentation of one level
    std::string print(const lowering::CodePtr &code, const std::string &indentation,
                      const std::string &unit);

    /// An instance of a statement as a statement of C; of a guarded one what it guards.
    /// \param unit  the indentation of one level
    /// \return lines, each with its end
    std::string instance(const lowering::Instance &instance, const std::string &unit);

    /// The condition of a guard.
    std::string condition(const lowering::Guard &guard);

    /// What a loop is looked through for, as 0 or 1.
    std::string truth(const lowering::Search &search);

    /// An expression as an operand of any operator.
    std::string operand(const ast::ExpressionPtr &expression)
    {
        return expressions_.operand(expression);
    }

    /// An expression that stands alone.
    std::string expression(const ast::ExpressionPtr &expression)
    {
        return expressions_.expression(expression);
    }

    /// Notes that code around what this printer prints calls a helper.
    void use(Helper helper) { expressions_.used_helpers.insert(helper); }

    /// Says how an array is declared where code declares it, without the semicolon.
    void declare(std::size_t array, std::string declaration)
    {
        declarations_[array] = std::move(declaration);
    }

    const std::string &declaration(std::size_t array) const { return declarations_.at(array); }

    /// Says how kernels start.
    /// \param printer  has to outlive what is printed
    void launch_by(LaunchPrinter &printer) { launch_ = &printer; }

    LaunchPrinter &launch() const { return *launch_; }

    /// Says how threads wait for each other: the line that does it.
    void wait_by(std::string barrier) { barrier_ = std::move(barrier); }

    const std::string &barrier() const { return barrier_; }

    /// The type of loop variables.
    const std::string &wide_type() const { return program_.wide_type; }

    const program::Program &program() const { return program_; }

    const lowering::Names &names() const { return names_; }

    const std::set<Helper> &used_helpers() const { return expressions_.used_helpers; }

    /// The name of a type of vectors, whose definition the code is to have in front of it.
    std::string vector_type(const std::string &element, long lanes);

    /// Types that the code uses, in C.
    const std::vector<std::string> &definitions() const { return definitions_; }

    /// An element of an array, in C.
    std::string element(const lowering::Element &element);

    /// An array as the code names it.
    program::Array array(std::size_t array) const;

    /// Has the code name an array otherwise, and take its elements for those of another type.
    void rename(std::size_t array, const std::string &name, const std::string &element_type)
    {
        renamed_[array] = {name, element_type};
    }

    /// Has the code use an array itself again.
    void restore(std::size_t array) { renamed_.erase(array); }

private:
    using Print =
        std::function<std::string(const program::Expression &, const program::LeafPrinter &)>;
    std::string with_part_of_body(const lowering::Instance &instance,
                                  const program::Statement &statement,
                                  const program::ExpressionPtr &part, const Print &print);
    ast::ExpressionPtr linearised(const std::vector<ast::ExpressionPtr> &subscripts,
                                  const program::Array &array) const;
    const program::Program &program_;
    lowering::Names names_;
    Target target_;
    ExpressionPrinter expressions_;
    std::vector<std::string> definitions_;
    struct OtherName {
        std::string name, element_type;
    };
    std::map<std::size_t, OtherName> renamed_;        ///< by arrays
    std::map<std::size_t, std::string> declarations_; ///< by arrays
    LaunchPrinter *launch_ = nullptr;
    std::string barrier_;
};

} // namespace espalier::targets
