#pragma once

#include "espalier/schedule/tree.h"
#include "tests/support/executed_dependences.h"
#include "tests/support/instance_order.h"

#include <cstddef>
#include <map>
#include <vector>

/// Whether another order preserves what a program computes, by executing both on memory that holds
/// names in place of values.
namespace espalier::test {

/// What an element holds: a value from before, or no defined value, or neither, and over it the
/// writes, in order, that may have made its value: a definite write and may-writes, or may-writes.
struct ElementValue {
    enum class Base { initial, undefined, none };

    Base base = Base::initial;
    std::vector<TaggedInstance> writers;

    bool operator==(const ElementValue &) const = default;
};

/// What a run shows: the values read, and those that elements have in the end.
struct RunResult {
    std::map<std::pair<TaggedInstance, Instance>, ElementValue> seen;
    std::map<Instance, ElementValue> last;
};

RunResult run(const std::vector<Visit> &visits);

/// Whether `other` shows what `original` does. Each value has to be the same, except that one over
/// an undefined value may stand over anything: only if none of its may-writes happens is what they
/// stand over seen, and then the program computes with a value that it must not use. So the
/// writers of the original value have to be the last ones of the other, in their order.
bool shows_the_same(const RunResult &original, const RunResult &other);

/// How a tree orders the instances of a program but its kills.
class Reordering {
public:
    /// \param visits  of the original program
    Reordering(const std::vector<Visit> &visits, const schedule::Tree &tree,
               const Constants &constants);

    /// Of two instances by their names; unordered if the tree does not execute one of them.
    Order order(const Instance &first, const Instance &second) const;

    bool executes(const Instance &instance) const { return places_.contains(instance); }

    /// Whether two instances have another order than in the program.
    bool is_other_order() const;

    /// The same for two instances that access the same element, one of them to write it.
    bool is_other_order_of_conflicts() const;

    /// Whether the tree executes all instances, and each total order that it allows shows the same
    /// as the program.
    /// Two pairs of instances decide on a difference in one value: either a write that is to come
    /// before the read (or the end), or before another such write, does not; or a write that
    /// is no part of the value comes before the read and after a write that is. So all that the
    /// orders may show is seen in those that have each two unordered pairs each way round.
    bool preserves_meaning() const;

private:
    using Pair =
        std::pair<std::size_t, std::size_t>; ///< positions in visits_, of the first and second

    bool conflict(std::size_t first, std::size_t second) const;
    bool is_shown_in(const std::vector<Pair> &more) const;

    std::vector<Visit> visits_; ///< in the program's order, without kills
    RunResult original_;
    std::map<Instance, Key> places_;
    std::vector<std::vector<Order>> orders_; ///< by positions in visits_
    bool is_complete_ = true;
};

} // namespace espalier::test
