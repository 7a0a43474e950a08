#pragma once

#include "espalier/driver/choices.h"
#include "espalier/machine/assumed_sizes.h"
#include "espalier/program/program.h"
#include "espalier/schedule/loop_role.h"

#include <functional>
#include <vector>

namespace espalier::driver {

/// What there has to be of the statement with the most instances in a region, as far as symbolic
/// constants tell how many it has.
struct LeastWork {
    double instances = 0;
    /// Of each of its dimensions whose length is not constant, if not empty.
    std::vector<double> lengths = {};

    bool is_always_there() const;
};

/// Whether one way to run a region is slower than another where symbolic constants have the values
/// that AssumedSizes::values() says for a size and a set.
using IsSlower = std::function<bool(long size, const isl::set &where)>;

/// From when on the first way is not slower: for ever smaller sizes, and where one dimension after
/// the other is ever shorter.
/// \param sizes  of the program
/// \return nothing for what always is enough, as far as that is known, or depends on symbolic
///         constants in no simple way
LeastWork least_work(const program::Program &program, const machine::AssumedSizes &sizes,
                     const IsSlower &is_slower);

/// The same of a choice and the order of the source, by the estimates, with what it takes to begin.
/// Precondition: there are estimates of both.
/// \param program  of the region
/// \param source   the order of the source by itself
/// \param budget   operations; 0: no limit
LeastWork least_work(const program::Program &program, const Choice &chosen, const Choice &source,
                     const machine::Machine &machine, const presburger::Context &context,
                     unsigned long budget);

/// The conditions that have to hold, all of them, for a program to have as much to do.
std::vector<schedule::WorkCondition> conditions(const program::Program &program,
                                                const LeastWork &least);

} // namespace espalier::driver
