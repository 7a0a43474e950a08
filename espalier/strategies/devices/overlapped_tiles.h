#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"
#include "espalier/strategies/devices/kernel_mapping.h"

#include <isl/cpp.h>

#include <map>
#include <optional>
#include <string>

namespace espalier::strategies {

/// Overlapped tiles in time (Krishnamoorthy et al., Effective Automatic Parallelization of Stencil
/// Computations (2007); Holewinski et al., High-Performance Code Generation for Stencil
/// Computations on GPU Architectures (2012)):
///
///     band(t) over sequence of phases
///       ->  A_ping[0] = A_ping[1] = A;
///           band(floor(t / 4)) over kernel of blocks of
///             { A_tile = A_ping[...]; band(t in a tile) over phases on A_tile; A_ping[...] =
///             A_tile }
///           A = A_ping[...]
///
/// Each block reads a tile with a margin around it to its memory, goes some steps in time there,
/// and writes the tile alone: what it computes in the margin others compute, too. Steps read one
/// copy of an array and write another, since blocks run in any order. Of arrays that pass nothing
/// on to the next iteration, steps read what none of them writes, and the last one writes the rest.
/// \param given        the program without memory of blocks and threads
/// \param dependences  of it
/// \param program      gets the statements of the tiles, and their arrays
/// \param band         the loop over time
/// \param possible     { : ... }: symbolic constants
/// \param block_bytes  of memory that the threads of a block may share
/// \param kernels      gets the kernels
/// \return the node in the place of the band; nothing for other loops than stencil_loop() has it,
///         for points of three dimensions, or if a tile does not fit into a block's memory
std::optional<schedule::Cursor>
with_overlapped_tiles(const program::Program &given, const dependence::Dependences &dependences,
                      program::Program &program, const schedule::Cursor &band,
                      const isl::set &possible, const DeviceNames &names, long block_bytes,
                      std::map<std::string, DeviceKernel> &kernels);

} // namespace espalier::strategies
