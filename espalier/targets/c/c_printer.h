#pragma once

#include "espalier/ast/ast.h"
#include "espalier/program/program.h"
#include "espalier/targets/c/helpers.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace espalier::targets {

/// What loops with roles are written in.
enum class Target {
    c,      ///< GNU C: vectors, and no threads
    openmp, ///< with OpenMP's pragmas
};

/// Prints ASTs as C. Loop variables get the program's wide type; where symbolic constants of
/// narrower types alone could overflow, they are widened first.
class CPrinter {
public:
    /// \param program         its parameters' types and arrays; must outlive the printer
    /// \param shares_rounding  whether threads round as the one does that starts them, with
    ///                         functions of <fenv.h>
    CPrinter(const program::Program &program, lowering::Names names, Target target = Target::c,
             bool shares_rounding = false);

    Target target() const { return target_; }

    /// Instances of statements that the program does not have are printed as calls `S(i, j);`.
    /// The code of `node`, one statement or more, each line indented by `indentation` and ended by
    /// a line feed.
    /// \param unit  the indentation of one level
    std::string print(const ast::NodePtr &node, const std::string &indentation,
                      const std::string &unit);

    /// An expression as an operand of any operator.
    std::string operand(const ast::ExpressionPtr &expression);

    /// An expression that stands alone.
    std::string expression(const ast::ExpressionPtr &expression);

    /// Notes that code around what this printer prints calls a helper.
    void use(Helper helper) { used_helpers_.insert(helper); }

    /// Has the declaration of an array, without its semicolon, stand where a mark is, if the code
    /// there uses the array.
    void declare(const std::string &mark, std::size_t array, std::string declaration)
    {
        declarations_[mark].push_back({array, std::move(declaration)});
    }

    const std::set<Helper> &used_helpers() const { return used_helpers_; }

    /// The name of a type of vectors, whose definition the code is to have in front of it.
    std::string vector_type(const std::string &element, long lanes);

    /// A name for a variable of the code that nothing else has.
    std::string temporary() { return names_.lanes_prefix + std::to_string(temporary_count_++); }

    /// Types that the code uses, in C.
    const std::vector<std::string> &definitions() const { return definitions_; }

    /// The program's statement that code executes an instance of; null if it is none of these.
    const program::Statement *statement_of(const ast::User &user) const;

    /// Whether the program's statements in some code access an array.
    bool uses(const ast::Node &node, std::size_t array) const;

    /// The subscripts of an access of a statement instance.
    static std::vector<ast::ExpressionPtr>
    subscripts(const ast::User &user, const program::Statement &statement, std::size_t access);

    /// The element that an access of a statement instance names.
    std::string element(const ast::User &user, const program::Statement &statement,
                        std::size_t access);
    std::string element(std::size_t array, const std::vector<ast::ExpressionPtr> &subscripts);

    /// An array as the code names it.
    program::Array array(std::size_t array) const;

    /// Has the code name an array otherwise, and take its elements for those of another type.
    void rename(std::size_t array, const std::string &name, const std::string &element_type)
    {
        renamed_[array] = {name, element_type};
    }

    /// Has the code use an array itself again.
    void restore(std::size_t array) { renamed_.erase(array); }

    /// Has statements use a variable in place of an element, as it is named in the code.
    void hold(const std::string &element, const std::string &variable)
    {
        held_[element] = variable;
    }

    /// Has statements use elements themselves again.
    void release() { held_.clear(); }

private:
    friend class CNodePrinter;
    struct Text;

    Text render(const ast::ExpressionPtr &expression);
    Text render_name(const std::string &name);
    Text render_arithmetic(const ast::Expression &expression);
    Text render_call(Helper helper, const std::string &name, const ast::Expression &expression);
    Text render_infix(const ast::Expression &expression);
    std::string user(const ast::User &user);

    const program::Program &program_;
    lowering::Names names_;
    Target target_;
    bool shares_rounding_;
    std::set<Helper> used_helpers_;
    std::vector<std::string> definitions_;
    std::size_t temporary_count_ = 0;
    std::map<std::string, std::string> held_; ///< variables by elements
    struct OtherName {
        std::string name, element_type;
    };
    std::map<std::size_t, OtherName> renamed_; ///< by arrays
    struct Declaration {
        std::size_t array;
        std::string text;
    };
    std::map<std::string, std::vector<Declaration>> declarations_; ///< by mark
};

} // namespace espalier::targets
