// Sizes of blocks: what registers and caches hold is never exceeded, and loops are divided evenly.

#include "espalier/strategies/contractions/block_sizes.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>

namespace espalier::strategies {
namespace {

/// A case, for messages.
std::string describe(const machine::Machine &machine, const ContractionShape &shape)
{
    return fmt::format("{} registers of {} bytes, caches of {}, {} and {} bytes; elements of {} "
                       "bytes, {} by {} operands",
                       machine.vector_registers, machine.vector, machine.first_cache,
                       machine.second_cache, machine.last_cache, shape.element_size, shape.by_row,
                       shape.by_column);
}

machine::Machine machine(std::size_t registers, std::size_t vector)
{
    machine::Machine result;
    result.vector_registers = registers;
    result.vector = vector;
    return result;
}

/// Calls a check for machines with little and with much of everything, for double and float, and
/// for one to three operands of either kind.
void for_each_case(
    const std::function<void(const machine::Machine &, const ContractionShape &)> &check)
{
    for (std::size_t registers : {1, 4, 16, 32, 1024})
        for (std::size_t vector : {8, 16, 24, 32, 64, 1024})
            for (std::size_t cache : {1 << 10, 32 << 10, 2 << 20})
                for (std::size_t element : {sizeof(float), sizeof(double)})
                    for (std::size_t by_row : {1, 2, 3})
                        for (std::size_t by_column : {1, 2, 3}) {
                            machine::Machine made = machine(registers, vector);
                            made.first_cache = made.second_cache = made.last_cache = cache;
                            check(made, {element, by_row, by_column});
                        }
}

TEST(BlockSizesTest, AreMultiplesOfWhatTheyConsistOf)
{
    for_each_case([](const machine::Machine &machine, const ContractionShape &shape) {
        for (std::size_t threads : {1, 3}) {
            BlockSizes sizes = block_sizes(machine, shape, threads);
            SCOPED_TRACE(describe(machine, shape));
            ASSERT_GE(std::min({sizes.rows, sizes.lanes, sizes.steps}), 1);
            EXPECT_EQ(sizes.lanes & (sizes.lanes - 1), 0) << "compilers have no such vectors";
            EXPECT_LE(std::size_t(sizes.lanes) * shape.element_size,
                      std::max(machine.vector, shape.element_size));
            EXPECT_EQ(sizes.columns % sizes.lanes, 0);
            EXPECT_EQ(sizes.block_rows % sizes.rows, 0);
            EXPECT_EQ(sizes.panel_columns % sizes.columns, 0);
        }
    });
}

TEST(BlockSizesTest, RegistersHoldTheTargetAndARowOfOperands)
{
    for_each_case([](const machine::Machine &machine, const ContractionShape &shape) {
        BlockSizes sizes = block_sizes(machine, shape, 1);
        long vectors = sizes.columns / sizes.lanes;
        long needed = (sizes.rows + long(shape.by_column)) * vectors;
        if (machine.vector_registers >= 8)
            EXPECT_LT(needed, long(machine.vector_registers)) << describe(machine, shape);
        else
            EXPECT_LE(sizes.rows * vectors, long(machine.vector_registers));
    });
}

TEST(BlockSizesTest, RegistersAreUsed)
{
    for (std::size_t registers : {16, 32})
        for (std::size_t vector : {32, 64})
            for (std::size_t element : {sizeof(float), sizeof(double)}) {
                BlockSizes sizes = block_sizes(machine(registers, vector), {element, 1, 1}, 1);
                EXPECT_EQ(std::size_t(sizes.lanes), vector / element);
                EXPECT_GE(sizes.rows * sizes.columns / sizes.lanes, long(registers) / 2);
                EXPECT_GE(sizes.rows, 2) << "each load serves two operations at least";
                EXPECT_GE(sizes.columns / sizes.lanes, 2);
            }
}

TEST(BlockSizesTest, SmallMatricesHaveBlocksForAllThreads)
{
    for_each_case([](const machine::Machine &machine, const ContractionShape &shape) {
        constexpr long rows = 512, threads = 4;
        BlockSizes sizes = block_sizes(machine, shape, threads);
        if (!shape.rows) {
            EXPECT_LE(sizes.block_rows, rows / threads + sizes.rows) << describe(machine, shape);
        }
    });
}

TEST(BlockSizesTest, CachesHoldTheOperands)
{
    for_each_case([](const machine::Machine &machine, const ContractionShape &shape) {
        SCOPED_TRACE(describe(machine, shape));
        BlockSizes sizes = block_sizes(machine, shape, 1);
        const long size = long(shape.element_size);
        const long row = sizes.steps * size * long(shape.by_row);
        const long column = sizes.steps * size * long(shape.by_column);
        EXPECT_TRUE(sizes.steps <= std::max(64L, sizes.rows) ||
                    sizes.columns * column <= long(machine.first_cache));
        EXPECT_TRUE(sizes.block_rows == sizes.rows ||
                    sizes.block_rows * row <= long(machine.second_cache));
        EXPECT_TRUE(sizes.panel_columns == sizes.columns ||
                    sizes.panel_columns * column <= long(machine.last_cache));
    });
}

TEST(BlockSizesTest, StacksHoldTheBuffers)
{
    machine::Machine large;
    large.first_cache = large.second_cache = large.last_cache = std::size_t(1) << 50;
    auto bytes = [&](long panel_bytes) {
        BlockSizes sizes = block_sizes(large, {sizeof(double), 1, 1}, 1, panel_bytes);
        return (sizes.block_rows + sizes.panel_columns) * sizes.steps * long(sizeof(double));
    };
    const long stack = 8 << 20;
    EXPECT_LE(bytes(thread_panel), stack / 4);
    EXPECT_GT(bytes(program_panel(1)), bytes(thread_panel));
    EXPECT_LT(bytes(program_panel(1)), stack / 2);
    for (std::size_t panels : {2, 3, 4, 5})
        EXPECT_LT(long(panels) * program_panel(panels), stack / 4 * 3) << panels;
}

/// Parts of a loop differ by less than one unit of what they consist of.
void expect_even(long length, long part, long unit)
{
    long parts = (length + part - 1) / part;
    EXPECT_LT(parts * part - length, parts * unit) << length << " in parts of " << part;
}

TEST(BlockSizesTest, KnownLengthsAreDividedEvenly)
{
    for (long length : {1, 7, 100, 1000, 1023, 2600, 100'000}) {
        ContractionShape shape{sizeof(double), 1, 1, length, length, length};
        BlockSizes sizes = block_sizes(machine::Machine(), shape, 1);
        expect_even(length, sizes.steps, sizes.rows);
        expect_even(length, sizes.block_rows, sizes.rows);
        expect_even(length, sizes.panel_columns, sizes.columns);
        EXPECT_LE(sizes.rows, length);
    }
}

TEST(BlockSizesTest, ThreadsShareTheRows)
{
    ContractionShape shape{sizeof(double), 1, 1, 240, 1000, 1000};
    EXPECT_LE(block_sizes(machine::Machine(), shape, 8).block_rows, 240 / 8 + 10);
    EXPECT_GT(block_sizes(machine::Machine(), shape, 1).block_rows, 240 / 8 + 10);
}

TEST(BlockSizesTest, ThreadsShareThePanels)
{
    for (long columns : {1000, 1200})
        for (long threads : {2, 3}) {
            ContractionShape shape{sizeof(double), 1, 1, 240, columns, 1000};
            BlockSizes alone = block_sizes(machine::Machine(), shape, 1);
            BlockSizes shared = with_shared_panels(alone, shape, std::size_t(threads));
            EXPECT_EQ(shared.panel_columns % shared.columns, 0);
            EXPECT_LE(shared.panel_columns, alone.panel_columns);
            long panels = (columns + shared.panel_columns - 1) / shared.panel_columns;
            EXPECT_EQ(panels % threads, 0) << columns << " columns, " << threads << " threads";
        }
    ContractionShape unknown{sizeof(double), 1, 1};
    BlockSizes sizes = block_sizes(machine::Machine(), unknown, 1);
    EXPECT_EQ(with_shared_panels(sizes, unknown, 2).panel_columns, sizes.panel_columns);
}

TEST(BlockSizesTest, SeveralProductsAtATimeNeedFewerLoads)
{
    machine::Machine wide = machine(32, 64);
    BlockSizes one = block_sizes(wide, {sizeof(double), 1, 1}, 1);
    BlockSizes two = block_sizes(wide, {sizeof(double), 2, 2}, 1);
    EXPECT_LE(two.columns, one.columns);
    EXPECT_GT(2 * two.steps, one.steps) << "what is saved is the target's loads and stores";
}

TEST(BlockSizesTest, TinyContractionsHaveThreeShortLoops)
{
    EXPECT_TRUE(is_tiny({sizeof(double), 1, 1, 16, 16, 16}));
    EXPECT_FALSE(is_tiny({sizeof(double), 1, 1, 16, 16, 17}));
    EXPECT_FALSE(is_tiny({sizeof(double), 1, 1, 1 << 23, 1 << 23, 1 << 23}));
    EXPECT_FALSE(is_tiny({sizeof(double), 1, 1, 4, 4, std::nullopt}));
}

TEST(BlockSizesTest, ExtremeLengths)
{
    for (long rows : {1L, 2L, 1L << 24})
        for (long columns : {1L, 2L, 1L << 24})
            for (long steps : {1L, 2L, 1L << 24}) {
                BlockSizes sizes =
                    block_sizes(machine::Machine(), {sizeof(float), 1, 1, rows, columns, steps}, 4);
                EXPECT_GE(sizes.rows, 1);
                EXPECT_GE(sizes.steps, 1);
                EXPECT_GE(sizes.block_rows, sizes.rows);
                EXPECT_GE(sizes.panel_columns, sizes.columns);
                EXPECT_GE(sizes.columns, sizes.lanes);
            }
}

} // namespace
} // namespace espalier::strategies
