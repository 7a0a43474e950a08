#include "espalier/strategies/devices/point_parts.h"

#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/schedule/insert.h"
#include "espalier/schedule/normal_form.h"
#include "espalier/schedule/queries.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/union_map.h>

namespace espalier::strategies {

namespace {

using schedule::Band;
using schedule::Cursor;
using schedule::NodePtr;

/// Some of what is done for each point.
struct PointPart {
    isl::union_set instances;
    NodePtr below; ///< the order in which they are done
};

/// The subtree of what it orders of some instances, in normal form.
NodePtr only(const NodePtr &subtree, const isl::union_set &instances)
{
    return schedule::normal_form(schedule::insert_domain(subtree, instances))
        .root()
        .child(0)
        .node_ptr();
}

/// How many subscripts go along with a function of instances: but for a constant, they are equal.
int subscripts_along(const program::Program &program, const isl::union_pw_aff &function)
{
    int result = 0;
    for (const program::Statement &statement : program.statements) {
        const isl::pw_aff own = isl::manage(isl_union_pw_aff_extract_pw_aff(
            function.get(), statement.domain.space().add_unnamed_tuple(1).release()));
        for (const program::Access &access : statement.accesses)
            for (const isl::pw_aff &subscript : access.subscripts) {
                const isl::pw_aff distance = subscript.sub(own);
                result += !isl::set(distance.domain()).is_empty() &&
                          isl_pw_aff_is_cst(distance.get()) == isl_bool_true;
            }
    }
    return result;
}

/// The band on some instances, but for coordinates of points, which are the same for all that it
/// orders, so that it goes along with what is accessed: tiles of its loops then need the least.
Band along_subscripts(const program::Program &program, const Band &band, const Band &points,
                      const isl::union_set &instances)
{
    Band result = band;
    result.schedule = band.schedule.intersect_domain(instances.universe());
    for (std::size_t k = 0; k < band.size(); ++k) {
        isl::union_pw_aff best = result.member(k);
        int most = subscripts_along(program, best);
        for (std::size_t point = 0; point < points.size(); ++point)
            for (const isl::union_pw_aff &other : {result.member(k).add(points.member(point)),
                                                   result.member(k).sub(points.member(point))})
                if (const int count = subscripts_along(program, other); count > most) {
                    best = other;
                    most = count;
                }
        result.schedule = result.schedule.set_at(int(k), best);
    }
    return result;
}

/// Takes apart what is done for each point.
class PointParts {
public:
    PointParts(const program::Program &program, const Cursor &points)
        : program_(program), points_(points.as<Band>()),
          times_(schedule::prefix_relation(points.child(0)))
    {
        add(points.child(0).node_ptr(), schedule::reaching_instances(points));
    }

    const std::vector<PointPart> &parts() const { return parts_; }

private:
    void add(const NodePtr &node, const isl::union_set &instances)
    {
        if (instances.is_empty())
            return;
        if (node->is<schedule::Filter>())
            return add(node->child(0), instances.intersect(node->as<schedule::Filter>().instances));
        if (node->is<schedule::Sequence>() || node->is<schedule::Set>()) {
            for (const NodePtr &child : node->children())
                add(child, instances);
            return;
        }
        if (!node->is<Band>())
            return add_whole(node, instances);
        if (has_one_time(*node, instances))
            return add(node->child(0), instances);
        add_around_others(only(node, instances), instances);
    }

    void add_whole(const NodePtr &node, const isl::union_set &instances)
    {
        NodePtr below = only(node, instances);
        if (below->is<Band>())
            below = schedule::node(
                along_subscripts(program_, below->as<Band>(), points_, instances), below->child(0));
        parts_.push_back({instances, below});
    }

