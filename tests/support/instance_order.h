#pragma once

#include "espalier/schedule/node.h"

#include <isl/cpp.h>

#include <compare>
#include <map>
#include <optional>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// An interpreter of schedule trees: for given values of the symbolic constants, it carries each
/// statement instance from the root to the leaves and writes down what the nodes on the way say of
/// its order. It knows nothing but the nodes and shares no code with espalier/schedule/queries.cc,
/// so that each can be checked against the other.
namespace espalier::test {

/// Values of symbolic constants.
using Constants = std::map<std::string, long>;

struct Instance {
    std::string statement;
    std::vector<long> at;

    auto operator<=>(const Instance &) const = default;
};

/// "S0[1, 2]"
std::string to_string(const Instance &instance);
std::ostream &operator<<(std::ostream &stream, const Instance &instance);

/// \name The elements of a set or relation, which has to be bounded once the constants are fixed.
/// \throws std::invalid_argument if it depends on a constant without a value
/// @{
std::set<Instance> elements(const isl::union_set &set, const Constants &constants);
std::set<std::pair<Instance, Instance>> elements(const isl::union_map &map,
                                                 const Constants &constants);
/// @}

/// Those of some instances that are in a set, which need not be bounded.
std::set<Instance> selected(const isl::union_set &set, const std::set<Instance> &from,
                            const Constants &constants);

/// The values of a function on some instances.
/// \throws std::logic_error if it has none on one of them
std::map<Instance, std::vector<long>> values(const isl::multi_union_pw_aff &function,
                                             const std::set<Instance> &at,
                                             const Constants &constants);

/// What one node says of the order of an execution.
struct Step {
    enum class Kind { band, sequence, set };

    Kind kind;
    std::vector<long> value; ///< of the band's members, or the one position of the child
    std::size_t depth;       ///< of the node

    bool operator==(const Step &) const = default;
};

/// The steps on a way, the outermost first.
using Key = std::vector<Step>;

enum class Order { before, after, unordered };

/// The order of two executions by their keys: the first step that differs decides.
Order compare(const Key &first, const Key &second);

/// The values of the bands in a key, one after the other.
std::vector<long> schedule_values(const Key &key);

using Path = std::vector<std::size_t>;

/// One way of an instance from where it is introduced to a leaf, or to another node where it is
/// followed no further.
struct Execution {
    /// What it was below one of the nodes that introduce instances.
    struct Stage {
        Instance instance;
        std::size_t depth; ///< of the domain, expansion or extension node
    };
    std::vector<Stage> stages;
    /// The values of the outer bands at which an extension added it; empty for the domain's.
    std::vector<long> added_at;
    Key key;
    Path way;

    const Instance &instance() const { return stages.back().instance; }

    /// What edits preserve of it: an extension may add an instance at several places.
    std::pair<Instance, std::vector<long>> identity() const { return {instance(), added_at}; }
};

/// All that the tree executes. An extension adds what it says, wherever it says. Contexts and
/// guards hold nothing back: a context is to be true for the values given, and a guard is for AST
/// generation.
/// \throws std::logic_error if a band has no value, or an expansion no image, for an instance
std::vector<Execution> executions(const schedule::Node &root, const Constants &constants);

/// The same of the tree with the node at `path` replaced by a leaf, as far as that leaf is reached.
std::vector<Execution> reaching(const schedule::Node &root, const Constants &constants,
                                const Path &path);

bool passes(const Execution &execution, const Path &path);

/// The instance as which an execution reaches a node; nothing if its way does not pass the node, or
/// it is introduced at the node or below.
std::optional<Instance> instance_at(const Execution &execution, const Path &path);

/// A key on both sides of a node.
struct KeyParts {
    Key above;
    Key own; ///< one step for a band, sequence or set, none for other nodes
    Key below;
};

/// Precondition: passes(execution, path)
KeyParts split_at(const Execution &execution, const Path &path);

} // namespace espalier::test
