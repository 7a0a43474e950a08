#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/machine/machine.h"
#include "espalier/program/program.h"
#include "espalier/strategies/candidate.h"
#include "espalier/strategies/cpu_strategy.h"
#include "espalier/transform/matrix_view.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace espalier::strategies {

/// What a strategy for one kind of nests may ask of whoever offers it a subject: what takes the
/// scheduler, or the other strategies.
class Services {
public:
    virtual ~Services() = default;

    /// An order with every statement in loops of its own, as far as dependences let it; nothing if
    /// none is found.
    virtual std::optional<schedule::Tree>
    scheduled_apart(const program::Program &program,
                    const dependence::Dependences &dependences) = 0;

    /// The nests before, between and behind some that stay as they are, each such part planned
    /// like a region of its own, with those fused that read the same.
    /// \param plan   in an order that respects the dependences
    /// \param fixed  { S[i] }: what is in an outermost nest with one of these stays as it is
    /// \return legal only if the parts' own dependences are all that their statements have among
    ///         each other, which a check has to tell; nothing if there is no such part, or none can
    ///         be planned within a part of the budget
    virtual std::optional<transform::Plan> planned_around(const transform::Plan &plan,
                                                          const isl::union_set &fixed) = 0;

    /// The steps from the order of a program itself to another one; empty if nobody asked
    /// for any.
    virtual std::string steps_to(const transform::MatrixView &order) = 0;
};

/// What a strategy is offered: a region, or a nest of one.
struct Subject {
    const program::Program &program; ///< in its own order
    const dependence::Dependences &dependences;
    const machine::Machine &machine;
    const Tiling &tiling;
    bool parallel;                ///< whether loops may run in parallel
    Services *services = nullptr; ///< null: there are none
    bool is_reassociable = false; ///< floating-point operations may be done in another order
};

/// What to do with nests of one kind. Whatever lists strategies goes by these entries: planning,
/// the functions of scripts, `--explain`, windows and the documentation.
struct Strategy {
    std::string name;    ///< the function of scripts that does the same
    std::string subject; ///< what it is for: "iterated stencils"
    /// Why there is nothing to do, for who has asked for it by name.
    std::string refusal;
    bool takes_sizes = false; ///< also where tiles are to have certain sizes
    /// Work in the order of the source, in cycles, from which on it pays.
    double min_cycles = 0;
    /// For regions alone, since it has what is around its nests planned as well.
    bool is_whole = false;
    /// What it makes keeps the order of the source: nests are planned each alone as well.
    bool keeps_order = false;
    /// Which part of the budget of a region it may take: one in so many.
    unsigned long budget_parts = 4;
    /// Offers candidates, the best ones first, until one is taken; none where the subject is
    /// something else, or it does not pay.
    std::function<void(const Subject &, const Offer &)> propose;
};

/// What a strategy makes of a subject; nothing if that is something else.
using Find = std::function<std::optional<Candidate>(const Subject &)>;

/// For a strategy with one candidate at most: Strategy::propose.
std::function<void(const Subject &, const Offer &)> at_most_one(Find find);

/// What is found in a subject, or else in another form of its program.
/// \param form  a program that does the same, or nothing
/// \param step  the call of a script that makes it: "demote_scalars()\n"
Find in_forms(Find find, std::function<std::optional<program::Program>(const Subject &)> form,
              std::string step);

} // namespace espalier::strategies
