#include "espalier/lowering/loops.h"

#include "espalier/ast/decided_conditions.h"
#include "espalier/ast/generator.h"
#include "espalier/lowering/empty_loops.h"
#include "espalier/lowering/interiors.h"
#include "espalier/presburger/integer.h"

#include <isl/aff.h>
#include <isl/set.h>

namespace espalier::lowering {

namespace {

/// What the types of the symbolic constants can hold.
ast::Intervals ranges_of_types(const program::Program &program)
{
    ast::Intervals result;
    for (const program::Parameter &parameter : program.parameters)
        result[parameter.id.name()] = {presburger::to_integer(parameter.least),
                                       presburger::to_integer(parameter.greatest)};
    return result;
}

} // namespace

std::vector<isl::pw_aff> requested_expressions(const program::Statement &statement)
{
    std::vector<isl::pw_aff> result;
    for (const program::Access &access : statement.accesses)
        result.insert(result.end(), access.subscripts.begin(), access.subscripts.end());
    for (const program::AffineValue *value : program::affine_values(statement.body))
        result.push_back(isl::manage(
            isl_pw_aff_set_tuple_id(value->value.copy(), isl_dim_in, statement.id().release())));
    return result;
}

ast::NodePtr loops(const LoweredPlan &plan, const std::string &iterator_prefix)
{
    LoweredPlan parted = plan;
    parted.tree = with_interiors_apart(plan);
    return plain_loops(parted, iterator_prefix);
}

ast::NodePtr plain_loops(const LoweredPlan &plan, const std::string &iterator_prefix)
{
    const program::Program &program = plan.program;
    ast::Request request;
    request.context = program::code_context(program);
    request.iterator_prefix = iterator_prefix;
    request.upper_bound = plan.upper_bound;
    for (const auto &[mark, arrays] : plan.buffers)
        request.whole.insert(mark);
    for (const program::Statement &statement : program.statements)
        if (!statement.is_kill())
            request.expressions[statement.name()] = requested_expressions(statement);
    return ast::without_decided_conditions(
        ast::generate(with_empty_loops_guarded(plan.tree, request.context), request),
        ranges_of_types(program));
}

} // namespace espalier::lowering
