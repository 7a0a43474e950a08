#pragma once

#include "espalier/program/program.h"
#include "espalier/script/source.h"

namespace espalier::script {

/// The script that does what the directives in the source of a region say, a line for each call,
/// with the place of its directive; empty if there are none. Directives of outer loops come first.
///
/// A directive is a sequence of calls, with blanks or commas between them, which take effect from
/// left to right on the loop that it stands before:
///
///     #pragma espalier tile(32, 32) parallel unroll(4)
///
///   tile(s1, ..., sk)  the loop and those inside it, k together
///   stripmine(s)       the loop becomes one over strips and one through a strip
///   parallel           the loop; the one over tiles or strips if it was tiled or strip-mined
///   vector, unroll(n), unroll
///                      the innermost of the loops that were tiled; else the loop
///   interchange        with the loop inside it
///   reverse            the loop runs backwards
///   skew(f)            the loop inside it runs f iterations later in each iteration of this one
///   peel(e)            the iterations before e get a loop of their own
///   fuse               with the loop that comes right after it
///   distribute         each statement or loop in it gets a loop of its own
///
/// \throws Error{script_error} with the place of a directive that cannot be read, has other
///         arguments, or asks for loops that there are not
Source script_of_directives(const program::Program &program);

} // namespace espalier::script
