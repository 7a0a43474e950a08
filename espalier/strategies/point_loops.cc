#include "espalier/strategies/point_loops.h"

#include "espalier/presburger/isl_additions.h"
#include "espalier/schedule/band_edits.h"
#include "espalier/schedule/order_edits.h"
#include "espalier/schedule/queries.h"
#include "espalier/strategies/strides.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace espalier::strategies {

namespace {

using schedule::Band;
using schedule::Cursor;

/// Whether instances in `to` depend on some in `from`.
bool depends(const dependence::Dependences &dependences, const isl::union_set &from,
             const isl::union_set &to)
{
    auto leads_there = [&](const isl::union_map &relation) {
        return !dependence::untagged(relation)
                    .intersect_domain(from)
                    .intersect_range(to)
                    .is_empty();
    };
    return leads_there(dependences.flow) || leads_there(dependences.anti) ||
           leads_there(dependences.output) || leads_there(dependences.order) ||
           leads_there(dependences.forced) || leads_there(dependences.relaxed);
}

/// The member along which a band's statements would write in the order of memory, if they do not
/// do so along the innermost one.
std::optional<std::size_t> better_for_writes(const program::Program &program, const Cursor &band)
{
    std::vector<std::size_t> members = members_without_write_jumps(program, band);
    const bool is_innermost_one = !members.empty() && members.back() + 1 == band.as<Band>().size();
    return members.empty() || is_innermost_one ? std::nullopt : std::optional(members.back());
}

} // namespace

Cursor with_innermost(const Cursor &band, std::size_t member)
{
    std::vector<std::size_t> order(band.as<Band>().size());
    std::iota(order.begin(), order.end(), 0);
    order.erase(order.begin() + long(member));
    order.push_back(member);
    return schedule::permute(band, order);
}

std::optional<Cursor> with_strided_writes_apart(const program::Program &program,
                                                const dependence::Dependences &dependences,
                                                const Cursor &points)
{
    if (!points.child(0).is<schedule::Sequence>())
        return std::nullopt;
    Cursor each = schedule::distribute(points);
    auto band_of = [&](std::size_t child) { return each.child(child).child(0); };
    std::size_t first = each.child_count();
    std::optional<std::size_t> member = better_for_writes(program, band_of(first - 1));
    while (member && first > 0 && better_for_writes(program, band_of(first - 1)) == member)
        --first;
    if (!member || first == 0)
        return std::nullopt;
    isl::union_set before = isl::union_set::empty(each.ctx()), behind = before;
    for (std::size_t k = 0; k < each.child_count(); ++k)
        presburger::add_to(k < first ? before : behind, schedule::reaching_instances(band_of(k)));
    if (depends(dependences, behind, before))
        return std::nullopt;
    Cursor apart = schedule::order(points, before, behind);
    return with_innermost(apart.child(1).child(0), *member).parent().parent();
}

} // namespace espalier::strategies
