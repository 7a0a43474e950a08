#include "espalier/program/subprogram.h"

#include "espalier/program/loops.h"
#include "espalier/schedule/original.h"
#include "espalier/schedule/queries.h"
#include "tests/support/programs.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace espalier::program {
namespace {

class SubprogramTest : public testing::Test {
protected:
    /// The statements of the program at these positions, kills not counted, as a program.
    Program some(const std::vector<std::size_t> &positions) const
    {
        std::vector<std::string> all;
        for (const Statement &statement : whole.statements)
            if (!statement.is_kill())
                all.push_back(statement.name());
        std::set<std::string> names;
        for (std::size_t position : positions)
            names.insert(all.at(position));
        return subprogram(whole, names);
    }

    presburger::Context context;
    Program whole = test::extract_program(test::in_function(R"(
    for (int i = 0; i < n; i++) {
        double t;
        t = x[i];
        for (int j = n - 1; j >= i; j--) {
            A[i][j] = t;
            for (int k = 0; k < n; k++)
                A[i][j] += B[i][k];
        }
        y[i] = t;
    }
    for (int i = 0; i < n; i++)
        x[i] = y[i];)"),
                                          context);
};

TEST_F(SubprogramTest, StatementsKeepTheirOrderAndTheirLoops)
{
    for (const std::vector<std::size_t> &positions :
         {std::vector<std::size_t>{0}, {1, 3}, {2}, {0, 1, 2, 3, 4}, {1, 4}}) {
        Program part = some(positions);
        ASSERT_EQ(std::size_t(std::ranges::count(part.statements, false, &Statement::is_kill)),
                  positions.size());
        isl::union_set instances = program::instances(part);
        EXPECT_TRUE(schedule::precedes(schedule::original_schedule(part), instances, instances)
                        .is_equal(schedule::precedes(schedule::original_schedule(whole), instances,
                                                     instances)));
        std::vector<LoopPath> loops = loops_around(part);
        for (std::size_t k = 0; k < part.statements.size(); ++k)
            EXPECT_EQ(loops[k].size(), part.statements[k].iterators.size());
    }
}

TEST_F(SubprogramTest, WhatOtherStatementsDoToAnArrayIsNotKnown)
{
    auto is_local = [](const Array &array) { return array.is_local; };
    EXPECT_TRUE(std::ranges::any_of(whole.arrays, is_local));
    EXPECT_TRUE(std::ranges::none_of(some({0, 1}).arrays, is_local));
}

TEST_F(SubprogramTest, ArraysOfItsOwnAreStillLocal)
{
    Program part = some({0, 1, 3});
    auto scalar = std::ranges::find(part.arrays, "t", &Array::name);
    ASSERT_NE(scalar, part.arrays.end());
    EXPECT_TRUE(scalar->is_local);
    EXPECT_EQ(std::ranges::count_if(part.statements, &Statement::is_kill),
              std::ranges::count_if(whole.statements, &Statement::is_kill));
}

TEST_F(SubprogramTest, NoStatementsAreNoNest)
{
    EXPECT_TRUE(some({}).statements.empty());
    EXPECT_TRUE(some({}).nest.children.empty());
}

} // namespace
} // namespace espalier::program
