#include "espalier/strategies/cpu_strategy.h"

#include "espalier/schedule/band_edits.h"
#include "espalier/schedule/loops.h"
#include "espalier/schedule/queries.h"
#include "espalier/strategies/collecting_loops.h"
#include "espalier/strategies/point_loops.h"
#include "espalier/strategies/strides.h"
#include "espalier/strategies/wavefronts.h"

#include <isl/union_set.h>

#include <algorithm>

namespace espalier::strategies {

namespace {

using schedule::Band;
using schedule::Cursor;
using schedule::Loop;

/// A member of a band to run in parallel.
struct Choice {
    std::size_t member;
    schedule::Privatization own;
};

/// Finds members of bands that can run in parallel.
class ParallelMembers {
public:
    ParallelMembers(const program::Program &program, const dependence::Dependences &dependences)
        : program_(program), dependences_(dependences)
    {
    }

    std::optional<Choice> first_independent(const Cursor &band) const
    {
        for (std::size_t k = 0; k < band.as<Band>().size(); ++k)
            if (auto own = dependence::find_parallelism(
                    program_, dependences_, schedule::reaching_instances(band),
                    Loop{band, k}.functions_around(), band.as<Band>().member(k)))
                return Choice{k, *own};
        return std::nullopt;
    }

    std::optional<Choice> first_reduction(const Cursor &band,
                                          const dependence::Relaxation &relaxation) const
    {
        isl::union_set instances = schedule::reaching_instances(band);
        for (std::size_t k = 0; k < band.as<Band>().size(); ++k) {
            auto own = dependence::find_reduction_parallelism(program_, relaxation, instances,
                                                              Loop{band, k}.functions_around(),
                                                              band.as<Band>().member(k));
            if (own && pays(program_, *own, instances, band.schedule_depth() + k) &&
                !(collects_array(program_, *own) && has_independent(band.child(0))))
                return Choice{k, *own};
        }
        return std::nullopt;
    }

    /// Whether a band at or below a node has a member with independent iterations.
    bool has_independent(const Cursor &node) const
    {
        if (node.is<Band>() && first_independent(node))
            return true;
        for (std::size_t k = 0; k < node.child_count(); ++k)
            if (has_independent(node.child(k)))
                return true;
        return false;
    }

private:
    const program::Program &program_;
    const dependence::Dependences &dependences_;
};

/// Edits a tree from the root down. Every function takes a cursor and returns one at the same
/// place of the edited tree, so that siblings can be visited one after the other.
class Tiler {
public:
    Tiler(const CpuStrategy &strategy, const program::Program &program,
          const dependence::Dependences &dependences, const schedule::Tree &tree)
        : strategy_(strategy), program_(program), dependences_(dependences),
          members_(program, dependences), result_{tree}
    {
    }

    TiledTree run() &&
    {
        result_.tree = visit(result_.tree.root(), !strategy_.parallel).tree();
        return std::move(result_);
    }

private:
    /// \param is_settled  the loops below are not to be marked parallel
    Cursor visit(const Cursor &node, bool is_settled)
    {
        if (node.is<Band>())
            return visit_band(node, is_settled);
        Cursor here = node;
        for (std::size_t k = 0; k < here.child_count(); ++k)
            here = visit(here.child(k), is_settled).parent();
        return here;
    }

    Cursor visit_band(const Cursor &band, bool is_settled)
    {
        bool is_tilable = strategy_.tiling.mode != Tiling::Mode::off &&
                          band.as<Band>().is_permutable && band.as<Band>().size() >= 2;
        Cursor here = is_tilable ? tile(band) : band;
        std::optional<Choice> parallel = is_settled ? std::nullopt : choose_parallel(here);
        if (!is_settled && !parallel && is_tilable && !has_independent_inside(here)) {
            Cursor fronts = schedule::with_permutable(in_wavefronts(here), true);
            parallel = members_.first_independent(fronts);
            if (parallel) {
                here = fronts;
                ++result_.wavefronts;
            }
        }
        if (!is_tilable)
            here = visit(here.child(0), is_settled || parallel).parent();
        return parallel ? run_in_parallel(here, *parallel) : here;
    }

    std::optional<Choice> choose_parallel(const Cursor &band) const
    {
        std::optional<Choice> independent = members_.first_independent(band);
        return independent || !strategy_.permitted
                   ? independent
                   : members_.first_reduction(band, *strategy_.permitted);
    }

    /// Whether what is further in than the point loops of a tiled band has independent iterations.
    bool has_independent_inside(const Cursor &tiles) const
    {
        Cursor points = tiles.child(0);
        return points.is<Band>() && members_.has_independent(points.child(0));
    }

