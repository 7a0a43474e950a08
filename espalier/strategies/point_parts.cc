#include "espalier/strategies/point_parts.h"

#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/schedule/insert.h"
#include "espalier/schedule/queries.h"

#include <fmt/format.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/union_map.h>

namespace espalier::strategies {

namespace {

using schedule::Band;
using schedule::Cursor;

/// What is done for each point, in a band over a sequence.
class Contents {
public:
    explicit Contents(const Cursor &points)
        : band_(points.child(0).as<Band>().schedule),
          times_(schedule::prefix_relation(points.child(0)))
    {
        const Cursor sequence = points.child(0).child(0);
        for (std::size_t k = 0; k < sequence.child_count(); ++k)
            filters_.push_back(sequence.child(k).as<schedule::Filter>().instances);
    }

    /// The instances in the first children that run before all others at each point.
    isl::union_set before_others() const
    {
        isl::union_set result = isl::union_set::empty(times_.ctx());
        for (std::size_t k = 0; k + 1 < filters_.size(); ++k) {
            const isl::union_set rest = of(k + 1, filters_.size());
            if (!presburger::in_reverse_order(pairs(filters_[k], rest), band_).is_empty())
                break;
            result = result.unite(filters_[k]);
        }
        return result;
    }

    /// Those in the last children that run behind all others.
    isl::union_set behind_others() const
    {
        isl::union_set result = isl::union_set::empty(times_.ctx());
        for (std::size_t k = filters_.size(); k-- > 1;) {
            if (!presburger::in_reverse_order(pairs(of(0, k), filters_[k]), band_).is_empty())
                break;
            result = filters_[k].unite(result);
        }
        return result;
    }

    isl::union_set all() const { return of(0, filters_.size()); }

private:
    isl::union_set of(std::size_t first, std::size_t end) const
    {
        isl::union_set result = isl::union_set::empty(times_.ctx());
        for (std::size_t k = first; k < end; ++k)
            result = result.unite(filters_[k]);
        return result;
    }

    /// { S[i] -> T[j] }: at the same points.
    isl::union_map pairs(const isl::union_set &one, const isl::union_set &other) const
    {
        return times_.intersect_domain(one).apply_range(times_.intersect_domain(other).reverse());
    }

    isl::multi_union_pw_aff band_;
    isl::union_map times_; ///< { S[i] -> [t] }, of points
    std::vector<isl::union_set> filters_;
};

} // namespace

Cursor with_parts_apart(const Cursor &points)
{
    if (!points.child(0).is<Band>() || !points.child(0).child(0).is<schedule::Sequence>())
        return points;
    const Contents contents(points);
    const isl::union_set first = contents.before_others(),
                         last = contents.behind_others().subtract(first);
    std::vector<isl::union_set> parts = {first, contents.all().subtract(first).subtract(last),
                                         last};
    std::erase_if(parts, [](const isl::union_set &part) { return part.is_empty(); });
    return parts.size() > 1 ? schedule::insert_sequence(points.child(0), parts).parent() : points;
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
