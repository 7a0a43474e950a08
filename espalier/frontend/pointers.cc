#include "espalier/frontend/pointers.h"

#include "espalier/frontend/walk.h"

#include <isl/aff.h>
#include <isl/set.h>

namespace espalier::frontend {

namespace {

bool is_zero(const Polynomial &value, const isl::set &domain)
{
    return is_affine(value) &&
           (value.terms.empty() ||
            domain.is_subset(value.terms.begin()->second.eq_set(domain.pw_aff_on_domain(0))));
}

/// Whether a pointer is computed from arrays and variables alone, by names that mean the same in
/// all of the function, and without reading memory.
bool is_plain(const clang::Expr *pointer, const Model &model)
{
    bool result = true;
    walk(pointer, {.enter = [&](const clang::Stmt &part) {
             const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(&part);
             const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(&part);
             const bool reads =
                 llvm::isa<clang::MemberExpr, clang::CallExpr>(part) ||
                 (unary && unary->getOpcode() == clang::UO_Deref) ||
                 (element && !element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType());
             const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(&part);
             const clang::VarDecl *named = reference ? variable_of(reference) : nullptr;
             if (reads || (reference && (!named || !model.keeps_declared_value(named))))
                 result = false;
             return result;
         }});
    return result;
}

} // namespace

std::map<const clang::VarDecl *, std::shared_ptr<const AccessPath>>
starting_places(const Scope &scope, Model &model, PolynomialExtractor &polynomials)
{
    std::map<const clang::VarDecl *, std::shared_ptr<const AccessPath>> result;
    for (const clang::VarDecl *variable : model.usage().referenced) {
        if (!variable->getType()->isPointerType() || !variable->hasLocalStorage() ||
            model.usage().declared.contains(variable) || model.may_be_aliased(variable))
            continue;
        const bool moves = model.usage().modified.contains(variable);
        if (moves && !model.is_followed_pointer(variable))
            continue;
        std::optional<AccessPath> place;
        if (model.starts_as_declared(variable) && is_plain(variable->getInit(), model))
            try {
                place = pointed_to(variable->getInit(), scope, model, polynomials);
            } catch (const Unmodelled &) {
            }
        if (!place && moves)
            place = AccessPaths(model, polynomials.affine()).starting_pointer(variable);
        if (place)
            result.emplace(variable, std::make_shared<AccessPath>(std::move(*place)));
    }
    return result;
}

Polynomial subscript_of(const AccessPath::Dimension &dimension, const Scope &scope,
                        const isl::set &domain, PolynomialExtractor &polynomials)
{
    Polynomial result = dimension.offset;
    for (const AccessPath::Term &term : dimension.terms) {
        Polynomial value = polynomials.value(term.value, scope, domain);
        result = sum(std::move(result), term.is_subtracted ? negated(std::move(value)) : value);
    }
    return result;
}

AccessPath pointed_to(const clang::Expr *pointer, const Scope &scope, Model &model,
                      PolynomialExtractor &polynomials)
{
    AccessPath result = AccessPaths(model, polynomials.affine()).pointer_path(pointer, scope);
    for (AccessPath::Dimension &dimension : result.dimensions) {
        dimension.offset = subscript_of(dimension, scope, scope.domain, polynomials);
        dimension.terms.clear();
    }
    return result;
}

AccessPath moved(AccessPath path, const Polynomial &by, std::size_t loops)
{
    for (AccessPath::Dimension &dimension : path.dimensions)
        dimension.offset = lifted(std::move(dimension.offset), loops);
    Polynomial &offset = path.dimensions.back().offset;
    offset = sum(std::move(offset), by);
    return path;
}

isl::pw_aff distance(const clang::Expr *from, const clang::Expr *to, const Scope &scope,
                     const isl::set &domain, Model &model, AffineExtractor &affine)
{
    PolynomialExtractor polynomials(model, affine);
    Scope here = scope;
    here.domain = domain;
    const AccessPath one = pointed_to(from, here, model, polynomials);
    const AccessPath other = pointed_to(to, here, model, polynomials);
    if (one.root != other.root || shape(one) != shape(other) ||
        one.dimensions.size() != other.dimensions.size())
        no_access(to, "pointers into different arrays are compared");
    for (std::size_t k = 0; k < one.dimensions.size(); ++k) {
        const Polynomial apart = sum(other.dimensions[k].offset, negated(one.dimensions[k].offset));
        if (k + 1 < one.dimensions.size() ? !is_zero(apart, domain) : !is_affine(apart))
            no_access(to, "it is not known how far these pointers are apart");
        if (k + 1 == one.dimensions.size())
            return apart.terms.empty() ? domain.pw_aff_on_domain(0)
                                       : apart.terms.begin()->second.intersect_domain(domain);
    }
    no_access(to, "this is no pointer into an array");
}

} // namespace espalier::frontend
