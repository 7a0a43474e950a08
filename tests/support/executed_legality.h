#pragma once

#include "espalier/dependence/violations.h"
#include "espalier/presburger/context.h"
#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"

#include <optional>
#include <vector>

namespace espalier::test {

/// The dependences of a program; nothing if they take more operations than `budget`.
std::optional<dependence::Dependences> dependences_of(const program::Program &program,
                                                      const presburger::Context &context,
                                                      unsigned long budget);

/// What executing schedules has shown.
struct LegalityCounts {
    unsigned legal = 0; ///< with another order of instances
    unsigned legal_with_reordered_conflicts = 0;
    unsigned illegal = 0;
    unsigned pairs_that_do_not_run = 0; ///< reported with an instance that is not executed
};

/// Compares the check for violations with executions: for increasing n, until one shows a
/// difference. Where there are violations, the least n for which the check names some is among
/// them; each pair of instances that it names has to be out of order.
/// \param program  with the one symbolic constant n
/// \param found    the violations of the order of `tree`
void compare_with_executions(const program::Program &program,
                             const std::vector<dependence::Violation> &found,
                             const schedule::Tree &tree, LegalityCounts &counts);

} // namespace espalier::test
