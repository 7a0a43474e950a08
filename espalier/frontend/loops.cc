#include "espalier/frontend/loops.h"

#include "espalier/frontend/increments.h"
#include "espalier/frontend/induction.h"
#include "espalier/frontend/loop_bounds.h"
#include "espalier/frontend/pointers.h"
#include "espalier/presburger/dimensions.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

#include <algorithm>

namespace espalier::frontend {

namespace {

[[noreturn]] void no_loop(const clang::Stmt *where, const std::string &why, const char *help = "")
{
    throw Unmodelled{DiagnosticKind::unmodelled_loop, where->getBeginLoc(), why, help};
}

/// { [i, t] -> [i, t'] : t' comes after t }.
isl::map later(const isl::space &space, bool is_decreasing)
{
    unsigned last = static_cast<unsigned>(isl_space_dim(space.get(), isl_dim_set)) - 1;
    isl::map result = isl::manage(isl_map_universe(space.map_from_set().release()));
    for (unsigned k = 0; k < last; ++k)
        result = isl::manage(isl_map_equate(result.release(), isl_dim_in, static_cast<int>(k),
                                            isl_dim_out, static_cast<int>(k)));
    auto order = is_decreasing ? isl_map_order_gt : isl_map_order_lt;
    return isl::manage(order(result.release(), isl_dim_in, static_cast<int>(last), isl_dim_out,
                             static_cast<int>(last)));
}

isl::pw_aff add_dimension(const isl::pw_aff &function)
{
    return isl::manage(isl_pw_aff_add_dims(function.copy(), isl_dim_in, 1));
}

ValueBounds add_dimension(const ValueBounds &bounds)
{
    auto lifted = [](const std::optional<isl::pw_aff> &bound) {
        return bound ? std::optional(add_dimension(*bound)) : std::nullopt;
    };
    return {lifted(bounds.least), lifted(bounds.greatest)};
}

/// { [i] -> [i, t] }: the last iteration, where there is one.
isl::pw_multi_aff last_iteration(const isl::set &iterations, bool is_decreasing)
{
    const auto outer = unsigned(presburger::dimensions(iterations)) - 1;
    const isl::set earlier = iterations.apply(later(iterations.space(), !is_decreasing));
    isl_set *last = iterations.subtract(earlier).release();
    return isl::manage(isl_set_project_onto_map(last, isl_dim_set, 0, outer))
        .reverse()
        .as_pw_multi_aff();
}

/// Assumes that a loop's counter can hold these values: { [i, t] -> [v] }.
void keep_in_range(const isl::pw_aff &values, const LoopForm &loop, Model &model)
{
    const isl::set where = values.domain();
    const Model::Range range = model.range(loop.counter->getType());
    const isl::set beyond = values.lt_set(where.pw_aff_on_domain(range.least))
                                .unite(values.gt_set(where.pw_aff_on_domain(range.greatest)));
    model.assume_never(beyond, loop.statement->getBeginLoc(),
                       fmt::format("`{}` wraps around", loop.counter->getNameAsString()));
}

/// { [i, t + step] : [i, t] in iterations }.
isl::set advanced(const isl::set &iterations, const isl::val &step)
{
    const int last = isl_set_dim(iterations.get(), isl_dim_set) - 1;
    isl::multi_aff back = iterations.space().identity_multi_aff_on_domain();
    back = back.set_at(last, back.at(last).add_constant(step.neg()));
    return iterations.preimage(back);
}

/// A loop's pieces on their way to a LoopModel.
class LoopBuilder {
public:
    LoopBuilder(const LoopForm &loop, const Scope &scope, Model &model,
                PolynomialExtractor &polynomials)
        : loop_(loop), scope_(scope), model_(model), polynomials_(polynomials), affine_(model),
          variable_(loop.counter)
    {
        if (auto known = scope.pointers.find(variable_);
            known != scope.pointers.end() && model.is_followed_pointer(variable_))
            base_ = known->second;
    }

    LoopModel build();

private:
    void check_form() const;
    isl::pw_aff start();
    void set_counter(Scope &scope, const isl::pw_aff &value) const;
    void enter();
    isl::pw_aff iterations_before() const;
    isl::set iterations_while_condition_holds();
    /// { [i, t] : t = start }
    isl::set first() const { return inner_.innermost().eq_set(add_dimension(start_)); }
    isl::set unless_endless(const isl::set &iterations, const isl::set &failing);
    void discharge(const std::vector<Model::Obligation> &obligations, const isl::set &iterations);
    bool steps_last_test() const;
    isl::val zero() const { return isl::val(model_.ctx(), 0); }
    isl::pw_aff value_at(const isl::set &values) const;
    isl::pw_aff final_value(const isl::set &iterations) const;
    /// Signed overflow is undefined; but narrow types convert back from `int`, and that wraps.
    bool may_wrap() const
    {
        return variable_->getType()->isUnsignedIntegerType() ||
               model_.ast().getIntWidth(variable_->getType()) <
                   model_.ast().getIntWidth(model_.ast().IntTy);
    }