    /// band -> tile band over point band; at the tile band.
    Cursor tile(const Cursor &band)
    {
        ++result_.tiled_bands;
        if (has_band(band.child(0)))
            return schedule::tile(band, sizes(band, std::nullopt));
        const std::optional<std::size_t> innermost = best_innermost_member(program_, band);
        Cursor points = schedule::tile(band, sizes(band, innermost)).child(0);
        if (innermost && *innermost + 1 != points.as<Band>().size())
            points = with_innermost(points, *innermost);
        if (auto apart = with_strided_writes_apart(program_, dependences_, points))
            return apart->parent();
        return separate(points).parent();
    }

    /// Keeps guards out of the point loops of a few fused statements; with many, the copies of
    /// their code would outgrow the gain.
    Cursor separate(const Cursor &points) const
    {
        constexpr int max_statements = 3;
        isl_size count = isl_union_set_n_set(schedule::reaching_instances(points).get());
        Cursor here = points;
        for (std::size_t k = 0; k < here.as<Band>().size() && count > 1 && count <= max_statements;
             ++k)
            here = schedule::with_option(here, k, schedule::LoopOption::separate);
        return here;
    }

    static Cursor run_in_parallel(const Cursor &band, const Choice &choice)
    {
        using schedule::LoopRole;
        return schedule::with_role(
            band, choice.member,
            schedule::loop_role(LoopRole{schedule::LoopKind::parallel, choice.own}));
    }

    bool has_band(const Cursor &node) const
    {
        if (node.is<Band>())
            return true;
        for (std::size_t k = 0; k < node.child_count(); ++k)
            if (has_band(node.child(k)))
                return true;
        return false;
    }

    /// The sizes that were asked for; else small squares. Where everything is in rows along the
    /// innermost of the point loops, these are long, so that starting vectors does not count, and
    /// shorter if threads share them: there have to be enough.
    std::vector<long> sizes(const Cursor &band, std::optional<std::size_t> innermost) const
    {
        constexpr long default_size = 32, row_size = 512, shared_row_size = 128;
        const std::vector<long> &given = strategy_.tiling.sizes;
        std::vector<long> result(band.as<Band>().size(),
                                 given.empty() ? default_size : given.back());
        std::copy_n(given.begin(), std::min(result.size(), given.size()), result.begin());
        if (given.empty() && innermost && !jumps_along_member(program_, band, *innermost)) {
            const bool is_shared = strategy_.parallel && first_coincident(band) == *innermost;
            result[*innermost] = is_shared ? shared_row_size : row_size;
        }
        return result;
    }

    static std::size_t first_coincident(const Cursor &band)
    {
        const std::vector<schedule::Member> &members = band.as<Band>().members;
        return std::size_t(std::ranges::find_if(members, &schedule::Member::is_coincident) -
                           members.begin());
    }

    const CpuStrategy &strategy_;
    const program::Program &program_;
    const dependence::Dependences &dependences_;
    ParallelMembers members_;
    TiledTree result_;
};

/// Collects the reductions that would make members of bands parallel which no others are around.
class WithheldReductions {
public:
    WithheldReductions(const dependence::Relaxation &withheld, const program::Program &program,
                       const dependence::Dependences &dependences)
        : withheld_(withheld), members_(program, dependences)
    {
    }

    void visit(const Cursor &node)
    {
        if (node.is<Band>()) {
            if (is_parallel(node.as<Band>()) || members_.first_independent(node))
                return;
            if (auto possible = members_.first_reduction(node, withheld_))
                add(possible->own.reductions);
        }
        for (std::size_t k = 0; k < node.child_count(); ++k)
            visit(node.child(k));
    }

    std::vector<program::Reduction> result() && { return std::move(result_); }

private:
    static bool is_parallel(const Band &band)
    {
        return std::ranges::any_of(band.members, [](const schedule::Member &member) {
            return schedule::kind_of(member.role) == schedule::LoopKind::parallel;
        });
    }

    void add(const std::vector<program::Reduction> &reductions)
    {
        for (const program::Reduction &reduction : reductions) {
            auto is_same = [&](const program::Reduction &known) {
                return known.is_same(reduction);
            };
            if (reduction.is_floating && std::ranges::none_of(result_, is_same))
                result_.push_back(reduction);
        }
    }

    const dependence::Relaxation &withheld_;
    ParallelMembers members_;
    std::vector<program::Reduction> result_;
};

} // namespace

TiledTree tiled(const CpuStrategy &strategy, const program::Program &program,
                const dependence::Dependences &dependences, const schedule::Tree &tree)
{
    return Tiler(strategy, program, dependences, tree).run();
}

std::vector<program::Reduction> withheld_reductions(const CpuStrategy &strategy,
                                                    const program::Program &program,
                                                    const dependence::Dependences &dependences,
                                                    const schedule::Tree &tree)
{
    if (!strategy.withheld || !strategy.parallel)
        return {};
    WithheldReductions found(*strategy.withheld, program, dependences);
    found.visit(tree.root());
    return std::move(found).result();
}

} // namespace espalier::strategies
