#include "espalier/transform/context.h"

#include "espalier/presburger/print.h"
#include "espalier/transform/expressions.h"
#include "espalier/transform/impossible.h"

#include <fmt/format.h>

namespace espalier::transform {

MatrixView add_context(MatrixView view, const std::string &condition)
{
    program::Program &program = view.program;
    isl::set wider = program.assumptions;
    program.assumptions = wider.intersect(constant_condition(program, condition)).coalesce();
    if (program.assumptions.intersect(program.context).is_empty())
        throw impossible(fmt::format("`{}` contradicts what is known of the symbolic constants: {}",
                                     condition,
                                     presburger::to_string(wider.intersect(program.context))));
    return view;
}

} // namespace espalier::transform
