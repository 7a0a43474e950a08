#pragma once

#include "espalier/dependence/violations.h"

#include <vector>

namespace espalier::dependence {

/// The dependences that a schedule breaks when data have another layout, too. For arrays whose
/// references are the same as before these are `violations`. For others, the schedule and the new
/// references say which write each read finds, through copies as well; that has to be the one whose
/// value it sees in the program, or what was there before the region. Where the iterations of a
/// parallel loop access an element of such an array, one of them to write it, each must have a copy
/// of its own (Girbal et al. (2006), sections 2.3.4 and 5.3).
/// What such arrays carry out of the region has to be in its place in the end.
/// \param original     the program in its own order
/// \param dependences  of that
/// \param changed      the same instances and references, by their names, with other elements, and
///                     copies: statements that `original` does not have, with one read and one
///                     write
/// \param order        a schedule of all instances of `changed` but those of kill statements
/// \param relaxed      the reductions that `dependences` are relaxed for
/// \return what `explain` understands with `changed`
std::vector<Violation> storage_violations(const program::Program &original,
                                          const Dependences &dependences,
                                          const program::Program &changed,
                                          const schedule::Tree &order,
                                          const std::vector<Reduction> &relaxed = {});

/// Whether references of a program have changed, or copies been added.
bool has_other_layout(const program::Program &original, const program::Program &changed);

/// The dependences of a program in an order that is not the source's, with all local arrays killed
/// before and after it.
/// \param order  a schedule of all instances but those of kill statements
Dependences analyze_in_order(const program::Program &program, const schedule::Tree &order,
                             const std::vector<Reduction> &relaxed = {});

} // namespace espalier::dependence
