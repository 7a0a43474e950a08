#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/machine/machine.h"
#include "espalier/program/program.h"
#include "espalier/strategies/cpu_strategy.h"
#include "espalier/strategies/proposal.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace espalier::strategies {

/// What a strategy is offered: a region, or a nest of one.
struct Subject {
    const program::Program &program; ///< in its own order
    const dependence::Dependences &dependences;
    const machine::Machine &machine;
    const Tiling &tiling;
    bool parallel; ///< whether loops may run in parallel
};

/// What to do with nests of one kind. Whatever lists strategies goes by these entries: planning,
/// the functions of scripts, `--explain`, windows and the documentation.
struct Strategy {
    std::string name;    ///< the function of scripts that does the same
    std::string subject; ///< what it is for: "iterated stencils"
    /// Why there is nothing to do, for who has asked for it by name.
    std::string refusal;
    bool takes_sizes = false; ///< also where tiles are to have certain sizes
    /// Nothing where the subject is something else, or it does not pay.
    std::function<std::optional<Proposal>(const Subject &)> propose;
};

} // namespace espalier::strategies