    const LoopForm &loop_;
    const Scope &scope_;
    Model &model_;
    PolynomialExtractor &polynomials_;
    LoopBoundExtractor affine_;
    const clang::VarDecl *variable_;
    std::shared_ptr<const AccessPath> base_; ///< of a pointer: where it leads before the loop
    isl::val step_;
    isl::pw_aff start_; ///< { [i] -> [v] }
    Scope inner_;       ///< its domain: all values that start and step reach
};

void LoopBuilder::check_form() const
{
    const std::string name = variable_->getNameAsString();
    const clang::QualType type = variable_->getType();
    const bool can_count =
        base_ || (is_modelled_integer(model_.ast(), type) && !type->isBooleanType());
    if (!can_count || type.isVolatileQualified())
        no_loop(loop_.statement,
                fmt::format("`{}` is neither an integer nor a pointer of its own to a known array",
                            name),
                "count with an integer");
    if (!loop_.condition)
        no_loop(loop_.statement, "the loop has no condition",
                "count with an integer, up to a bound that the condition names");
    if (model_.may_be_aliased(variable_))
        no_loop(loop_.statement,
                fmt::format("others may look at `{}` while the loop runs: it is not local, or its "
                            "address is taken",
                            name),
                "count with a local variable");
    if (std::ranges::any_of(
            loop_.body, [&](const clang::Stmt *part) { return changes(part, variable_, model_); }))
        no_loop(loop_.statement, fmt::format("the loop's body changes `{}`", name),
                "change the variable in the step alone");
}

/// { [i] -> [v] }: the value that the counter starts with.
isl::pw_aff LoopBuilder::start()
{
    if (base_)
        return scope_.domain.pw_aff_on_domain(0);
    if (loop_.start)
        return converted(model_, affine_.value(loop_.start, scope_, scope_.domain),
                         loop_.start->getType(), variable_->getType(),
                         loop_.statement->getBeginLoc());
    const std::optional<Polynomial> known = value_before(variable_, scope_, model_, affine_);
    if (!known || !is_affine(*known))
        no_loop(loop_.statement,
                fmt::format("it is not known which value `{}` starts with",
                            variable_->getNameAsString()),
                "set the variable right before the loop");
    return known->terms.empty() ? scope_.domain.pw_aff_on_domain(0)
                                : known->terms.begin()->second.intersect_domain(scope_.domain);
}

/// Gives the counter a value: { [i] -> [v] }.
void LoopBuilder::set_counter(Scope &scope, const isl::pw_aff &value) const
{
    if (base_)
        scope.pointers.insert_or_assign(variable_, std::make_shared<const AccessPath>(moved(
                                                       *base_, {{{{}, value}}}, scope.depth())));
    else
        scope.values.insert_or_assign(variable_, value);
}

/// One dimension more: { [i, t] : t = start + k * step, k >= 0 }.
void LoopBuilder::enter()
{
    start_ = start();
    if (loop_.starts_stepped())
        start_ = start_.add_constant(step_);
    inner_.loops = scope_.loops;
    inner_.loops.push_back(variable_);
    inner_.domain = isl::manage(isl_set_add_dims(scope_.domain.copy(), isl_dim_set, 1));
    for (const auto &[variable, value] : scope_.values)
        inner_.values.emplace(variable, add_dimension(value));
    for (const auto &[variable, bounds] : scope_.bounds)
        inner_.bounds.emplace(variable, add_dimension(bounds));
    inner_.polynomials = scope_.polynomials;
    inner_.pointers = scope_.pointers;
    inner_.changed = scope_.changed;
    inner_.replaced = scope_.replaced;
    inner_.forget(usage_of(loop_.body).modified);

    isl::pw_aff value = inner_.innermost(), start = add_dimension(start_);
    isl::set reached = step_.is_pos() ? value.ge_set(start) : value.le_set(start);
    if (!step_.abs().is_one()) {
        isl::pw_aff rest = value.sub(start).mod(step_.abs());
        reached = reached.intersect(rest.eq_set(reached.pw_aff_on_domain(0)));
    }
    inner_.domain = reached.coalesce();
    set_counter(inner_, inner_.innermost());
    give_induction_values(loop_, iterations_before(), scope_, model_, polynomials_, inner_);
}

/// { [i, t] -> [k] : t = start + k * step }, on the domain of `inner_`.
isl::pw_aff LoopBuilder::iterations_before() const
{
    isl::pw_aff passed = inner_.innermost().sub(add_dimension(start_));
    passed = (step_.is_neg() ? passed.neg() : passed).intersect_domain(inner_.domain);
    passed = isl::manage(isl_pw_aff_scale_down_val(passed.release(), step_.abs().release()));
    return passed.floor().gist(inner_.domain).coalesce();
}

isl::set LoopBuilder::iterations_while_condition_holds()
{
    Scope tested = inner_;
    if (loop_.tests_before_step())
        set_counter(tested, tested.innermost().add_constant(step_.neg()));
    if (usage_of({loop_.condition}).modified.contains(variable_))
        model_.do_apart(loop_.step);
    isl::set holds;
    auto obligations = model_.obligations_of(
        [&] { holds = affine_.condition(loop_.condition, tested, tested.domain); });
    if (loop_.runs_once)
        holds = holds.unite(first());
    isl::set failing = inner_.domain.subtract(holds);
    isl::map after = later(inner_.domain.space(), step_.is_neg());
    isl::set iterations = holds;
    isl::set after_failure = holds.intersect(failing.apply(after));
    if (!after_failure.is_empty())
        iterations = holds.subtract(after_failure);
    iterations = unless_endless(iterations, failing);
    discharge(obligations, iterations);
    return iterations.coalesce();
}

/// Drops what would run for ever: signed overflow ends it in undefined behaviour, and unsigned
/// variables are assumed not to get there.
isl::set LoopBuilder::unless_endless(const isl::set &iterations, const isl::set &failing)
{
    auto dimension = static_cast<unsigned>(inner_.depth()) - 1;
    bool is_bounded = step_.is_pos() ? presburger::has_upper_bound(iterations, dimension)
                                     : presburger::has_lower_bound(iterations, dimension);
    if (is_bounded)
        return iterations;
    isl::set ending = iterations.intersect(failing.apply(later(failing.space(), step_.is_pos())));
    if (may_wrap())
        model_.assume_never(iterations.subtract(ending), loop_.statement->getBeginLoc(),
                            "this loop wraps around");
    if (ending.is_empty() && !iterations.is_empty())
        no_loop(loop_.statement, "this loop does not end");
    return ending;
}

/// The condition is evaluated for the first value and for each that follows an iteration, and
/// nowhere else: only there must its obligations hold.
void LoopBuilder::discharge(const std::vector<Model::Obligation> &obligations,
                            const isl::set &iterations)
{
    if (obligations.empty() && !may_wrap())
        return;
    isl::set evaluated = advanced(iterations, step_);
    if (!loop_.runs_once)
        evaluated = evaluated.unite(first());
    for (const Model::Obligation &obligation : obligations)
        model_.assume_never(obligation.bad.intersect(evaluated), obligation.where, obligation.what);
    if (!may_wrap())
        return;
    const bool tests_old = loop_.tests_before_step();
    keep_in_range(value_at(evaluated).add_constant(tests_old ? step_.neg() : zero()), loop_,
                  model_);
    if (tests_old)
        keep_in_range(value_at(steps_last_test() ? evaluated : iterations), loop_, model_);
}

/// Whether the step after which the loop ends leaves a value that something reads.
bool LoopBuilder::steps_last_test() const
{
    return loop_.place == LoopForm::StepPlace::in_condition &&
           model_.function().is_live_outside(variable_, {loop_.statement});
}

/// The loop variable on other values than those in `inner_`: { [i, t] -> [t] }.
isl::pw_aff LoopBuilder::value_at(const isl::set &values) const
{
    Scope scope = inner_;
    scope.domain = values;
    return scope.innermost();
}

/// The value after the last iteration, or the start where there is none.
isl::pw_aff LoopBuilder::final_value(const isl::set &iterations) const
{
    isl::pw_aff value = last_iteration(iterations, step_.is_neg())
                            .at(static_cast<int>(scope_.depth()))
                            .add_constant(step_);
    value = value.union_add(start_.subtract_domain(value.domain())).coalesce();
    return loop_.ends_before_step() ? value.add_constant(step_.neg()) : value;
}

LoopModel LoopBuilder::build()
{
    check_form();
    step_ = step_of(loop_, model_);
    enter();
    isl::set iterations = iterations_while_condition_holds();
    inner_.domain = iterations;
    for (auto &[variable, value] : inner_.values)
        value = value.intersect_domain(iterations);
    const isl::pw_aff iteration = iterations_before().intersect_domain(iterations);
    LoopModel result{variable_, step_.is_neg(), std::move(inner_),
                     iteration, std::nullopt,   nullptr};
    if (loop_.declares_counter)
        return result;
    const isl::pw_aff last = final_value(iterations);
    if (base_)
        result.final_place =
            std::make_shared<const AccessPath>(moved(*base_, {{{{}, last}}}, scope_.depth()));
    else
        result.final_value = last;
    return result;
}

} // namespace

LoopModel model_loop(const LoopForm &loop, const Scope &scope, Model &model,
                     PolynomialExtractor &polynomials)
{
    return LoopBuilder(loop, scope, model, polynomials).build();
}

isl::pw_aff iteration_count(const LoopModel &loop, const isl::set &domain)
{
    const isl::pw_multi_aff last = last_iteration(loop.body.domain, loop.is_decreasing);
    const isl::pw_aff count = loop.iteration.pullback(last).add_constant(1);
    const isl::set none = domain.subtract(count.domain());
    return count.union_add(none.pw_aff_on_domain(0)).coalesce();
}

} // namespace espalier::frontend
