#pragma once

#include "espalier/schedule/loop_role.h"

#include <isl/cpp.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace espalier::schedule {

/// How AST generation is to write the loop of a band member (Polyhedral AST Generation (2015),
/// sections 5.4 and 5.5).
enum class LoopOption {
    none,     ///< as AST generation sees fit
    separate, ///< split the loop until no statement needs a guard inside it
    atomic,   ///< one loop, never split
    unroll,   ///< one copy of the body for each value
};

/// What a band says of one dimension of its partial schedule.
struct Member {
    bool is_coincident = false;
    LoopOption option = LoopOption::none;
    /// The option in the isolated part of the band; without an isolation it has no effect.
    LoopOption isolated_option = LoopOption::none;
    LoopRolePtr role = nullptr;
    std::string name = {}; ///< by which scripts call the loop; empty: none in particular

    LoopKind kind() const { return kind_of(role); }

    /// Whether both say the same; names say nothing.
    bool operator==(const Member &other) const;
};

/// A partial schedule with the properties of its members (Schedule Trees (2014), section 4.1).
struct Band {
    /// A band without properties.
    explicit Band(isl::multi_union_pw_aff schedule);

    /// { S[i] -> [b] }: piecewise quasi-affine, total on the instances that reach the band.
    isl::multi_union_pw_aff schedule;
    /// Whether the members may be permuted and tiled.
    bool is_permutable = false;
    /// One for each dimension of `schedule`.
    std::vector<Member> members;
    /// { [t] -> [b] }, both unnamed, t: members of the bands above: the part of the band whose code
    /// is kept apart from that of the rest (section 5.6 of Polyhedral AST Generation).
    std::optional<isl::map> isolation;

    std::size_t size() const { return members.size(); }

    /// { S[i] -> [b_k] }: the schedule of one member.
    isl::union_pw_aff member(std::size_t k) const;

    /// { S[i] -> [b_k] }: the same on one statement; empty if it has none there.
    /// \param statement  the space { S[i] }
    isl::pw_aff member_on(std::size_t k, const isl::space &statement) const;
};

/// { S[i] -> [t] } and { S[i] -> [b] } -> { S[i] -> [t, b] }: `prefix` with the values of the band
/// appended, in time that depends on `prefix` alone. An instance without a value has no image.
isl::union_map append(const isl::union_map &prefix, const Band &band);

/// The band on some statements alone, in time that depends on these.
/// \param statements  { S[i] }: only the spaces count
Band restricted(const Band &band, const isl::union_set &statements);

/// The functions of some members, in the order given.
/// \param members  not empty
isl::multi_union_pw_aff select(const isl::multi_union_pw_aff &schedule,
                               const std::vector<std::size_t> &members);

/// The same with the members' properties; without the isolation.
Band select(const Band &band, const std::vector<std::size_t> &members);

/// Whether two bands have equal functions, by value, and the same properties.
bool is_equal(const Band &first, const Band &second);

} // namespace espalier::schedule
