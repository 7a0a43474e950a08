#include "espalier/strategies/contractions/contraction_blocking.h"

#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/strategies/contractions/blocked_contractions.h"
#include "espalier/strategies/contractions/operand_packing.h"
#include "espalier/strategies/contractions/substituted_scalars.h"
#include "espalier/strategies/contractions/trailing_updates.h"
#include "espalier/strategies/strides.h"
#include "espalier/transform/compound_assignments.h"
#include "espalier/transform/demotion.h"
#include "espalier/transform/expansion.h"
#include "espalier/transform/trees.h"

#include <isl/aff.h>
#include <isl/set.h>
#include <isl/val.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace espalier::strategies {

namespace {

using transform::MatrixView;

bool has_three_loops(const program::Statement &statement)
{
    return !statement.is_kill() && presburger::dimensions(statement.domain) >= 3;
}

/// Whether an access is to the same element in all iterations of one of the loops around it.
bool leaves_out_a_loop(const program::Access &access)
{
    const unsigned loops = presburger::dimensions(access.relation.domain());
    for (unsigned loop = 0; loop < loops; ++loop)
        if (std::ranges::all_of(access.subscripts, [&](const isl::pw_aff &subscript) {
                const std::optional<isl::val> step = coefficient(subscript, int(loop));
                return step && step->is_zero();
            }))
            return true;
    return false;
}

/// Whether a statement may be a contraction, or have part in one together with the scalars that it
/// computes: in three loops or more, it adds up in a scalar, or writes elements of an array more
/// than once.
bool may_add_up(const program::Statement &statement)
{
    auto is_read = [&](std::size_t array) {
        return std::ranges::any_of(statement.accesses, [&](const program::Access &access) {
            return access.array == array && access.kind == program::AccessKind::read;
        });
    };
    return has_three_loops(statement) &&
           std::ranges::any_of(statement.accesses, [&](const program::Access &access) {
               return access.kind == program::AccessKind::write && leaves_out_a_loop(access) &&
                      (!access.subscripts.empty() || is_read(access.array));
           });
}

/// Whether a sum in three loops or more is collected in an array that has elements for fewer than
/// two, or reads a row that is written in the region.
bool hides_contraction(const program::Program &program, std::size_t array)
{
    auto accesses = [&](const program::Statement &statement, program::AccessKind kind) {
        return std::ranges::any_of(statement.accesses, [&](const program::Access &access) {
            return access.array == array && access.kind == kind && access.subscripts.size() < 2;
        });
    };
    auto writes = [&](const program::Statement &statement) {
        return accesses(statement, program::AccessKind::write);
    };
    const bool is_written_row = program.arrays[array].extents.size() == 1 &&
                                std::ranges::any_of(program.statements, writes);
    return std::ranges::any_of(program.statements, [&](const program::Statement &statement) {
        return has_three_loops(statement) &&
               (writes(statement) ||
                (is_written_row && accesses(statement, program::AccessKind::read)));
    });
}

/// Whether a loop has a few iterations, whatever the symbolic constants are, so that its block
/// would be mostly empty.
bool is_short(const isl::set &domain, std::size_t loop)
{
    constexpr long few = 8;
    const isl::val first = domain.dim_min_val(int(loop)), last = domain.dim_max_val(int(loop));
    return first.is_int() && last.is_int() && last.sub(first).lt(few);
}

/// Whether there is a contraction that is worth blocks: products with small matrices, as those of
/// each point of a grid, are not.
bool has_contraction(const program::Program &program)
{
    return std::ranges::any_of(program.statements, [&](const program::Statement &statement) {
        const auto found = program::find_contraction(program, statement);
        if (!found)
            return false;
        const std::size_t loops[] = {found->row, found->column, found->step};
        return std::ranges::count_if(
                   loops, [&](std::size_t loop) { return is_short(statement.domain, loop); }) < 2;
    });
}

/// Whether a contraction has other loops than those that block it.
bool has_loop_around_blocks(const program::Program &program)
{
    return std::ranges::any_of(program.statements, [&](const program::Statement &statement) {
        auto found = program::find_contraction(program, statement);
        return found && !found->outer.empty();
    });
}

/// The statements that are contractions.
std::vector<const transform::Statement *> contractions_in(const MatrixView &view)
{
    std::vector<const transform::Statement *> result;
    for (const transform::Statement &statement : view.statements)
        if (program::find_contraction(view.program,
                                      transform::source_of(view.program, statement.instances)))
            result.push_back(&statement);
    return result;
}

/// An order in which statements that are blocked and alone in all of their loops have the rows of
/// the original: they get other ones anyway.
MatrixView with_rows_kept(const MatrixView &original, MatrixView order, const MatrixView &blocked)
{
    for (const auto &block : blocked_contractions_in(blocked)) {
        auto same =
            std::ranges::find(order.statements, block.statement, &transform::Statement::label);
        if (same == order.statements.end() ||
            statements_in(order, transform::first(same->beta, 1)).size() > 1)
            continue;
        const long place = same->beta.front();
        *same = labelled(original, same->label);
        same->beta.assign(same->depth() + 1, 0);
        same->beta.front() = place;
    }
    return order;
}

/// An order, and the steps that lead to it.
struct Undelayed {
    MatrixView view;
    std::string steps; ///< empty: nothing was delayed
};

/// The order in which no statement is some iterations behind the others, which schedulers may
/// choose for no gain: S[i] -> [i + 1] becomes S[i] -> [i]. It need not be legal.
Undelayed without_delays(MatrixView view)
{
    std::string steps;
    for (transform::Statement &statement : view.statements) {
        std::vector<std::string> amounts;
        bool is_delayed = false;
        for (transform::Row &row : statement.rows) {
            const isl::val delay = row.time.constant_val();
            is_delayed = is_delayed || !delay.is_zero();
            amounts.push_back(fmt::format("'{}'", delay.neg().get_num_si()));
            row.time = row.time.add_constant(delay.neg());
        }
        if (is_delayed)
            steps += fmt::format("shift({}, {{{}}})\n", statement.label, fmt::join(amounts, ", "));
    }
    return {std::move(view), std::move(steps)};
}

/// Offers the forms of a region in which contractions are blocked, until one is taken.
class ContractionForms {
public:
    ContractionForms(const Subject &subject, const Offer &offer)
        : subject_(subject), services_(*subject.services), offer_(offer)
    {
    }

