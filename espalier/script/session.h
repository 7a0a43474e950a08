#pragma once

#include "espalier/script/references.h"
#include "espalier/script/script.h"
#include "espalier/script/value.h"

#include <cstddef>
#include <string>
#include <vector>

namespace espalier::script {

/// What a script has done so far: the regions, and all that it talked of.
class Session {
public:
    Session(std::vector<Region> regions, const Hooks &hooks, const Limits &limits);

    /// \name The region that transformations are about.
    /// All but `select` throw Error{script_error} if there are several, and none is selected.
    /// @{
    /// \throws Error{script_error} if there is no such region, or several
    void select(const std::string &function);
    void select(long number);

    bool is_region_known() const { return selected_ != none || regions_.size() == 1; }

    const transform::MatrixView &view() const { return outcome().view; }

    const Outcome &outcome() const { return outcomes_[current()]; }

    /// \throws Error{script_error} if they are not known
    StrategyInputs strategy_inputs() const;

    const std::vector<strategies::Strategy> &strategies() const { return hooks_.strategies; }

    /// Whether what a strategy makes of the current region respects the dependences, as far as that
    /// is known.
    bool is_legal(const strategies::Candidate &candidate) const;

    /// The nests of the current region as strategies for nests of their kind have them (Hooks).
    std::optional<strategies::Candidate> planned_nests() const;

    /// As Hooks has it.
    /// \throws Error{script_error} if it is not to be had
    std::optional<transform::MatrixView> planned_around(const std::set<std::string> &labels) const;

    /// The same after what `move` has left is normalized.
    const transform::MatrixView &normalized_view();

    /// The same, if it orders all statements.
    /// \throws Error{impossible_transformation} if it does not
    const transform::MatrixView &ordered_view();

    void apply(unsigned line, const std::string &call, transform::MatrixView after);

    /// The same, for what is more than an order.
    void apply(unsigned line, const std::string &call, Outcome after);

    /// The same, for what need not obey the normalization rules.
    void apply_unfinished(unsigned line, const std::string &call, transform::MatrixView after);

    void check();
    /// \return what was done
    std::vector<std::string> legalize(unsigned line);
    /// @}

    /// \return the position of an alternative
    std::size_t choose(unsigned line, std::string name, std::vector<std::string> alternatives);

    void print(const std::string &text);

    /// What the script talks of.
    References &references() { return references_; }

    /// What was made of the regions.
    /// \throws Error{impossible_transformation} if one of them does not order all statements
    Result take_result();

    /// The line of the last transformation; 0 if there was none.
    unsigned last_line() const { return steps_.empty() ? 0 : steps_.back().line; }

private:
    std::size_t current() const;
    void normalize(std::size_t region);

    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    const Hooks &hooks_;
    const Limits &limits_;
    std::vector<Region> regions_; ///< as they were
    std::vector<Outcome> outcomes_;
    std::vector<bool> are_unfinished_; ///< regions that `move` has changed last
    std::size_t selected_ = none;
    std::vector<Step> steps_;
    std::vector<std::string> prints_;
    std::size_t printed_ = 0, choices_ = 0;
    References references_;
};

} // namespace espalier::script