    /// A band over several children, the first and last of which may run before and behind all
    /// others.
    void add_around_others(const NodePtr &band, const isl::union_set &instances)
    {
        const NodePtr &below = band->child(0);
        std::vector<isl::union_set> children;
        if (below->is<schedule::Sequence>() || below->is<schedule::Set>())
            for (const NodePtr &child : below->children()) {
                const isl::union_set own =
                    instances.intersect(child->as<schedule::Filter>().instances);
                if (!own.is_empty())
                    children.push_back(own);
            }
        const isl::multi_union_pw_aff &times = band->as<Band>().schedule;
        std::size_t first = 0, end = children.size();
        while (first + 1 < end && are_before(children[first], of(children, first + 1, end), times))
            ++first;
        while (end > first + 1 &&
               are_before(of(children, first, end - 1), children[end - 1], times))
            --end;
        if (first == 0 && end == children.size())
            return add_whole(band, instances);
        for (std::size_t k = 0; k < first; ++k)
            add(band, children[k]);
        add(band, of(children, first, end));
        for (std::size_t k = end; k < children.size(); ++k)
            add(band, children[k]);
    }

    isl::union_set of(const std::vector<isl::union_set> &sets, std::size_t first,
                      std::size_t end) const
    {
        isl::union_set result = isl::union_set::empty(times_.ctx());
        for (std::size_t k = first; k < end; ++k)
            result = result.unite(sets[k]);
        return result;
    }

    /// Whether a band has instances run at one time at each point.
    bool has_one_time(const schedule::Node &band, const isl::union_set &instances) const
    {
        return are_before(instances, instances, band.as<Band>().schedule);
    }

    /// Whether a band orders none of some instances behind one of others at the same point.
    bool are_before(const isl::union_set &some, const isl::union_set &others,
                    const isl::multi_union_pw_aff &band) const
    {
        const isl::union_map pairs =
            times_.intersect_domain(some).apply_range(times_.intersect_domain(others).reverse());
        return presburger::in_reverse_order(pairs, band).is_empty();
    }

    const program::Program &program_;
    const Band &points_;
    isl::union_map times_; ///< { S[i] -> [t] }, of points
    std::vector<PointPart> parts_;
};

} // namespace

Cursor with_parts_apart(const program::Program &program, const Cursor &points)
{
    if (schedule::has_extension(points.node()) ||
        schedule::is_anchored(*points.child(0).node_ptr()))
        return points;
    std::vector<NodePtr> filters;
    const PointParts taken_apart(program, points);
    for (const PointPart &part : taken_apart.parts())
        filters.push_back(schedule::node(schedule::Filter{part.instances}, part.below));
    if (filters.empty())
        return points;
    const NodePtr below =
        filters.size() > 1 ? schedule::sequence(filters) : filters.front()->child(0);
    return points.child(0).grafted(below).parent();
}

std::optional<isl::map> full_tiles(const isl::map &points, const std::vector<long> &sizes)
{
    constexpr int most_pieces = 2;
    const isl::map there = presburger::coalesced(points);
    if (isl_map_n_basic_map(there.get()) > most_pieces)
        return std::nullopt;
    std::string tile, point, inside;
    for (std::size_t k = 0; k < sizes.size(); ++k) {
        tile += fmt::format("{}b{}", k ? ", " : "", k);
        point += fmt::format("{}p{}", k ? ", " : "", k);
        inside += fmt::format("{0}b{1} mod {2} = 0 and b{1} <= p{1} < b{1} + {2}", k ? " and " : "",
                              k, sizes[k]);
    }
    const isl::map tiles(points.ctx(), fmt::format("{{ [{}] -> [{}] : {} }}", point, tile, inside));
    const isl::map none =
        isl::map::universe(there.space()).intersect_domain(there.domain()).subtract(there);
    const isl::map result = there.apply_range(tiles).subtract(none.apply_range(tiles));
    if (result.is_empty() || isl_map_n_basic_map(result.get()) > most_pieces)
        return std::nullopt;
    return presburger::coalesced(result);
}

} // namespace espalier::strategies
