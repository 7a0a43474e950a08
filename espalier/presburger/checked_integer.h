#pragma once

#include <gmpxx.h>

#include <compare>
#include <cstdint>
#include <limits>
#include <numeric>

namespace espalier::presburger {

/// Thrown where a number does not fit into a CheckedInteger.
struct IntegerOverflow {};

/// An integer of 64 bits that never wraps around: its operations throw IntegerOverflow instead.
/// They are those of mpz_class, so that a template that gave up with the one can run again with the
/// other. Values are symmetric around 0, so that negation and gcd need no check.
class CheckedInteger {
public:
    CheckedInteger(std::int64_t value = 0) : value_(value)
    {
        if (value == std::numeric_limits<std::int64_t>::min())
            throw IntegerOverflow();
    }

    explicit CheckedInteger(const mpz_class &value) : CheckedInteger(std::int64_t(value.get_si()))
    {
        if (!value.fits_slong_p())
            throw IntegerOverflow();
    }

    std::int64_t value() const { return value_; }

    auto operator<=>(const CheckedInteger &) const = default;

    CheckedInteger operator-() const { return -value_; }

    friend CheckedInteger operator+(CheckedInteger left, CheckedInteger right)
    {
        std::int64_t result;
        if (__builtin_add_overflow(left.value_, right.value_, &result))
            throw IntegerOverflow();
        return result;
    }

    friend CheckedInteger operator*(CheckedInteger left, CheckedInteger right)
    {
        std::int64_t result;
        if (__builtin_mul_overflow(left.value_, right.value_, &result))
            throw IntegerOverflow();
        return result;
    }

    CheckedInteger &operator+=(CheckedInteger other) { return *this = *this + other; }
    CheckedInteger &operator*=(CheckedInteger other) { return *this = *this * other; }

    /// Rounds towards 0. Precondition: the divisor is not 0
    CheckedInteger &operator/=(CheckedInteger divisor)
    {
        value_ /= divisor.value_;
        return *this;
    }

    friend int sgn(CheckedInteger number) { return (number.value_ > 0) - (number.value_ < 0); }

    /// Not negative.
    friend CheckedInteger gcd(CheckedInteger left, CheckedInteger right)
    {
        return std::gcd(left.value_, right.value_);
    }

private:
    std::int64_t value_;
};

} // namespace espalier::presburger
