#include "espalier/frontend/induction.h"

#include "espalier/frontend/increments.h"
#include "espalier/frontend/pointers.h"

#include <isl/aff.h>
#include <isl/set.h>

#include <algorithm>
#include <ranges>

namespace espalier::frontend {

namespace {

/// How much one run of a statement changes an integer variable, where that is the same each time.
class Changes {
public:
    /// \param loop   what runs several times: nothing that it changes is looked at
    /// \param scope  before the loop
    Changes(const LoopForm &loop, const Scope &scope, Model &model,
            PolynomialExtractor &polynomials)
        : changed_(usage_of({loop.statement}).modified), scope_(scope), model_(model),
          polynomials_(polynomials)
    {
    }

    /// \throws Unmodelled if there is no such change
    Polynomial by(const clang::Stmt *statement, const clang::VarDecl *variable) const
    {
        if (!statement || !changes(statement, variable, model_))
            return constant(0);
        if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(statement))
            return by(statements_of(compound, model_), variable);
        if (is_loop(statement))
            return by_loop(statement, nullptr, variable);
        if (const auto *expression = llvm::dyn_cast<clang::Expr>(statement))
            return by_expression(expression, variable);
        refuse(statement);
    }

    /// The same of one run of several statements.
    Polynomial by(const std::vector<const clang::Stmt *> &statements,
                  const clang::VarDecl *variable) const
    {
        Polynomial result = constant(0);
        for (auto part = statements.begin(); part != statements.end(); ++part)
            if (is_loop(*part) && changes(*part, variable, model_)) {
                const std::vector<const clang::Stmt *> in_front(statements.begin(), part);
                const clang::Expr *start = last_value(in_front, form_of(*part, model_).counter);
                result = sum(std::move(result), by_loop(*part, start, variable));
            } else {
                result = sum(std::move(result), by(*part, variable));
            }
        return result;
    }

private:
    [[noreturn]] static void refuse(const clang::Stmt *where)
    {
        throw Unmodelled{DiagnosticKind::unmodelled_variable, where->getBeginLoc(),
                         "this does not change the variable by the same each time"};
    }

    Polynomial constant(long value) const
    {
        return {{{{}, isl::set::universe(scope_.domain.space()).pw_aff_on_domain(value)}}};
    }

    Polynomial by_expression(const clang::Expr *expression, const clang::VarDecl *variable) const
    {
        if (const std::optional<Addition> addition = addition_to(variable, expression)) {
            if (addition->value)
                require_fixed(addition->value);
            const Polynomial added =
                polynomials_.addend(variable, addition->value, scope_, scope_.domain);
            return addition->is_subtracted ? negated(added) : added;
        }
        refuse(expression);
    }

    /// What some statements assign to a variable last; null if they do something else to it, or
    /// nothing.
    const clang::Expr *last_value(const std::vector<const clang::Stmt *> &statements,
                                  const clang::VarDecl *variable) const
    {
        for (const clang::Stmt *statement : statements | std::views::reverse) {
            if (!changes(statement, variable, model_))
                continue;
            if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(statement))
                return declaration->isSingleDecl() ? variable->getInit() : nullptr;
            const auto *assignment = llvm::dyn_cast<clang::BinaryOperator>(statement);
            const bool is_plain = assignment && assignment->getOpcode() == clang::BO_Assign &&
                                  variable_of(assignment->getLHS()) == variable;
            return is_plain ? assignment->getRHS() : nullptr;
        }
        return nullptr;
    }

    /// The change of its body as often as a loop runs, which is assumed not to be less than never.
    /// \param start  what the counter has in front of a loop that does not set it; may be null
    Polynomial by_loop(const clang::Stmt *statement, const clang::Expr *start,
                       const clang::VarDecl *variable) const
    {
        if (leaves_early(statement))
            refuse(statement);
        LoopForm loop = form_of(statement, model_);
        if (!loop.start)
            loop.start = start;
        const bool is_changed = std::ranges::any_of(loop.body, [&](const clang::Stmt *part) {
            return changes(part, loop.counter, model_);
        });
        if (loop.counter == variable || !loop.start || !loop.before.empty() ||
            !loop.declared.empty() || is_changed || loop.place != LoopForm::StepPlace::last)
            refuse(loop.statement);
        const Polynomial count = iterations(loop);
        if (!is_affine(count))
            refuse(loop.statement);
        const isl::pw_aff &often = count.terms.begin()->second;
        model_.assume_never(often.lt_set(scope_.domain.pw_aff_on_domain(loop.runs_once ? 1 : 0))
                                .intersect(scope_.domain),
                            loop.statement->getBeginLoc(), "this loop never runs");
        return polynomials_.product(count, by(loop.body, variable), loop.statement);
    }

