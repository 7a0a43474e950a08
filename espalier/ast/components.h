#pragma once

#include "espalier/ast/local_times.h"
#include "espalier/schedule/cursor.h"

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace espalier::ast {

/// Groups of parts, by their positions in the executed relation, that can be generated one after
/// the other from the present dimension on: no instance of a group is to be executed after one of
/// a later group, at the same time in the dimensions before. In the order of execution.
/// Polyhedral AST Generation (2015), sections 5.7 and 6.3
/// \param depth  the present dimension; the further ones are of the same band
/// \param local  the parts' times up to the present dimension
/// \param known  { [t] }
/// \param below  the child of the band; nothing if instances with the same time are not ordered
/// \param whole  as in Request
std::vector<std::vector<std::size_t>>
sorted_components(const Executed &executed, const std::vector<LocalTimes> &local,
                  const isl::set &known, std::size_t depth,
                  const std::optional<schedule::Cursor> &below, const std::set<std::string> &whole);

/// Whether a subtree executes some instance of the first relation after one of the second, for
/// instances that reach it together. Says yes where it takes more than the positions in sequences
/// to tell, and below a mark that keeps code together.
/// \param first, second  { [t] -> S[i] }: one statement each
/// \param whole          as in Request
bool may_follow(const schedule::Node &subtree, const isl::map &first, const isl::map &second,
                const std::set<std::string> &whole);

} // namespace espalier::ast
