#pragma once

#include <gmpxx.h>
#include <isl/cpp.h>
#include <isl/val_gmp.h>

namespace espalier::presburger {

/// Precondition: the value is an integer
inline mpz_class to_integer(const isl::val &value)
{
    mpz_class result;
    isl_val_get_num_gmp(value.get(), result.get_mpz_t());
    return result;
}

} // namespace espalier::presburger
