#pragma once

#include "espalier/frontend/common_strides.h"

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace espalier::frontend {

/// Subscripts that are polynomials, and the dimensions that they stand for: all accesses of an
/// array together say how long its rows, planes, ... are, and each subscript is taken apart into
/// one for each of these, which is assumed to stay in its dimension, and checked at run time where
/// that cannot be shown (after Grosser, Ramanujam, Pouchet, Sadayappan and Pop, Optimistic
/// Delinearization of Parametrically Sized Arrays (2015)):
///
///   A[i * n + j], A[(i + 1) * n]   ->   A[i, j], A[i + 1, 0], rows of n elements, 0 <= j < n
///   A[(i * n + j) * 3 + c]         ->   A[i, 3 * j + c], rows of 3 * n elements
///   A[i * (i + 1) / 2 + j]         ->   A[i, j], row i of i + 1 elements
class Delinearisation {
public:
    Delinearisation(Model &model, PolynomialExtractor &polynomials)
        : model_(model), polynomials_(polynomials)
    {
    }

    /// Says what the outermost subscript of an access is, of which the model has another until
    /// `apply`: if data are part of it, any element. Where it is affine but for these, that is of
    /// use if another access gives the array dimensions.
    void note(const program::Access &access, NotedSubscript noted);

    /// Whether the elements of an access may become fewer by `apply`.
    bool is_noted(const program::Access &access) const
    {
        return noted_.contains(access.reference.name());
    }

    /// Gives the arrays of the program their dimensions, and the accesses their subscripts.
    /// \throws Unmodelled if the accesses of an array agree on no dimensions, or always leave them
    void apply();

private:
    /// { [i] -> [v] }: nothing for the column in front, or no such row.
    struct InTriangle {
        std::optional<isl::pw_aff> row, column;
    };

    bool has_triangles(std::size_t array) const;
    InTriangle in_triangle(const NotedSubscript &noted, const isl::set &domain,
                           const program::Array &array) const;
    void apply_triangles(std::size_t array);
    void rewrite_in_triangle(program::Access &access, const isl::set &statement);
    void give_dimensions(program::Array &array, const std::vector<Stride> &strides) const;
    static std::optional<isl::pw_aff> position(const Polynomial &subscript, const Stride &stride);
    void rewrite(program::Access &access, const isl::set &statement,
                 const std::vector<Stride> &strides);
    std::optional<isl::map> chosen_elements(const program::Access &access,
                                            const NotedSubscript &noted,
                                            const std::vector<Stride> &strides);
    void keep_inside(std::vector<isl::pw_aff> &subscripts, const isl::set &domain,
                     const program::Array &array, clang::SourceLocation where);

    Model &model_;
    PolynomialExtractor &polynomials_;
    NotedSubscripts noted_;
    std::map<std::size_t, clang::SourceLocation> arrays_; ///< that need it, and where
};

} // namespace espalier::frontend
