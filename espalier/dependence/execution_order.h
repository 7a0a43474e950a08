#pragma once

#include "espalier/schedule/tree.h"

#include <isl/cpp.h>

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace espalier::dependence {

/// Something on the way from the root of a schedule tree to a leaf that orders instances: a member
/// of a band, or a sequence or set with the child that the way takes.
struct Step {
    enum class Kind {
        member,
        parallel, ///< a member whose iterations may run at the same time, in threads or lanes
        sequence,
        set
    };

    Kind kind;
    std::size_t number;                    ///< the same for all ways through this node (and member)
    std::size_t position = 0;              ///< of the child, at a sequence or set
    std::optional<isl::pw_aff> value = {}; ///< { S[i] -> [t] }: of the member
    schedule::LoopRolePtr role = nullptr;  ///< of a parallel member

    /// Whether it is a member of a band, parallel or not.
    bool is_member() const { return kind == Kind::member || kind == Kind::parallel; }
};

/// The instances of one statement at one leaf of a schedule tree, with the steps to it.
struct Site {
    isl::set instances; ///< { S[i] }, not obviously empty
    std::vector<Step> steps;
    std::size_t number; ///< in depth-first order; those of a leaf follow each other
};

/// How the instances of two sites follow each other: at each member of a band that their ways
/// share, for pairs that are equal in all members further out, and then where the ways part
/// (composition: Girbal et al. (2006), section 5.3: dependences at depth p).
struct SiteOrder {
    struct Depth {
        std::size_t step;   ///< in Site::steps of both
        isl::map before;    ///< { A[i] -> B[j] }: different here, A first
        isl::map after;     ///< { A[i] -> B[j] }: different here, B first
        isl::map unordered; ///< { A[i] -> B[j] }: different here, at a parallel member
    };

    std::vector<Depth> depths; ///< of shared members, outermost first

    isl::map equal; ///< { A[i] -> B[j] }: equal in all shared members
    /// What holds for pairs that are equal in all shared members.
    enum class End { before, after, unordered } end;
    /// The sequence or set, in Site::steps of both, at which the sites part; their number if none.
    std::size_t parting;

    /// { A[i] -> B[j] }: A[i] runs before B[j].
    isl::map before() const;
};

/// What is made of the roles of loops.
enum class Roles {
    ignored,  ///< iterations run one after the other
    respected ///< those of parallel and vector loops are unordered
};

/// The order in which a schedule tree executes instances, taken apart by statements and depths, so
/// that shared prefixes and positions in sequences decide what needs no polyhedra.
class ExecutionOrder {
public:
    /// Instances that extensions add have no place in it: they are none of the program's.
    explicit ExecutionOrder(const schedule::Tree &tree, Roles roles = Roles::ignored);

    /// All sites, by their numbers.
    const std::vector<Site> &sites() const { return sites_; }

    /// The sites of a statement.
    /// \param statement  the space { S[i] }
    std::vector<const Site *> sites_of(const isl::space &statement) const;

    /// How the instances of two sites follow each other; computed once for each pair.
    const SiteOrder &order(const Site &first, const Site &second) const;

private:
    std::vector<Site> sites_;
    std::map<std::string, std::vector<std::size_t>> by_statement_;
    mutable std::map<std::pair<std::size_t, std::size_t>, SiteOrder> orders_;
};

/// How many steps two ways share: those in which they take the same child.
std::size_t shared_steps(const Site &first, const Site &second);

/// Whether the steps of two sites alone say that all their instances have an order: no parallel
/// member is shared, and a sequence or nothing but sequential members part them.
bool are_ordered(const Site &first, const Site &second);

} // namespace espalier::dependence
