#include "espalier/strategies/rows/sum_retiming.h"

#include "espalier/presburger/dimensions.h"
#include "espalier/program/arithmetic.h"
#include "espalier/program/assignments.h"
#include "espalier/strategies/strides.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/copy_forwarding.h"
#include "espalier/transform/iteration_order.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/trees.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace espalier::strategies {

namespace {

using program::Access;
using program::AccessKind;
using transform::Beta;
using transform::MatrixView;
using transform::Statement;

/// The element that a statement adds to in all iterations of its innermost loop, in floating point;
/// null if it does something else.
const Access *sum_in(const program::Program &program, const program::Statement &statement)
{
    const auto *assignment = program::assignment_of(statement);
    if (!assignment || (assignment->op != "+=" && assignment->op != "-="))
        return nullptr;
    const auto *target = std::get_if<program::AccessValue>(&assignment->target->node);
    const Access *sum = target ? &statement.accesses[target->access] : nullptr;
    if (!sum || !program::size_of_floating(program.arrays[sum->array].element_type))
        return nullptr;
    bool stays = std::ranges::all_of(sum->subscripts, [&](const isl::pw_aff &subscript) {
        auto step = coefficient(subscript, int(statement.iterators.size()) - 1);
        return step && step->is_zero();
    });
    return stays ? sum : nullptr;
}

/// Whether two loops go through the same iterations in those of the loop around in which both run.
/// \param one, other  { [o, x] }, o: outer loops
bool run_together(const isl::set &one, const isl::set &other)
{
    const unsigned outer = presburger::dimensions(one) - 1;
    auto only_in = [&](const isl::set &here, const isl::set &there) {
        isl::set alone = presburger::first_dimensions(here.subtract(there), outer);
        return !alone.is_disjoint(presburger::first_dimensions(there, outer));
    };
    return !only_in(one, other) && !only_in(other, one);
}

/// Whether a statement of the program is in the MatrixView: it is not if it is never executed.
bool has_statement(const MatrixView &view, const std::string &name)
{
    return std::ranges::any_of(view.statements,
                               [&](const Statement &statement) { return statement.label == name; });
}

/// Rotates the loop around a sum.
class Retiming {
public:
    /// \param sum  a statement of the program, by its name
    Retiming(MatrixView view, const std::string &sum)
        : scop_(std::move(view)), sum_loop_(transform::enclose(labelled(scop_, sum).beta)),
          loop_(transform::enclose(sum_loop_)),
          array_(sum_in(scop_.program, program_statement(labelled(scop_, sum)))->array)
    {
    }

    std::optional<MatrixView> run() &&
    {
        const std::vector<std::string> parts = parts_of_sum(), starts = starts_of_sum();
        if (parts.empty())
            return std::nullopt;
        const isl::aff earlier = an_iteration().neg();
        for (const std::vector<std::string> *moved : {&starts, &parts})
            for (const std::string &label : *moved)
                scop_ = shift(std::move(scop_), beta_of(label), loop_.size() - 1, earlier);
        const bool is_fused = move_behind_terms(parts);
        for (const std::string &label : starts)
            scop_ = motion(std::move(scop_), beta_of(label), first_loop_of(parts));
        return is_fused ? std::optional(
                              with_option(std::move(scop_), loop_, schedule::LoopOption::separate))
                        : std::nullopt;
    }

private:
    const program::Statement &program_statement(const Statement &statement) const
    {
        return transform::program_statement(scop_.program, statement);
    }

    const Beta &beta_of(const std::string &label) const { return labelled(scop_, label).beta; }

    /// The statements in the loop of the sum, if it is for nothing else.
    std::vector<std::string> parts_of_sum() const
    {
        std::vector<std::string> result;
        for (const Statement *statement : statements_in(scop_, sum_loop_)) {
            const Access *sum = sum_in(scop_.program, program_statement(*statement));
            if (statement->depth() != sum_loop_.size() || !sum || sum->array != array_)
                return {};
            result.push_back(statement->label);
        }
        return result;
    }

    /// What the sum starts from: statements before it in an iteration that write its element.
    std::vector<std::string> starts_of_sum() const
    {
        std::vector<std::string> result;
        for (const Statement *statement : statements_in(scop_, loop_))
            if (statement->depth() == loop_.size() && statement->beta < sum_loop_ &&
                transform::writes(program_statement(*statement), array_))
                result.push_back(statement->label);
        return result;
    }

    /// { [] -> [m] }: what the loop around the sum counts by.
    isl::aff an_iteration() const
    {
        isl::set times = times_in(scop_, loop_, loop_.size());
        isl::val step = isl::manage(isl_set_get_stride(times.get(), int(loop_.size()) - 1));
        return isl::space::unit(times.ctx()).zero_aff_on_domain().add_constant(step);
    }

