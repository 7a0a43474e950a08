#include "espalier/transform/calls.h"

#include "espalier/presburger/id.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/transform/arrays.h"

#include <fmt/format.h>

namespace espalier::transform {

program::ExpressionPtr value_of(std::size_t access)
{
    return program::make_expression(program::AccessValue{access});
}

program::ExpressionPtr address_of(std::size_t access)
{
    return program::make_expression(program::UnaryOperation{"&", value_of(access)});
}

program::Access new_access(const program::Program &program, const program::Statement &statement,
                           program::AccessKind kind, std::size_t array,
                           const std::vector<isl::pw_aff> &subscripts)
{
    isl::id reference = presburger::make_id(
        statement.domain.ctx(), fmt::format("{}_{}", statement.name(), statement.accesses.size()));
    program::Access result{kind, array, reference, presburger::from_domain(statement.domain), {}};
    transform::set_element(program, result, array, subscripts);
    return result;
}

isl::multi_aff without_name(const isl::set &set)
{
    return set.space().identity_multi_aff_on_domain().reset_range_tuple_id();
}

} // namespace espalier::transform
