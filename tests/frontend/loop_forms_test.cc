// Loops in all forms: the iterations that they have, and the values of the variables beside the
// counter.

#include "espalier/presburger/print.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>
#include <isl/set.h>

#include <algorithm>

namespace espalier::frontend {
namespace {

struct Form {
    const char *name;
    const char *body;
    const char *iterations; ///< { [i] : ... } of the statement that writes to `x`
    const char *element;    ///< { [i] -> [e] }: which element of `x`
};

class LoopForms : public testing::TestWithParam<Form> {};

/// The only access of a program that writes to `x`.
const program::Access &write_to_x(const program::Program &program)
{
    for (const program::Statement &statement : program.statements)
        for (const program::Access &access : statement.accesses)
            if (access.kind == program::AccessKind::write &&
                program.arrays[access.array].name == "x")
                return access;
    throw std::out_of_range("nothing writes to x");
}

TEST_P(LoopForms, HaveTheirIterations)
{
    presburger::Context context;
    const program::Program program =
        test::extract_program(test::in_function(GetParam().body), context);
    const isl::map relation = write_to_x(program).relation;
    const isl::set found = isl::manage(isl_set_reset_tuple_id(relation.domain().release()));
    EXPECT_TRUE(found.is_equal(isl::set(context.get(), GetParam().iterations)))
        << presburger::to_string(found);
    const isl::map element = isl::manage(
        isl_map_reset_tuple_id(isl_map_reset_tuple_id(relation.copy(), isl_dim_in), isl_dim_out));
    const isl::map expected = isl::map(context.get(), GetParam().element).intersect_domain(found);
    EXPECT_TRUE(element.is_equal(expected)) << presburger::to_string(relation);
    EXPECT_TRUE(program.assumptions.is_equal(isl::set::universe(program.assumptions.space())));
}

constexpr const char *all = "[n] -> { [i] : 0 <= i < n }", *same = "{ [i] -> [i] }";

INSTANTIATE_TEST_SUITE_P(
    InC, LoopForms,
    testing::Values(
        Form{"While", "int i = 0; while (i < n) { x[i] = 0; i++; }", all, same},
        Form{"StepInTheMiddle", "int i = 0; while (i < n) { x[i] = 0; i += 2; y[0] = 1; }",
             "[n] -> { [i] : 0 <= i < n and i mod 2 = 0 }", same},
        Form{"StepFirst", "int i = n; while (i > 0) { i--; x[i] = 0; }", all, same},
        Form{"StepFirstInFor", "for (int i = n; i > 0;) { --i; x[i] = 0; }", all, same},
        Form{"StepInCondition", "int i = n; while (i-- > 0) x[i] = 0;", all, same},
        Form{"StepInConditionOfFor", "for (int i = n; i-- > 0;) x[i] = 0;", all, same},
        Form{"StepBeforeCondition", "int i = n; while (--i >= 0) x[i] = 0;", all, same},
        Form{"StepDownToZero", "int i = n; if (n >= 0) while (i--) x[i] = 0;", all, same},
        Form{"Do", "int i = 0; do { x[i] = 0; i++; } while (i < n);",
             "[n] -> { [i] : i = 0 or 0 < i < n }", same},
        Form{"DoWithStepBeforeCondition", "int i = 0; do x[i] = 0; while (++i < n);",
             "[n] -> { [i] : i = 0 or 0 < i < n }", same},
        Form{"DoWithStepInCondition", "int i = 0; do x[i] = 0; while (i++ < n);",
             "[n] -> { [i] : i = 0 or 0 < i <= n }", same},
        Form{"DoWithStepFirst", "int i = 0; do { i++; x[i] = 0; } while (i < n);",
             "[n] -> { [i] : i = 1 or 1 < i <= n }", same},
        Form{"InnerStartInFront",
             "int i = 0, k = 0; while (i < 4) { int j = 1; while (j < 4) { x[k++] = j++; } i++; }",
             "{ [i, j] : 0 <= i < 4 and 1 <= j < 4 }", "{ [i, j] -> [3i + j - 1] }"},
        Form{"InnerStartAssignedInFront",
             "int j, k = 0; for (int i = 0; i < 4; i++) { j = 4; y[0] = i; while (j > 0) { x[k++] "
             "= j--; } }",
             "{ [i, j] : 0 <= i < 4 and 0 < j <= 4 }", "{ [i, j] -> [4i + 4 - j] }"},
        Form{"OtherVariable", "for (int i = 0, j = n - 1; i < n; i++, j--) x[j] = 0;", all,
             "[n] -> { [i] -> [n - 1 - i] }"},
        Form{"TwoThatMeet", "for (int i = 0, j = n; i < j; i++, j--) x[j] = 0;",
             "[n] -> { [i] : i >= 0 and 2i < n }", "[n] -> { [i] -> [n - i] }"},
        Form{"ChainedStart", "int i, k; for (i = k = 0; i < n; i += 2, k++) x[k] = 0;",
             "[n] -> { [i] : 0 <= i < n and i mod 2 = 0 }", "{ [i] -> [e] : 2e = i }"},
        Form{"ShrinkingBound", "for (int i = 0, k = n; i < k; i++) { x[i] = 0; k--; }",
             "[n] -> { [i] : i >= 0 and 2i < n }", same},
        Form{"StepInThirdClause", "for (int i = 0; i < n; y[i++] = 1) x[i] = 0;", all, same},
        Form{"WalkingPointer", "double *p = x + m; for (int i = 0; i < n; i++) *p++ = 0;", all,
             "[m] -> { [i] -> [m + i] }"},
        Form{"PointerByStrides",
             "double *p = x; for (int i = 0; i < n; i++) { p += 2; p[-1] = 0; p = p + 1; }", all,
             "{ [i] -> [3i + 1] }"},
        Form{"PointerBackwards", "double *p = x + n; for (int i = 0; i < n; i++) *--p = 0;", all,
             "[n] -> { [i] -> [n - 1 - i] }"},
        Form{"CountedByPointer", "for (double *p = x; p < x + n; p++) *p = 0;",
             "[n] -> { [i] : 0 <= i < n }", same},
        Form{"CountedByPointerDown", "double *p = x + n; while (p-- > x + m) *p = 0;",
             "[n, m] -> { [i] : m - n <= i < 0 }", "[n] -> { [i] -> [n + i] }"},
        Form{"CountedByPointerToEnd",
             "double *p = x + m, *end = p + n; while (p < end) { p[0] = 0; p += 2; }",
             "[n] -> { [i] : 0 <= i < n and i mod 2 = 0 }", "[m] -> { [i] -> [m + i] }"},
        Form{"StepInSubscript", "int i = 0; while (i < n) x[i++] = 0;", all, same},
        Form{"IncrementInSubscript", "int k = m; for (int i = 0; i < n; i++) x[k++] = 0;", all,
             "[m] -> { [i] -> [m + i] }"},
        Form{"DecrementBeforeUse", "int k = n; for (int i = 0; i < n; i++) x[--k] = 0;", all,
             "[n] -> { [i] -> [n - 1 - i] }"},
        Form{"TwoIncrementsInInnerLoops",
             "int k = 0, l = 0; for (int i = 0; i < n; i++) { x[k + l] = 0; "
             "for (int j = 0; j < 5; j++) y[0] = k++ + l++; }",
             all, "{ [i] -> [10i] }"},
        Form{"IncrementInDeclaration",
             "int k = 1; for (int i = 0; i < n; i++) { int t = k++; x[t] = 0; }", all,
             "{ [i] -> [i + 1] }"},
        Form{"NoFirstClause", "int i = 3; for (; i < n; i++) x[i] = 0;",
             "[n] -> { [i] : 3 <= i < n }", same}),
    [](const auto &info) { return info.param.name; });

} // namespace
} // namespace espalier::frontend
