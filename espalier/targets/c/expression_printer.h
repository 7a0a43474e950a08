#pragma once

#include "espalier/ast/ast.h"
#include "espalier/lowering/names.h"
#include "espalier/program/program.h"
#include "espalier/targets/c/helpers.h"

#include <set>
#include <string>

namespace espalier::targets {

/// Prints expressions of ASTs as C: with as few parentheses as compilers want, and where symbolic
/// constants of narrow types alone could overflow, they are widened first.
class ExpressionPrinter {
public:
    /// \param program  its parameters' types; must outlive the printer
    ExpressionPrinter(const program::Program &program, const lowering::Names &names)
        : program_(program), names_(names)
    {
    }

    /// An expression as an operand of any operator.
    std::string operand(const ast::ExpressionPtr &expression);

    /// An expression that stands alone.
    std::string expression(const ast::ExpressionPtr &expression);

    /// Functions that what was printed calls.
    std::set<Helper> used_helpers;

private:
    struct Text;

    Text render(const ast::ExpressionPtr &expression);
    Text render_name(const std::string &name);
    Text render_arithmetic(const ast::Expression &expression);
    Text render_call(Helper helper, const std::string &name, const ast::Expression &expression);
    Text render_infix(const ast::Expression &expression);

    const program::Program &program_;
    lowering::Names names_;
};

} // namespace espalier::targets
