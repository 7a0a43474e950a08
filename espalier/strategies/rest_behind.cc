#include "espalier/strategies/rest_behind.h"

#include "espalier/base/error.h"
#include "espalier/dependence/constraints.h"
#include "espalier/program/declared_memory.h"
#include "espalier/strategies/binding_dependences.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/layout.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/trees.h"

#include <isl/map.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace espalier::strategies {

namespace {

using transform::Beta;
using transform::MatrixView;
using transform::Statement;

/// Iterations of a strip, and elements that one of them may leave to the rest.
constexpr long strip = 1024, max_elements = 64;

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
        const std::set<long> rest = rest_of(place);
        if (rest.empty()) {
            view_ = transform::with_kind(std::move(view_), place, transform::LoopKind::parallel);
            return false;
        }
        if (has_loop_beside(place, rest))
            if (const auto shared = arrays_of_both(place, rest)) {
                divide(place, rest, *shared);
                return true;
            }
        bool result = false;
        for (long child = child_count(view_, place); child-- > 0;)
            result = visit(transform::append(place, child)) || result;
        return result;
    }

    /// The children of a loop that wait for iterations before it, or for others of the same one
    /// that do: by their positions.
    std::set<long> rest_of(const Beta &loop) const
    {
        std::set<long> result;
        const std::vector<const Statement *> all = statements_in(view_, loop);
        auto add = [&](auto &&waits) {
            bool is_new = false;
            for (const Statement *source : all)
                for (const Statement *target : all)
                    if (!result.contains(target->beta[loop.size()]) && waits(*source, *target))
                        is_new = result.insert(target->beta[loop.size()]).second;
            return is_new;
        };
        add([&](const Statement &source, const Statement &target) {
            return is_carried(source, target, loop);
        });
        while (add([&](const Statement &source, const Statement &target) {
            return result.contains(source.beta[loop.size()]) && is_related(source, target);
        })) {
        }
        return result;
    }

    bool is_carried(const Statement &source, const Statement &target, const Beta &loop) const
    {
        return !carried_between(source, target, dependences_, loop)
                    .intersect_params(program::possible_constants(view_.program))
                    .is_empty();
    }

    bool is_related(const Statement &source, const Statement &target) const
    {
        return !dependences_.intersect_domain(source.instances.to_union_set())
                    .intersect_range(target.instances.to_union_set())
                    .is_empty();
    }

    /// Whether there is a loop in what can run in parallel: enough to do.
    bool has_loop_beside(const Beta &loop, const std::set<long> &rest) const
    {
        return std::ranges::any_of(statements_in(view_, loop), [&](const Statement *one) {
            return !rest.contains(one->beta[loop.size()]) && one->depth() > loop.size();
        });
    }

    /// The arrays of which each iteration has to have its own, since both parts access them.
    /// \return nothing if one is too large
    std::optional<std::vector<std::string>> arrays_of_both(const Beta &loop,
                                                           const std::set<long> &rest) const
    {
        std::vector<std::string> result;
        for (std::size_t k = 0; k < view_.program.arrays.size(); ++k) {
            const program::Array &array = view_.program.arrays[k];
            bool is_in_front = false, is_in_rest = false;
            for (const Statement *one : statements_in(view_, loop))
                for (const program::Access &access :
                     transform::program_statement(view_.program, *one).accesses)
                    if (access.array == k && access.kind != program::AccessKind::kill)
                        (rest.contains(one->beta[loop.size()]) ? is_in_rest : is_in_front) = true;
            if (!is_in_front || !is_in_rest || !dependence::is_privatizable(array))
                continue;
            const std::optional<long> elements = program::elements_on_stack(array);
            if (!elements || *elements > max_elements)
                return std::nullopt;
            result.push_back(array.name);
        }
        return result;
    }

    void divide(const Beta &loop, const std::set<long> &rest,
                const std::vector<std::string> &arrays)
    {
        std::vector<std::string> labels; // of the first statement of each child of the rest
        for (long child : rest)
            labels.push_back(statements_in(view_, transform::append(loop, child)).front()->label);
        for (const std::string &array : arrays) {
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
