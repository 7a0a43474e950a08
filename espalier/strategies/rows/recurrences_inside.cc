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

/// Whether the iterations of a loop wait for none of each other.
bool is_independent(const MatrixView &view, const Beta &loop, const isl::union_map &binding)
{
    return related_iterations(statements_in(view, loop), binding, loop.size())
        .is_disjoint(later_iterations(binding.ctx(), unsigned(loop.size())));
}

/// How many loops are in each other in a loop, each with all that is in the one around it.
std::size_t whole_loops_in(const MatrixView &view, const Beta &loop)
{
    std::size_t result = 0;
    for (Beta inner = transform::append(loop, 0);
         child_count(view, transform::enclose(inner)) == 1 &&
         statements_in(view, inner).front()->depth() >= inner.size();
         inner.push_back(0))
        ++result;
    return result;
}

/// Whether no iteration of the innermost of some loops, all of which are in each other, comes
/// before what it depends on.
/// \param rows  of these loops and those around
bool are_in_order(const MatrixView &view, const Beta &loop, std::size_t rows,
                  const isl::union_map &binding)
{
    const isl::map related = related_iterations(statements_in(view, loop), binding, rows);
    const isl::map back =
        isl::manage(isl_map_lex_gt(isl_space_domain(related.get_space().release())));
    return related.is_disjoint(back);
}

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
            if (statements_in(view_, loop).front()->depth() < loop.size())
                continue;
            auto turned = with_recurrence_inside(view_, loop, binding_);
            if (turned &&
                dependence::violations(program_, dependences_, schedule_tree(*turned)).empty()) {
                view_ = std::move(*turned);
                is_changed_ = true;
            } else {
                visit_loops_in(loop);
            }
        }
    }

    const program::Program &program_;
    const dependence::Dependences &dependences_;
    MatrixView view_;
    const isl::union_map binding_; ///< as far as dependences keep iterations in order
    bool is_changed_ = false;
};

} // namespace

std::optional<MatrixView> with_recurrence_inside(const MatrixView &view, const Beta &loop,
                                                 const isl::union_map &binding)
{
    const std::size_t inner = whole_loops_in(view, loop), row = loop.size() - 1;
    if (inner == 0 || is_independent(view, loop, binding))
        return std::nullopt;
    MatrixView result = view;
    for (std::size_t k = row; k < row + inner; ++k)
        result = interchange(std::move(result), loop, k, k + 1);
    if (!is_independent(result, loop, binding) ||
        !are_in_order(result, loop, loop.size() + inner, binding))
        return std::nullopt;
    return result;
}

std::optional<MatrixView> with_recurrences_inside(const program::Program &program,
                                                  const dependence::Dependences &dependences)
{
    return RecurrencesInside(program, dependences).run();
}

} // namespace espalier::strategies
