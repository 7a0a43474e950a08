#include "espalier/strategies/rows/sums_inside.h"

#include "espalier/dependence/violations.h"
#include "espalier/strategies/cpu_strategy.h"
#include "espalier/strategies/strides.h"
#include "espalier/strategies/vector_loops.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/iteration_order.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/trees.h"

#include <isl/set.h>

#include <utility>

namespace espalier::strategies {

namespace {

using transform::Beta;
using transform::MatrixView;
using transform::Statement;

class SumsInside {
public:
    SumsInside(const program::Program &program, const dependence::Dependences &dependences)
        : program_(program), dependences_(dependences), view_(transform::original_view(program))
    {
    }

    std::optional<MatrixView> run() &&
    {
        visit_loops_in({});
        return is_changed_ ? std::optional(std::move(view_)) : std::nullopt;
    }

private:
    void visit_loops_in(const Beta &outer)
    {
        for (long child = 0; child < child_count(view_, outer); ++child) {
            const Beta loop = transform::append(outer, child);
            const std::vector<const Statement *> inside = statements_in(view_, loop);
            if (inside.empty() || inside.front()->depth() < loop.size())
                continue;
            if (inside.size() > 1)
                visit_loops_in(loop);
            else if (turn(loop) && child > 0 && fuse_with_previous(loop))
                --child;
        }
    }

    /// How many loops of a nest around one statement, from the outermost in, only add to the same
    /// elements.
    std::size_t sum_loops(const Statement &statement, std::size_t first) const
    {
        const program::Statement &source = transform::program_statement(program_, statement);
        std::size_t row = first;
        while (row < statement.depth() && is_sum_along(source, row))
            ++row;
        return row - first;
    }

    /// Turns a nest around one statement inside out.
    /// \return whether that makes a legal order
    bool turn(const Beta &loop)
    {
        const Statement &statement = *statements_in(view_, loop).front();
        const std::size_t depth = statement.depth();
        std::size_t first = loop.size() - 1;
        while (first < depth && sum_loops(statement, first) == 0)
            ++first;
        const std::size_t sums = sum_loops(statement, first);
        if (first + sums == depth)
            return false;
        const Beta outermost = transform::first(statement.beta, first + 1);
        MatrixView view = view_;
        for (std::size_t row = first + sums; row < depth; ++row)
            for (std::size_t to = row; to > row - sums; --to)
                view = interchange(std::move(view), outermost, to - 1, to);
        return accept(std::move(view));
    }

    /// Fuses the loops that two nests begin with, as long as they go through the same iterations.
    bool fuse_with_previous(const Beta &loop)
    {
        MatrixView view = view_;
        Beta outer = transform::enclose(loop);
        long previous = loop.back() - 1;
        bool is_fused = false;
        while (can_be_fused(view, outer, previous)) {
            view = fusion(std::move(view), outer, previous);
            is_fused = true;
            outer = transform::append(outer, previous);
            previous = child_count(view, outer) - 2;
            if (previous < 0)
                break;
        }
        return is_fused && accept(std::move(view));
    }

    static bool can_be_fused(const MatrixView &view, const Beta &outer, long previous)
    {
        const Beta one = transform::append(outer, previous);
        const Beta other = transform::append(outer, previous + 1);
        auto is_loop = [&](const Beta &place) {
            return statements_in(view, place).front()->depth() >= place.size();
        };
        return is_loop(one) && is_loop(other) && run_together(view, one, other);
    }

    bool accept(MatrixView view)
    {
        if (!dependence::violations(program_, dependences_, schedule_tree(view)).empty())
            return false;
        view_ = std::move(view);
        is_changed_ = true;
        return true;
    }

    const program::Program &program_;
    const dependence::Dependences &dependences_;
    MatrixView view_;
    bool is_changed_ = false;
};

} // namespace

std::optional<MatrixView> with_sums_inside(const program::Program &program,
                                           const dependence::Dependences &dependences)
{
    return SumsInside(program, dependences).run();
}

Strategy sums_inside()
{
    return {.name = "sums_inside",
            .subject = "loops that add to the same elements, around loops over these",
            .refusal = "there is no loop that only adds to the same elements around loops over "
                       "these, or it has to stay outside",
            .is_whole = true,
            .propose = at_most_one([](const Subject &subject) -> std::optional<Candidate> {
                const program::Program &program = subject.program;
                const dependence::Dependences &dependences = subject.dependences;
                std::optional<MatrixView> view = with_sums_inside(program, dependences);
                if (!view)
                    return std::nullopt;
                const schedule::Tree order = schedule_tree(*view);
                const auto vectors = with_all_vector_loops(program, dependences, order);
                const CpuStrategy threads{{Tiling::Mode::off}, subject.parallel};
                return Candidate{
                    .plan = {program,
                             tiled(threads, program, dependences, vectors ? *vectors : order).tree,
                             "sums_inside()\n"},
                    .description = "sums are finished element by element",
                    .has_model = false};
            })};
}

} // namespace espalier::strategies
