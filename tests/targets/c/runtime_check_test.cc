#include "espalier/targets/c/runtime_check.h"

#include "espalier/ast/expressions.h"
#include "espalier/ast/invariants.h"
#include "espalier/base/error.h"
#include "espalier/driver/planning.h"
#include "espalier/lowering/loops.h"
#include "espalier/presburger/print.h"
#include "espalier/targets/c/region_code.h"
#include "tests/support/exact_execution.h"
#include "tests/support/programs.h"
#include "tests/support/random_trees.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <isl/set.h>

#include <random>

namespace espalier::targets {
namespace {

using Constants = std::map<std::string, mpz_class>;

/// Functions whose bounds are sums, multiples and quotients of integers of up to 64 bits.
const std::vector<std::string> functions = {
    "void f(long n, long T, double *restrict A, double *restrict B) {"
    "    for (long t = 0; t < T; t++) {"
    "        for (long i = 1; i < n - 1; i++) B[i] = 0.3 * (A[i-1] + A[i] + A[i+1]);"
    "        for (long i = 1; i < n - 1; i++) A[i] = B[i]; } }",
    "void f(long n, long m, double *restrict A) {"
    "    for (long i = n; i < m; i++) for (long j = n; j < i; j++) A[j - n] += A[i - n]; }",
    "void f(unsigned long n, unsigned long m, double *restrict A, double *restrict B) {"
    "    for (unsigned long i = 0; i < n; i++)"
    "        for (unsigned long j = i; j < m; j++) A[j] += B[i]; }",
    "void f(int n, int T, double A[restrict n][n]) {"
    "    for (int t = 0; t < T; t++) for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; "
    "j++)"
    "        A[i][j] = A[i - 1][j] + A[i][j - 1] + A[i + 1][j] + A[i][j + 1]; }",
    "void f(long n, long m, unsigned char *restrict A) {"
    "    for (long i = 2 * n; i <= 3 * m + 5; i += 3) for (long j = i / 5; j < n / 7; j++)"
    "        if ((i + j) % 11 == 2) A[i - 2 * n] += 1; }",
    "void f(long n, short m, unsigned k, float *restrict A) {"
    "    for (long i = n; i < n + k; i++) for (long j = m; j > -m - i; j -= 2) A[i + j] *= 2; }"};

/// The code that one way of planning makes of a function.
struct Code {
    program::Program program;
    ast::NodePtr ast;
};

class Maker {
public:
    explicit Maker(unsigned seed) : engine_(seed) {}

    /// \return nothing if the region stays as it was
    std::optional<Code> make(const presburger::Context &context)
    {
        frontend::Extraction file = test::extract(any(functions), context);
        driver::OptimizeOptions options;
        options.target = any(std::vector{driver::Target::c, driver::Target::openmp});
        options.tiling = {strategies::Tiling::Mode::fixed, {size(), size(), size()}};
        options.scheduler->algorithm =
            any(std::vector{scheduler::Algorithm::automatic, scheduler::Algorithm::feautrier});
        Timings timings;
        const frontend::Region &region = file.regions.at(0);
        auto analysis = driver::analyze(region, options, timings);
        auto planning =
            driver::plan_region({region, analysis, options, context, timings},
                                driver::source_choices(analysis, options, context, timings), 0);
        if (!planning.planned)
            return std::nullopt;
        const transform::Plan &plan = planning.planned->plan;
        return Code{plan.program, ast::with_invariants_hoisted(
                                      lowering::loops({plan.program, plan.tree}, "c"), "v")};
    }

private:
    template <class T>
    const T &any(const std::vector<T> &choices)
    {
        return choices[std::uniform_int_distribution<std::size_t>(0, choices.size() - 1)(engine_)];
    }

    long size() { return std::uniform_int_distribution<long>(1, 70)(engine_); }

