#include "espalier/frontend/loops.h"

#include "espalier/presburger/dimensions.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

namespace espalier::frontend {

namespace {

[[noreturn]] void no_loop(const clang::Stmt *where, const std::string &why)
{
    throw Unmodelled{DiagnosticKind::unmodelled_loop, where->getBeginLoc(), why};
}

/// The constant that a loop adds to its variable after each iteration.
isl::val step_of(const clang::ForStmt *loop, const clang::VarDecl *variable, const Model &model)
{
    auto constant = [&](const clang::Expr *expression, bool negate) {
        auto value = constant_of(model, expression);
        if (!value || value->is_zero())
            no_loop(loop, fmt::format("the step of `{}` is not a constant other than zero",
                                      variable->getNameAsString()));
        if (value->abs().gt(isl::val(model.ctx(), 1L << 30)))
            no_loop(loop, "the step is so large that the loop variable wraps around");
        return negate ? value->neg() : *value;
    };
    if (!loop->getInc())
        no_loop(loop, "the loop has no step in its third clause");
    const clang::Expr *step = loop->getInc()->IgnoreParens();
    if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(step))
        if (operation->isIncrementDecrementOp() && variable_of(operation->getSubExpr()) == variable)
            return isl::val(model.ctx(), operation->isIncrementOp() ? 1 : -1);
    if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(step)) {
        if (operation->isAssignmentOp() && variable_of(operation->getLHS()) == variable) {
            if (operation->getOpcode() == clang::BO_AddAssign)
                return constant(operation->getRHS(), false);
            if (operation->getOpcode() == clang::BO_SubAssign)
                return constant(operation->getRHS(), true);
            const auto *sum =
                llvm::dyn_cast<clang::BinaryOperator>(operation->getRHS()->IgnoreParenImpCasts());
            if (operation->getOpcode() == clang::BO_Assign && sum && sum->isAdditiveOp()) {
                if (variable_of(sum->getLHS()) == variable)
                    return constant(sum->getRHS(), sum->getOpcode() == clang::BO_Sub);
                if (variable_of(sum->getRHS()) == variable && sum->getOpcode() == clang::BO_Add)
                    return constant(sum->getLHS(), false);
            }
        }
    }
    no_loop(loop, fmt::format("the third clause does not add a constant to `{}`",
                              variable->getNameAsString()));
}

