#pragma once

#include "espalier/driver/choices.h"
#include "espalier/program/program.h"
#include "espalier/schedule/loop_role.h"

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

/// From when on a choice is faster than the order of the source, by the estimates, with what it
/// takes to begin: for ever smaller sizes, and where one dimension after the other is ever shorter.
/// Precondition: there are estimates of both.
/// \param program  of the region
/// \param source   the order of the source by itself
/// \param budget   operations; 0: no limit
/// \return nothing for what always is enough, as far as that is known, or depends on symbolic
///         constants in no simple way
LeastWork least_work(const program::Program &program, const Choice &chosen, const Choice &source,
                     const machine::Machine &machine, const presburger::Context &context,
                     unsigned long budget);

/// The conditions that have to hold, all of them, for a program to have as much to do.
std::vector<schedule::WorkCondition> conditions(const program::Program &program,
                                                const LeastWork &least);

} // namespace espalier::driver
