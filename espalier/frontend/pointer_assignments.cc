#include "espalier/frontend/pointer_assignments.h"

#include "espalier/frontend/pointers.h"
#include "espalier/frontend/subscripts.h"
#include "espalier/frontend/synthetic_expressions.h"

namespace espalier::frontend {

using program::Nest;

void PointerAssignments::set(const clang::VarDecl *pointer, const clang::Expr *value, Scope &scope,
                             Nest &nest)
{
    auto place = std::make_shared<AccessPath>(place_of(pointer, value, scope, nest));
    scope.pointers.insert_or_assign(pointer, std::move(place));
}

/// What a pointer leads to that gets a value here. Where data choose the element, variables keep
/// its subscripts.
AccessPath PointerAssignments::place_of(const clang::VarDecl *pointer, const clang::Expr *value,
                                        const Scope &scope, Nest &nest)
{
    AccessPath path =
        AccessPaths(model_, accesses_.polynomials().affine()).pointer_path(value, scope);
    for (AccessPath::Dimension &dimension : path.dimensions) {
        try {
            dimension.offset =
                subscript_of(dimension, scope, scope.domain, accesses_.polynomials());
            dimension.terms.clear();
        } catch (const Unmodelled &) {
            const clang::VarDecl *kept = model_.new_variable(
                pointer->getNameAsString() + "_at", model_.ast().getIntTypeForBitwidth(64, 1));
            const clang::Expr *reference = reference_to(kept, model_.ast());
            program::ExpressionPtr subscript = subscript_tree(
                dimension, scope, scope.domain, model_, accesses_.polynomials(), bodies_);
            list_.add(guards_.assignment(reference, "=", std::move(subscript), scope),
                      value->getExprLoc(), scope, nest);
            dimension.offset = {};
            dimension.terms = {{value_of(kept, model_.ast()), false}};
            kept_subscripts_[pointer].insert(kept);
        }
    }
    return path;
}

/// Remembers what a pointer leads to from here on; nothing is left of the pointer itself.
void PointerAssignments::change(const clang::Expr *target, const std::string &op,
                                const clang::Expr *value, const clang::Expr *where, Scope &scope,
                                Nest &nest)
{
    const clang::VarDecl *variable = variable_of(target);
    if (!variable || !model_.is_followed_pointer(variable))
        no_statement(where, "the pointer that changes here is not modelled");
    if (op == "=")
        return set(variable, value, scope, nest);
    auto known = scope.pointers.find(variable);
    if (known == scope.pointers.end())
        return;
    Polynomial step = accesses_.polynomials().addend(variable, value, scope, scope.domain);
    known->second = std::make_shared<const AccessPath>(
        moved(*known->second, op == "-=" ? negated(std::move(step)) : step, scope.depth()));
}

VariableSet PointerAssignments::with_kept_subscripts(VariableSet variables) const
{
    const VariableSet pointers = variables;
    for (const clang::VarDecl *variable : pointers)
        if (auto kept = kept_subscripts_.find(variable); kept != kept_subscripts_.end())
            variables.insert(kept->second.begin(), kept->second.end());
    return variables;
}

} // namespace espalier::frontend
