#include "espalier/transform/strips.h"

#include <isl/aff.h>
#include <isl/val.h>

#include <algorithm>
#include <set>

namespace espalier::transform {

isl::pw_aff start_of_strip(const isl::pw_aff &value, long size)
{
    isl::val factor(value.ctx(), size);
    isl_pw_aff *strip = isl_pw_aff_scale_down_val(value.copy(), factor.copy());
    return isl::manage(isl_pw_aff_scale_val(isl_pw_aff_floor(strip), factor.release()));
}

namespace {

using Group = std::vector<const Statement *>;

/// The denominators of the integer divisions in a function, which alone can be sizes of strips.
std::set<long> divisors(const isl::pw_aff &function)
{
    std::set<long> result;
    function.foreach_piece([&](const isl::set &, const isl::multi_aff &value) {
        isl::aff piece = value.at(0);
        for (int k = 0; k < isl_aff_dim(piece.get(), isl_dim_div); ++k) {
            isl::aff division = isl::manage(isl_aff_get_div(piece.get(), k));
            result.insert(isl::manage(isl_aff_get_denominator_val(division.get())).num_si());
        }
    });
    return result;
}

bool are_equal_on(const isl::set &instances, const isl::pw_aff &one, const isl::pw_aff &other)
{
    return instances.is_subset(one.eq_set(other));
}

/// A row of a statement at some place in a nest: what a loop over starts of tiles is compared with.
struct Start {
    std::size_t point; ///< the row over points
    long size;
};

/// How many loops there are right inside each other from a row on, each the only child.
std::size_t nest_depth(const Group &group, std::size_t row)
{
    std::size_t end = row + 1;
    auto continues = [&](const Statement *statement) {
        return end < statement->depth() && statement->beta[end] == group.front()->beta[end];
    };
    while (std::ranges::all_of(group, continues))
        ++end;
    return end - row;
}

/// The row over the points of tiles of which `times` are the starts, for all statements.
/// \param times  { S[i] -> [t] } for each statement of the group
std::optional<Start> start_of(const Group &group, const std::vector<isl::pw_aff> &times,
                              std::size_t row, std::size_t end)
{
    std::set<long> sizes;
    for (const isl::pw_aff &time : times)
        sizes.merge(divisors(time));
    for (long size : sizes)
        for (std::size_t point = row + 1; point < end; ++point) {
            bool fits = true;
            for (std::size_t k = 0; fits && k < group.size(); ++k)
                fits = are_equal_on(group[k]->instances,
                                    start_of_strip(group[k]->time(point), size), times[k]);
            if (fits)
                return Start{point, size};
        }
    return std::nullopt;
}

std::vector<isl::pw_aff> times_of(const Group &group, std::size_t row)
{
    std::vector<isl::pw_aff> result;
    for (const Statement *statement : group)
        result.push_back(statement->time(row));
    return result;
}

/// The same with the next row subtracted.
std::vector<isl::pw_aff> unskewed(const Group &group, std::size_t row)
{
    std::vector<isl::pw_aff> result;
    for (const Statement *statement : group)
        result.push_back(statement->time(row).sub(statement->time(row + 1)));
    return result;
}

/// The tiling whose loops over starts begin at a row, if there is one.
std::optional<Tiling> tiling_at(const Group &group, std::size_t row)
{
    std::size_t depth = nest_depth(group, row), end = row + depth;
    std::vector<Start> starts;
    bool is_skewed = false;
    for (std::size_t k = row; k < end; ++k) {
        std::optional<Start> start = start_of(group, times_of(group, k), k, end);
        if (!start && k == row && depth >= 4) {
            start = start_of(group, unskewed(group, k), k, end);
            is_skewed = start.has_value();
        }
        if (!start)
            break;
        starts.push_back(*start);
    }
    std::set<std::size_t> points, expected;
    Tiling result{first(group.front()->beta, row + 1), row, {}, {}, is_skewed};
    for (std::size_t k = 0; k < starts.size(); ++k) {
        points.insert(starts[k].point);
        expected.insert(row + starts.size() + k);
        result.sizes.push_back(starts[k].size);
        result.points.push_back(starts[k].point - row - starts.size());
    }
    bool is_tiling = !starts.empty() && points == expected && !(is_skewed && starts.size() < 2);
    return is_tiling ? std::optional(result) : std::nullopt;
}

void collect(const Group &group, std::size_t row, std::vector<Tiling> &result)
{
    std::set<long> children;
    for (const Statement *statement : group)
        children.insert(statement->beta[row]);
    for (long child : children) {
        Group members;
        for (const Statement *statement : group)
            if (statement->beta[row] == child)
                members.push_back(statement);
        if (members.front()->depth() == row)
            continue;
        if (std::optional<Tiling> found = tiling_at(members, row))
            result.push_back(*found);
        else
            collect(members, row + 1, result);
    }
}

} // namespace

std::vector<Tiling> find_tilings(const MatrixView &view)
{
    std::vector<Tiling> result;
    collect(statements_in(view, {}), 0, result);
    return result;
}

} // namespace espalier::transform