    /// Moves each part of the sum to the end of the loop that computes its terms, or of an
    /// iteration.
    /// \return whether any has such a loop
    bool move_behind_terms(const std::vector<std::string> &parts)
    {
        bool is_fused = false;
        for (const std::string &label : parts) {
            std::optional<Beta> terms = loop_of_terms(labelled(scop_, label), parts);
            is_fused = is_fused || terms;
            scop_ = motion(std::move(scop_), beta_of(label), end_of(terms.value_or(loop_)));
        }
        return is_fused;
    }

    /// The place behind the last one in a loop.
    Beta end_of(const Beta &loop) const
    {
        return transform::append(loop, statements_in(scop_, loop).back()->beta[loop.size()] + 1);
    }

    /// The last loop that writes what a part of the sum reads, iteration by iteration.
    std::optional<Beta> loop_of_terms(const Statement &part, const std::vector<std::string> &parts)
    {
        std::optional<Beta> result;
        for (const Statement *statement : statements_in(scop_, loop_)) {
            bool is_term = statement->depth() == sum_loop_.size() &&
                           std::ranges::find(parts, statement->label) == parts.end() &&
                           is_for_vectors(transform::enclose(statement->beta)) &&
                           has_terms_of(*statement, part);
            if (is_term && run_together(times(*statement), times(part)))
                result = transform::enclose(statement->beta);
        }
        return result;
    }

    /// Whether the one statement writes what the other one reads in the same iteration.
    bool has_terms_of(const Statement &terms, const Statement &sum) const
    {
        for (const Access &write : program_statement(terms).accesses)
            for (const Access &read : program_statement(sum).accesses)
                if (write.kind == AccessKind::write && read.kind == AccessKind::read &&
                    write.array == read.array && read.array != array_ &&
                    !elements(terms, write).is_disjoint(elements(sum, read)))
                    return true;
        return false;
    }

    /// { [o, x] -> A[a] }: what a reference accesses in the iterations of the loops around it.
    isl::map elements(const Statement &statement, const Access &access) const
    {
        return access.relation.apply_domain(outer_time(statement, sum_loop_.size()));
    }

    /// Whether a loop does arithmetic alone, which compilers have vectors for beside a sum.
    bool is_for_vectors(const Beta &loop) const
    {
        return std::ranges::all_of(statements_in(scop_, loop), [&](const Statement *statement) {
            const program::Statement &source = program_statement(*statement);
            const auto *assignment = std::get_if<program::Assignment>(&source.body->node);
            const std::string &type = scop_.program.arrays[array_].element_type;
            return statement->depth() == loop.size() && assignment &&
                   program::is_arithmetic(*assignment->value, type);
        });
    }

    /// { [o, x] }: the iterations of the loops around a statement.
    isl::set times(const Statement &statement) const
    {
        return outer_time(statement, sum_loop_.size())
            .range()
            .intersect_params(program::possible_constants(scop_.program));
    }

    /// The first loop with a part of the sum.
    Beta first_loop_of(const std::vector<std::string> &parts) const
    {
        Beta result = transform::enclose(beta_of(parts.front()));
        for (const std::string &label : parts)
            result = std::min(result, transform::enclose(beta_of(label)));
        return result;
    }

    MatrixView scop_;
    Beta sum_loop_, loop_; ///< of the sum, and around it
    std::size_t array_;    ///< in which the sum is
};

} // namespace

std::optional<Candidate> sum_retimed(const program::Program &program,
                                     const dependence::Dependences &dependences)
{
    for (const program::Statement &statement : program.statements) {
        if (statement.iterators.size() < 2 || !sum_in(program, statement))
            continue;
        auto equal = transform::with_copies_forwarded(program, dependences, statement.name());
        MatrixView view = transform::original_view(equal.value_or(program));
        if (!has_statement(view, statement.name()))
            continue;
        Retiming retiming(std::move(view), statement.name());
        if (std::optional<MatrixView> rotated = std::move(retiming).run()) {
            return Candidate{.plan = transform::plan_of(std::move(*rotated), "retime_sum()\n"),
                             .description =
                                 "a sum runs beside what computes its terms, an iteration ahead",
                             .reference = equal ? analyzed(std::move(*equal)) : nullptr};
        }
    }
    return std::nullopt;
}

Strategy sum_retiming()
{
    return {.name = "retime_sum",
            .subject = "loops that begin with a sum over what the iteration before has computed",
            .refusal = "no loop begins with a sum over what its iteration before computes in a "
                       "loop that the sum could join",
            .propose = at_most_one([](const Subject &subject) {
                return sum_retimed(subject.program, subject.dependences);
            })};
}

} // namespace espalier::strategies
