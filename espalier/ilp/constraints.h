#pragma once

#include "espalier/ilp/problem.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace espalier::ilp {

/// c_i x_i + ... + c for some of the variables.
template <class Number>
struct SparseFunction {
    struct Term {
        std::uint32_t variable;
        Number coefficient;
    };
    std::vector<Term> terms; ///< none is zero
    Number constant;
};

/// Narrow if all numbers can be.
using Function = std::variant<SparseFunction<std::int64_t>, SparseFunction<Integer>>;

SparseFunction<Integer> widened(const SparseFunction<std::int64_t> &function);
inline SparseFunction<Integer> widened(const SparseFunction<Integer> &function) { return function; }

Function sparse(const LinearFunction &function);

/// For a rational point: the numerators of the variables, then their common denominator.
using Point = Numbers;

/// Functions that are not to be negative at integer points, one after the other in memory, those
/// whose numbers do not fit into 64 bits apart. They come and go like a stack.
class Constraints {
public:
    struct Size {
        std::size_t narrow = 0, terms = 0, wide = 0;
    };

    /// At first x >= 0.
    explicit Constraints(std::size_t variables);

    /// Adds a function f with f >= 0, tightened: the common divisor of its coefficients is taken
    /// out, and the constant term rounded down.
    void add(const LinearFunction &function);

    Size size() const { return {narrow_.size(), terms_.size(), wide_.size()}; }
    void shrink(const Size &size);

    /// The function that is most negative at a point; nothing if none is.
    std::optional<Function> max_violated(const Point &point) const;

private:
    using Term = SparseFunction<std::int64_t>::Term;
    struct Entry {
        std::size_t first_term;
        std::int64_t constant;
        std::uint64_t norm; ///< sum of the magnitudes of its numbers
        double weight;      ///< of the constraint's violation among the others'
    };

    SparseFunction<std::int64_t> narrow(std::size_t index) const;
    std::span<const Term> narrow_terms(std::size_t index) const;
    std::int64_t narrow_value(std::size_t index, const Narrow &point) const;

    std::vector<Term> terms_;
    std::vector<Entry> narrow_;
    std::vector<SparseFunction<Integer>> wide_;
};

} // namespace espalier::ilp
