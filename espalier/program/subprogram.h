#pragma once

#include "espalier/program/program.h"

#include <set>
#include <string>

namespace espalier::program {

/// The program without its other statements, and without loops that have none; arrays stay.
/// \param names  of statements
Program with_statements(Program program, const std::set<std::string> &names);

/// A program of some of the statements, in the order and in the loops that they have in the whole.
/// What other statements may do to arrays is not in it: so arrays that these access count as local
/// no more, and are not killed.
/// \param names  of the statements; no kills
Program subprogram(const Program &program, const std::set<std::string> &names);

} // namespace espalier::program
