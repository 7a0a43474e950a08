#pragma once

#include "espalier/presburger/generators.h"
#include "espalier/scheduler/linear_algebra.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace espalier::scheduler {

/// An affine function of a node's dimensions i and the symbolic constants n, c + d.n + a.i, as the
/// vector (c, d, a): its value on homogenised coordinates (weight, n, i) is their product.
using Function = Vector;

/// The coefficients of the dimensions alone.
inline std::span<const Number> coefficients(const Function &function, std::size_t parameters)
{
    return std::span(function).subspan(1 + parameters);
}

/// What a relation asks of a schedule (Spatial Locality (2018), section 3.1, and Live-Range
/// Reordering (2016), section 3.2).
enum class Role : unsigned {
    validity = 1,    ///< the sink not before the source
    proximity = 2,   ///< close together
    coincidence = 4, ///< at the same time, or the member is not coincident
    condition = 8, ///< local to the band, or the conditioned relations adjacent to it are validity
    conditioned = 16,
    temporal = 32, ///< instances that access the same element, in a locality group
    spatial = 64,  ///< instances that access the same line, in a locality group
};

/// A set of roles.
class Roles {
public:
    constexpr Roles() = default;
    constexpr Roles(Role role) : bits_(static_cast<unsigned>(role)) {}
    constexpr bool has(Role role) const { return (bits_ & static_cast<unsigned>(role)) != 0; }
    constexpr bool has_any(Roles others) const { return (bits_ & others.bits_) != 0; }
    constexpr Roles operator&(Roles others) const { return Roles(bits_ & others.bits_); }
    constexpr Roles without(Roles others) const { return Roles(bits_ & ~others.bits_); }
    constexpr Roles operator|(Roles others) const { return Roles(bits_ | others.bits_); }
    bool operator==(const Roles &) const = default;
    auto operator<=>(const Roles &) const = default;

private:
    constexpr explicit Roles(unsigned bits) : bits_(bits) {}
    unsigned bits_ = 0;
};

constexpr Roles operator|(Role first, Role second) { return Roles(first) | second; }

/// Those that order instances.
constexpr Roles orders = Role::validity | Role::conditioned;

/// Those of locality groups.
constexpr Roles of_groups = Role::temporal | Role::spatial;

/// What is scheduled as a whole: a statement, or a cluster of them.
struct Node {
    std::string name;       ///< for traces
    std::size_t dimensions; ///< of its space
    /// The coefficients of dimensions of what is scheduled already, and of what the domain's
    /// equalities fix.
    std::vector<Vector> scheduled;
    std::size_t depth = 0;                   ///< how many members are scheduled already
    bool has_coincident = false;             ///< one of them is coincident
    std::vector<std::string> iterators = {}; ///< names of the dimensions, if a trace is on

    /// How many members more it takes until each instance has a time of its own.
    std::size_t deficit() const;

    /// Takes a member's function for scheduled.
    void schedule(const Function &function, std::size_t parameters, bool is_coincident);
};

/// Pairs of instances of two nodes, or of one.
struct Relation {
    std::size_t source, sink; ///< positions in Graph::nodes
    Roles roles;
    /// Of { [n, i, j] }, i an instance of the source, j of the sink. Of a relation of a node with
    /// itself, of which only distances count, { [n, 0, j - i] }.
    std::shared_ptr<const presburger::Generators> generators;
    std::size_t group = 0; ///< of temporal and spatial relations: position in Graph::groups
};

/// A reference in a statement, for the rank of its group (Spatial Locality (2018), section 4.5).
struct Reference {
    std::size_t node;
    std::vector<Vector> subscripts; ///< coefficients of the statement's dimensions
    std::vector<Vector> scheduled;  ///< the same of all that is scheduled already
    std::vector<Vector> members;    ///< the same of the node's dimensions
    bool is_repeated = false; ///< a reference of the statement before it is to the same element
};

/// References with one access pattern, whose temporal and spatial relations are weighed together.
struct LocalityGroup {
    std::string name; ///< for traces
    std::size_t multiplicity;
    std::vector<Reference> references;
};

/// A scheduling problem: affine functions are wanted for the nodes, which relations tie together.
struct Graph {
    std::size_t parameters; ///< number of symbolic constants
    std::vector<Node> nodes;
    std::vector<Relation> relations;
    std::vector<LocalityGroup> groups = {};
    std::vector<std::string> constants = {}; ///< names of the symbolic constants, likewise
};

/// How many members more it takes until each instance of each node has a time of its own.
std::size_t greatest_deficit(const Graph &graph);

/// One function for each node.
using Functions = std::vector<Function>;

/// How many subscripts of the group's reference with most the members scheduled so far leave open
/// (section 4.5).
std::size_t access_rank(const LocalityGroup &group, const std::vector<Functions> &members,
                        std::size_t parameters);

/// The difference of the sink's value and the source's on a generator.
Number distance(const Relation &relation, const Functions &functions, const Vector &generator,
                std::size_t parameters);

/// What the generators tell of the distances of a relation's pairs under some functions.
struct Distances {
    bool is_zero = true;        ///< for all pairs
    bool is_nonnegative = true; ///< for all pairs
    bool is_apart = true;       ///< zero for no pair
    bool is_constant = true;    ///< the same for all pairs
    /// The greatest magnitude, rounded up; nothing if it grows with the symbolic constants.
    std::optional<Number> bound = 0;
};

Distances distances(const Relation &relation, const Functions &functions, std::size_t parameters);

} // namespace espalier::scheduler
