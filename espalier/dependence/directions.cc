#include "espalier/dependence/directions.h"

#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/print.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <isl/map.h>
#include <isl/set.h>

namespace espalier::dependence {

namespace {

/// { [d] }: values of the first `count` iterators at the sink less those at the source.
isl::set differences(const isl::map &relation, unsigned count)
{
    isl_map *result = isl_map_reset_tuple_id(relation.copy(), isl_dim_in);
    result = isl_map_reset_tuple_id(result, isl_dim_out);
    for (isl_dim_type type : {isl_dim_in, isl_dim_out})
        result =
            isl_map_project_out(result, type, count, unsigned(isl_map_dim(result, type)) - count);
    return isl::manage(isl_map_deltas(result));
}

/// The differences for which the loop of dimension `k` carries the dependence, given that those
/// around it do not.
isl::set carried(const isl::set &differences, unsigned k, bool is_decreasing)
{
    return isl::manage(is_decreasing
                           ? isl_set_upper_bound_si(differences.copy(), isl_dim_set, k, -1)
                           : isl_set_lower_bound_si(differences.copy(), isl_dim_set, k, 1));
}

/// Precondition: no disjunct is empty
DirectionVector vector(const isl::set &differences, const program::LoopPath &loops)
{
    DirectionVector result;
    for (int k = 0; k < static_cast<int>(loops.size()); ++k) {
        isl::val least = differences.dim_min_val(k);
        isl::val greatest = differences.dim_max_val(k);
        bool is_decreasing = loops[static_cast<std::size_t>(k)]->is_decreasing;
        result.push_back(is_decreasing ? Direction{greatest.neg(), least.neg()}
                                       : Direction{least, greatest});
    }
    return result;
}

} // namespace

std::vector<DirectionVector> directions(const isl::map &relation, const program::LoopPath &loops)
{
    std::vector<DirectionVector> result;
    if (loops.empty())
        return result;
    isl::set rest = differences(relation, static_cast<unsigned>(loops.size()));
    for (unsigned k = 0; k < loops.size(); ++k) {
        isl::set part =
            presburger::without_empty_disjuncts(carried(rest, k, loops[k]->is_decreasing));
        if (!part.is_empty())
            result.push_back(vector(part, loops));
        rest = isl::manage(isl_set_fix_si(rest.release(), isl_dim_set, k, 0));
    }
    if (!rest.is_empty())
        result.push_back(vector(presburger::without_empty_disjuncts(rest), loops));
    return result;
}

std::string to_string(const Direction &direction)
{
    if (direction.is_constant())
        return presburger::to_string(direction.least);
    if (direction.least.is_nonneg())
        return direction.least.is_zero() ? "0+" : "+";
    if (direction.greatest.is_nonpos())
        return direction.greatest.is_zero() ? "0-" : "-";
    return "*";
}

std::string to_string(const DirectionVector &vector)
{
    std::vector<std::string> entries;
    for (const Direction &direction : vector)
        entries.push_back(to_string(direction));
    return fmt::format("({})", fmt::join(entries, ", "));
}

std::string to_string(const std::vector<DirectionVector> &vectors)
{
    std::vector<std::string> texts;
    for (const DirectionVector &vector : vectors)
        texts.push_back(to_string(vector));
    return fmt::format("{}", fmt::join(texts, " or "));
}

} // namespace espalier::dependence