    void offer_all()
    {
        const program::Program &program = subject_.program;
        if (std::ranges::none_of(program.statements, may_add_up))
            return;
        auto apart =
            subject_.is_reassociable ? transform::with_terms_added_apart(program) : std::nullopt;
        if (apart)
            offer_substituted({analyzed(std::move(*apart)), "add_terms_apart()\n"});
        else
            offer_substituted({});
    }

private:
    /// A program that does the same as the subject's.
    struct Form {
        std::shared_ptr<const AnalyzedProgram> changed = {}; ///< null: the subject
        std::string steps = {};                              ///< that make it of the subject
        std::optional<ExpandedArray> expanded = {};
    };

    const program::Program &program_of(const Form &form) const
    {
        return form.changed ? form.changed->program : subject_.program;
    }

    const dependence::Dependences &dependences_of(const Form &form) const
    {
        return form.changed ? form.changed->dependences : subject_.dependences;
    }

    /// \name Programs that do the same, and may have more contractions.
    /// All functions return whether a candidate was taken.
    /// @{
    bool offer_substituted(const Form &form)
    {
        auto made = with_scalars_substituted(program_of(form), dependences_of(form));
        return (made &&
                offer_forms({analyzed(std::move(*made)), form.steps + "substitute_scalars()\n"})) ||
               offer_forms(form);
    }

    bool offer_forms(const Form &form)
    {
        const program::Program &program = program_of(form);
        if (auto demoted = transform::with_scalars_demoted(program, dependences_of(form)))
            if (offer_changed(std::move(*demoted), {{}, form.steps + "demote_scalars()\n"}))
                return true;
        for (std::size_t array = 0; array < program.arrays.size(); ++array)
            if (hides_contraction(program, array) && offer_expanded(form, array))
                return true;
        return has_contraction(program) && offer_form(form);
    }

    /// With elements of an array for each iteration of the loops around its uses: as many as a tile
    /// needs, or, of what is a row already, all of them.
    bool offer_expanded(const Form &form, std::size_t array)
    {
        const program::Program &program = program_of(form);
        auto made = transform::expanded(program, dependences_of(form), array);
        if (!made || !has_contraction(made->program))
            return false;
        const bool is_row = !program.arrays[array].extents.empty();
        const std::string steps =
            form.steps + fmt::format("expand('{}')\n", program.arrays[array].name);
        const auto changed = analyzed(std::move(made->program));
        return offer_form({changed, steps, ExpandedArray{made->array, made->loops}}) ||
               (is_row && offer_substituted({changed, steps}));
    }

    bool offer_changed(program::Program program, Form form)
    {
        if (!has_contraction(program))
            return false;
        form.changed = analyzed(std::move(program));
        return offer_form(form);
    }
    /// @}

    /// \name Orders of a program.
    /// @{
    bool offer_form(const Form &form)
    {
        std::optional<schedule::Tree> tree =
            services_.scheduled_apart(program_of(form), dependences_of(form));
        if (!tree)
            return false;
        if (form.expanded) {
            // What shares an expanded array is tiled with it.
            const MatrixView order = tiled(form, *tree, {{Tiling::Mode::off}, subject_.parallel});
            return offer_blocked(form, order, order, {}, "");
        }
        if (offer_panels(form, tiled(form, *tree, {{Tiling::Mode::off}})))
            return true;
        const MatrixView order = tiled(form, *tree, {{Tiling::Mode::automatic}, subject_.parallel});
        return offer_among_others(form, order, order, {}, "");
    }

