// GMP's functions for integers, as isl calls them, faster for numbers of a single limb, which
// nearly all are: what takes GMP a call or two more, and a loop over limbs, is one instruction of
// the machine. Everything else goes to GMP, whose representation this shares: a count of limbs with
// the number's sign, and the limbs, of which there is room for `_mp_alloc`.
//
// The linker binds calls of a function that this file wraps to what is here (--wrap, for each name
// in it: cmake/dependencies.cmake), and GMP's own to real::.

#include "espalier/presburger/counted_work.h"

#include <gmp.h>

#include <cstdint>
#include <numeric>
#include <utility>

#define REAL(name) __asm__("__real___gmpz_" #name)
#define WRAPPED(name) __asm__("__wrap___gmpz_" #name)

namespace espalier::presburger {

using Limb = std::uint64_t;
__extension__ using Wide = __int128; ///< holds sums of some numbers of one limb and a sign
__extension__ using Product = unsigned __int128;
using Target = mpz_ptr;
using Number = mpz_srcptr;

namespace real {

void realloc(Target, std::size_t limbs) __asm__("__gmpz_realloc");
void set(Target, Number) REAL(set);
void add(Target, Number, Number) REAL(add);
void add_ui(Target, Number, Limb) REAL(add_ui);
void sub(Target, Number, Number) REAL(sub);
void sub_ui(Target, Number, Limb) REAL(sub_ui);
void mul(Target, Number, Number) REAL(mul);
void mul_ui(Target, Number, Limb) REAL(mul_ui);
void mul_si(Target, Number, long) REAL(mul_si);
void addmul(Target, Number, Number) REAL(addmul);
void submul(Target, Number, Number) REAL(submul);
void divexact(Target, Number, Number) REAL(divexact);
void fdiv_q(Target, Number, Number) REAL(fdiv_q);
void fdiv_r(Target, Number, Number) REAL(fdiv_r);
void cdiv_q(Target, Number, Number) REAL(cdiv_q);
void gcd(Target, Number, Number) REAL(gcd);
void lcm(Target, Number, Number) REAL(lcm);
int divisible_p(Number, Number) REAL(divisible_p);
int cmp(Number, Number) REAL(cmp);
int cmp_si(Number, long) REAL(cmp_si);
int cmp_ui(Number, Limb) REAL(cmp_ui);
int cmpabs(Number, Number) REAL(cmpabs);

} // namespace real

namespace {

static_assert(sizeof(mp_limb_t) == sizeof(Limb) && GMP_NAIL_BITS == 0);

bool is_single(Number number) { return number->_mp_size + 1U <= 2; }
bool are_single(Number one, Number two) { return is_single(one) && is_single(two); }

Limb magnitude(Number single) { return single->_mp_size == 0 ? 0 : single->_mp_d[0]; }

Wide value(Number single)
{
    return single->_mp_size < 0 ? -Wide(single->_mp_d[0]) : Wide(magnitude(single));
}

int sign(Wide value) { return (value > 0) - (value < 0); }

void assign(Target target, bool is_negative, Limb magnitude)
{
    if (target->_mp_alloc < 1)
        real::realloc(target, 1);
    target->_mp_d[0] = magnitude;
    target->_mp_size = magnitude == 0 ? 0 : is_negative ? -1 : 1;
}

/// \return false, and no change, if the value takes more than one limb
bool assign(Target target, Wide value)
{
    const bool is_negative = value < 0;
    const Product magnitude = is_negative ? -Product(value) : Product(value);
    if (magnitude >> 64 != 0)
        return false;
    assign(target, is_negative, Limb(magnitude));
    return true;
}

/// The product of two magnitudes.
/// \return false, and no change, if it takes more than one limb
bool assign_product(Target target, bool is_negative, Limb one, Limb two)
{
    const Product product = Product(one) * two;
    if (product >> 64 != 0)
        return false;
    assign(target, is_negative, Limb(product));
    return true;
}

/// Adds a product of two magnitudes.
/// \return false, and no change, if what comes out takes more than one limb
bool add_product(Target target, bool is_negative, Limb one, Limb two)
{
    const Product product = Product(one) * two;
    if (product >> 64 != 0)
        return false;
    return assign(target, value(target) + (is_negative ? -Wide(product) : Wide(product)));
}

/// Most coefficients are.
bool is_any_zero(Number one, Number two) { return one->_mp_size == 0 || two->_mp_size == 0; }

bool have_two_signs(Number one, Number two) { return (one->_mp_size ^ two->_mp_size) < 0; }

} // namespace

/// \name What calls of GMP's functions are bound to.
/// @{

void set(Target target, Number number) WRAPPED(set);
void set(Target target, Number number)
{
    if (!is_single(number))
        return real::set(target, number);
    if (target->_mp_alloc < 1)
        real::realloc(target, 1);
    target->_mp_d[0] = number->_mp_d[0]; // of zero as well: GMP points it to some limb
    target->_mp_size = number->_mp_size;
}

void set_si(Target target, long number) WRAPPED(set_si);
void set_si(Target target, long number) { assign(target, Wide(number)); }

void set_ui(Target target, Limb number) WRAPPED(set_ui);
void set_ui(Target target, Limb number) { assign(target, false, number); }

void swap(Target one, Target two) WRAPPED(swap);
void swap(Target one, Target two) { std::swap(*one, *two); }

int cmp(Number one, Number two) WRAPPED(cmp);
int cmp(Number one, Number two)
{
    return are_single(one, two) ? sign(value(one) - value(two)) : real::cmp(one, two);
}

int cmp_si(Number one, long two) WRAPPED(cmp_si);
int cmp_si(Number one, long two)
{
    return is_single(one) ? sign(value(one) - two) : real::cmp_si(one, two);
}

int cmp_ui(Number one, Limb two) WRAPPED(cmp_ui);
int cmp_ui(Number one, Limb two)
{
    return is_single(one) ? sign(value(one) - Wide(two)) : real::cmp_ui(one, two);
}

int cmpabs(Number one, Number two) WRAPPED(cmpabs);
int cmpabs(Number one, Number two)
{
    return are_single(one, two) ? sign(Wide(magnitude(one)) - Wide(magnitude(two)))
                                : real::cmpabs(one, two);
}

void add(Target target, Number one, Number two) WRAPPED(add);
void add(Target target, Number one, Number two)
{
    if (!are_single(one, two) || !assign(target, value(one) + value(two)))
        real::add(target, one, two);
}

void add_ui(Target target, Number one, Limb two) WRAPPED(add_ui);
void add_ui(Target target, Number one, Limb two)
{
    if (!is_single(one) || !assign(target, value(one) + Wide(two)))
        real::add_ui(target, one, two);
}

void sub(Target target, Number one, Number two) WRAPPED(sub);
void sub(Target target, Number one, Number two)
{
    if (!are_single(one, two) || !assign(target, value(one) - value(two)))
        real::sub(target, one, two);
}

void sub_ui(Target target, Number one, Limb two) WRAPPED(sub_ui);
void sub_ui(Target target, Number one, Limb two)
{
    if (!is_single(one) || !assign(target, value(one) - Wide(two)))
        real::sub_ui(target, one, two);
}

void mul(Target target, Number one, Number two) WRAPPED(mul);
void mul(Target target, Number one, Number two)
{
    ++uncounted_multiplications;
    if (!are_single(one, two) ||
        !assign_product(target, have_two_signs(one, two), magnitude(one), magnitude(two)))
        real::mul(target, one, two);
}

void mul_ui(Target target, Number one, Limb two) WRAPPED(mul_ui);
void mul_ui(Target target, Number one, Limb two)
{
    if (!is_single(one) || !assign_product(target, one->_mp_size < 0, magnitude(one), two))
        real::mul_ui(target, one, two);
}

void mul_si(Target target, Number one, long two) WRAPPED(mul_si);
void mul_si(Target target, Number one, long two)
{
    const Limb size = two < 0 ? -Limb(two) : Limb(two);
    if (!is_single(one) ||
        !assign_product(target, (one->_mp_size < 0) != (two < 0), magnitude(one), size))
        real::mul_si(target, one, two);
}

void addmul(Target target, Number one, Number two) WRAPPED(addmul);
void addmul(Target target, Number one, Number two)
{
    if (is_any_zero(one, two))
        return;
    if (!is_single(target) || !are_single(one, two) ||
        !add_product(target, have_two_signs(one, two), magnitude(one), magnitude(two)))
        real::addmul(target, one, two);
}

void submul(Target target, Number one, Number two) WRAPPED(submul);
void submul(Target target, Number one, Number two)
{
    if (is_any_zero(one, two))
        return;
    if (!is_single(target) || !are_single(one, two) ||
        !add_product(target, !have_two_signs(one, two), magnitude(one), magnitude(two)))
        real::submul(target, one, two);
}

void divexact(Target target, Number one, Number two) WRAPPED(divexact);
void divexact(Target target, Number one, Number two)
{
    if (!are_single(one, two) || two->_mp_size == 0)
        return real::divexact(target, one, two);
    assign(target, have_two_signs(one, two), magnitude(one) / magnitude(two));
}

void fdiv_q(Target target, Number one, Number two) WRAPPED(fdiv_q);
void fdiv_q(Target target, Number one, Number two)
{
    if (!are_single(one, two) || two->_mp_size == 0)
        return real::fdiv_q(target, one, two);
    const bool is_negative = have_two_signs(one, two);
    const Limb size = magnitude(one), divisor = magnitude(two);
    assign(target, is_negative, size / divisor + Limb(is_negative && size % divisor != 0));
}

void cdiv_q(Target target, Number one, Number two) WRAPPED(cdiv_q);
void cdiv_q(Target target, Number one, Number two)
{
    if (!are_single(one, two) || two->_mp_size == 0)
        return real::cdiv_q(target, one, two);
    const bool is_negative = have_two_signs(one, two);
    const Limb size = magnitude(one), divisor = magnitude(two);
    assign(target, is_negative, size / divisor + Limb(!is_negative && size % divisor != 0));
}

void fdiv_r(Target target, Number one, Number two) WRAPPED(fdiv_r);
void fdiv_r(Target target, Number one, Number two)
{
    if (!are_single(one, two) || two->_mp_size == 0)
        return real::fdiv_r(target, one, two);
    const Limb divisor = magnitude(two), rest = magnitude(one) % divisor;
    assign(target, two->_mp_size < 0,
           have_two_signs(one, two) && rest != 0 ? divisor - rest : rest);
}

int divisible_p(Number one, Number two) WRAPPED(divisible_p);
int divisible_p(Number one, Number two)
{
    if (!are_single(one, two) || two->_mp_size == 0)
        return real::divisible_p(one, two);
    return magnitude(one) % magnitude(two) == 0;
}

void gcd(Target target, Number one, Number two) WRAPPED(gcd);
void gcd(Target target, Number one, Number two)
{
    if (!are_single(one, two))
        return real::gcd(target, one, two);
    assign(target, false, std::gcd(magnitude(one), magnitude(two)));
}

void lcm(Target target, Number one, Number two) WRAPPED(lcm);
void lcm(Target target, Number one, Number two)
{
    if (!are_single(one, two) || one->_mp_size == 0 || two->_mp_size == 0 ||
        !assign_product(target, false, magnitude(one) / std::gcd(magnitude(one), magnitude(two)),
                        magnitude(two)))
        real::lcm(target, one, two);
}
/// @}

} // namespace espalier::presburger
