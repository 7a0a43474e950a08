#include "espalier/machine/innermost_cost.h"

#include <gtest/gtest.h>

namespace espalier::machine {
namespace {

/// Sums of rows, each with a term from memory in each iteration.
std::vector<MovingStatement> sums(std::size_t rows, double stride, const BodyCost &body)
{
    std::vector<MovingStatement> result;
    for (std::size_t row = 0; row < rows; ++row) {
        const double place = 8 * double(row);
        result.push_back({&body,
                          {{0, true, place, 0, 8},
                           {0, false, place, 0, 8},
                           {1, false, 8000 * double(row), stride, 8}}});
    }
    return result;
}

TEST(InnermostCost, SumsOfRowsInOrderHaveVectorsOfTerms)
{
    BodyCost body;
    body.operations = 3;
    body.latencies = {0, 4, 10};
    body.is_vectorizable = true;
    const Machine machine;
    const auto cycles = [&](double stride, Independence independence) {
        return innermost_cost(sums(8, stride, body), 0, {1000}, independence, machine).cycles;
    };
    const double one_by_one = cycles(8, Independence::seen);
    EXPECT_LT(1.5 * cycles(8, Independence::summed), one_by_one);
    EXPECT_GE(cycles(8, Independence::summed), 1000 * 4) << "the next term waits for a sum";
    EXPECT_EQ(cycles(8000, Independence::summed), one_by_one) << "terms are not side by side";
}

/// One iteration of `for j < count: s[j] += x[j];`, of floats, with the same s each time that the
/// loop runs, or another one.
std::vector<MovingStatement> strip_sums(bool stays, const BodyCost &body)
{
    return {{&body,
             {{0, true, 0, 4, 4, stays}, {0, false, 0, 4, 4, stays}, {1, false, 0, 4, 4, false}}}};
}

TEST(InnermostCost, ShortStripsOfSumsStayInRegisters)
{
    BodyCost body;
    body.operations = 2;
    body.latencies = {0, 4, 4};
    body.is_vectorizable = true;
    Machine machine;
    machine.vector_registers = 16;
    const auto cycles = [&](bool stays, double count, bool is_constant) {
        return innermost_cost(strip_sums(stays, body), 0, {count, is_constant},
                              Independence::stated, machine)
            .cycles;
    };
    EXPECT_LT(cycles(true, 64, true), cycles(false, 64, true));
    EXPECT_EQ(cycles(true, 64, false), cycles(false, 64, false)) << "the loop is not written out";
    machine.vector_registers = 8;
    EXPECT_EQ(cycles(true, 64, true), cycles(false, 64, true)) << "there are not enough registers";
}

} // namespace
} // namespace espalier::machine