    MatrixView tiled(const Form &form, const schedule::Tree &tree,
                     const CpuStrategy &strategy) const
    {
        const program::Program &program = program_of(form);
        return transform::matrix_view(
            program, strategies::tiled(strategy, program, dependences_of(form), tree).tree);
    }

    /// The contractions of a factorization, panel by panel: without delays where that is legal,
    /// which leaves no conditions around what is in the panels.
    bool offer_panels(const Form &form, const MatrixView &start)
    {
        const Undelayed undelayed = without_delays(start);
        return (!undelayed.steps.empty() &&
                offer_panels(form, start, undelayed.view, undelayed.steps)) ||
               offer_panels(form, start, start, "");
    }

    bool offer_panels(const Form &form, const MatrixView &start, const MatrixView &order,
                      const std::string &steps)
    {
        std::optional<TrailingUpdates> split =
            with_trailing_updates(order, dependences_of(form), subject_.machine);
        if (!split)
            return false;
        std::vector<SharedLoop> shared;
        for (const std::string &update : split->updates)
            shared.push_back({update, split->panel});
        const Form parts{analyzed(split->view.program), form.steps};
        return offer_among_others(parts, start, split->view, shared,
                                  steps + "trailing_updates()\n");
    }

    /// With what is in other nests as estimates prefer it, or else as it is.
    /// \param start  the order from which the steps go, in the program of the form's steps
    /// \param steps  from there to `order`
    bool offer_among_others(const Form &form, const MatrixView &start, const MatrixView &order,
                            const std::vector<SharedLoop> &shared, const std::string &steps)
    {
        isl::union_set instances = isl::union_set::empty(order.program.context.ctx());
        std::vector<std::string> labels;
        for (const transform::Statement *statement : contractions_in(order)) {
            presburger::add_to(instances, statement->instances.to_union_set());
            labels.push_back(statement->label);
        }
        if (auto planned = services_.planned_around(transform::plan_of(order), instances))
            if (offer_blocked(form, start, transform::matrix_view(*planned), shared,
                              steps + fmt::format("plan_around({})\n", fmt::join(labels, ", "))))
                return true;
        return offer_blocked(form, start, order, shared, steps);
    }

    /// Blocks, of which those in different iterations of a loop around run in parallel, or else
    /// rows, or else panels of columns.
    bool offer_blocked(const Form &form, const MatrixView &start, const MatrixView &order,
                       const std::vector<SharedLoop> &shared, const std::string &steps)
    {
        const std::size_t threads =
            subject_.parallel ? machine::sharing_threads(subject_.machine) : 1;
        for (const std::optional<schedule::BlockLoop> &loop : loops_for_threads(order.program)) {
            std::optional<WithBlocks> made = blocked_contractions(
                order, form.expanded, shared, subject_.machine, {threads, loop});
            if (!made)
                return false;
            if (offer_legal(form, start, std::move(*made), steps))
                return true;
        }
        return false;
    }

    /// Which loops of blocks are to run in parallel, the best first.
    std::vector<std::optional<schedule::BlockLoop>>
    loops_for_threads(const program::Program &program) const
    {
        if (!subject_.parallel)
            return {schedule::ic_loop};
        if (has_loop_around_blocks(program))
            return {std::nullopt, schedule::ic_loop, schedule::jc_loop};
        return {schedule::ic_loop, schedule::jc_loop};
    }

    bool offer_legal(const Form &form, const MatrixView &start, WithBlocks made,
                     const std::string &steps)
    {
        const std::vector<BlockedContraction> blocks = blocked_contractions_in(made.view);
        if (!std::ranges::all_of(blocks, [&](const BlockedContraction &block) {
                return can_pack_operands(made.view, block);
            }))
            return false;
        const MatrixView order =
            with_rows_kept(transform::original_view(start.program), start, made.view);
        return offer_(
            {.plan = transform::plan_of(
                 std::move(made.view), form.steps + services_.steps_to(order) + steps + made.steps),
             .description = description_of(blocks),
             .reference = form.changed});
    }
    /// @}

    const Subject &subject_;
    Services &services_;
    const Offer &offer_;
};

} // namespace

Strategy contraction_blocking()
{
    constexpr double min_cycles = 50'000; // worth the packing
    return {.name = "block_contractions",
            .subject = "matrix products, tensor contractions, factorizations",
            .refusal = "no statement is a contraction, T[i][j] += A[i][k] * B[k][j], that can be "
                       "executed in blocks",
            .min_cycles = min_cycles,
            .is_whole = true,
            .budget_parts = 2,
            .propose = [](const Subject &subject, const Offer &offer) {
                if (subject.services)
                    ContractionForms(subject, offer).offer_all();
            }};
}

} // namespace espalier::strategies
