#pragma once

#include "espalier/ast/ast.h"
#include "espalier/ast/evaluate.h"
#include "espalier/machine/machine.h"
#include "espalier/program/program.h"

#include <map>
#include <optional>
#include <string>

namespace espalier::machine {

/// What an estimate says of a parallel loop, each time that it runs, on average.
struct ParallelWork {
    double cycles = 0;          ///< of one thread that does all of it
    double parallel_cycles = 0; ///< of all threads together, on the clock, their start included
    /// Iterations to hand out at a time, since some have much more to do than others; 0: all at
    /// once.
    long handed_out = 0;
    /// Work from which on, in cycles, all threads together take clearly less than one.
    double min_cycles = 0;
    double min_cycles_asleep = 0; ///< the same of threads that sleep while they wait

    bool pays() const { return cycles >= min_cycles; }
};

/// Work that is worth sharing, relative to what starting the threads costs.
constexpr double clear_gain = 2;

/// What running a program takes.
struct Estimate {
    double cycles = 0;        ///< on the clock; parallel loops that do not pay run in sequence
    double kernel_cycles = 0; ///< of these: in kernels that execute blocks, at most
    std::map<schedule::LoopRolePtr, ParallelWork> parallel_loops; ///< by their roles
};

/// Walks through code with some values for the parameters, a few iterations of each loop in place
/// of all. What a loop takes is what its body's operations take, in vectors where strides and
/// dependences let a compiler use them, with the latency of what each iteration waits for from
/// the last, and the lines that it misses in each cache: those of what it touches where one
/// iteration's fit into the cache, else those of each iteration anew. Data that fit into a cache as
/// a whole are taken to be there already. Loops that a kernel executes in blocks
/// (LoopRole::blocking) take what their operations take at the speed of such kernels, with operands
/// in the first-level cache.
/// \param code   of `program`, with requested_expressions as the values of each statement; no two
///              loops of its tree share a role
/// \param sizes  values of the parameters
/// \return nothing if numbers become too large
std::optional<Estimate> estimate(const program::Program &program, const ast::NodePtr &code,
                                 const Machine &machine, const ast::Values &sizes);

} // namespace espalier::machine
