#include "espalier/base/error.h"
#include "espalier/transform/expressions.h"
#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/iteration_order.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/matrices.h"
#include "espalier/transform/statement_order.h"
#include "tests/support/random_compositions.h"
#include "tests/support/random_programs.h"
#include "tests/support/scops.h"

#include <gtest/gtest.h>

#include <functional>
#include <iostream>
#include <set>

/// Section 3.4.1 of Girbal et al. (2006): transformations that commute, and ways that lead to the
/// same, from random places in random programs after some random transformations.
namespace espalier::transform {
namespace {

using test::Random;

constexpr unsigned programs = 300;
constexpr unsigned long budget = 1'000'000; ///< of isl operations for one program

std::set<Beta> loops_of(const MatrixView &view)
{
    std::set<Beta> result;
    for (const Statement &statement : view.statements)
        for (std::size_t depth = 1; depth <= statement.depth(); ++depth)
            result.insert(first(statement.beta, depth));
    return result;
}

std::set<Beta> children(const MatrixView &view, const Beta &parent)
{
    std::set<Beta> result;
    for (const Statement *statement : statements_in(view, parent))
        if (statement->beta.size() > parent.size())
            result.insert(first(statement->beta, parent.size() + 1));
    return result;
}

Beta next(Beta beta)
{
    ++beta.back();
    return beta;
}

/// How many loops are around all statements of a loop.
std::size_t common_depth(const MatrixView &view, const Beta &loop)
{
    std::size_t depth = SIZE_MAX;
    for (const Statement *statement : statements_in(view, loop))
        depth = std::min(depth, statement->depth());
    return depth;
}

/// Runs a check on random programs, some in their own order, others after random transformations.
/// \param check  counts what it tries
void foreach_scop(const std::function<void(const MatrixView &, Random &, unsigned &)> &check,
                  unsigned least)
{
    unsigned tried = 0, left_out = 0;
    test::foreach_random_program(
        0, programs,
        [&](const program::Program &program, const presburger::Context &context, Random &random) {
            test::CompositionKnobs knobs;
            knobs.greatest_depth = 4;
            left_out += !context.within_budget(budget, [&] {
                auto steps = std::size_t(random.between(0, 4));
                check(random_composition(program, steps, random, knobs).view, random, tried);
            });
        });
    std::cerr << tried << " tried, " << left_out << " over the budget\n";
    if (testing::Test::HasFailure())
        return;
    EXPECT_GE(tried, least);
    EXPECT_LE(left_out, programs / 20);
}

/// The same representation.
void expect_same(const MatrixView &one, const MatrixView &other)
{
    EXPECT_EQ(to_string(one), to_string(other));
    EXPECT_TRUE(test::is_same_order(one, other));
}

/// Calls `check` for each pair of loops beside each other.
void foreach_pair(const MatrixView &view, unsigned &tried,
                  const std::function<void(const Beta &)> &check)
{
    std::set<Beta> loops = loops_of(view);
    for (const Beta &loop : loops)
        if (loops.contains(next(loop))) {
            ++tried;
            check(loop);
        }
}

/// Calls `check` for each pair of loops, the second of which is the only child of the first.
void foreach_nest(const MatrixView &view, unsigned &tried,
                  const std::function<void(const Beta &)> &check)
{
    std::set<Beta> loops = loops_of(view);
    for (const Beta &loop : loops)
        if (loops.contains(append(loop, 0)) && !loops.contains(append(loop, 1)) &&
            children(view, loop).size() == 1) {
            ++tried;
            check(loop);
        }
}

TEST(CommutationProperty, FusionAndInterchange)
{
    foreach_scop(
        [](const MatrixView &view, Random &, unsigned &tried) {
            foreach_pair(view, tried, [&](const Beta &loop) {
                std::size_t last =
                    std::min(common_depth(view, loop), common_depth(view, next(loop))) - 1;
                MatrixView one = fusion(view, enclose(loop), loop.back());
                one = interchange(one, loop, 0, last);
                MatrixView other = interchange(view, loop, 0, last);
                other = interchange(other, next(loop), 0, last);
                expect_same(one, fusion(other, enclose(loop), loop.back()));
            });
        },
        100);
}

TEST(CommutationProperty, FusionAndFusion)
{
    foreach_scop(
        [](const MatrixView &view, Random &, unsigned &tried) {
            std::set<Beta> loops = loops_of(view);
            for (const Beta &loop : loops)
                if (loops.contains(next(loop)) && loops.contains(next(next(loop)))) {
                    ++tried;
                    Beta parent = enclose(loop);
                    long place = loop.back();
                    expect_same(fusion(fusion(view, parent, place), parent, place),
                                fusion(fusion(view, parent, place + 1), parent, place));
                }
        },
        20);
}

TEST(CommutationProperty, FissionUndoesFusion)
{
    foreach_scop(
        [](const MatrixView &view, Random &, unsigned &tried) {
            foreach_pair(view, tried, [&](const Beta &loop) {
                MatrixView fused = fusion(view, enclose(loop), loop.back());
                auto start = long(children(view, loop).size());
                expect_same(fission(fused, enclose(loop), loop.back(), start), view);
            });
        },
        100);
}

TEST(CommutationProperty, FusionUndoesFission)
{
    foreach_scop(
        [](const MatrixView &view, Random &, unsigned &tried) {
            for (const Beta &loop : loops_of(view))
                for (long start = 1; start < long(children(view, loop).size()); ++start) {
                    ++tried;
                    MatrixView split = fission(view, enclose(loop), loop.back(), start);
                    expect_same(fusion(split, enclose(loop), loop.back()), view);
                }
        },
        100);
}

/// An edit of the rows of a statement alone.
MatrixView with_other_rows(const MatrixView &view, const std::string &label, unsigned kind)
{
    const Statement &statement = test::statement(view, label);
    std::size_t last = statement.depth() - 1;
    switch (kind) {
    case 0:
        return reverse(view, statement.beta, last);
    case 1:
        return interchange(view, statement.beta, 0, last);
    case 2:
        return shift(view, statement.beta, 0, constant_value(view.program, "2n - 3"));
    default:
        return last == 0 ? reverse(view, statement.beta, 0)
                         : skew(view, statement.beta, 0, last, 2);
    }
}

TEST(CommutationProperty, StatementReorderingAndIterationReordering)
{
    foreach_scop(
        [](const MatrixView &view, Random &random, unsigned &tried) {
            for (const Statement &statement : view.statements) {
                if (statement.depth() == 0)
                    continue;
                ++tried;
                auto size = std::size_t(random.between(0, long(statement.beta.size())));
                Beta parent = first(statement.beta, size);
                auto order = random.permutation(children(view, parent).size());
                auto kind = unsigned(random.between(0, 4));
                expect_same(with_other_rows(reorder(view, parent, order), statement.label, kind),
                            reorder(with_other_rows(view, statement.label, kind), parent, order));
            }
        },
        300);
}

/// The place from which a block came that has moved beside a statement, or elsewhere, so that it
/// can move back.
/// \param sibling  the label of a statement that was, and is, in the loop around the block
Beta way_back(const MatrixView &moved, const Beta &block, const std::string &label,
              const std::string &sibling)
{
    std::size_t size = block.size();
    Beta now = first(test::statement(moved, label).beta, size);
    Beta result = append(first(test::statement(moved, sibling).beta, size - 1), block.back());
    if (enclose(now) == enclose(result) && now < result)
        ++result.back();
    return result;
}

TEST(CommutationProperty, MotionThereAndBack)
{
    foreach_scop(
        [](const MatrixView &view, Random &random, unsigned &tried) {
            for (const Statement &statement : view.statements) {
                auto size = 1 + std::size_t(random.between(0, long(statement.beta.size())));
                Beta block = first(statement.beta, size);
                const Statement *sibling = nullptr;
                for (const Statement *other : statements_in(view, enclose(block)))
                    if (!is_prefix(block, other->beta))
                        sibling = other;
                const Beta &goal = random.pick(view.statements).beta;
                if (!sibling || goal.size() < size || is_prefix(block, goal))
                    continue;
                ++tried;
                MatrixView moved = motion(view, block, first(goal, size));
                Beta now = first(test::statement(moved, statement.label).beta, size);
                expect_same(
                    motion(moved, now, way_back(moved, block, statement.label, sibling->label)),
                    view);
            }
        },
        100);
}

TEST(ConfluenceProperty, TileIsStripMiningAndInterchange)
{
    foreach_scop(
        [](const MatrixView &view, Random &random, unsigned &tried) {
            foreach_nest(view, tried, [&](const Beta &loop) {
                long outer = random.between(1, 5), inner = random.between(1, 5);
                MatrixView stripped =
                    strip_mine(strip_mine(view, append(loop, 0), inner), loop, outer);
                expect_same(tile(view, append(loop, 0), {outer, inner}),
                            interchange(stripped, loop, loop.size(), loop.size() + 1));
            });
        },
        50);
}

TEST(ConfluenceProperty, UnrollAndJamIsStripMiningInterchangeAndUnrolling)
{
    foreach_scop(
        [](const MatrixView &view, Random &random, unsigned &tried) {
            foreach_nest(view, tried, [&](const Beta &loop) {
                long factor = random.between(1, 5);
                MatrixView jammed = unroll_and_jam(view, loop, append(loop, 0), factor);
                MatrixView composed = strip_mine(view, loop, factor);
                composed = interchange(composed, loop, loop.size(), loop.size() + 1);
                expect_same(jammed, full_unroll(composed, append(append(loop, 0), 0)));
            });
        },
        50);
}

TEST(ConfluenceProperty, StripMiningAndFusion)
{
    foreach_scop(
        [](const MatrixView &view, Random &random, unsigned &tried) {
            foreach_pair(view, tried, [&](const Beta &loop) {
                long size = random.between(1, 5);
                Beta parent = enclose(loop);
                MatrixView one = strip_mine(fusion(view, parent, loop.back()), loop, size);
                MatrixView other = strip_mine(strip_mine(view, loop, size), next(loop), size);
                expect_same(one, fusion(fusion(other, parent, loop.back()), loop, 0));
            });
        },
        100);
}

TEST(ConfluenceProperty, StripMiningAndFission)
{
    foreach_scop(
        [](const MatrixView &view, Random &random, unsigned &tried) {
            for (const Beta &loop : loops_of(view)) {
                auto count = long(children(view, loop).size());
                if (count < 2)
                    continue;
                ++tried;
                long size = random.between(1, 5), start = random.between(1, count);
                Beta parent = enclose(loop);
                MatrixView one = fission(view, parent, loop.back(), start);
                one = strip_mine(strip_mine(one, loop, size), next(loop), size);
                MatrixView other = fission(strip_mine(view, loop, size), loop, 0, start);
                expect_same(one, fission(other, parent, loop.back(), 1));
            }
        },
        80);
}

TEST(Commutation, StripMiningAndShiftingDoNot)
{
    presburger::Context context;
    MatrixView view = test::scop_in_function("for (int i = 0; i < n; i++)\n    x[i] = 0;", context);
    isl::aff one = constant_value(view.program, "1");
    MatrixView inside = shift(strip_mine(view, {0}, 4), {0}, 1, one);
    MatrixView across = strip_mine(shift(view, {0}, 0, one), {0}, 4);
    EXPECT_FALSE(test::is_same_order(inside, across));
    const Statement &stays = inside.statements.front(), &goes = across.statements.front();
    auto times = [&](const Statement &statement) {
        return statement.time(0).as_map().intersect_domain(
            isl::set(context.get(), "{ S0[i] : i = 3 }"));
    };
    // Iteration 3, the last one of its strip, stays in it, or moves to the next one.
    EXPECT_TRUE(times(stays).is_equal(isl::map(context.get(), "{ S0[3] -> [0] }")));
    EXPECT_TRUE(times(goes).is_equal(isl::map(context.get(), "{ S0[3] -> [4] }")));
}

} // namespace
} // namespace espalier::transform
