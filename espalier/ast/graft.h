#pragma once

#include "espalier/ast/stock.h"

#include <isl/cpp.h>

#include <vector>

namespace espalier::ast {

/// An annotated AST (Polyhedral AST Generation (2015), section 4.4): code, and what is known of it
/// in terms of the dimensions around it.
struct Graft {
    NodePtr node;
    /// { [t] }: the condition under which `node` is to be executed; it still has to be enforced,
    /// here or further out.
    isl::set guard;
    /// { [t] }: what `node` itself enforces: where this does not hold, it executes nothing.
    isl::set enforced;
};

using Grafts = std::vector<Graft>;

/// The conditions that all guards of a list share, to be enforced around the whole list; what the
/// rest of the code enforces is taken into account (section 5.9).
/// \param known  { [t] }: what holds where the list is executed
/// \return { [t] }
isl::set shared_guard(const Grafts &grafts, const isl::set &known);

/// What a list enforces as a whole, its guards included: { [t] }, one disjunct.
/// \param generated  { [t] }: what holds for certain where the list is executed
isl::set enforced(const Grafts &grafts, const isl::set &generated);

/// The list with its guards simplified by what is known: { [t] }.
Grafts simplified(Grafts grafts, const isl::set &known);

/// The code of a list, with its guards as chains of if and else (section 5.9).
/// \param stock  of the place; an expression is evaluated only where `known` holds
/// \param known  { [t] }
NodePtr with_guards(const Grafts &grafts, const Stock &stock, const isl::set &known);

/// The list as one graft, with the shared guard handed on.
/// \param stock  of the place
Graft combined(const Grafts &grafts, const Stock &stock);

/// \name Nodes from their parts. A block of one node is that node.
/// @{
NodePtr block(std::vector<NodePtr> nodes);
NodePtr make_node(NodeKind node);
/// @}

} // namespace espalier::ast
