// The introductory example of Girbal et al. (2006) through the six steps of section 2.4: after
// each, the number of values in the representation, and the lines of the code that AST generation
// makes of it (figure 2).

#include "espalier/ast/generator.h"
#include "espalier/frontend/frontend.h"
#include "espalier/lowering/loops.h"
#include "espalier/lowering/target_code.h"
#include "espalier/presburger/context.h"
#include "espalier/schedule/loops.h"
#include "espalier/targets/c/c_printer.h"
#include "espalier/targets/c/region_code.h"
#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/iteration_order.h"
#include "espalier/transform/matrices.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/trees.h"

#include <fmt/format.h>

#include <algorithm>

using namespace espalier;

namespace {

using transform::MatrixView;

/// Lines of code for all values of the symbolic constants.
long code_lines(const MatrixView &view)
{
    ast::Request request{program::code_context(view.program)};
    for (const program::Statement &statement : view.program.statements)
        request.expressions[statement.name()] = lowering::requested_expressions(statement);
    targets::CPrinter printer(view.program, lowering::Names());
    const schedule::Tree sequential = schedule::with_roles(
        transform::schedule_tree(view), [](const schedule::Loop &) { return nullptr; });
    std::string code = printer.print(
        lowering::target_code(view.program, ast::generate(sequential, request), lowering::Names()),
        "", "");
    return std::ranges::count(code, '\n');
}

/// The same with loops split until no condition is left in them, as syntactic tools leave them.
long lines_without_conditions(MatrixView view)
{
    for (transform::Statement &statement : view.statements)
        for (transform::Row &row : statement.rows)
            row.option = schedule::LoopOption::separate;
    return code_lines(view);
}

void print(const char *step, const MatrixView &view)
{
    fmt::print("{:18} {:>10} {:>8} {:>10} {:>12}\n", step, view.statements.size(),
               transform::value_count(view), code_lines(view), lines_without_conditions(view));
}

void take_steps(MatrixView view)
{
    print("original code", view);
    auto step = [&](const char *name, MatrixView next) {
        view = std::move(next);
        print(name, view);
    };
    step("outer loop fusion", fusion(view, {}, 0));
    step("inner loop fusion", fusion(view, {0}, 1));
    step("fission", fission(view, {}, 0, 1));
    step("strip-mine", strip_mine(view, {1, 0}, 64));
    step("strip-mine", strip_mine(view, {1}, 64));
    step("interchange", interchange(view, {1}, 1, 2));
}

} // namespace

int main()
{
    presburger::Context context;
    auto extraction = frontend::extract(ESPALIER_KERNELS "/composition.c", {}, context);
    fmt::print("{:18} {:>10} {:>8} {:>10} {:>12}\n", "", "statements", "values", "code lines",
               "none guarded");
    take_steps(transform::original_view(extraction.regions.front().program));
}