    std::mt19937 engine_;
};

/// Combinations of the least and greatest values that the check lets pass, and small ones.
void foreach_corner(const program::Program &program, const isl::set &allowed,
                    const std::function<void(const Constants &)> &action)
{
    std::function<void(isl::set, Constants, std::size_t)> choose =
        [&](const isl::set &left, const Constants &chosen, std::size_t number) {
            if (left.is_empty())
                return;
            if (number == program.parameters.size())
                return action(chosen);
            const isl::id &id = program.parameters[number].id;
            isl::aff value = isl::space::unit(id.ctx()).add_param(id).param_aff_on_domain(id);
            isl::aff aligned =
                isl::manage(isl_aff_align_params(value.copy(), isl_set_get_space(left.get())));
            std::set<std::string> candidates = {"0", "1", "9"};
            candidates.insert(
                presburger::to_string(isl::manage(isl_set_min_val(left.get(), aligned.get()))));
            candidates.insert(
                presburger::to_string(isl::manage(isl_set_max_val(left.get(), aligned.get()))));
            for (const std::string &candidate : candidates) {
                isl::aff number_there = value.space().domain().zero_aff_on_domain().add_constant(
                    isl::val(id.ctx(), candidate));
                Constants next = chosen;
                next[id.name()] = mpz_class(candidate);
                choose(left.intersect(value.eq_set(number_there)), next, number + 1);
            }
        };
    choose(allowed, {}, 0);
}

TEST(RuntimeCheckProperty, NoValueOverflowsWhereTheCheckLetsCodeRun)
{
    constexpr unsigned count = 60;
    std::size_t codes = 0, runs = 0, instances = 0;
    for (unsigned seed = test::first_seed(); seed < test::first_seed() + count; ++seed) {
        presburger::Context context;
        std::optional<Code> code = Maker(seed).make(context);
        if (!code)
            continue;
        ++codes;
        const program::Program &program = code->program;
        std::optional<RuntimeCheck> check = runtime_check(program, code->ast, {});
        ASSERT_TRUE(check) << "seed " << seed;
        isl::set allowed = program.context.intersect(program.assumptions)
                               .intersect(program::parameter_ranges(program))
                               .intersect(check->ranges);
        foreach_corner(program, allowed, [&](const Constants &constants) {
            test::ExactExecution shown = test::execute_exactly(code->ast, constants, 500);
            ++runs;
            instances += shown.instances;
            std::string values;
            for (const auto &[name, value] : constants)
                values += fmt::format(" {} = {}", name, value.get_str());
            ASSERT_EQ(shown.overflow, "") << "seed " << seed << values;
        });
    }
    EXPECT_GT(codes, count / 2);
    EXPECT_GT(runs, 5 * count);
    EXPECT_GT(instances, 100 * count);
}

std::optional<RuntimeCheck> check_of(const std::string &function, const ast::NodePtr &code,
                                     const presburger::Context &context)
{
    return runtime_check(test::extract_program(function, context), code, {});
}

ast::NodePtr use_of(const ast::ExpressionPtr &value)
{
    return std::make_shared<const ast::Node>(ast::Node{ast::User{"S", {}, {value}}});
}

const char *const loop = "void f(long n, double *restrict A) {"
                         "    for (long i = 0; i < n; i++) A[i] = i; }";

ast::ExpressionPtr multiple_of_n(const presburger::Context &context, const std::string &factor)
{
    return ast::apply(ast::Operator::multiply,
                      {ast::integer(isl::val(context.get(), factor)), ast::name("n")});
}

TEST(RuntimeCheck, RangesAreNarrowerWhereCodeMultipliesMore)
{
    presburger::Context context;
    auto range = [&](const std::string &factor) {
        auto check = check_of(loop, use_of(multiple_of_n(context, factor)), context);
        return presburger::to_string(check->ranges);
    };
    EXPECT_THAT(range("1000"), testing::HasSubstr("281474976710656"));
    EXPECT_THAT(range("100000"), testing::HasSubstr("17592186044416"));
}

TEST(RuntimeCheck, CodeThatOnlySmallConstantsFitIsRefused)
{
    presburger::Context context;
    EXPECT_THROW(check_of(loop, use_of(multiple_of_n(context, "1000000000000000")), context),
                 Error);
}

} // namespace
} // namespace espalier::targets
