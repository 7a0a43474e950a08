#include "espalier/frontend/assigned_bounds.h"

#include "espalier/frontend/walk.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>

namespace espalier::frontend {

namespace {

/// The assignments and increments of a variable in a statement.
std::set<const clang::Stmt *> assignments_in(const clang::Stmt *statement,
                                             const clang::VarDecl *variable)
{
    std::set<const clang::Stmt *> result;
    walk(statement, {.enter = [&](const clang::Stmt &part) {
             const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(&part);
             const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(&part);
             const clang::Expr *target = nullptr;
             if (binary && binary->isAssignmentOp())
                 target = binary->getLHS();
             else if (unary && unary->isIncrementDecrementOp())
                 target = unary->getSubExpr();
             if (target && variable_of(target) == variable)
                 result.insert(&part);
             return true;
         }});
    return result;
}

/// { [i] -> [v] }: a bound of all values that a function { [i, k] -> [v] } has in the loops around.
/// \return nothing if there is none
std::optional<isl::pw_aff> bound_of(const isl::pw_aff &function, std::size_t loops,
                                    isl_pw_aff *(*extreme)(isl_map *, int))
{
    const auto all = std::size_t(isl_pw_aff_dim(function.get(), isl_dim_in));
    if (all <= loops)
        return function;
    isl_map *values = isl_map_project_out(function.as_map().release(), isl_dim_in, unsigned(loops),
                                          unsigned(all - loops));
    const isl::map known = isl::manage(values);
    if (isl_set_dim_is_bounded(known.wrap().get(), isl_dim_set, unsigned(loops)) != isl_bool_true)
        return std::nullopt;
    return isl::manage(extreme(known.copy(), 0)).coalesce();
}

ValueBounds in_loops_around(const ValueBounds &bounds, std::size_t loops)
{
    ValueBounds result;
    if (bounds.least)
        result.least = bound_of(*bounds.least, loops, isl_map_dim_min);
    if (bounds.greatest)
        result.greatest = bound_of(*bounds.greatest, loops, isl_map_dim_max);
    return result;
}

} // namespace

void AssignedBounds::note(const clang::VarDecl *variable, const clang::Stmt *where,
                          const Scope &scope)
{
    if (!variable || !is_modelled_integer(model_.ast(), variable->getType()) ||
        model_.may_be_aliased(variable))
        return;
    ValueBounds bounds = within(known_bounds(variable, scope), scope.domain);
    noted_.push_back({variable, assignments_in(where, variable), std::move(bounds)});
}

ValueBounds AssignedBounds::behind(const clang::VarDecl *variable, std::size_t since,
                                   const std::vector<const clang::Stmt *> &body,
                                   const Scope &scope) const
{
    ValueBounds result = within(known_bounds(variable, scope), scope.domain);
    std::set<const clang::Stmt *> all, covered;
    for (const clang::Stmt *statement : body)
        all.merge(assignments_in(statement, variable));
    for (std::size_t k = since; k < noted_.size(); ++k)
        if (noted_[k].variable == variable) {
            covered.insert(noted_[k].assignments.begin(), noted_[k].assignments.end());
            result = united(result, in_loops_around(noted_[k].bounds, scope.depth()));
        }
    const bool is_known = !model_.may_be_aliased(variable) && std::ranges::includes(covered, all);
    return is_known ? within(std::move(result), scope.domain) : ValueBounds{};
}

} // namespace espalier::frontend
