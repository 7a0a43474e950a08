#include "espalier/strategies/rows/recurrences_inside.h"

#include "espalier/dependence/violations.h"
#include "espalier/strategies/binding_dependences.h"
#include "espalier/transform/iteration_order.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/trees.h"

#include <isl/map.h>
#include <isl/union_map.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace espalier::strategies {

namespace {

using transform::Beta;
using transform::MatrixView;
using transform::Statement;

class RecurrencesInside {
public:
    RecurrencesInside(const program::Program &program, const dependence::Dependences &dependences)
        : program_(program), dependences_(dependences), view_(transform::original_view(program)),
          binding_(binding_dependences(view_, dependences))
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
            if (statements_in(view_, loop).front()->depth() >= loop.size() && !turn(loop))
                visit_loops_in(loop);
        }
    }

    /// Whether the iterations of a loop wait for none of each other.
    bool is_independent(const MatrixView &view, const Beta &loop) const
    {
        return related_iterations(statements_in(view, loop), binding_, loop.size())
            .is_disjoint(later_iterations(binding_.ctx(), unsigned(loop.size())));
    }

    /// How many loops are in each other in a loop, each with all that is in the one around it.
    std::size_t whole_loops_in(const Beta &loop) const
    {
        std::size_t result = 0;
        for (Beta inner = transform::append(loop, 0);
             child_count(view_, transform::enclose(inner)) == 1 &&
             statements_in(view_, inner).front()->depth() >= inner.size();
             inner.push_back(0))
            ++result;
        return result;
    }

    /// Takes a loop inside of those in it.
    /// \return whether it carries dependences, the outermost of these none, and the order is legal
    bool turn(const Beta &loop)
    {
        const std::size_t inner = whole_loops_in(loop), row = loop.size() - 1;
        if (inner == 0 || is_independent(view_, loop))
            return false;
        MatrixView view = view_;
        for (std::size_t k = row; k < row + inner; ++k)
            view = interchange(std::move(view), loop, k, k + 1);
        if (!is_independent(view, loop) ||
            !dependence::violations(program_, dependences_, schedule_tree(view)).empty())
            return false;
        view_ = std::move(view);
        is_changed_ = true;
        return true;
    }

    const program::Program &program_;
    const dependence::Dependences &dependences_;
    MatrixView view_;
    isl::union_map binding_; ///< dependences_, as far as they keep iterations in order
    bool is_changed_ = false;
};

} // namespace

std::optional<MatrixView> with_recurrences_inside(const program::Program &program,
                                                  const dependence::Dependences &dependences)
{
    return RecurrencesInside(program, dependences).run();
}

} // namespace espalier::strategies
