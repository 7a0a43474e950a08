#include "espalier/strategies/block_waves.h"

#include "espalier/strategies/binding_dependences.h"
#include "espalier/strategies/iterations_inside.h"
#include "espalier/strategies/unrolled_loops.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/extension.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/strips.h"
#include "espalier/transform/trees.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/space.h>
#include <isl/union_map.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace espalier::strategies {

namespace {

using transform::MatrixView;
using transform::Statement;

/// What a block should take, in cycles, so that waiting for the others of its wave does not matter;
/// and what a statement takes, to tell how many rows and columns that is.
constexpr double block_cycles = 160'000, statement_cycles = 4;

/// Rows and columns at most, and at least where nothing is further in: starting an innermost loop
/// takes as long as some of its iterations, and threads should not share the lines at their ends.
constexpr long max_side = 128, min_innermost_side = 64;

/// { [i, j] -> [i', j'] } in which the rows of the pairs compare in certain ways.
isl::map pairs_where(isl::ctx ctx,
                     isl_map *(*rows)(isl_map *, isl_dim_type, int, isl_dim_type, int),
                     isl_map *(*columns)(isl_map *, isl_dim_type, int, isl_dim_type, int))
{
    isl_map *result = isl_map_universe(isl_space_alloc(ctx.get(), 0, 2, 2));
    result = rows(result, isl_dim_in, 0, isl_dim_out, 0);
    return isl::manage(columns(result, isl_dim_in, 1, isl_dim_out, 1));
}

isl_map *any(isl_map *pairs, isl_dim_type, int, isl_dim_type, int) { return pairs; }

class BlockWaves {
public:
    BlockWaves(const program::Program &program, const dependence::Dependences &dependences)
        : view_(transform::original_view(program)),
          dependences_(binding_dependences(view_, dependences))
    {
    }

    std::optional<Candidate> make() &&
    {
        bool has_waves = false;
        for (long nest = 0; nest < child_count(view_, {}); ++nest)
            if (is_sweep(nest)) {
                add_waves(nest);
                has_waves = true;
            } else if (is_parallel(nest)) {
                view_ =
                    transform::with_kind(std::move(view_), {nest}, transform::LoopKind::parallel);
            }
        if (!has_waves)
            return std::nullopt;
        return Candidate{.plan = transform::plan_of(std::move(view_), "block_waves()\n"),
                         .description = "computes blocks of rows and columns in waves",
                         .has_model = false};
    }

private:
    /// Whether rows and columns of a nest both wait for those before them, and for no others.
    bool is_sweep(long nest) const
    {
        const std::vector<const Statement *> statements = statements_in(view_, {nest});
        if (std::ranges::any_of(statements, [](const auto *one) { return one->depth() < 2; }))
            return false;
        const isl::map related = related_points(statements, 2);
        const isl::ctx ctx = related.ctx();
        const isl::map back =
            pairs_where(ctx, isl_map_order_gt, any).unite(pairs_where(ctx, any, isl_map_order_gt));
        return related.is_disjoint(back) &&
               !related.is_disjoint(pairs_where(ctx, isl_map_order_lt, any)) &&
               !related.is_disjoint(later_iterations(ctx, 2));
    }

    /// Whether the iterations of a nest's outermost loop wait for none of each other.
    bool is_parallel(long nest) const
    {
        const std::vector<const Statement *> statements = statements_in(view_, {nest});
        if (std::ranges::any_of(statements, [](const auto *one) { return one->depth() < 1; }))
            return false;
        const isl::map related = related_points(statements, 1);
        return related.is_subset(isl::set::universe(related.space().domain()).identity());
    }

    /// { [t] -> [t'] }: iterations of a nest's outermost loops, and those that wait for them.
    isl::map related_points(const std::vector<const Statement *> &statements,
                            std::size_t loops) const
    {
        return related_iterations(statements, dependences_, loops)
            .intersect_params(program::possible_constants(view_.program));
    }

    /// Rows and columns of a block: a power of two.
    long side(const std::vector<const Statement *> &statements) const
    {
        double cycles = 0; // of an iteration of both loops
        for (const Statement *statement : statements)
            cycles +=
                statement_cycles *
                iterations_inside(view_.program, program_statement(view_.program, *statement), 1);
        const bool is_innermost =
            std::ranges::all_of(statements, [](const auto *one) { return one->depth() == 2; });
        const double most =
            std::clamp(std::sqrt(block_cycles / cycles),
                       double(is_innermost ? min_innermost_side : 1), double(max_side));
        return long(std::bit_floor(static_cast<unsigned long>(most)));
    }

    void add_waves(long nest)
    {
        const long size = side(statements_in(view_, {nest}));
        for (Statement *statement : statements_in_loop(view_, {nest})) {
            const isl::pw_aff block = transform::start_of_strip(statement->time(1), size);
            const isl::pw_aff rows = transform::start_of_strip(statement->time(0), size);
            insert_loop(*statement, 0, rows.add(block), "w");
            insert_loop(*statement, 1, rows, "b");
            statement->rows[1].role = schedule::loop_role(transform::LoopKind::parallel);
        }
    }

    MatrixView view_; ///< in the order of the source
    isl::union_map dependences_;
};

} // namespace

std::optional<Candidate> with_block_waves(const program::Program &program,
                                          const dependence::Dependences &dependences)
{
    return BlockWaves(program, dependences).make();
}

Strategy block_waves()
{
    return {.name = "block_waves",
            .subject = "sweeps whose elements wait for those before them in rows and columns",
            .refusal = "there is no nest whose two outermost loops both wait for the iterations "
                       "before, and for no others, or no code for threads is asked for",
            .keeps_order = true,
            .budget_parts = 2,
            .propose = at_most_one([](const Subject &subject) -> std::optional<Candidate> {
                if (!subject.parallel)
                    return std::nullopt;
                std::optional<Candidate> result =
                    with_block_waves(subject.program, subject.dependences);
                if (!result)
                    return std::nullopt;
                if (auto unrolled = with_unrolled_loops(result->plan.program, result->plan.tree))
                    result->plan.tree = std::move(*unrolled);
                return result;
            })};
}

} // namespace espalier::strategies
