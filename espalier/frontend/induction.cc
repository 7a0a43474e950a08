#include "espalier/frontend/induction.h"

#include <isl/aff.h>
#include <isl/set.h>

#include <algorithm>

namespace espalier::frontend {

namespace {

/// How much one run of a statement changes an integer variable, where that is the same each time.
class Changes {
public:
    /// \param loop   what runs several times: nothing that it changes is looked at
    /// \param scope  before the loop
    Changes(const clang::ForStmt *loop, const Scope &scope, Model &model,
            PolynomialExtractor &polynomials)
        : changed_(usage_of({loop}).modified), scope_(scope), model_(model),
          polynomials_(polynomials)
    {
    }

    /// \throws Unmodelled if there is no such change
    Polynomial by(const clang::Stmt *statement, const clang::VarDecl *variable) const
    {
        if (!statement || !usage_of({statement}).modified.contains(variable))
            return constant(0);
        if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
            Polynomial result = constant(0);
            for (const clang::Stmt *part : compound->body())
                result = sum(std::move(result), by(part, variable));
            return result;
        }
        if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(statement))
            return by_loop(loop, variable);
        if (const auto *expression = llvm::dyn_cast<clang::Expr>(statement))
            return by_expression(expression->IgnoreParens(), variable);
        refuse(statement);
    }

private:
    [[noreturn]] static void refuse(const clang::Stmt *where)
    {
        throw Unmodelled{DiagnosticKind::unmodelled_variable, where->getBeginLoc(),
                         "this does not change the variable by the same each time"};
    }

    Polynomial constant(long value) const
    {
        return {{{{}, scope_.domain.pw_aff_on_domain(value)}}};
    }

    Polynomial by_expression(const clang::Expr *expression, const clang::VarDecl *variable) const
    {
        if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(expression))
            if (operation->isIncrementDecrementOp() &&
                variable_of(operation->getSubExpr()) == variable)
                return constant(operation->isIncrementOp() ? 1 : -1);
        const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression);
        if (operation && operation->getOpcode() == clang::BO_Comma)
            return sum(by(operation->getLHS(), variable), by(operation->getRHS(), variable));
        if (operation && variable_of(operation->getLHS()) == variable) {
            if (operation->getOpcode() == clang::BO_AddAssign)
                return fixed(operation->getRHS());
            if (operation->getOpcode() == clang::BO_SubAssign)
                return negated(fixed(operation->getRHS()));
        }
        refuse(expression);
    }

    /// The change of its body as often as a loop runs, which is assumed not to be less than never.
    Polynomial by_loop(const clang::ForStmt *loop, const clang::VarDecl *variable) const
    {
        const clang::VarDecl *counter = initialized_variable(loop);
        const auto *test = llvm::dyn_cast_or_null<clang::BinaryOperator>(loop->getCond());
        const auto *step = llvm::dyn_cast_or_null<clang::UnaryOperator>(loop->getInc());
        const bool is_counting =
            counter && counter != variable && test && step && step->isIncrementOp() &&
            variable_of(step->getSubExpr()) == counter &&
            !usage_of({loop->getBody()}).modified.contains(counter) &&
            variable_of(test->getLHS()) == counter &&
            (test->getOpcode() == clang::BO_LT || test->getOpcode() == clang::BO_LE);
        if (!is_counting)
            refuse(loop);
        const clang::Expr *start =
            llvm::isa<clang::DeclStmt>(loop->getInit())
                ? counter->getInit()
                : llvm::cast<clang::BinaryOperator>(loop->getInit())->getRHS();
        Polynomial count = sum(fixed(test->getRHS()), negated(fixed(start)));
        if (test->getOpcode() == clang::BO_LE)
            count = sum(std::move(count), constant(1));
        if (!is_affine(count))
            refuse(loop);
        const isl::pw_aff &often = count.terms.begin()->second;
        model_.assume_never(
            often.lt_set(scope_.domain.pw_aff_on_domain(0)).intersect(scope_.domain),
            loop->getBeginLoc(), "this loop never runs");
        return polynomials_.product(count, by(loop->getBody(), variable), loop);
    }

    /// The value of an expression with nothing that the loop changes.
    Polynomial fixed(const clang::Expr *expression) const
    {
        for (const clang::VarDecl *used : usage_of({expression}).referenced)
            if (changed_.contains(used))
                refuse(expression);
        return polynomials_.value(expression, scope_, scope_.domain);
    }

    const VariableSet changed_;
    const Scope &scope_;
    Model &model_;
    PolynomialExtractor &polynomials_;
};

/// The value that a variable has before a loop.
std::optional<Polynomial> value_before(const clang::VarDecl *variable, const Scope &scope,
                                       const Model &model, AffineExtractor &affine)
{
    if (std::optional<Polynomial> known = known_value(variable, scope))
        return known;
    if (scope.changed.contains(variable) || model.usage().declared.contains(variable))
        return std::nullopt;
    return Polynomial{{{{}, affine.initial_value(variable, scope.domain)}}};
}

/// The value of a variable where an iteration starts.
std::optional<Polynomial> value_in(const clang::ForStmt *statement,
                                   const std::vector<const clang::Expr *> &steps,
                                   const clang::VarDecl *variable, const Scope &scope, Model &model,
                                   PolynomialExtractor &polynomials, const LoopModel &loop)
{
    const Changes changes(statement, scope, model, polynomials);
    Polynomial value;
    std::vector<Model::Obligation> obligations;
    try {
        std::optional<Polynomial> start =
            value_before(variable, scope, model, polynomials.affine());
        if (!start)
            return std::nullopt;
        const std::size_t depth = loop.body.depth();
        obligations = model.obligations_of([&] {
            Polynomial change = changes.by(statement->getBody(), variable);
            for (const clang::Expr *step : steps)
                change = sum(std::move(change), changes.by(step, variable));
            value = sum(lifted(std::move(*start), depth),
                        polynomials.product(lifted(std::move(change), depth),
                                            {{{{}, loop.iteration.gist(loop.body.domain)}}},
                                            statement));
        });
    } catch (const Unmodelled &) {
        return std::nullopt;
    }
    for (const Model::Obligation &obligation : obligations)
        model.assume_never(obligation.bad, obligation.where, obligation.what);
    return value;
}

} // namespace

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

void give_induction_values(const clang::ForStmt *statement,
                           const std::vector<const clang::Expr *> &steps, const Scope &scope,
                           Model &model, PolynomialExtractor &polynomials, LoopModel &loop)
{
    for (const clang::VarDecl *variable : usage_of({statement}).modified) {
        if (variable == loop.variable || !can_be_followed(variable, model) ||
            usage_of({statement->getBody()}).declared.contains(variable))
            continue;
        if (std::optional<Polynomial> value =
                value_in(statement, steps, variable, scope, model, polynomials, loop))
            give(loop.body, variable, std::move(*value));
    }
}

} // namespace espalier::frontend
