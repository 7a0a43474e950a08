#pragma once

#include "espalier/machine/machine.h"
#include "espalier/program/program.h"

#include <cstddef>
#include <optional>
#include <set>
#include <vector>

namespace espalier::machine {

/// What one execution of a statement's body takes, without its memory accesses.
struct BodyCost {
    double operations = 0; ///< instructions of one cycle's throughput or less
    double slow = 0;       ///< cycles of units that take one operation at a time: divisions, calls
    bool is_vectorizable = true;
    bool is_guarded = false; ///< vectors need masks for it
    /// Positions in the iteration domain of the iterators that the result depends on, beside what
    /// accesses read; nothing if it is computed each time, as where it calls or chooses what to do.
    std::optional<std::set<std::size_t>> iterators = std::nullopt;
    /// For each of Statement::accesses: cycles from having its value to having the result; 0 for
    /// those that the result does not depend on.
    std::vector<double> latencies;
};

/// \param statement  of `program`, with a body
BodyCost body_cost(const program::Program &program, const program::Statement &statement,
                   const Machine &machine);

} // namespace espalier::machine
