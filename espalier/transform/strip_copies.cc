#include "espalier/transform/strip_copies.h"

#include "espalier/transform/arrays.h"

#include <isl/val.h>

#include <algorithm>
#include <vector>

namespace espalier::transform {

namespace {

/// Adds an array like another one, with `size` copies of its elements.
std::size_t add_copies(MatrixView &view, std::size_t array, long size)
{
    program::Array copies = view.program.arrays[array];
    copies.name = unused_name_in(view, copies.name + "_strip");
    copies.extents.insert(copies.extents.begin(),
                          constant_extent(isl::val(view.program.context.ctx(), size)));
    return add_array(view.program, std::move(copies));
}

} // namespace

MatrixView with_strip_copies(MatrixView view, std::size_t array, const Beta &loop, long size)
{
    std::size_t copies = add_copies(view, array, size);
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
            std::vector<isl::pw_aff> subscripts = {place};
            subscripts.insert(subscripts.end(), access.subscripts.begin(), access.subscripts.end());
            set_element(view.program, access, copies, subscripts);
        }
    }
    return view;
}

} // namespace espalier::transform
