#include "espalier/strategies/rest_behind.h"

#include "espalier/base/error.h"
#include "espalier/strategies/binding_dependences.h"
#include "espalier/strategies/loop_rest.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/layout.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/trees.h"

#include <algorithm>
#include <bit>
#include <set>
#include <string>
#include <vector>

namespace espalier::strategies {

namespace {

using transform::Beta;
using transform::MatrixView;
using transform::Statement;

/// Iterations of a strip, with so many arrays that hold an element for each: threads start for each
/// strip, and what they leave behind is to stay in a cache.
long strip_for(std::size_t arrays)
{
    constexpr std::size_t elements = 4096;
    return long(std::bit_floor(elements / std::clamp(arrays, std::size_t(1), elements)));
}

class RestBehind {
public:
    RestBehind(const program::Program &program, const dependence::Dependences &dependences)
        : view_(transform::original_view(program)),
          dependences_(binding_dependences(view_, dependences))
    {
    }

    std::optional<Candidate> make() &&
    {
        bool has_rest = false;
        for (long nest = child_count(view_, {}); nest-- > 0;)
            has_rest = visit({nest}) || has_rest;
        if (!has_rest)
            return std::nullopt;
        return Candidate{.plan = transform::plan_of(std::move(view_), "rest_behind()\n"),
                         .description = "loops run in parallel, and what of them has to stay in "
                                        "order is behind, strip by strip",
                         .has_model = false};
    }

private:
    /// Divides the loops at a place, or further in.
    /// \return whether there is one to divide
    bool visit(const Beta &place)
    {
        if (statements_in(view_, place).front()->depth() < place.size())
            return false;
        const std::set<long> rest = rest_of(view_, dependences_, place);
        if (rest.empty()) {
            view_ = transform::with_kind(std::move(view_), place, transform::LoopKind::parallel);
            return false;
        }
        if (has_loop_beside(view_, place, rest))
            if (const auto shared = arrays_of_both(view_, place, rest)) {
                divide(place, rest, *shared);
                return true;
            }
        bool result = false;
        for (long child = child_count(view_, place); child-- > 0;)
            result = visit(transform::append(place, child)) || result;
        return result;
    }

    void divide(const Beta &loop, const std::set<long> &rest,
                const std::vector<std::size_t> &arrays)
    {
        const long strip = strip_for(arrays.size());
        std::vector<std::string> labels; // of the first statement of each child of the rest
        for (long child : rest)
            labels.push_back(statements_in(view_, transform::append(loop, child)).front()->label);
        for (std::size_t position : arrays) {
            const std::string array = view_.program.arrays[position].name;
            view_ = transform::privatize(std::move(view_), array, loop);
            view_ = transform::contract(std::move(view_), array, 0, strip);
        }
        view_ = transform::strip_mine(std::move(view_), loop, strip);
        std::optional<Beta> behind; // the last one that has moved
        for (const std::string &label : labels) {
            const Beta target =
                behind ? transform::append(transform::enclose(*behind), behind->back() + 1)
                       : transform::append(loop, child_count(view_, loop));
            view_ = motion(std::move(view_), child_with(label, loop), target);
            behind = child_with(label, loop);
        }
        view_ = transform::with_kind(std::move(view_), transform::append(loop, 0),
                                     transform::LoopKind::parallel);
    }

    /// The child of a loop over the iterations of a strip that a statement is in.
    Beta child_with(const std::string &label, const Beta &strips) const
    {
        const auto found = std::ranges::find(view_.statements, label, &Statement::label);
        return transform::first(found->beta, strips.size() + 2);
    }

    MatrixView view_;
    isl::union_map dependences_;
};

} // namespace

std::optional<Candidate> with_rest_behind(const program::Program &program,
                                          const dependence::Dependences &dependences)
{
    try {
        return RestBehind(program, dependences).make();
    } catch (const Error &error) {
        if (error.diagnostic().kind != DiagnosticKind::impossible_transformation)
            throw;
        return std::nullopt; // an array may carry a value out of the region
    }
}

Strategy rest_behind()
{
    return {.name = "rest_behind",
            .subject = "loops of which a part has to stay in order, and the rest has not",
            .refusal = "there is no loop that only a part of its iterations keeps from running in "
                       "parallel, or no code for threads is asked for",
            .keeps_order = true,
            .budget_parts = 2,
            .propose = at_most_one([](const Subject &subject) -> std::optional<Candidate> {
                if (!subject.parallel)
                    return std::nullopt;
                return with_rest_behind(subject.program, subject.dependences);
            })};
}

} // namespace espalier::strategies
