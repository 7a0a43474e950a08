#pragma once

#include "espalier/ast/ast.h"
#include "espalier/schedule/tree.h"

#include <map>
#include <string>
#include <vector>

namespace espalier::ast {

/// What the generator is asked for beside the instances themselves.
struct Request {
    isl::set context;                  ///< { : ... }: what is known of the parameters
    std::string iterator_prefix = "c"; ///< loop variables are prefix0, prefix1, ...
    /// Per statement, quasi-affine expressions { S[i] -> [v] } wanted at each of its instances.
    std::map<std::string, std::vector<isl::pw_aff>> expressions = {};
};

/// Code that visits the instances of `tree` in its order
/// (Polyhedral AST Generation (2015), section 4).
NodePtr generate(const schedule::Tree &tree, const Request &request);

/// Code for an order given as a relation { S[i] -> [t] }, instances in lexicographic order of [t].
/// \param options  isl's AST build options { [t] -> separate[x]; ... }
NodePtr generate(const isl::union_map &order, const isl::union_map &options,
                 const Request &request);

/// The value, for each point of the parameters, of a condition on them.
ExpressionPtr condition(const isl::set &parameters, const isl::set &context);

/// The value of an expression { [] -> [v] } in the parameters.
ExpressionPtr value(const isl::pw_aff &expression, const isl::set &context);

} // namespace espalier::ast
