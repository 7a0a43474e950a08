#pragma once

#include "espalier/schedule/tree.h"

#include <string>
#include <vector>

namespace espalier::schedule {

/// 2d+1 schedules (Girbal et al. (2006), section 3.1; Schedule Trees (2014), section 3.2): each
/// statement has d one-dimensional affine functions and d+1 constants between and around them, its
/// beta vector, which orders statements: [beta_0, f_1(i), beta_1, ..., f_d(i), beta_d].
struct TwoDPlusOneSchedule {
    struct Statement {
        isl::set instances;         ///< { S[i] }
        std::vector<long> beta;     ///< d + 1 entries
        std::vector<isl::aff> rows; ///< { S[i] -> [f_k(i)] }: integer coefficients, no divisions
    };
    std::vector<Statement> statements; ///< each once
};

/// A tree in the 2d+1 form. Bands of several members become as many rows with zeros between; sets
/// become sequences; marks and contexts do not show. Statements stand in the order of `to_kelly`.
/// \throws Error{impossible_edit} if a statement's instances part at a sequence or set, or have a
///         function that is not affine on them as far as isl's simplification can tell, or the tree
///         has an expansion, extension or guard
TwoDPlusOneSchedule to_two_d_plus_one(const Tree &tree);

/// Constants become sequences, rows become bands of one member, shared by the statements with equal
/// prefixes of their beta vectors. The result is in normal form in so far as sequences of one child
/// are left out. A statement whose rows end where others with its beta vector go on is unordered
/// with respect to these.
/// \throws Error{impossible_edit} if there is no statement, or one stands twice or has not one
///         constant more than rows
Tree from_two_d_plus_one(const TwoDPlusOneSchedule &schedule);

/// The matrices Theta of section 1 of Schedule Trees: for each statement, a line with its name and
/// what the columns are for, and a line for each of its 2d+1 rows: the coefficients of the
/// iterators (A), those of the symbolic constants that a row of the statement depends on and the
/// constant (Gamma, beta).
///
///     T3     i |  1
///            0 |  1
///            1 | -1
///            0 |  1
std::string to_string(const TwoDPlusOneSchedule &schedule);

} // namespace espalier::schedule
