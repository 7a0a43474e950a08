#include "espalier/codegen/cpu_strategy.h"

#include "espalier/codegen/strides.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace espalier::codegen {

namespace {

using schedule::Cursor;

/// Edits a tree from the root down. Every function takes a cursor and returns one at the same
/// depth of the edited tree, so that siblings can be visited one after the other.
class CpuPlanner {
public:
    CpuPlanner(const CpuStrategy &strategy, const program::Program &program, StrategyReport &report)
        : strategy_(strategy), program_(program), report_(report)
    {
    }

    schedule::Tree plan(const schedule::Tree &tree) { return visit(tree.root(), false).tree(); }

private:
    Cursor visit(const Cursor &node, bool in_parallel)
    {
        if (node.type() == Cursor::Type::band)
            return visit_band(node, in_parallel);
        Cursor here = node;
        for (std::size_t k = 0; k < here.child_count(); ++k)
            here = visit(here.child(k), in_parallel).parent();
        return here;
    }

    Cursor visit_band(const Cursor &band, bool in_parallel)
    {
        bool is_tilable = strategy_.tiling.mode != Tiling::Mode::off && band.is_permutable() &&
                          band.member_count() >= 2;
        Cursor here = is_tilable ? tile(band) : band;
        std::optional<std::size_t> parallel;
        for (std::size_t k = 0; k < here.member_count() && strategy_.parallel && !in_parallel; ++k)
            if (!parallel && here.is_coincident(k))
                parallel = k;
        if (!is_tilable)
            here = visit(here.child(0), in_parallel || parallel).parent();
        return parallel ? mark_parallel(here, *parallel) : here;
    }

    /// band -> tile band over point band; at the tile band.
    Cursor tile(const Cursor &band)
    {
        ++report_.tiled_bands;
        Cursor tiles = band.tile(sizes(band.member_count()));
        Cursor points = tiles.child(0);
        if (has_band(points.child(0)))
            return tiles;
        std::optional<std::size_t> innermost = best_innermost_member(program_, points);
        if (!innermost || *innermost + 1 == points.member_count())
            return tiles;
        std::vector<std::size_t> order(points.member_count());
        std::iota(order.begin(), order.end(), 0);
        order.erase(order.begin() + static_cast<long>(*innermost));
        order.push_back(*innermost);
        ++report_.reordered_bands;
        return points.permute(order).parent();
    }

    /// band(i, j, k) -> band(i) over mark over band(j) over band(k), for member 1; at the place of
    /// the band.
    Cursor mark_parallel(const Cursor &band, std::size_t member)
    {
        ++report_.parallel_loops;
        std::size_t depth = band.schedule_depth() + member;
        Cursor here = member > 0 ? band.split(member).child(0) : band;
        if (here.member_count() > 1)
            here = here.split(1);
        here = here.insert_mark(fmt::format("{}@{}", parallel_mark, depth));
        return member > 0 ? here.parent() : here;
    }

    bool has_band(const Cursor &node) const
    {
        if (node.type() == Cursor::Type::band)
            return true;
        for (std::size_t k = 0; k < node.child_count(); ++k)
            if (has_band(node.child(k)))
                return true;
        return false;
    }

    std::vector<long> sizes(std::size_t count) const
    {
        constexpr long default_size = 32;
        const std::vector<long> &given = strategy_.tiling.sizes;
        std::vector<long> result(count, given.empty() ? default_size : given.back());
        std::copy_n(given.begin(), std::min(count, given.size()), result.begin());
        return result;
    }

    const CpuStrategy &strategy_;
    const program::Program &program_;
    StrategyReport &report_;
};

} // namespace

schedule::Tree apply(const CpuStrategy &strategy, const program::Program &program,
                     const schedule::Tree &tree, StrategyReport &report)
{
    return CpuPlanner(strategy, program, report).plan(tree);
}

} // namespace espalier::codegen
