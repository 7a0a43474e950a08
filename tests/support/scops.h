#pragma once

#include "espalier/presburger/context.h"
#include "espalier/transform/matrix_view.h"
#include "tests/support/instance_order.h"

#include <string>
#include <vector>

namespace espalier::test {

/// The one region of a function with `body` (see in_function) in the unified representation.
transform::MatrixView scop_in_function(const std::string &body, const presburger::Context &context);

/// The introductory example of Girbal et al. (2006), figure 1, with the statements S1, S2 and S3.
transform::MatrixView introductory_example(const presburger::Context &context);

/// A statement by its label.
/// \throws std::out_of_range if there is none
const transform::Statement &statement(const transform::MatrixView &view, const std::string &label);

/// The steps of a loop around a statement.
long stride(const transform::Statement &statement, std::size_t row);

/// "S1[0, 0] S2[0, 1, 0]": all labels with their beta vectors.
std::string beta_vectors(const transform::MatrixView &view);

/// "i: [1 0 | 0 0]; j: [0 1 | 0 -1]": the rows of a statement: name, A and Gamma.
std::string rows(const transform::MatrixView &view, const std::string &label);

/// Whether both execute the same instances, at the same places and the same times. Kinds of loops
/// and what is asked of AST generation do not matter.
bool is_same_order(const transform::MatrixView &one, const transform::MatrixView &other);

/// The instances that a region executes, in their order.
std::vector<Instance> execution(const transform::MatrixView &view, const Constants &constants);

} // namespace espalier::test
