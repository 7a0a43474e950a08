#pragma once

#include "espalier/ast/ast.h"
#include "espalier/ast/request.h"
#include "espalier/schedule/tree.h"

namespace espalier::ast {

/// Code that visits the instances of `tree` in its order
/// (Polyhedral AST Generation (2015), sections 5 and 6).
/// \throws Error{impossible_code} if a loop would have no lower bound, a dimension that is to be
///         unrolled takes no constant number of values, or the code cannot be as small as requested
NodePtr generate(const schedule::Tree &tree, const Request &request);

/// Code for an order given as a relation { S[i] -> [t] }, instances in lexicographic order of [t].
/// \param options  isl's AST build options { [t] -> separate[x] : ...; ... }; the times that only
///                 some are for are kept apart, in that dimension
/// \throws Error{impossible_code} as above; Error{malformed_model} if an option cannot be read
NodePtr generate(const isl::union_map &order, const isl::union_map &options,
                 const Request &request);

/// The value, for each point of the parameters, of a condition on them.
ExpressionPtr condition(const isl::set &parameters, const isl::set &context);

/// The value of an expression { [] -> [v] } in the parameters.
ExpressionPtr value(const isl::pw_aff &expression, const isl::set &context);

} // namespace espalier::ast
