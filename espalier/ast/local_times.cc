#include "espalier/ast/local_times.h"

#include "espalier/presburger/dimensions.h"

#include <algorithm>

namespace espalier::ast {

namespace {

/// The union of sets of which consecutive ones are often the same.
isl::set unite(const std::vector<LocalTimes> &times, isl::set LocalTimes::*which)
{
    isl::set result = times.front().*which;
    for (std::size_t k = 1; k < times.size(); ++k)
        if (!presburger::is_obviously_equal(times[k].*which, times[k - 1].*which))
            result = result.unite(times[k].*which);
    return result;
}

} // namespace

LocalTimes local_times(const Part &part, std::size_t depth)
{
    isl::set exact = presburger::first_dimensions(part.times(), unsigned(depth + 1));
    return {exact, approximated(exact, depth)};
}

isl::set approximated(const isl::set &times, std::size_t depth)
{
    return presburger::without_divs_of(presburger::without_unknown_divs(times), unsigned(depth));
}

isl::set stated_times(const Part &part, const Stock &stock)
{
    isl::set pairs = presburger::aligned(part.relation().wrap().flatten(), stock.known());
    unsigned own = unsigned(stock.depth()) + 1, all = presburger::dimensions(pairs);
    isl_set *stated =
        isl_set_drop_constraints_involving_dims(pairs.release(), isl_dim_set, own, all - own);
    isl::set result = presburger::first_dimensions(isl::manage(stated), own);
    std::optional<isl::multi_aff> values = stock.values(own);
    return approximated(values ? result.preimage(*values) : result, stock.depth());
}

isl::set all_approximate(const std::vector<LocalTimes> &times)
{
    return unite(times, &LocalTimes::approximate);
}

isl::set all_exact(const std::vector<LocalTimes> &times)
{
    return unite(times, &LocalTimes::exact);
}

} // namespace espalier::ast
