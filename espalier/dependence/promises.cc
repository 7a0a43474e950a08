#include "espalier/dependence/promises.h"

#include "espalier/presburger/isl_additions.h"
#include "espalier/program/loops.h"

#include <isl/map.h>
#include <isl/space.h>
#include <isl/union_map.h>

#include <algorithm>

namespace espalier::dependence {

namespace {

using program::Access;
using program::AccessKind;

/// Whether data decide about an access to an array.
bool is_uncertain(const program::Program &program, const Access &access)
{
    const std::size_t dimensions = program.arrays[access.array].extents.size();
    return dimensions > 0 && !program.arrays[access.array].is_local &&
           (access.kind == AccessKind::may_write ||
            (access.kind == AccessKind::read && access.subscripts.size() < dimensions));
}

/// { S[i] -> T[j] }: the same iterations of the loops around one, and different ones of that.
isl::map different_iterations(const isl::set &from, const isl::set &to, std::size_t loop)
{
    isl::map result = isl::manage(isl_map_from_domain_and_range(from.copy(), to.copy()));
    for (std::size_t k = 0; k < loop; ++k)
        result =
            isl::manage(isl_map_equate(result.release(), isl_dim_in, int(k), isl_dim_out, int(k)));
    const isl::map same =
        isl::manage(isl_map_equate(result.copy(), isl_dim_in, int(loop), isl_dim_out, int(loop)));
    return result.subtract(same);
}

/// The space { [S[i] -> R[]] -> [T[j] -> Q[]] } of two references.
isl::space pairs_of_tags(const Access &access, const Access &other)
{
    return isl::manage(
        isl_space_map_from_domain_and_range(tagged_relation(access).domain().space().release(),
                                            tagged_relation(other).domain().space().release()));
}

/// The pairs of accesses that promises are about: { [S[i] -> R[]] -> [T[j] -> Q[]] }.
isl::union_map promised(const program::Program &program, const std::vector<SourcePlace> &loops)
{
    const auto is_independent = [&](const program::Nest &loop) {
        return std::ranges::any_of(loops, [&](const SourcePlace &place) {
            return place.file == loop.place.file && place.line == loop.place.line &&
                   place.column == loop.place.column;
        });
    };
    isl::union_map result = isl::union_map::empty(program.context.ctx());
    const std::vector<program::LoopPath> paths = program::loops_around(program);
    for (std::size_t one = 0; one < paths.size(); ++one)
        for (std::size_t two = 0; two < paths.size(); ++two) {
            const program::Statement &first = program.statements[one];
            const program::Statement &second = program.statements[two];
            const std::size_t shared = program::shared_loops(paths[one], paths[two]);
            for (std::size_t loop = 0; loop < shared; ++loop) {
                if (!is_independent(*paths[one][loop]))
                    continue;
                const isl::map pairs = different_iterations(first.domain, second.domain, loop);
                for (const Access &access : first.accesses)
                    for (const Access &other : second.accesses)
                        if (access.array == other.array &&
                            (is_uncertain(program, access) || is_uncertain(program, other)))
                            presburger::add_to(result, isl::union_map(with_tags(
                                                           pairs, pairs_of_tags(access, other))));
            }
        }
    return result;
}

} // namespace

Dependences without_promised(Dependences dependences, const program::Program &program,
                             const std::vector<SourcePlace> &loops)
{
    if (loops.empty())
        return dependences;
    const isl::union_map pairs = promised(program, loops);
    for (isl::union_map *kind : {&dependences.flow, &dependences.anti, &dependences.output,
                                 &dependences.order, &dependences.forced})
        *kind = kind->subtract(pairs);
    return dependences;
}

} // namespace espalier::dependence
