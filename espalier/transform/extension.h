#pragma once

#include "espalier/transform/matrix_view.h"

#include <cstddef>
#include <string>

namespace espalier::transform {

/// EXTEND on one statement (figure 18): a loop whose iterator is a function of the instances, so
/// that each runs in a single one of its iterations. A row and an iterator come before those of
/// number `row`, and an entry 0 behind that of the beta vector.
/// \param value  { S[i] -> [v] }: total on the instances
/// \param name   of both, or nearly: no other row or iterator has it
void insert_loop(Statement &statement, std::size_t row, const isl::pw_aff &value,
                 const std::string &name);

} // namespace espalier::transform