    /// How often a loop runs; less than never where its condition does not hold from the start.
    Polynomial iterations(const LoopForm &loop) const
    {
        const auto *test = llvm::dyn_cast_or_null<clang::BinaryOperator>(loop.condition);
        if (!test || variable_of(test->getLHS()) != loop.counter)
            refuse(loop.statement);
        const isl::val step = step_of(loop, model_);
        const bool is_upwards = step.is_pos();
        const clang::BinaryOperatorKind strict = is_upwards ? clang::BO_LT : clang::BO_GT;
        const clang::BinaryOperatorKind inclusive = is_upwards ? clang::BO_LE : clang::BO_GE;
        if (!step.abs().is_one() || (test->getOpcode() != strict && test->getOpcode() != inclusive))
            refuse(loop.statement);
        const Polynomial distance = sum(fixed(test->getRHS()), negated(fixed(loop.start)));
        return sum(is_upwards ? distance : negated(distance),
                   constant(test->getOpcode() == inclusive ? 1 : 0));
    }

    /// The value of an expression with nothing that the loop changes.
    Polynomial fixed(const clang::Expr *expression) const
    {
        require_fixed(expression);
        return polynomials_.value(expression, scope_, scope_.domain);
    }

    void require_fixed(const clang::Expr *expression) const
    {
        for (const clang::VarDecl *used : usage_of({expression}).referenced)
            if (changed_.contains(used))
                refuse(expression);
    }

    const VariableSet changed_;
    const Scope &scope_;
    Model &model_;
    PolynomialExtractor &polynomials_;
};

/// What variables are behind so many iterations of a loop.
class InductionValues {
public:
    /// \param scope  before the loop
    /// \param often  how many iterations, on the domain of so many loops
    InductionValues(const LoopForm &loop, const isl::pw_aff &often, std::size_t depth,
                    const Scope &scope, Model &model, PolynomialExtractor &polynomials)
        : loop_(loop), often_(often), depth_(depth), scope_(scope), model_(model),
          polynomials_(polynomials), changes_(loop, scope, model, polynomials)
    {
    }

    /// Gives those of the variables that a loop changes values in a scope of `depth` loops.
    void give(Scope &to)
    {
        const Usage inside = usage_of(loop_.body);
        for (const clang::VarDecl *variable : inside.modified) {
            if (variable == loop_.counter || inside.declared.contains(variable))
                continue;
            if (variable->getType()->isPointerType()) {
                if (std::shared_ptr<const AccessPath> place = of_pointer(variable))
                    to.pointers.insert_or_assign(variable, std::move(place));
            } else if (can_be_followed(variable, model_)) {
                if (std::optional<Polynomial> value = of_integer(variable))
                    frontend::give(to, variable, std::move(*value));
            }
        }
    }

private:
    std::optional<Polynomial> of_integer(const clang::VarDecl *variable)
    {
        std::optional<Polynomial> start =
            value_before(variable, scope_, model_, polynomials_.affine());
        return start ? from(std::move(*start), variable) : std::nullopt;
    }

    /// Null if it is not known.
    std::shared_ptr<const AccessPath> of_pointer(const clang::VarDecl *variable)
    {
        auto start = scope_.pointers.find(variable);
        if (start == scope_.pointers.end())
            return nullptr;
        const std::optional<Polynomial> change = from({}, variable);
        return change ? std::make_shared<const AccessPath>(moved(*start->second, *change, depth_))
                      : nullptr;
    }

