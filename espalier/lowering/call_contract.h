#pragma once

#include "espalier/program/program.h"

#include <isl/cpp.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace espalier::lowering {

/// An end of the numbers that a function runs through: a constant, or one of its arguments.
struct NumberBound {
    long constant = 0;
    std::optional<std::size_t> argument = {};
};

/// The element that a function accesses at some numbers: that of an access of the call, so many
/// elements away.
struct Reach {
    std::size_t access; ///< of the call: at numbers 0
    /// For each subscript: how far each number goes, and a distance.
    std::vector<std::vector<long>> steps;
    std::vector<long> distance;
    /// The element at number 1 in this place is that of another access: how far that is in C says
    /// the call.
    std::optional<std::size_t> stride_number = {}, stride_access = {};
};

/// What a function does with its arguments: for all numbers k within bounds, the outermost first,
/// it executes an instance of a statement,
///   row_S(first, end, &A[b], &B[b])   executes   A[b][k] = B[b][k - 1] + ... for first <= k < end
/// It is all that is known of the function; what a call executes follows from it and from the
/// arguments.
struct CallContract {
    std::string call;          ///< name of the statement that calls
    program::Statement source; ///< that is executed, with accesses as they were
    isl::multi_pw_aff blocks;  ///< { S[i] -> [b] }: iterators of the call
    isl::multi_pw_aff times;   ///< { S[i] -> [t] }: the numbers, and where these start in a call
    isl::multi_pw_aff starts;  ///< { [b] -> [t] }: k = times(i) - starts(b)
    std::vector<std::pair<NumberBound, NumberBound>> bounds =
        {};                                         ///< of each number: first, and end
    std::vector<std::optional<Reach>> reaches = {}; ///< of the source's accesses; nothing: the same
    bool is_in_lanes = false;                       ///< the numbers run at the same time
    /// What it does for numbers that are no instances stays in a buffer.
    bool has_own_target = false;
};

} // namespace espalier::lowering
