#pragma once

#include "espalier/base/error.h"
#include "espalier/schedule/tree.h"

#include <cstddef>
#include <string>
#include <vector>

namespace espalier::schedule {

/// A leaf with what reaches it.
struct ReachedLeaf {
    std::vector<std::size_t> path; ///< from the root
    isl::union_set instances;      ///< { S[i] }: not empty, within the contexts above
};

/// The leaves that instances reach, in depth-first order: what a conversion to another schedule
/// representation starts from.
/// \throws Error{impossible_edit} if the tree has an expansion, extension or guard: only schedule
///         trees can express these
std::vector<ReachedLeaf> reached_leaves(const Tree &tree);

/// The name of a statement for people: its tuple's name, or the tuple itself if that has none.
/// \param statement  the space { S[i] }
std::string statement_name(const isl::space &statement);

/// For a schedule that cannot be converted: why.
Error impossible_conversion(const std::string &reason);

} // namespace espalier::schedule
