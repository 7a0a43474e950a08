#pragma once

#include <isl/cpp.h>

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace espalier::ast {

/// How the condition of a loop is written where several constraints bound it
/// (Polyhedral AST Generation (2015), section 5.3.3).
enum class UpperBound {
    minimum,     ///< i <= min(...), as OpenMP wants it
    conjunction, ///< one comparison for each constraint, without divisions
};

/// What the generator is asked for beside the instances themselves.
struct Request {
    isl::set context; ///< { : ... }: what is known of the parameters
    /// Loop variables are prefix0, prefix1, ...; underscores follow the prefix where symbolic
    /// constants have such names.
    std::string iterator_prefix = "c";
    UpperBound upper_bound = UpperBound::minimum;
    /// How often the code may contain a statement, and how many loops may stand next to each other
    /// that are not inside another loop. Where the loop options of the tree ask for more, the
    /// outermost dimensions are made atomic, as many as it takes.
    std::optional<std::size_t> max_copies = std::nullopt;
    std::optional<std::size_t> max_nests = std::nullopt;
    /// Marks below which code stays together: no loop around them is split between statements that
    /// it executes for the same values of the outer dimensions.
    std::set<std::string> whole = {};
    /// Per statement, quasi-affine expressions { S[i] -> [v] } wanted at each of its instances.
    std::map<std::string, std::vector<isl::pw_aff>> expressions = {};
};

} // namespace espalier::ast
