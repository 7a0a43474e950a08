#include "espalier/ast/stock.h"

#include "espalier/presburger/dimensions.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/space.h>

namespace espalier::ast {

Stock::Stock(const isl::set &context, std::string prefix)
    : prefix_(std::move(prefix)),
      generated_(isl::manage(isl_set_from_params(context.params().release()))), known_(generated_)
{
}

std::optional<isl::multi_aff> Stock::values() const { return values(depth()); }

std::optional<isl::multi_aff> Stock::values(std::size_t dimensions) const
{
    std::optional<isl::multi_aff> result;
    for (std::size_t k = 0; k < depth(); ++k) {
        if (!dimensions_[k].value)
            continue;
        if (!result) {
            isl_space *space = isl_space_set_alloc(known_.ctx().get(), 0, unsigned(dimensions));
            result = isl::manage(space).identity_multi_aff_on_domain();
        }
        isl::aff value = *dimensions_[k].value;
        isl_aff *lifted = isl_aff_add_dims(value.release(), isl_dim_in, unsigned(dimensions - k));
        result = result->set_at(int(k), isl::manage(lifted));
    }
    return result;
}

Place Stock::place(const isl::set &known) const
{
    Place result{known, {}};
    for (const Dimension &dimension : dimensions_)
        result.iterators.push_back(dimension.iterator);
    return result;
}

void Stock::lift()
{
    generated_ = presburger::lifted(generated_);
    known_ = presburger::lifted(known_);
}

Stock Stock::with_loop(std::size_t number, const isl::set &generated, const isl::set &pending) const
{
    Stock result = *this;
    result.dimensions_.push_back(
        {number, name(fmt::format("{}{}", prefix_, depth())), std::nullopt});
    result.lift();
    return result.with_generated(generated).with_pending(pending);
}

Stock Stock::with_value(std::size_t number, const isl::aff &value, const isl::set &pending) const
{
    Stock result = with_pending(pending);
    result.dimensions_.push_back({number, nullptr, value});
    result.lift();
    return result;
}

Stock Stock::in_copies(long count) const
{
    Stock result = *this;
    result.copies_ *= count;
    return result;
}

Stock Stock::with_generated(const isl::set &constraints) const
{
    Stock result = *this;
    result.generated_ = generated_.intersect(constraints);
    result.known_ = known_.intersect(constraints);
    return result;
}

Stock Stock::with_pending(const isl::set &constraints) const
{
    if (presburger::is_obviously_universe(constraints))
        return *this;
    Stock result = *this;
    result.known_ = known_.intersect(constraints);
    return result;
}

} // namespace espalier::ast
