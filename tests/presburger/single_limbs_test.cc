// espalier/presburger/single_limbs.cc, which calls of GMP's functions are bound to, beside GMP
// itself, as the dynamic linker finds it.

#include <gmpxx.h>

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace {

template <class Function>
Function *gmp(const char *name, Function *)
{
    return reinterpret_cast<Function *>(dlsym(RTLD_DEFAULT, name));
}

/// A function as programs call it, and GMP's own.
#define BOTH(name) #name, mpz_##name, gmp("__gmpz_" #name, mpz_##name)

/// Numbers around the ends of what one limb holds, and small and large ones.
std::vector<mpz_class> operands()
{
    std::mt19937_64 random(20261125);
    std::vector<mpz_class> result;
    for (const char *text : {"0", "1", "2", "3", "7", "9223372036854775807", "9223372036854775808",
                             "18446744073709551614", "18446744073709551615", "18446744073709551616",
                             "4294967296", "340282366920938463463374607431768211456"})
        result.emplace_back(text);
    for (int bits : {4, 8, 16, 32, 40, 63})
        for (int k = 0; k < 3; ++k)
            result.emplace_back(static_cast<unsigned long>(random() >> (64 - bits)));
    const std::size_t count = result.size();
    for (std::size_t k = 0; k < count; ++k)
        result.push_back(-result[k]);
    result.emplace_back(); // no limb has been allocated for it
    return result;
}

/// Whether a number is one that GMP could have made.
bool is_normal(const mpz_class &number)
{
    const int size = std::abs(number.get_mpz_t()->_mp_size);
    return size <= number.get_mpz_t()->_mp_alloc || size == 0
               ? size == 0 || number.get_mpz_t()->_mp_d[size - 1] != 0
               : false;
}

int sign(int value) { return (value > 0) - (value < 0); }

using Binary = void(mpz_ptr, mpz_srcptr, mpz_srcptr);

/// \param start  what the result is before: the target of sums of products
void expect_same(const char *name, Binary *ours, Binary *theirs, const mpz_class &start,
                 const mpz_class &one, const mpz_class &two)
{
    mpz_class result = start, expected = start;
    ours(result.get_mpz_t(), one.get_mpz_t(), two.get_mpz_t());
    theirs(expected.get_mpz_t(), one.get_mpz_t(), two.get_mpz_t());
    EXPECT_EQ(result, expected) << name << " of " << one << " and " << two << " into " << start;
    EXPECT_TRUE(is_normal(result)) << name << " of " << one << " and " << two;
    mpz_class first = one, second = two, both = one, expected_both = one;
    expected = one;
    ours(first.get_mpz_t(), first.get_mpz_t(), two.get_mpz_t());
    theirs(expected.get_mpz_t(), expected.get_mpz_t(), two.get_mpz_t());
    EXPECT_EQ(first, expected) << name << " of " << one << ", which it replaces, and " << two;
    expected = two;
    ours(second.get_mpz_t(), one.get_mpz_t(), second.get_mpz_t());
    theirs(expected.get_mpz_t(), one.get_mpz_t(), expected.get_mpz_t());
    EXPECT_EQ(second, expected) << name << " of " << one << " and " << two << ", which it replaces";
    if (one == two) {
        ours(both.get_mpz_t(), both.get_mpz_t(), both.get_mpz_t());
        theirs(expected_both.get_mpz_t(), expected_both.get_mpz_t(), expected_both.get_mpz_t());
        EXPECT_EQ(both, expected_both) << name << " of " << one << " with itself";
    }
}

TEST(SingleLimbs, FunctionsOfTwoNumbersAreGmps)
{
    const std::vector<mpz_class> numbers = operands();
    auto check = [&](const char *name, Binary *ours, Binary *theirs) {
        ASSERT_NE(theirs, nullptr);
        ASSERT_NE(ours, theirs) << name << " is not bound to ours";
        for (const mpz_class &one : numbers)
            for (const mpz_class &two : numbers)
                expect_same(name, ours, theirs, one - two, one, two);
    };
    check(BOTH(add));
    check(BOTH(sub));
    check(BOTH(mul));
    check(BOTH(addmul));
    check(BOTH(submul));
    check(BOTH(gcd));
    check(BOTH(lcm));
}

TEST(SingleLimbs, DivisionsAreGmps)
{
    const std::vector<mpz_class> numbers = operands();
    auto check = [&](const char *name, Binary *ours, Binary *theirs, bool is_exact) {
        ASSERT_NE(ours, theirs) << name << " is not bound to ours";
        for (const mpz_class &one : numbers)
            for (const mpz_class &two : numbers)
                if (two != 0)
                    expect_same(name, ours, theirs, 5, is_exact ? one * two * two : one, two);
    };
    check(BOTH(divexact), true);
    check(BOTH(fdiv_q), false);
    check(BOTH(fdiv_r), false);
    check(BOTH(cdiv_q), false);
    auto divisible = gmp("__gmpz_divisible_p", mpz_divisible_p);
    for (const mpz_class &one : numbers)
        for (const mpz_class &two : numbers)
            for (const mpz_class &dividend : {one, mpz_class(one * two)})
                EXPECT_EQ(mpz_divisible_p(dividend.get_mpz_t(), two.get_mpz_t()) != 0,
                          divisible(dividend.get_mpz_t(), two.get_mpz_t()) != 0)
                    << dividend << " by " << two;
}

TEST(SingleLimbs, FunctionsOfMachineNumbersAreGmps)
{
    const std::vector<mpz_class> numbers = operands();
    auto check = [&](const char *name, auto *ours, auto *theirs, auto two) {
        for (const mpz_class &one : numbers) {
            mpz_class result = 3, expected = 3;
            ours(result.get_mpz_t(), one.get_mpz_t(), two);
            theirs(expected.get_mpz_t(), one.get_mpz_t(), two);
            EXPECT_EQ(result, expected) << name << " of " << one << " and " << two;
            result = expected = one;
            ours(result.get_mpz_t(), result.get_mpz_t(), two);
            theirs(expected.get_mpz_t(), expected.get_mpz_t(), two);
            EXPECT_EQ(result, expected) << name << " of " << one << " and " << two;
        }
    };
    for (unsigned long two : {0UL, 1UL, 5UL, 1UL << 32, 1UL << 63, ~0UL}) {
        check(BOTH(add_ui), two);
        check(BOTH(sub_ui), two);
        check(BOTH(mul_ui), two);
        check(BOTH(mul_si), long(two));
        for (const mpz_class &one : numbers) {
            EXPECT_EQ(sgn(one - mpz_class(two)), sign(mpz_cmp_ui(one.get_mpz_t(), two)));
            EXPECT_EQ(sgn(one - mpz_class(long(two))),
                      sign(mpz_cmp_si(one.get_mpz_t(), long(two))));
        }
        mpz_class number = -1;
        mpz_set_ui(number.get_mpz_t(), two);
        EXPECT_EQ(number.get_str(), std::to_string(two));
        mpz_set_si(number.get_mpz_t(), long(two));
        EXPECT_EQ(number.get_str(), std::to_string(long(two)));
    }
}

TEST(SingleLimbs, ComparisonsAndCopiesAreGmps)
{
    auto compare = gmp("__gmpz_cmp", mpz_cmp);
    auto compare_sizes = gmp("__gmpz_cmpabs", mpz_cmpabs);
    for (const mpz_class &one : operands())
        for (const mpz_class &two : operands()) {
            EXPECT_EQ(sign(mpz_cmp(one.get_mpz_t(), two.get_mpz_t())),
                      sign(compare(one.get_mpz_t(), two.get_mpz_t())))
                << one << " and " << two;
            EXPECT_EQ(sign(mpz_cmpabs(one.get_mpz_t(), two.get_mpz_t())),
                      sign(compare_sizes(one.get_mpz_t(), two.get_mpz_t())))
                << one << " and " << two;
            mpz_class copy = one, other = two;
            mpz_set(copy.get_mpz_t(), two.get_mpz_t());
            EXPECT_EQ(copy.get_str(), two.get_str());
            copy = one;
            mpz_swap(copy.get_mpz_t(), other.get_mpz_t());
            EXPECT_EQ(copy.get_str() + " " + other.get_str(), two.get_str() + " " + one.get_str());
        }
}

} // namespace