    /// The start and the changes of all iterations before.
    std::optional<Polynomial> from(Polynomial start, const clang::VarDecl *variable)
    {
        Polynomial value;
        std::vector<Model::Obligation> obligations;
        try {
            obligations = model_.obligations_of([&] {
                Polynomial change = changes_.by(loop_.body, variable);
                value =
                    sum(lifted(std::move(start), depth_),
                        polynomials_.product({{{{}, often_}}}, lifted(std::move(change), depth_),
                                             loop_.statement));
            });
        } catch (const Unmodelled &) {
            return std::nullopt;
        }
        for (const Model::Obligation &obligation : obligations)
            model_.assume_never(obligation.bad, obligation.where, obligation.what);
        return value;
    }

    const LoopForm &loop_;
    const isl::pw_aff &often_;
    std::size_t depth_;
    const Scope &scope_;
    Model &model_;
    PolynomialExtractor &polynomials_;
    Changes changes_;
};

} // namespace

std::optional<Polynomial> value_before(const clang::VarDecl *variable, const Scope &scope,
                                       const Model &model, AffineExtractor &affine)
{
    if (std::optional<Polynomial> known = known_value(variable, scope))
        return known;
    if (scope.changed.contains(variable) || model.usage().declared.contains(variable))
        return std::nullopt;
    return Polynomial{{{{}, affine.initial_value(variable, scope.domain)}}};
}

void give(Scope &scope, const clang::VarDecl *variable, Polynomial value)
{
    scope.forget({variable});
    if (is_affine(value))
        scope.values.emplace(variable,
                             value.terms.empty()
                                 ? scope.domain.pw_aff_on_domain(0)
                                 : value.terms.begin()->second.intersect_domain(scope.domain));
    else
        scope.polynomials.emplace(variable, std::make_shared<Polynomial>(std::move(value)));
}

Scope after_first_clause(const LoopForm &loop, Scope scope, PolynomialExtractor &polynomials)
{
    const auto *counted = llvm::dyn_cast<clang::ForStmt>(loop.statement);
    for (const Initialization &part :
         counted ? first_clause(counted) : std::vector<Initialization>()) {
        if (!part.variable || part.variable == loop.counter)
            continue;
        auto value =
            part.value ? polynomials.value_if_any(part.value, scope, scope.domain) : std::nullopt;
        scope.forget({part.variable});
        if (value)
            give(scope, part.variable, *value);
    }
    return scope;
}

std::optional<Polynomial> known_value(const clang::VarDecl *variable, const Scope &scope)
{
    if (auto known = scope.values.find(variable); known != scope.values.end())
        return Polynomial{{{{}, known->second}}};
    if (auto known = scope.polynomials.find(variable); known != scope.polynomials.end())
        return lifted(*known->second, scope.depth());
    return std::nullopt;
}

bool can_be_followed(const clang::VarDecl *variable, const Model &model)
{
    const clang::QualType type = variable->getType();
    return is_modelled_integer(model.ast(), type) && !type.isVolatileQualified() &&
           type->isSignedIntegerType() && !model.may_be_aliased(variable) &&
           model.ast().getIntWidth(type) >= model.ast().getIntWidth(model.ast().IntTy);
}

void give_induction_values(const LoopForm &loop, const isl::pw_aff &iteration, const Scope &scope,
                           Model &model, PolynomialExtractor &polynomials, Scope &body)
{
    InductionValues(loop, iteration, scope.depth() + 1, scope, model, polynomials).give(body);
}

void give_values_behind(const LoopForm &loop, const isl::pw_aff &count, const Scope &before,
                        Model &model, PolynomialExtractor &polynomials, Scope &behind)
{
    InductionValues(loop, count, before.depth(), before, model, polynomials).give(behind);
}

bool has_induction_variables(const LoopForm &loop, const Model &model)
{
    const Usage inside = usage_of(loop.body);
    return !leaves_early(loop.statement) &&
           std::ranges::any_of(inside.modified, [&](const clang::VarDecl *variable) {
               return variable != loop.counter && !inside.declared.contains(variable) &&
                      (variable->getType()->isPointerType() || can_be_followed(variable, model));
           });
}

} // namespace espalier::frontend
