#pragma once

#include "espalier/dependence/execution_order.h"

#include <isl/cpp.h>

#include <vector>

namespace espalier::dependence {

/// One reference at one site: a part of an access relation.
struct Reference {
    /// What becomes of an element: a may-source may have written it; a must-source and a kill
    /// surely end what was there before, a kill without a value of its own.
    enum class Role { sink, may_source, must_source, kill };

    Role role;
    const Site *site;
    isl::map access;      ///< { S[i] -> A[a] } on the site's instances
    isl::multi_aff untag; ///< { [S[i] -> R[]] -> S[i] }, or the identity

    bool is_definite() const { return role == Role::must_source || role == Role::kill; }
};

/// The references in an access relation, at the sites that execute them, those of earlier sites
/// first.
/// \param accesses  { [S[i] -> R[]] -> A[a] } or { S[i] -> A[a] }
/// \throws Error{malformed_model} if a tag has dimensions
std::vector<Reference> references_in(const isl::union_map &accesses, Reference::Role role,
                                     const ExecutionOrder &order);

/// What tells arrays apart: name and dimensions of the space { A[a] } of a reference's elements.
std::string array_key(const Reference &reference);

} // namespace espalier::dependence
