#pragma once

#include "espalier/program/program.h"

#include <isl/cpp.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace espalier::dependence {

/// What a reference to an array does with the loop variables around it: its index expressions as
/// functions of their positions, outermost first, so that references in different statements can be
/// compared. `C[i][j]` in a loop over i and j is to it the same as in one over i, j and k.
class AccessPattern {
public:
    /// \return nothing for a slice and for index expressions that are not one quasi-affine function
    ///         each
    static std::optional<AccessPattern> of(const program::Program &program,
                                           const program::Statement &statement,
                                           const program::Access &access);

    /// Whether two references are to one array with index expressions that are equal up to integer
    /// constants: A[i][j], A[i - 1][j] and A[i][j + 42], but not A[i][j + n]
    /// (Spatial Locality (2018), section 4.5).
    bool has_same_linear_part(const AccessPattern &other) const;

    /// Whether lines that two references share are worth looking for: their statements have as many
    /// loops, and their index expressions are equal, the last ones up to an integer constant:
    /// A[i][j] and A[i][j + 2], but not A[i - 1][j]. With different numbers of loops their
    /// completed lines would never be the same.
    /// Precondition: the array is no scalar
    /// (Spatial Locality (2018), section 4.2, access pattern separation)
    bool may_share_lines_with(const AccessPattern &other) const;

    /// The lines of `line` elements that the reference accesses, { S[i] -> [p, a] }: the last
    /// subscript is that of the element divided by `line`, and subscripts p before the array's own
    /// keep iterations apart that differ in loops that the reference does not depend on, as if
    /// they accessed parts of the array of their own. In (i, j, k), B[k][j] becomes
    /// B[i][k][floor(j / line)]. Lines without any element that the program accesses do not occur.
    /// Precondition: the array is no scalar
    /// (Spatial Locality (2018), section 4.1, and access completion in section 4.2)
    isl::map completed_lines(std::size_t line) const;

private:
    AccessPattern(const program::Statement &statement, const program::Access &access,
                  std::vector<isl::aff> subscripts);

    std::size_t array_, loops_;
    isl::map access_;                  ///< { S[i] -> A[a] }
    std::vector<isl::aff> subscripts_; ///< { [i] -> [a_k] }, i: as many as any statement has
};

} // namespace espalier::dependence
