#pragma once

#include "espalier/transform/matrix_view.h"

#include <isl/cpp.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace espalier::strategies {

/// What the innermost loop of a statement does: it goes along rows of arrays, element by element,
/// and computes those of one row from those of others at fixed distances, and from values that stay
/// the same:
///
///   for (j = ...) B[i][j] = x * (A[i - 1][j] + A[i][j - 1] + A[i][j + 1])
///   written: B[i]; others: A[i - 1] at distance 0, A[i] at distances -1 and 1; the same: x
///
/// Below, [b] are the times of the loops around it, and k numbers the elements of the row that is
/// written, as the last subscript does.
struct RowOperation {
    /// An access to one row.
    struct Element {
        std::size_t row; ///< position in `rows`
        long distance;   ///< from k
        bool operator==(const Element &) const = default;
    };

    std::string element_type;                     ///< "double" or "float": of all values
    std::vector<std::optional<Element>> elements; ///< of each access; nothing: the same for all k
    std::size_t written;             ///< the access that writes, to row 0 at distance 0
    std::vector<std::size_t> rows;   ///< for each row, an access to it
    std::vector<std::size_t> values; ///< accesses whose values stay the same
    isl::set outer;                  ///< { [b] }
    isl::map instances;              ///< { [b] -> S[i] }
    isl::pw_aff first, end;          ///< { [b] -> [k] }: the loop runs for first <= k < end
    /// { [b] -> [a] }: the subscripts of each access; the last one of an element without k.
    std::vector<std::vector<isl::pw_aff>> subscripts;
};

/// The operation of a statement's innermost loop, whose iterations are independent; nothing if it
/// does anything but + - * / on numbers of one floating-point type, some element of a row is left
/// out between others, or another statement shares the loop.
std::optional<RowOperation> find_row_operation(const transform::MatrixView &view,
                                               const transform::Statement &statement);

/// Has functions take the place of the innermost loops in vector lanes that are such operations,
/// once the order is final (LoopRole::has_row_function). Pays where the data are in a cache; loops
/// that wait for memory gain nothing.
/// \return nothing if there is no such loop
std::optional<transform::MatrixView> with_row_functions(transform::MatrixView view);

} // namespace espalier::strategies
