#include "espalier/presburger/generators.h"

#include "espalier/presburger/context.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/print.h"
#include "tests/support/random_functions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <isl/map.h>
#include <isl/mat.h>
#include <isl/set.h>

namespace espalier::presburger {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Vector = std::vector<std::int64_t>;

class GeneratorsTest : public testing::Test {
protected:
    isl::basic_set basic_set(const std::string &text) const
    {
        return isl::basic_set(context.get(), text);
    }

    Generators of_set(const std::string &text) const { return generators(basic_set(text)).value(); }

    Generators of_map(const std::string &text) const
    {
        return generators(isl::basic_map(context.get(), text)).value();
    }

    Context context;
};

/// "3x0 - 2x1"
std::string term_sum(const Vector &coefficients)
{
    std::string result = "0";
    for (std::size_t k = 0; k < coefficients.size(); ++k)
        if (coefficients[k] != 0)
            result += fmt::format(" {} {}x{}", coefficients[k] > 0 ? "+" : "-",
                                  std::abs(coefficients[k]), k);
    return result;
}

/// { [c] : c . g >= 0 for the points and rays g, and = 0 for the lines }
isl::set valid_functions(isl::ctx ctx, const Generators &generators, std::size_t columns)
{
    std::string text = "{ rat: [" + test::variables(columns) + "] : true";
    for (const Vector &generator : generators.points_and_rays)
        text += " and " + term_sum(generator) + " >= 0";
    for (const Vector &line : generators.lines)
        text += " and " + term_sum(line) + " = 0";
    return isl::set(ctx, text + " }");
}

std::size_t columns(const isl::basic_set &set)
{
    return std::size_t(1 + isl_basic_set_dim(set.get(), isl_dim_param) +
                       isl_basic_set_dim(set.get(), isl_dim_set));
}

std::size_t existentials(const isl::basic_set &set)
{
    return std::size_t(isl_basic_set_dim(set.get(), isl_dim_div));
}

/// " and 5 + 3x0 - 2x1 >= 0" for each row: the constant, then the variables.
std::string conditions(isl_mat *matrix, const std::string &comparison)
{
    std::string result;
    for (int row = 0; row < isl_mat_rows(matrix); ++row) {
        result += " and 0";
        for (int column = 0; column < isl_mat_cols(matrix); ++column) {
            isl::val factor = isl::manage(isl_mat_get_element_val(matrix, row, column));
            if (!factor.is_zero())
                result +=
                    fmt::format(" {} {}{}", factor.is_pos() ? "+" : "-", to_string(factor.abs()),
                                column == 0 ? "" : "x" + std::to_string(column - 1));
        }
        result += comparison;
    }
    isl_mat_free(matrix);
    return result;
}

/// { [n, x, e] } of rational numbers: the same constraints with the existential variables e.
isl::basic_set relaxation(const isl::basic_set &set)
{
    auto by = [&](auto matrix) {
        return matrix(set.get(), isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div);
    };
    std::string all = test::variables(columns(set) - 1 + existentials(set));
    return isl::basic_set(set.ctx(),
                          fmt::format("{{ rat: [{}] : true{}{} }}", all,
                                      conditions(by(isl_basic_set_equalities_matrix), " = 0"),
                                      conditions(by(isl_basic_set_inequalities_matrix), " >= 0")));
}

/// The functions of all but the last dimensions that are valid on a rational set.
isl::set valid_functions_by_isl(const isl::basic_set &relaxation, std::size_t existentials)
{
    isl_basic_set *functions = isl_basic_set_coefficients(relaxation.copy());
    isl::set flat = isl::manage(isl_set_flatten(isl_set_from_basic_set(functions)));
    unsigned kept = dimensions(flat) - unsigned(existentials);
    for (unsigned k = kept; k < dimensions(flat); ++k)
        flat = isl::manage(isl_set_fix_si(flat.release(), isl_dim_set, k, 0));
    return first_dimensions(flat, kept);
}

/// What isl makes of an empty set are the functions that are valid in its directions.
void expect_dual_of_isl(const isl::basic_set &set, const Generators &found)
{
    isl::basic_set relaxed = relaxation(set);
    ASSERT_EQ(found.points_and_rays.empty(), relaxed.is_empty()) << to_string(set);
    if (relaxed.is_empty())
        return;
    isl::set expected = valid_functions_by_isl(relaxed, existentials(set));
    isl::set functions = valid_functions(set.ctx(), found, columns(set));
    EXPECT_TRUE(functions.is_equal(expected))
        << to_string(set) << "\nfound: " << to_string(functions)
        << "\nexpected: " << to_string(expected);
}

TEST_F(GeneratorsTest, OfASquare)
{
    Generators found = of_set("{ [i, j] : 0 <= i <= 2 and 1 <= j <= 3 }");
    EXPECT_THAT(found.points_and_rays,
                ElementsAre(Vector{1, 0, 1}, Vector{1, 0, 3}, Vector{1, 2, 1}, Vector{1, 2, 3}));
    EXPECT_THAT(found.lines, IsEmpty());
}

TEST_F(GeneratorsTest, OfASimplexWithFractions)
{
    Generators found = of_set("{ [i, j, k] : 0 <= i, j, k and 2i + 3j + 6k <= 3 }");
    EXPECT_THAT(found.points_and_rays, ElementsAre(Vector{1, 0, 0, 0}, Vector{1, 0, 1, 0},
                                                   Vector{2, 0, 0, 1}, Vector{2, 3, 0, 0}));
}

TEST_F(GeneratorsTest, OfAParametricTriangle)
{
    Generators found = of_set("[n] -> { [i, j] : 0 <= i <= j < n }");
    EXPECT_THAT(found.points_and_rays, ElementsAre(Vector{0, 1, 0, 0}, Vector{0, 1, 0, 1},
                                                   Vector{0, 1, 1, 1}, Vector{1, 1, 0, 0}));
    EXPECT_THAT(found.lines, IsEmpty());
}

TEST_F(GeneratorsTest, OfALine)
{
    Generators found = of_set("{ [i, j] : j = 2i + 1 }");
    EXPECT_THAT(found.points_and_rays, ElementsAre(Vector{2, -1, 0}));
    EXPECT_THAT(found.lines, ElementsAre(Vector{0, 1, 2}));
}

TEST_F(GeneratorsTest, OfARay)
{
    Generators found = of_set("{ [i, j] : i >= 3 and j = 2 }");
    EXPECT_THAT(found.points_and_rays, ElementsAre(Vector{0, 1, 0}, Vector{1, 3, 2}));
    EXPECT_THAT(found.lines, IsEmpty());
}

TEST_F(GeneratorsTest, OfEverything)
{
    Generators found = of_set("[n] -> { [i] }");
    EXPECT_THAT(found.points_and_rays, ElementsAre(Vector{1, 0, 0}));
    EXPECT_THAT(found.lines, ElementsAre(Vector{0, 0, 1}, Vector{0, 1, 0}));
    EXPECT_THAT(of_set("{ [] }").points_and_rays, ElementsAre(Vector{1}));
}

TEST_F(GeneratorsTest, OfTheEmptySetAreNone)
{
    for (const char *empty : {"{ [i] : 1 = 0 }", "{ [i, j] : i >= 1 and j >= i and i + j <= 1 }"}) {
        Generators found = of_set(empty);
        EXPECT_THAT(found.points_and_rays, IsEmpty());
        EXPECT_THAT(found.lines, IsEmpty());
    }
}

TEST_F(GeneratorsTest, RelaxRemainders)
{
    Generators even = of_set("{ [i] : 0 <= i <= 7 and i mod 3 = 1 }");
    EXPECT_THAT(even.points_and_rays, ElementsAre(Vector{1, 0}, Vector{1, 7}));
    Generators near_quarter = of_set("{ [i, j] : 0 <= i <= 8 and 4j <= i < 4j + 4 }");
    EXPECT_THAT(near_quarter.points_and_rays,
                ElementsAre(Vector{1, 0, 0}, Vector{1, 8, 2}, Vector{4, 0, -3}, Vector{4, 32, 5}));
}

TEST_F(GeneratorsTest, OfACubeOfManyDimensionsAreTooMany)
{
    std::string variables;
    for (int k = 0; k < 16; ++k)
        variables += (k > 0 ? ", x" : "x") + std::to_string(k);
    isl::basic_set cube(context.get(), "{ [" + variables + "] : 0 <= " + variables + " <= 1 }");
    EXPECT_THROW(generators(cube), BudgetExhausted);
}

TEST_F(GeneratorsTest, OfADependence)
{
    Generators found = of_map("[n] -> { S[i, j] -> T[i + 1, j] : 0 <= i < n - 1 and 0 <= j < n }");
    EXPECT_THAT(found.points_and_rays,
                ElementsAre(Vector{0, 1, 0, 0, 0, 0}, Vector{0, 1, 0, 1, 0, 1},
                            Vector{0, 1, 1, 0, 1, 0}, Vector{0, 1, 1, 1, 1, 1},
                            Vector{1, 2, 0, 0, 1, 0}, Vector{1, 2, 0, 1, 1, 1}));
    EXPECT_THAT(found.lines, IsEmpty());
}

/// "3x0 - 2n + 5"
std::string random_function(test::Random &random, const std::vector<std::string> &names,
                            long largest)
{
    std::string result =
        std::to_string(random.chance(50) ? 0 : random.between(-largest, 2 * largest));
    for (const std::string &name : names)
        if (random.chance(50))
            if (long factor = random.between(-largest, largest + 1); factor != 0)
                result += fmt::format(" {} {}{}", factor > 0 ? "+" : "-", std::abs(factor), name);
    return result;
}

isl::basic_set random_set(test::Random &random, long largest, std::size_t existentials,
                          long max_constraints = 8)
{
    std::vector<std::string> constants = {"n", "m", "p"}, dimensions = {"i", "j", "k", "l"},
                             others = {"e", "f"};
    constants.resize(std::size_t(random.between(0, 4)));
    dimensions.resize(std::size_t(random.between(1, 5)));
    others.resize(existentials);
    std::vector<std::string> all = dimensions;
    all.insert(all.end(), constants.begin(), constants.end());
    all.insert(all.end(), others.begin(), others.end());
    std::vector<std::string> conditions = {"true"};
    for (const std::string &dimension : dimensions)
        if (random.chance(60))
            conditions.push_back(fmt::format("0 <= {}", dimension));
    for (long count = random.between(0, max_constraints); count > 0; --count)
        conditions.push_back(random_function(random, all, largest) +
                             (random.chance(15) ? " = 0" : " >= 0"));
    std::string condition = fmt::format("{}", fmt::join(conditions, " and "));
    for (const std::string &other : others)
        condition +=
            fmt::format(" and 0 <= {} - {}{} <= {}", random_function(random, dimensions, 2),
                        random.between(2, 9), other, random.between(0, 4));
    if (existentials > 0)
        condition = fmt::format("exists ({} : {})", fmt::join(others, ", "), condition);
    return isl::basic_set(random.ctx(),
                          fmt::format("{}{{ [{}] : {} }}", test::introduction(constants),
                                      fmt::join(dimensions, ", "), condition));
}

/// Points without fraction are in the set.
void expect_whole_points_inside(const isl::basic_set &set, const Generators &found)
{
    isl::set flat = isl::manage(isl_set_from_basic_set(
        isl_basic_set_move_dims(set.copy(), isl_dim_set, 0, isl_dim_param, 0,
                                unsigned(isl_basic_set_dim(set.get(), isl_dim_param)))));
    for (const Vector &point : found.points_and_rays)
        if (point[0] == 1) {
            isl::set one(set.ctx(), fmt::format("{{ [{}] }}",
                                                fmt::join(point.begin() + 1, point.end(), ", ")));
            EXPECT_TRUE(one.is_subset(flat)) << to_string(one) << " of " << to_string(set);
        }
}

TEST_F(GeneratorsTest, OfRandomSetsAreDualToTheirValidFunctions)
{
    std::size_t lines = 0, points = 0, empty = 0;
    for (unsigned seed = 1; seed <= 3000; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        test::Random random(context.get(), seed);
        isl::basic_set set = random_set(random, random.pick<long>({1, 1, 3, 10}), 0);
        Generators found = generators(set).value();
        expect_dual_of_isl(set, found);
        expect_whole_points_inside(set, found);
        lines += !found.lines.empty();
        points += found.points_and_rays.size() > 2;
        empty += found.points_and_rays.empty();
        ASSERT_FALSE(HasFailure());
    }
    EXPECT_GT(lines, 500U);
    EXPECT_GT(points, 500U);
    EXPECT_GT(empty, 500U);
}

TEST_F(GeneratorsTest, OfRandomSetsCannotBeSpared)
{
    std::size_t tried = 0;
    for (unsigned seed = 1; seed <= 300; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        test::Random random(context.get(), seed);
        isl::basic_set set = random_set(random, 1, 0, 12);
        Generators found = generators(set).value();
        isl::set functions = valid_functions(context.get(), found, columns(set));
        for (std::size_t k = 0; k < found.points_and_rays.size(); ++k, ++tried) {
            Generators fewer = found;
            fewer.points_and_rays.erase(fewer.points_and_rays.begin() + long(k));
            EXPECT_FALSE(valid_functions(context.get(), fewer, columns(set)).is_subset(functions))
                << to_string(set);
        }
    }
    EXPECT_GT(tried, 500U);
}

TEST_F(GeneratorsTest, OfRandomSetsWithExistentialVariablesAreDualToTheirValidFunctions)
{
    std::size_t projected = 0;
    for (unsigned seed = 1; seed <= 1000; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        test::Random random(context.get(), seed);
        isl::basic_set set = random_set(random, 4, 1 + seed % 2, 4);
        expect_dual_of_isl(set, generators(set).value());
        projected += existentials(set) > 0;
        ASSERT_FALSE(HasFailure());
    }
    EXPECT_GT(projected, 300U);
}

TEST_F(GeneratorsTest, OfRandomSetsWithLargeNumbersAreDualToTheirValidFunctions)
{
    std::size_t fit = 0, unfit = 0;
    for (unsigned seed = 1; seed <= 2000; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        test::Random random(context.get(), seed);
        isl::basic_set set = random_set(random, 1L << random.between(30, 45), 0);
        std::optional<Generators> found = generators(set);
        ++(found ? fit : unfit);
        if (found)
            expect_dual_of_isl(set, *found);
        ASSERT_FALSE(HasFailure());
    }
    EXPECT_GT(fit, 500U);
    EXPECT_GT(unfit, 100U);
}

/// The two planes meet in (1, 2): products of their coefficients do not fit into 64 bits.
TEST_F(GeneratorsTest, WidenOnTheWay)
{
    Generators found = of_set("{ [i, j] : 1099511627776i + 1099511627777j >= 3298534883330 and "
                              "1099511627779i - 1099511627781j >= -1099511627783 }");
    EXPECT_THAT(found.points_and_rays,
                ElementsAre(Vector{0, 1099511627777, -1099511627776},
                            Vector{0, 1099511627781, 1099511627779}, Vector{1, 1, 2}));
}

TEST_F(GeneratorsTest, MayNotFit)
{
    EXPECT_EQ(generators(basic_set("{ [i] : i >= 9223372036854775808 }")), std::nullopt);
    EXPECT_EQ(of_set("{ [i] : i >= 9223372036854775807 }").points_and_rays[1],
              (Vector{1, 9223372036854775807}));
}

} // namespace
} // namespace espalier::presburger
