#include "espalier/transform/strip_copies.h"

#include "espalier/transform/arrays.h"

#include <isl/val.h>

#include <algorithm>
#include <vector>

namespace espalier::transform {

namespace {

/// Whether statements in a loop access an array element by element.
bool is_accessed_by_elements(const MatrixView &view, std::size_t array, const Beta &loop)
{
    const std::size_t dimensions = view.program.arrays[array].extents.size();
    return std::ranges::all_of(statements_in(view, loop), [&](const Statement *statement) {
        return std::ranges::all_of(program_statement(view.program, *statement).accesses,
                                   [&](const program::Access &access) {
                                       return !uses(access, array) ||
                                              access.subscripts.size() == dimensions;
                                   });
    });
}

/// Adds an array like another one, with `size` copies of its elements.
/// \param dimension  the new one
std::size_t add_copies(MatrixView &view, std::size_t array, std::size_t dimension, long size)
{
    program::Array copies = view.program.arrays[array];
    copies.name = unused_name_in(view, copies.name + "_strip");
    copies.extents.insert(copies.extents.begin() + long(dimension),
                          constant_extent(isl::val(view.program.context.ctx(), size)));
    return add_array(view.program, std::move(copies));
}

} // namespace

MatrixView with_strip_copies(MatrixView view, std::size_t array, const Beta &loop, long size)
{
    const std::size_t dimension =
        is_accessed_by_elements(view, array, loop) ? view.program.arrays[array].extents.size() : 0;
    const std::size_t copies = add_copies(view, array, dimension, size);
    isl::val modulo(view.program.context.ctx(), size);
    for (program::Statement &source : view.program.statements) {
        std::vector<const Statement *> inside = statements_in(view, loop);
        auto is_part = [&](const Statement *statement) { return is_of(*statement, source); };
        if (source.is_kill() || std::ranges::none_of(inside, is_part))
            continue;
        isl::pw_aff place = time_of(view, source, loop.size() - 1).mod(modulo);
        for (program::Access &access : source.accesses) {
            if (!uses(access, array))
                continue;
            std::vector<isl::pw_aff> subscripts = access.subscripts;
            subscripts.insert(subscripts.begin() + long(dimension), place);
            set_element(view.program, access, copies, subscripts);
        }
    }
    return view;
}

} // namespace espalier::transform
