#pragma once

#include "espalier/program/program.h"

#include <cstddef>
#include <vector>

namespace espalier::program {

/// The loops around a statement, outermost first; the k-th has the k-th dimension of the domain.
using LoopPath = std::vector<const Nest *>;

/// The loops around Program::statements[k], for each k. Points into `program`.
std::vector<LoopPath> loops_around(const Program &program);

/// How many loops, from the outermost in, two statements are both in.
std::size_t shared_loops(const LoopPath &one, const LoopPath &two);

/// What the source asks for in a part of a program; what it asks of outer loops comes first.
std::vector<Directive> directives_in(const Nest &nest);

/// Statements that follow each other in the same loops: positions in Program::statements, in order.
std::vector<std::vector<std::size_t>> blocks(const Nest &nest);

} // namespace espalier::program
