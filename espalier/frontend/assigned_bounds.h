#pragma once

#include "espalier/frontend/value_bounds.h"

#include <cstddef>
#include <set>
#include <vector>

namespace espalier::frontend {

/// What assignments have given integer variables so far, to know bounds of them behind loops in
/// which data decide which assignment is the last one:
///
///     index = 0; for (k = 0; k < n; k++) if (...) index = k;      0 <= index < max(1, n)
class AssignedBounds {
public:
    explicit AssignedBounds(const Model &model) : model_(model) {}

    /// Notes what a variable holds behind a statement that assigns to it, by what is known there.
    void note(const clang::VarDecl *variable, const clang::Stmt *where, const Scope &scope);

    /// How much has been noted so far.
    std::size_t now() const { return noted_.size(); }

    /// Bounds of a variable behind a loop, as far as what has been noted since then covers each
    /// assignment in the loop.
    /// \param since  now() in front of the loop
    /// \param body   what each iteration does
    /// \param scope  in front of the loop
    ValueBounds behind(const clang::VarDecl *variable, std::size_t since,
                       const std::vector<const clang::Stmt *> &body, const Scope &scope) const;

private:
    struct Noted {
        const clang::VarDecl *variable;
        std::set<const clang::Stmt *> assignments; ///< to it, in the statement
        ValueBounds bounds;                        ///< { [i] -> [v] }
    };

    const Model &model_;
    std::vector<Noted> noted_;
};

} // namespace espalier::frontend
