#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/program/program.h"

#include <cstddef>
#include <optional>
#include <string>

namespace espalier::transform {

/// A program with an array of which each iteration of some loops has elements of its own.
struct Expansion {
    program::Program program;
    std::string array; ///< the new one; its outermost dimensions are for the loops
    /// How many of the outermost loops around each statement that accesses it these are.
    std::size_t loops;
};

///   for i: { t = ...; ... = t; }  ->  for i: { T[i] = ...; ... = T[i]; }
/// Array expansion: as `privatize` for all loops that the accesses to an array share, but on the
/// program itself, and so what comes out is as right as the program was. An array that keeps its
/// values behind the region gets them from the last iterations: by a statement at the end, T = ...
/// \param dependences  of the program
/// \return nothing if no loop is shared, if a value goes from one of its iterations to another or
///         comes into the region, or if subscripts without an extent may be negative or have no
///         bound
std::optional<Expansion> expanded(const program::Program &program,
                                  const dependence::Dependences &dependences, std::size_t array);

} // namespace espalier::transform
