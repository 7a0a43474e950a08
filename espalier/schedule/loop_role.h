#pragma once

#include "espalier/program/reduction.h"
#include "espalier/schedule/blocking.h"

#include <isl/cpp.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace espalier::schedule {

/// What executes the iterations of a loop, and when.
enum class LoopKind {
    sequential,    ///< one after the other
    parallel,      ///< threads, at the same time
    vector,        ///< the lanes of vectors, at the same time
    strict_vector, ///< likewise, but sums take their terms in the order of iterations
    /// As `vector`, in vectors that are shorter than lines of caches where it takes longer to cross
    /// these.
    narrow_vector,
    joined, ///< those of the parallel loop around it, which is around nothing else, share them
};

/// "parallel"; "sequential" for a loop without a role.
const char *name(LoopKind kind);

/// Whether the lanes of vectors execute the iterations of such loops.
bool has_lanes(LoopKind kind);

/// The kind of that name; nothing if there is none.
std::optional<LoopKind> loop_kind(const std::string &name);

/// What iterations that run at the same time do not share.
struct Privatization {
    std::vector<std::size_t> private_arrays; ///< positions in Program::arrays; one copy per thread
    /// Each thread collects the updates of these arrays in a copy of its own, and the copies are
    /// combined after the loop.
    std::vector<program::Reduction> reductions = {};

    /// Whether some reduction wraps around in another type than that of its elements.
    bool is_modular() const;
};

/// When a loop has enough to do: if a product of numbers is large enough.
struct WorkCondition {
    std::vector<isl::pw_aff> factors; ///< { [] -> [v] }, in the symbolic constants
    double least;
    double least_asleep = 0; ///< where threads sleep while they wait, if that is more
};

/// What a loop is to a target: a typed mark on a member of a band. A sequential loop has one if
/// there is something to say about it.
struct LoopRole {
    LoopKind kind;
    Privatization own = {};
    std::optional<WorkCondition> condition = {}; ///< of parallel loops; nothing: always
    /// Iterations that are handed out at a time, as threads become free; 0: all are at once.
    long handed_out = 0;
    /// The loop carries dependences, and has a loop for vectors inside. A compiler that unrolled it
    /// into that one would find no vectors, and one that kept elements for its next iteration would
    /// need more registers than there are.
    bool keeps_iterations_apart = false;
    /// The loop goes through a thread's registers on a device, so many at most, from 0 on: it is
    /// unrolled for all of them, and what bounds it otherwise becomes conditions.
    long registers = 0;
    /// A function takes the place of the loop, in the machine's widest vectors
    /// (lowering::with_vector_rows).
    bool has_row_function = false;
    /// Of a jc loop: from here on inwards, a kernel executes the loops (lowering::with_kernels).
    /// Null: none.
    std::shared_ptr<const Blocking> blocking = {};

    /// Whether iterations may run at the same time, in any order.
    bool is_unordered() const
    {
        return kind == LoopKind::parallel || kind == LoopKind::vector ||
               kind == LoopKind::narrow_vector || kind == LoopKind::joined;
    }
};

/// Null for most sequential loops. Code that is generated for a member refers to the same object.
using LoopRolePtr = std::shared_ptr<const LoopRole>;

/// \name A role on its own: no two loops that are told apart by their roles share one.
/// @{
LoopRolePtr loop_role(LoopRole role);
/// With nothing but a kind; null for `sequential`.
LoopRolePtr loop_role(LoopKind kind);
/// The role of a loop of another kind: what followed from its kind goes, and what is inside it
/// stays. Null for a sequential loop of which there is nothing to say.
LoopRolePtr with_kind(const LoopRolePtr &role, LoopKind kind);
/// @}

inline LoopKind kind_of(const LoopRolePtr &role)
{
    return role ? role->kind : LoopKind::sequential;
}

/// Whether two roles say the same.
bool is_equal(const LoopRolePtr &first, const LoopRolePtr &second);

} // namespace espalier::schedule
