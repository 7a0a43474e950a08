#include "espalier/strategies/contractions/block_sizes.h"

#include "espalier/program/arithmetic.h"

#include "espalier/presburger/dimensions.h"

#include <isl/set.h>

#include <algorithm>
#include <bit>

namespace espalier::strategies {

namespace {

long rounded_up(long value, long unit) { return (value + unit - 1) / unit * unit; }

/// The size of the parts, multiples of `unit` of at most `most`, that divide a loop evenly; the
/// whole of it if that is not more.
long even_part(std::optional<long> length, long most, long unit)
{
    long largest = std::max(most / unit * unit, unit);
    if (!length || *length <= 0)
        return largest;
    if (*length <= most)
        return *length;
    long parts = (*length + largest - 1) / largest;
    return rounded_up((*length + parts - 1) / parts, unit);
}

/// The bytes of a cache for a buffer. Buffers are variables of the function, and stacks are small.
long usable(std::size_t bytes, long most = thread_panel) { return std::min(long(bytes), most); }

/// Elements of a vector. Those that compilers know have a power of two of them.
long lanes(const machine::Machine &machine, const ContractionShape &shape)
{
    return long(std::bit_floor(std::max<std::size_t>(machine.vector / shape.element_size, 1)));
}

/// The block of registers: vectors of a row of the target times rows.
struct RegisterBlock {
    long rows, vectors;
};

/// How many steps the operands by column of a block can have in the first-level cache.
long steps_in_cache(const machine::Machine &machine, const ContractionShape &shape, long columns)
{
    constexpr long least = 64;
    long bytes =
        columns * long(shape.element_size) * long(std::max<std::size_t>(shape.by_column, 1));
    return std::max(usable(machine.first_cache) / bytes, least);
}

/// How many operations a step has for each vector of the target, about: those that add up the
/// products go along with the multiplications, but for one.
long operations_per_step(const ContractionShape &shape)
{
    long products = long(std::max(shape.by_row, shape.by_column));
    return products > 1 ? products + 1 : 1;
}

/// The block for which an operation takes the fewest loads and stores. Two of them can go along
/// with each operation, so that fewer gain nothing; what the target takes is divided by the steps,
/// of which wide blocks have fewer. A register is left for what is loaded and thrown away. Rows
/// divide columns, so that blocks start where a diagonal meets others.
RegisterBlock register_block(const machine::Machine &machine, const ContractionShape &shape)
{
    constexpr long spare = 1;
    constexpr double for_free = 0.5;
    const long by_row = long(shape.by_row), by_column = long(shape.by_column);
    const long per_step = operations_per_step(shape);
    const long registers = std::max(long(machine.vector_registers) - spare, 1L);
    auto accesses = [&](const RegisterBlock &block) {
        double operations = double(block.rows * block.vectors * per_step);
        double loads = double(by_row * block.rows + by_column * block.vectors) / operations;
        long steps = steps_in_cache(machine, shape, block.vectors * lanes(machine, shape));
        return std::max(loads, for_free) + 2.0 / double(steps * per_step);
    };
    RegisterBlock best{1, 1};
    for (long vectors = 1; (1 + by_column) * vectors <= registers; ++vectors) {
        RegisterBlock block{registers / vectors - by_column, vectors};
        while (vectors * lanes(machine, shape) % block.rows != 0)
            --block.rows;
        if (accesses(block) < accesses(best))
            best = block;
    }
    return best;
}

/// The largest number of iterations of a loop for any iterations of those around it, if there is a
/// constant that says something.
std::optional<long> length(const isl::set &domain, std::size_t dimension)
{
    constexpr long most = 1L << 24;
    isl_set *values = isl_set_copy(domain.get());
    auto count = unsigned(isl_set_dim(values, isl_dim_param));
    values = isl_set_project_out(values, isl_dim_param, 0, count);
    isl::set all = presburger::without_empty_disjuncts(isl::manage(values));
    if (all.is_empty())
        return std::nullopt;
    isl::val greatest = isl::manage(isl_set_dim_max_val(all.copy(), int(dimension)));
    isl::val least = isl::manage(isl_set_dim_min_val(all.copy(), int(dimension)));
    isl::val result = greatest.sub(least);
    return result.is_int() && result.lt(most) ? std::optional(result.num_si() + 1) : std::nullopt;
}

/// The rows of a block that leave enough of them for all threads.
long shared_rows(const ContractionShape &shape, std::size_t threads)
{
    // Enough to use what is in the first cache of a panel again and again.
    constexpr long any = 128;
    if (!shape.rows)
        return any;
    // So many blocks for each thread that it matters little which of them a diagonal cuts.
    const long shares = 4 * long(threads);
    return (*shape.rows + shares - 1) / shares;
}

} // namespace

ContractionShape shape_of(const program::Program &program, const program::Statement &statement,
                          const program::Contraction &contraction)
{
    const program::Access &target = statement.accesses[contraction.target];
    isl::set domain = statement.domain.intersect_params(program.context);
    return {program::size_of_floating(program.arrays[target.array].element_type).value(),
            contraction.by_row.size(),
            contraction.by_column.size(),
            length(domain, contraction.row),
            length(domain, contraction.column),
            length(domain, contraction.step)};
}

bool is_tiny(const ContractionShape &shape)
{
    constexpr long max_updates = 16 * 16 * 16;
    if (!shape.rows || !shape.columns || !shape.steps)
        return false;
    const long elements = *shape.rows * *shape.columns;
    return elements <= max_updates && elements * *shape.steps <= max_updates;
}

bool is_narrower_than_blocks(const machine::Machine &machine, const program::Array &target,
                             const ContractionShape &shape)
{
    constexpr long most = 1L << 24;
    if ((shape.rows && shape.columns) || target.extents.size() < 2)
        return false;
    const RegisterBlock block = register_block(machine, shape);
    const long columns = block.vectors * lanes(machine, shape);
    const std::optional<long> last = program::constant_extent(target.extents.back(), most);
    return last && *last < std::max(block.rows, columns);
}

long program_panel(std::size_t panels)
{
    constexpr long all = 5L << 20, most = all / 2; // of the 8 MiB that there usually are
    return std::clamp(all / long(std::max<std::size_t>(panels, 1)), thread_panel, most);
}

BlockSizes block_sizes(const machine::Machine &machine, const ContractionShape &shape,
                       std::size_t threads, long panel_bytes)
{
    const RegisterBlock block = register_block(machine, shape);
    const long size = long(shape.element_size);
    BlockSizes result{};
    result.lanes = lanes(machine, shape);
    result.rows = block.rows;
    result.columns = block.vectors * result.lanes;
    if (shape.rows)
        result.rows = std::min(result.rows, std::max(*shape.rows, 1L));
    // Where the bounds of a loop depend on another one, steps and rows end together.
    result.steps =
        even_part(shape.steps, steps_in_cache(machine, shape, result.columns), result.rows);
    long row = result.steps * size * long(shape.by_row);
    result.block_rows = rounded_up(
        even_part(shape.rows, usable(machine.second_cache / 4) / row, result.rows), result.rows);
    if (threads > 1)
        result.block_rows =
            std::min(result.block_rows, rounded_up(shared_rows(shape, threads), result.rows));
    long column = result.steps * size * long(shape.by_column);
    result.panel_columns =
        rounded_up(even_part(shape.columns, usable(machine.last_cache / 2, panel_bytes) / column,
                             result.columns),
                   result.columns);
    return result;
}

BlockSizes with_shared_panels(BlockSizes sizes, const ContractionShape &shape, std::size_t threads)
{
    if (!shape.columns || *shape.columns <= 0)
        return sizes;
    auto quotient = [](long length, long size) { return (length + size - 1) / size; };
    long panels = rounded_up(quotient(*shape.columns, sizes.panel_columns), long(threads));
    sizes.panel_columns = rounded_up(quotient(*shape.columns, panels), sizes.columns);
    return sizes;
}

BlockSizes starting_at(BlockSizes sizes, long steps)
{
    auto rounded_down = [&](long value) { return std::max(value / steps * steps, steps); };
    sizes.block_rows = rounded_down(sizes.block_rows);
    sizes.panel_columns = rounded_down(sizes.panel_columns);
    return sizes;
}

} // namespace espalier::strategies
