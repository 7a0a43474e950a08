#pragma once

#include "espalier/ast/stock.h"
#include "espalier/schedule/band.h"

#include <isl/cpp.h>

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace espalier::ast {

/// The executed relation of one statement (Polyhedral AST Generation (2015), section 4.1).
class Part {
public:
    Part(isl::map relation, isl::set times);

    /// The same instances at fewer times, or at times in other terms.
    Part with_times(isl::set times) const;

    /// { [t] -> S[i] }: the instances to execute at each time, t: the schedule dimensions of the
    /// bands that were entered, as they are in the tree.
    const isl::map &relation() const { return relation_; }

    /// { [t] }: the times of all instances, in the stock's dimensions: those without loops have
    /// been replaced by their values.
    const isl::set &times() const { return times_; }

    /// The relation as a function; nothing if there are several instances at one time. Computed
    /// once for all parts that were made by with_times().
    const std::optional<isl::pw_multi_aff> &instance() const;

private:
    isl::map relation_;
    isl::set times_;
    /// The outer one is empty as long as nothing was computed.
    std::shared_ptr<std::optional<std::optional<isl::pw_multi_aff>>> instance_;
};

/// The part of a relation { [t] -> S[i] }, t: the stock's dimensions, and possibly more.
Part part_of(const isl::map &relation, const Stock &stock);

/// The executed relation: one part for each statement, all with the same [t].
using Executed = std::vector<Part>;

/// All instances, at the time []. Precondition: the stock has no dimensions
Executed executed_at_once(const isl::union_set &instances, const Stock &stock);

/// { [t] -> S[i] } as parts.
Executed executed_in_order(const isl::union_map &relation, const Stock &stock);

/// \name What remains of, or becomes of, the instances below a node of a schedule tree (section
/// 6.3). Parts without instances in what the stock knows are dropped.
/// @{
/// Finds the parts of a filter's statements without a look at all others.
class FilteredParts {
public:
    /// \param executed  must outlive this
    explicit FilteredParts(const Executed &executed);

    Executed within(const isl::union_set &filter, const Stock &stock) const;

private:
    const Executed &executed_;
    std::unordered_multimap<std::string, std::size_t> by_statement_;
};

/// Without what is now known to be impossible or redundant.
Executed in_context(const Executed &executed, const Stock &stock);

/// { [t] -> S[i] } becomes { [t, b] -> S[i] }.
Executed scheduled(const Executed &executed, const schedule::Band &band, const Stock &stock);

/// \param expansion  { G[g] -> S[i] }
Executed expanded(const Executed &executed, const isl::union_map &expansion, const Stock &stock);

/// \param extension  { [t] -> S[i] }; takes effect where something else is executed as well
Executed extended(const Executed &executed, const isl::union_map &extension, const Stock &stock);
/// @}

/// A part at some of its times only.
/// \param times  { [t] }: of fewer dimensions than the part has, or as many
Part within(const Part &part, const isl::set &times);

/// The parts that have times in a set.
/// \param times  { [t] }: of fewer dimensions than the parts have, or as many
Executed restricted(const Executed &executed, const isl::set &times);

} // namespace espalier::ast
