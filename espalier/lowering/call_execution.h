#pragma once

#include "espalier/lowering/call_contract.h"
#include "espalier/program/program.h"
#include "espalier/transform/matrix_view.h"

#include <isl/cpp.h>

#include <cstddef>
#include <vector>

namespace espalier::lowering {

/// What one call executes, as instances of the statement S of its contract.
class CallExecution {
public:
    /// \param program   has the call among its statements
    /// \param contract  outlives the object, as the program does
    CallExecution(const program::Program &program, const CallContract &contract);

    /// { S[i] }: as the arguments have it, whether there are such instances or not.
    isl::set instances() const;

    /// Whether some instances in the loops around calls have smaller times than what the calls
    /// there execute.
    bool are_before(const isl::set &instances) const;

    /// Likewise, larger times.
    bool are_behind(const isl::set &instances) const;

    /// What the function accesses at { S[i] }, in the subscripts alone.
    std::vector<program::Access> accesses() const;

    /// The call's place in the order, with loops over its numbers inside, which are in the order of
    /// the times.
    /// \param calls  the call in the order of the plan
    /// \param part   { S[i] }
    /// \param name   that S gets
    transform::Statement in_order(transform::Statement calls, const isl::set &part,
                                  const isl::id &name) const;

private:
    isl::set with_call(const isl::set &instances) const;
    isl::pw_aff number(std::size_t position) const;
    isl::pw_aff value(const NumberBound &bound) const;
    void reach_for(const Reach &reach, program::Access &access) const;
    long step(const Reach &reach, std::size_t subscript, std::size_t number) const;

    const CallContract &contract_;
    const program::Statement &call_;
    isl::multi_pw_aff to_call_; ///< { S[i] -> call[b] }
};

} // namespace espalier::lowering
