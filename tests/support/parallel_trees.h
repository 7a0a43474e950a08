#pragma once

#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"

#include <string>

namespace espalier::test {

/// A function whose body is a region.
std::string function(const std::string &parameters, const std::string &body);

/// The order of the source, with its outermost parallel loops if threads may have any.
schedule::Tree in_order_of_source(const program::Program &program, bool parallel);

} // namespace espalier::test
