#pragma once

#include "espalier/transform/matrix_view.h"

#include <string>

namespace espalier::transform {

///   S[i]  ->  S[i] where not c(i);  S_part[i] where c(i)
/// Some instances of a statement become a statement of the program by themselves, with references
/// of their own, at the same places of the order: other than parts that scripts make, which share
/// the statement and so its references.
/// \param label  of a statement that is all of its statement of the program
/// \param part   { S[i] }
/// \return the same order of a program that does the same; the new statement has the label `name`
MatrixView with_statement_split(MatrixView view, const std::string &label, const isl::set &part,
                                const std::string &name);

} // namespace espalier::transform
