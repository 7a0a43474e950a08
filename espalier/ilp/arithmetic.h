#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <numeric>
#include <variant>
#include <vector>

namespace espalier::ilp {

/// An integer of any size.
using Integer = mpz_class;

/// A product of two numbers of 64 bits.
__extension__ using Product = __int128;

/// Numbers that belong together: in 64 bits while all of them fit, and else in any size.
using Narrow = std::vector<std::int64_t>;
using Wide = std::vector<Integer>;
using Numbers = std::variant<Narrow, Wide>;

/// \name Arithmetic in place, for both sizes. \return true if the result does not fit (it is
/// meaningless then)
/// @{
inline bool multiply(std::int64_t &number, std::int64_t factor)
{
    return __builtin_mul_overflow(number, factor, &number);
}

inline bool multiply(Integer &number, const Integer &factor)
{
    number *= factor;
    return false;
}

inline bool add_product(std::int64_t &sum, std::int64_t left, std::int64_t right)
{
    std::int64_t product = 0;
    bool product_fits = !__builtin_mul_overflow(left, right, &product);
    return __builtin_add_overflow(sum, product, &sum) || !product_fits;
}

inline bool add_product(Integer &sum, const Integer &left, const Integer &right)
{
    sum += left * right;
    return false;
}

inline bool subtract_product(std::int64_t &difference, std::int64_t left, std::int64_t right)
{
    std::int64_t product = 0;
    bool product_fits = !__builtin_mul_overflow(left, right, &product);
    return __builtin_sub_overflow(difference, product, &difference) || !product_fits;
}

inline bool subtract_product(Integer &difference, const Integer &left, const Integer &right)
{
    difference -= left * right;
    return false;
}
/// @}

inline int sign(std::int64_t number) { return (number > 0) - (number < 0); }
inline int sign(const Integer &number) { return sgn(number); }

/// The greatest common divisor, not negative.
inline std::int64_t divisor(std::int64_t left, std::int64_t right) { return std::gcd(left, right); }
inline Integer divisor(const Integer &left, const Integer &right) { return gcd(left, right); }

/// number mod modulus, not negative. Precondition: `modulus` is positive
template <class Number>
Number remainder(const Number &number, const Number &modulus)
{
    Number result = number % modulus;
    return sign(result) < 0 ? Number(result + modulus) : result;
}

inline Wide widened(const Narrow &numbers) { return Wide(numbers.begin(), numbers.end()); }
inline Wide widened(const Wide &numbers) { return numbers; }

inline Wide widened(const Numbers &numbers)
{
    return std::visit([](const auto &some) { return widened(some); }, numbers);
}

/// Whether a number can be kept, and negated, in 64 bits.
bool is_narrow(const Integer &number);

/// In 64 bits if all fit.
Numbers settled(Wide numbers);

} // namespace espalier::ilp
