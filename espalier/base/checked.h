#pragma once

#include <cstdint>

namespace espalier {

using Number = std::int64_t;

/// A result does not fit into a Number.
struct NumberTooLarge {};

/// \name Arithmetic that throws NumberTooLarge.
/// @{
inline Number checked_sum(Number first, Number second)
{
    Number result;
    if (__builtin_add_overflow(first, second, &result))
        throw NumberTooLarge();
    return result;
}

inline Number checked_product(Number first, Number second)
{
    Number result;
    if (__builtin_mul_overflow(first, second, &result))
        throw NumberTooLarge();
    return result;
}
/// @}

} // namespace espalier
