#include "espalier/frontend/known_values.h"

#include "espalier/frontend/induction.h"

#include <algorithm>

namespace espalier::frontend {

/// Remembers the value of an integer variable, if it is affine.
void KnownValues::track(const clang::Expr *target, const clang::Expr *value, Scope &scope)
{
    const clang::VarDecl *variable = variable_of(target);
    if (!variable)
        return;
    std::optional<isl::pw_aff> known;
    if (value && is_modelled_integer(model_.ast(), variable->getType()) &&
        !model_.may_be_aliased(variable)) {
        try {
            auto obligations = model_.obligations_of([&] {
                known = affine_.value(value, scope, scope.domain);
                known = converted(model_, *known, value->getType(), variable->getType(),
                                  value->getExprLoc());
            });
            for (const Model::Obligation &obligation : obligations)
                if (!obligation.bad.is_empty())
                    known.reset();
        } catch (const Unmodelled &) {
            known.reset();
        }
    }
    std::shared_ptr<const Polynomial> polynomial =
        known ? nullptr : polynomial_of(variable, value, scope);
    const ValueBounds bounds = known ? ValueBounds{} : bounds_of(variable, value, scope);
    scope.forget({variable});
    if (known)
        scope.values.emplace(variable, *known);
    if (bounds.least || bounds.greatest)
        scope.bounds.emplace(variable, bounds);
    if (polynomial)
        scope.polynomials.emplace(variable, polynomial);
}

ValueBounds KnownValues::bounds_of(const clang::VarDecl *variable, const clang::Expr *value,
                                   const Scope &scope)
{
    if (!value || model_.may_be_aliased(variable) || !variable->hasLocalStorage())
        return {};
    return bounds_.converted(bounds_.bounds(value, scope, scope.domain), value->getType(),
                             variable->getType(), scope.domain);
}

/// The value of an integer variable, if it is a polynomial that its type holds.
std::shared_ptr<const Polynomial> KnownValues::polynomial_of(const clang::VarDecl *variable,
                                                             const clang::Expr *value,
                                                             const Scope &scope)
{
    const clang::ASTContext &ast = model_.ast();
    if (!value || !is_modelled_integer(ast, variable->getType()) ||
        model_.may_be_aliased(variable) || !is_modelled_integer(ast, value->getType()) ||
        ast.getIntWidth(variable->getType()) < ast.getIntWidth(value->getType()))
        return nullptr;
    try {
        return std::make_shared<Polynomial>(polynomials_.value(value, scope, scope.domain));
    } catch (const Unmodelled &) {
        return nullptr;
    }
}

/// What a variable of known value holds after something is added to it.
std::optional<Polynomial> KnownValues::value_after_step(const clang::VarDecl *variable,
                                                        const std::string &op,
                                                        const clang::Expr *value,
                                                        const Scope &scope)
{
    const bool is_difference = op == "-=", is_exchange = op == "^=";
    if (!variable || (op != "+=" && !is_difference && !is_exchange) ||
        !can_be_followed(variable, model_))
        return std::nullopt;
    std::optional<Polynomial> known = known_value(variable, scope);
    if (!known)
        return std::nullopt;
    if (is_exchange) {
        const std::optional<isl::val> mask = value ? constant_of(model_, value) : std::nullopt;
        if (!mask || !mask->is_one() || !is_affine(*known) || known->terms.empty())
            return std::nullopt;
        const isl::pw_aff &old = known->terms.begin()->second;
        return Polynomial{{{{}, with_last_bit_changed(old)}}};
    }
    try {
        Polynomial step = polynomials_.addend(variable, value, scope, scope.domain);
        return sum(std::move(*known), is_difference ? negated(std::move(step)) : step);
    } catch (const Unmodelled &) {
        return std::nullopt;
    }
}

} // namespace espalier::frontend
