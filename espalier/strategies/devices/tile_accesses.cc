#include "espalier/strategies/devices/tile_accesses.h"

#include "espalier/presburger/isl_additions.h"
#include "espalier/schedule/queries.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/union_map.h>

#include <algorithm>
#include <utility>

namespace espalier::strategies {

namespace {

using program::AccessKind;
using schedule::Band;
using schedule::Cursor;

constexpr unsigned least_common_elements = 2; ///< dimensions of what is worth a copy

std::vector<std::size_t> statements_of(const program::Program &program,
                                       const isl::union_set &instances)
{
    std::vector<std::size_t> result;
    for (std::size_t k = 0; k < program.statements.size(); ++k) {
        const program::Statement &statement = program.statements[k];
        if (!statement.is_kill() &&
            !isl::union_set(statement.domain).intersect(instances).is_empty())
            result.push_back(k);
    }
    return result;
}

isl::map map_on(const isl::multi_union_pw_aff &functions, const isl::space &statement)
{
    return isl::manage(isl_map_from_multi_pw_aff(functions_on(functions, statement).release()));
}

/// Whether the values of a function depend on so many dimensions, from one on.
bool moves(const isl::pw_multi_aff &function, unsigned first, unsigned count)
{
    bool result = false;
    function.foreach_piece([&](const isl::set &, const isl::multi_aff &piece) {
        result |=
            isl_multi_aff_involves_dims(piece.get(), isl_dim_in, first, count) == isl_bool_true;
    });
    return result;
}

} // namespace

bool has_statements_alone(const Cursor &band)
{
    const Cursor below = band.child(0);
    if (below.is<schedule::Leaf>())
        return true;
    for (std::size_t k = 0; k < below.child_count(); ++k)
        if (!below.child(k).is<schedule::Filter>() || !below.child(k).child(0).is<schedule::Leaf>())
            return false;
    return below.child_count() > 0;
}

bool is_write(const program::Access &access)
{
    return access.kind == AccessKind::write || access.kind == AccessKind::may_write;
}

isl::multi_pw_aff functions_on(const isl::multi_union_pw_aff &functions,
                               const isl::space &statement)
{
    return isl::manage(
        isl_multi_union_pw_aff_extract_multi_pw_aff(functions.get(), statement.copy()));
}

Part::Part(const program::Program &program, const schedule::Cursor &points,
           std::set<std::size_t> own)
    : program_(program), instances_(schedule::reaching_instances(points)),
      points_(points.as<Band>().schedule), sums_(points.child(0).as<Band>().schedule),
      prefix_(schedule::prefix_functions(points)), statements_(statements_of(program, instances_)),
      own_(std::move(own))
{
}

bool Part::is_simple() const
{
    return std::ranges::all_of(statements_, [&](std::size_t statement) {
        const isl::set &domain = program_.statements[statement].domain;
        return isl::union_set(domain).is_subset(instances_) &&
               times(statement, true).intersect_domain(domain).is_injective();
    });
}

isl::map Part::times(std::size_t statement, bool has_sums) const
{
    const isl::space own = space(statement);
    const isl::map result =
        presburger::flat_range_product(map_on(prefix_, own), map_on(points_, own));
    return has_sums ? presburger::flat_range_product(result, map_on(sums_, own)) : result;
}

isl::map Part::by_point(const Reference &reference, bool has_sums) const
{
    return access(reference).relation.apply_domain(times(reference.statement, has_sums)).coalesce();
}

isl::multi_pw_aff Part::points(std::size_t statement) const
{
    return functions_on(points_, space(statement));
}

std::vector<Reference> Part::references(std::size_t array) const
{
    std::vector<Reference> result;
    for (const std::size_t statement : statements_) {
        const std::vector<program::Access> &accesses = program_.statements[statement].accesses;
        for (std::size_t k = 0; k < accesses.size(); ++k)
            if (accesses[k].array == array && accesses[k].kind != AccessKind::kill)
                result.push_back({statement, k});
    }
    return result;
}

std::vector<Reference> Part::sums(std::size_t array) const
{
    const std::vector<Reference> all = references(array);
    const auto target = std::ranges::find_if(
        all, [&](const Reference &one) { return access(one).kind == AccessKind::write; });
    if (target == all.end() || program_.arrays[array].extents.empty())
        return {};
    const isl::map elements = by_point(*target, false);
    if (!elements.is_single_valued())
        return {};
    std::vector<Reference> result;
    for (const Reference &one : all) {
        const isl::map own = by_point(one, false);
        if (own.is_subset(elements))
            result.push_back(one);
        else if (is_write(access(one)) || !own.range().is_disjoint(elements.range()))
            return {};
    }
    return result;
}

bool Part::is_shared(const Reference &reference) const
{
    const isl::map elements = by_point(reference, true);
    if (!elements.is_single_valued())
        return false;
    const isl::pw_multi_aff function = elements.as_pw_multi_aff();
    const unsigned first = unsigned(prefix_.size()), count = unsigned(points_.size());
    unsigned still = 0;
    for (unsigned k = 0; k < count; ++k)
        still += !moves(function, first + k, 1);
    return (still > 0 || count == 1) && still < count &&
           moves(function, first + count, unsigned(sums_.size()));
}

std::vector<std::size_t> written_arrays(const program::Program &program, const Part &part)
{
    std::vector<std::size_t> result;
    for (std::size_t array = 0; array < program.arrays.size(); ++array)
        if (!part.is_own(array) &&
            std::ranges::any_of(part.references(array),
                                [&](const Reference &one) { return is_write(part.access(one)); }))
            result.push_back(array);
    return result;
}

std::vector<Reference> shared_operands(const program::Program &program, const Part &part)
{
    std::vector<Reference> result;
    for (std::size_t array = 0; array < program.arrays.size(); ++array) {
        if (part.is_own(array) || program.arrays[array].extents.size() < least_common_elements)
            continue;
        for (const Reference &one : part.references(array))
            if (part.access(one).kind == AccessKind::read && part.is_shared(one))
                result.push_back(one);
    }
    return result;
}

bool shares_operands(const program::Program &program, const Cursor &points,
                     const std::set<std::size_t> &own)
{
    if (!points.child(0).is<Band>() || !has_statements_alone(points.child(0)))
        return false;
    const Part part(program, points, own);
    if (!part.is_simple() || shared_operands(program, part).empty())
        return false;
    return std::ranges::all_of(written_arrays(program, part),
                               [&](std::size_t array) { return !part.sums(array).empty(); });
}

} // namespace espalier::strategies
