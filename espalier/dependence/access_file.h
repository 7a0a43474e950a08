#pragma once

#include "espalier/dependence/flow.h"
#include "espalier/schedule/tree.h"

#include <isl/cpp.h>

#include <string>

namespace espalier::dependence {

/// What a file in isl's format for access information (`.ai`) holds.
struct AccessFile {
    AccessInfo accesses;
    schedule::Tree order;
};

/// \throws Error{malformed_model}, Error{invalid_schedule_tree}, with the place in the file
AccessFile read_access_file(isl::ctx ctx, const std::string &text, const std::string &file);

/// A flow in isl's format (`.flow`): a map with `must_dependence` and `may_dependence`,
/// { source -> [sink -> A[a]] }, `must_no_source` and `may_no_source`, { sink -> A[a] }.
std::string to_yaml(const Flow &flow);

} // namespace espalier::dependence
