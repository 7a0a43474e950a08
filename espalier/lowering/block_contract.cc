#include "espalier/lowering/block_contract.h"

#include <isl/aff.h>

#include <algorithm>

namespace espalier::lowering {

namespace {

/// Whether an access of the statement is to what it updates.
bool is_target(const program::Statement &source, const program::Contraction &contraction,
               std::size_t number)
{
    return source.accesses[number].array == source.accesses[contraction.target].array &&
           std::ranges::find(contraction.by_row, number) == contraction.by_row.end() &&
           std::ranges::find(contraction.by_column, number) == contraction.by_column.end() &&
           std::ranges::find(contraction.fixed, number) == contraction.fixed.end();
}

/// Where an access is, among those of a call: operands by row, operands by column, the target,
/// with its next row or, in a buffer, what the buffer held, and scalars. Nothing for scalars
/// that packing has taken in (with_scaled_operands).
std::optional<Reach> reach(const BlockParts &parts, const program::Contraction &contraction,
                           std::size_t number, bool has_buffer)
{
    const std::size_t dimensions = has_buffer && is_target(parts.source(), contraction, number)
                                       ? 2
                                       : parts.source().accesses[number].subscripts.size();
    Reach result{0, std::vector<std::vector<long>>(dimensions, {0, 0, 0}),
                 std::vector<long>(dimensions, 0)};
    auto place_in = [&](const std::vector<std::size_t> &all) -> std::optional<std::size_t> {
        auto found = std::ranges::find(all, number);
        return found == all.end() ? std::nullopt : std::optional(std::size_t(found - all.begin()));
    };
    const std::size_t rows = contraction.by_row.size(), columns = contraction.by_column.size();
    const std::size_t of_target = has_buffer || parts.sizes().rows > 1 ? 2 : 1;
    if (auto place = place_in(contraction.by_row)) {
        result.access = *place;
        result.steps[dimensions - 2] = {1, 0, 0};
        result.steps[dimensions - 1] = {0, 1, 0};
    } else if (auto behind = place_in(contraction.by_column)) {
        result.access = rows + *behind;
        result.steps[dimensions - 2] = {1, 0, 0};
        result.steps[dimensions - 1] = {0, 0, 1};
    } else if (is_target(parts.source(), contraction, number)) {
        result.access = rows + columns;
        result.steps[dimensions - 1] = {0, 0, 1};
        if (has_buffer)
            result.steps[0] = {0, 1, 0};
        else if (parts.sizes().rows > 1)
            result.stride_number = 1, result.stride_access = result.access + 1;
    } else if (auto scalar = place_in(contraction.fixed)) {
        result.access = rows + columns + of_target + *scalar;
    } else {
        return std::nullopt;
    }
    return result;
}

} // namespace

CallContract block_contract(const std::string &call, const BlockParts &parts,
                            const program::Contraction &contraction, bool has_buffer)
{
    const transform::Statement &statement = parts.statement();
    const unsigned outer = parts.outer();
    const isl::space space = parts.source().domain.space();
    isl::pw_aff_list blocks(space.ctx(), 0);
    for (std::size_t k = 0; k < outer; ++k)
        blocks = blocks.add(statement.time(k));
    const isl::multi_pw_aff block(space.add_unnamed_tuple(outer), blocks);
    isl::pw_aff_list times(space.ctx(), 0), starts = times;
    for (unsigned k = 0; k < 3; ++k)
        times = times.add(statement.time(outer + k));
    const isl::space here = parts.blocks().space();
    starts = starts.add(parts.first_step())
                 .add(coordinate(here, outer - 1))
                 .add(coordinate(here, outer - 2));
    CallContract result{call, parts.source(), block,
                        isl::multi_pw_aff(space.add_unnamed_tuple(3), times),
                        isl::multi_pw_aff(here.add_unnamed_tuple(3), starts)};
    result.bounds = {{{}, {.argument = 0}},
                     {{}, {.constant = parts.sizes().rows}},
                     {{}, {.constant = parts.sizes().columns}}};
    for (std::size_t n = 0; n < parts.source().accesses.size(); ++n)
        result.reaches.push_back(reach(parts, contraction, n, has_buffer));
    result.has_own_target = has_buffer;
    return result;
}

} // namespace espalier::lowering
