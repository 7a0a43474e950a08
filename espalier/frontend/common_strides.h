#pragma once

#include "espalier/frontend/polynomials.h"
#include "espalier/frontend/value_bounds.h"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace espalier::frontend {

/// What the outermost subscript of an access is.
struct NotedSubscript {
    Polynomial subscript;
    clang::SourceLocation where;
    /// Bounds of what data add to what products are multiplied with, both of them: the access is to
    /// all elements between. Empty if data choose nothing.
    std::map<Monomial, ValueBounds> chosen = {};
};

using NotedSubscripts = std::map<std::string, NotedSubscript>; ///< by the names of references

/// The names of an array's references with polynomials.
std::vector<std::string> references_of(const program::Program &program, std::size_t array,
                                       const NotedSubscripts &noted);

/// \throws Unmodelled  at `where`: the array has no dimensions of which its subscripts are
[[noreturn]] void no_dimensions(clang::SourceLocation where, const program::Array &array,
                                const std::string &why);

/// The monomials from the longest to the empty one, so that each is the next times one factor;
/// nothing if they are not all part of such a chain.
std::optional<std::vector<Monomial>> chain_of(const std::set<Monomial> &monomials);

/// How many elements a dimension's subscript counts at a time: a multiple of a product.
struct Stride {
    Monomial product;
    isl::val multiple;
};

/// The strides that the subscripts of an array have in common. Subscripts are written in other
/// factors where only that gives them some.
class CommonStrides {
public:
    /// \param noted  of all arrays; has to outlive this
    CommonStrides(Model &model, PolynomialExtractor &polynomials, NotedSubscripts &noted)
        : model_(model), polynomials_(polynomials), noted_(noted)
    {
    }

    /// What the subscripts of an array's new dimensions count, outermost first, each a multiple of
    /// the next: the last one single elements. Forgets elements that data choose with products of
    /// their own: they may be any.
    /// \param array  its position in Program::arrays
    /// \param where  one of its subscripts
    /// \throws Unmodelled  if there are none
    std::vector<Stride> of(std::size_t array, clang::SourceLocation where);

private:
    std::vector<Monomial> products(std::size_t array, clang::SourceLocation where);
    std::optional<std::vector<Monomial>> chain(std::size_t array);
    void expand(std::size_t array);
    void contract(std::size_t array);
    std::optional<std::vector<Monomial>> chain_of_related_factors(std::size_t array);

    Model &model_;
    PolynomialExtractor &polynomials_;
    NotedSubscripts &noted_;
};

} // namespace espalier::frontend
