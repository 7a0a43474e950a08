#pragma once

#include "espalier/frontend/guards.h"
#include "espalier/frontend/statement_list.h"

#include <map>
#include <string>

namespace espalier::frontend {

/// Follows the pointers that a region sets (Scope::pointers): no statement is left of that, but for
/// places that data choose. All functions throw Unmodelled.
class PointerAssignments {
public:
    using Nest = program::Nest;

    PointerAssignments(Model &model, AccessExtractor &accesses, BodyExtractor &bodies,
                       Guards &guards, StatementList &list)
        : model_(model), accesses_(accesses), bodies_(bodies), guards_(guards), list_(list)
    {
    }

    /// `pointer = value`, or its declaration with that.
    void set(const clang::VarDecl *pointer, const clang::Expr *value, Scope &scope, Nest &nest);

    /// Any assignment or increment.
    /// \param value  null for one
    void change(const clang::Expr *target, const std::string &op, const clang::Expr *value,
                const clang::Expr *where, Scope &scope, Nest &nest);

    /// With the variables that keep where those of them lead that are pointers.
    VariableSet with_kept_subscripts(VariableSet variables) const;

private:
    AccessPath place_of(const clang::VarDecl *pointer, const clang::Expr *value, const Scope &scope,
                        Nest &nest);

    Model &model_;
    AccessExtractor &accesses_;
    BodyExtractor &bodies_;
    Guards &guards_;
    StatementList &list_;
    /// Variables with the subscripts of the elements that pointers lead to, where data choose them.
    std::map<const clang::VarDecl *, VariableSet> kept_subscripts_;
};

} // namespace espalier::frontend
