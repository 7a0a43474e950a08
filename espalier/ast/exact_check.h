#pragma once

#include "espalier/ast/ast.h"
#include "espalier/ast/expectation.h"
#include "espalier/ast/verdict.h"

#include <isl/cpp.h>

#include <optional>

namespace espalier::ast {

/// The order in which `code` executes instances, for all values of the symbolic constants at once,
/// rebuilt from the code's syntax with C's meaning of its operators (division truncates).
/// \param context  { : ... }: parameter values for which the code was made
/// \return { S[i] -> [t] }, t: positions in blocks and values of loop variables, compared
///         lexicographically; an instance that is executed twice has two images. Nothing if an
///         expression is not quasi-affine or a step is not a positive number.
std::optional<isl::union_map> rebuild_order(const NodePtr &code, const isl::set &context);

/// Compares the order that code was found to have with what is expected: each instance as often as
/// it has times there, and where these are ordered, so is the code. Undecided if an instance is
/// executed very often.
/// \param found  { S[i] -> [t] }
Verdict compare(const isl::union_map &found, const Expectation &expectation);

/// The same for the order that is rebuilt from `code`. Undecided also if none can be.
Verdict check_exactly(const NodePtr &code, const Expectation &expectation);

} // namespace espalier::ast
