#pragma once

#include "espalier/dependence/reductions.h"

#include <optional>

namespace espalier::dependence {

/// One statement that updates an element, as find_reductions describes it.
struct Update {
    ReductionOperator op;
    std::size_t array;
    std::vector<isl::id> references;
    bool is_floating;
};

/// The update that a statement makes; nothing if it does something else.
std::optional<Update> find_update(const program::Program &program,
                                  const program::Statement &statement);

/// Whether a statement stores 0 or 1, whatever it reads.
bool stores_truth_value(const program::Statement &statement);

} // namespace espalier::dependence
