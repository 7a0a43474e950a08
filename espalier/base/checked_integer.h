#pragma once

#include "espalier/base/checked.h"

#include <gmpxx.h>

#include <compare>
#include <cstdint>
#include <limits>
#include <numeric>

namespace espalier {

/// An integer of 64 bits that never wraps around: its operations throw NumberTooLarge instead.
/// They are those of mpz_class, so that a template that gave up with the one can run again with the
/// other. Values are symmetric around 0, so that negation and gcd need no check.
class CheckedInteger {
public:
    CheckedInteger(std::int64_t value = 0) : value_(value)
    {
        if (value == std::numeric_limits<std::int64_t>::min())
            throw NumberTooLarge();
    }

    explicit CheckedInteger(const mpz_class &value) : CheckedInteger(std::int64_t(value.get_si()))
    {
        if (!value.fits_slong_p())
            throw NumberTooLarge();
    }

    std::int64_t value() const { return value_; }

    auto operator<=>(const CheckedInteger &) const = default;

    CheckedInteger operator-() const { return -value_; }

    friend CheckedInteger operator+(CheckedInteger left, CheckedInteger right)
    {
        return checked_sum(left.value_, right.value_);
    }

    friend CheckedInteger operator*(CheckedInteger left, CheckedInteger right)
    {
        return checked_product(left.value_, right.value_);
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

} // namespace espalier