const clang::Expr *start_of(const clang::ForStmt *loop, const clang::VarDecl *variable)
{
    if (llvm::isa<clang::DeclStmt>(loop->getInit()))
        return variable->getInit();
    return llvm::cast<clang::BinaryOperator>(loop->getInit())->getRHS();
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

/// A loop's pieces on their way to a LoopModel.
class LoopBuilder {
public:
    LoopBuilder(const clang::ForStmt *loop, const Scope &scope, Model &model,
                AffineExtractor &affine)
        : loop_(loop), scope_(scope), model_(model), affine_(affine),
          variable_(initialized_variable(loop))
    {
    }

    LoopModel build();

private:
    void check_form() const;
    void enter();
    isl::set iterations_while_condition_holds();
    isl::set unless_endless(const isl::set &iterations, const isl::set &failing);
    void discharge(const std::vector<Model::Obligation> &obligations, const isl::set &iterations);
    isl::set advanced(const isl::set &iterations) const;
    isl::pw_aff value_at(const isl::set &values) const;
    isl::pw_aff final_value(const isl::set &iterations) const;
    /// Signed overflow is undefined; but narrow types convert back from `int`, and that wraps.
    bool may_wrap() const
    {
        return variable_->getType()->isUnsignedIntegerType() ||
               model_.ast().getIntWidth(variable_->getType()) <
                   model_.ast().getIntWidth(model_.ast().IntTy);
    }

    const clang::ForStmt *loop_;
    const Scope &scope_;
    Model &model_;
    AffineExtractor &affine_;
    const clang::VarDecl *variable_;
    isl::val step_;
    isl::pw_aff start_; ///< { [i] -> [v] }
    Scope inner_;       ///< its domain: all values that start and step reach
};

void LoopBuilder::check_form() const
{
    if (!variable_)
        no_loop(loop_, "the first clause does not set a loop variable");
    if (!is_modelled_integer(model_.ast(), variable_->getType()) ||
        variable_->getType().isVolatileQualified() || variable_->getType()->isBooleanType())
        no_loop(loop_, fmt::format("`{}` is not an integer", variable_->getNameAsString()));
    if (!loop_->getCond() || loop_->getConditionVariable())
        no_loop(loop_, "the loop has no condition in its second clause");
    if (model_.may_be_aliased(variable_))
        no_loop(loop_,
                fmt::format("others may look at `{}` while the loop runs: it is not local, or its "
                            "address is taken",
                            variable_->getNameAsString()));
    if (usage_of({loop_->getBody()}).modified.count(variable_))
        no_loop(loop_, fmt::format("the loop's body changes `{}`", variable_->getNameAsString()));
}

/// One dimension more: { [i, t] : t = start + k * step, k >= 0 }.
void LoopBuilder::enter()
{
    start_ = affine_.value(start_of(loop_, variable_), scope_, scope_.domain);
    start_ = converted(model_, start_, start_of(loop_, variable_)->getType(), variable_->getType(),
                       loop_->getBeginLoc());
    inner_.loops = scope_.loops;
    inner_.loops.push_back(variable_);
    inner_.domain = isl::manage(isl_set_add_dims(scope_.domain.copy(), isl_dim_set, 1));
    for (const auto &[variable, value] : scope_.values)
        inner_.values.emplace(variable, add_dimension(value));
    inner_.polynomials = scope_.polynomials;
    inner_.pointers = scope_.pointers;
    inner_.changed = scope_.changed;
    inner_.forget(usage_of({loop_->getBody()}).modified);

    isl::pw_aff value = inner_.innermost(), start = add_dimension(start_);
    isl::set reached = step_.is_pos() ? value.ge_set(start) : value.le_set(start);
    if (!step_.abs().is_one()) {
        isl::pw_aff rest = value.sub(start).mod(step_.abs());
        reached = reached.intersect(rest.eq_set(reached.pw_aff_on_domain(0)));
    }
    inner_.domain = reached.coalesce();
    inner_.values.insert_or_assign(variable_, inner_.innermost());
}

isl::set LoopBuilder::iterations_while_condition_holds()
{
    isl::set holds;
    auto obligations = model_.obligations_of(
        [&] { holds = affine_.condition(loop_->getCond(), inner_, inner_.domain); });
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
        model_.assume_never(iterations.subtract(ending), loop_->getBeginLoc(),
                            "this loop wraps around");
    if (ending.is_empty() && !iterations.is_empty())
        no_loop(loop_, "this loop does not end");
    return ending;
}

/// The condition is evaluated for the first value and for each that follows an iteration, and
/// nowhere else: only there must its obligations hold.
void LoopBuilder::discharge(const std::vector<Model::Obligation> &obligations,
                            const isl::set &iterations)
{
    if (obligations.empty() && !may_wrap())
        return;
    isl::pw_aff value = inner_.innermost();
    isl::set evaluated = value.eq_set(add_dimension(start_)).unite(advanced(iterations));
    for (const Model::Obligation &obligation : obligations)
        model_.assume_never(obligation.bad.intersect(evaluated), obligation.where, obligation.what);
    if (!may_wrap())
        return;
    isl::pw_aff reached = value_at(evaluated);
    Model::Range range = model_.range(variable_->getType());
    isl::set beyond = reached.lt_set(evaluated.pw_aff_on_domain(range.least))
                          .unite(reached.gt_set(evaluated.pw_aff_on_domain(range.greatest)));
    model_.assume_never(beyond, loop_->getBeginLoc(),
                        fmt::format("`{}` wraps around", variable_->getNameAsString()));
}

/// { [i, t + step] : [i, t] in iterations }.
isl::set LoopBuilder::advanced(const isl::set &iterations) const
{
    auto last = static_cast<int>(inner_.depth()) - 1;
    isl::multi_aff back = iterations.space().identity_multi_aff_on_domain();
    back = back.set_at(last, back.at(last).add_constant(step_.neg()));
    return iterations.preimage(back);
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
    auto outer = static_cast<unsigned>(scope_.depth());
    isl::set earlier = iterations.apply(later(iterations.space(), step_.is_pos()));
    isl::set last = iterations.subtract(earlier);
    isl::map at =
        isl::manage(isl_set_project_onto_map(last.release(), isl_dim_set, 0, outer)).reverse();
    isl::pw_aff value = at.as_pw_multi_aff().at(static_cast<int>(outer)).add_constant(step_);
    return value.union_add(start_.subtract_domain(value.domain())).coalesce();
}

LoopModel LoopBuilder::build()
{
    check_form();
    step_ = step_of(loop_, variable_, model_);
    enter();
    isl::set iterations = iterations_while_condition_holds();
    inner_.domain = iterations;
    for (auto &[variable, value] : inner_.values)
        value = value.intersect_domain(iterations);
    std::optional<isl::pw_aff> final;
    if (!llvm::isa<clang::DeclStmt>(loop_->getInit()))
        final = final_value(iterations);
    isl::pw_aff passed = inner_.innermost().sub(add_dimension(start_)).intersect_domain(iterations);
    passed = step_.is_neg() ? passed.neg() : passed;
    isl::pw_aff iteration =
        isl::manage(isl_pw_aff_scale_down_val(passed.release(), step_.abs().release())).floor();
    return {variable_, step_.is_neg(), std::move(inner_), final, iteration.coalesce()};
}

} // namespace

LoopModel model_loop(const clang::ForStmt *loop, const Scope &scope, Model &model,
                     AffineExtractor &affine)
{
    return LoopBuilder(loop, scope, model, affine).build();
}

} // namespace espalier::frontend
