#include "espalier/program/declared_memory.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/set.h>
#include <isl/val.h>

#include <algorithm>
#include <optional>
#include <set>

namespace espalier::program {

namespace {

/// The lengths of an array's dimensions, if all are known.
std::optional<std::vector<long>> lengths(const Array &array)
{
    constexpr long greatest = 1L << 40;
    std::vector<long> result;
    for (const std::optional<isl::pw_aff> &extent : array.extents) {
        std::optional<long> length = constant_extent(extent, greatest);
        if (!length || *length <= 0)
            return std::nullopt;
        result.push_back(*length);
    }
    return result;
}

/// { S[i] }: instances with which an access leaves the memory of an array. Rows may run over into
/// the next ones: C forbids that, too, but code exists that does it.
isl::set outside(const Access &access, const isl::set &domain, const std::vector<long> &lengths)
{
    isl::val one = isl::val::one(domain.ctx());
    isl::val size = one;
    isl::pw_aff offset = domain.pw_aff_on_domain(0);
    for (std::size_t k = lengths.size(); k-- > 0; size = size.mul(lengths[k]))
        offset = offset.add(access.subscripts[k].scale(size));
    return offset.lt_set(domain.pw_aff_on_domain(0))
        .unite(offset.ge_set(domain.pw_aff_on_domain(size)));
}

/// The positions of the accesses that each instance of a statement makes, whatever it reads.
std::set<std::size_t> sure_accesses(const Statement &statement)
{
    std::set<std::size_t> result;
    if (statement.is_kill())
        return result;
    for_each_sure_part(*statement.body, [&](const Expression &part) {
        if (const auto *access = std::get_if<AccessValue>(&part.node))
            result.insert(access->access);
    });
    return result;
}

bool is_convex(const isl::set &set) { return isl_set_n_basic_set(set.get()) == 1; }

/// The only convex part of a set.
isl::basic_set only_part(const isl::set &set)
{
    return isl::manage(isl_set_simple_hull(set.copy()));
}

/// Whether instances are those of plain loops, without cases and divisions, and an access too.
/// Others would take long, and hardly ever give one bound.
bool is_plain(const isl::set &domain, const Access &access)
{
    return is_convex(domain) && isl_basic_set_dim(only_part(domain).get(), isl_dim_div) == 0 &&
           std::ranges::all_of(access.subscripts, [](const isl::pw_aff &subscript) {
               bool has_divisions = false;
               subscript.foreach_piece([&](const isl::set &, const isl::multi_aff &piece) {
                   has_divisions |= isl_aff_dim(piece.at(0).get(), isl_dim_div) > 0;
               });
               return isl_pw_aff_n_piece(subscript.get()) == 1 && !has_divisions;
           });
}

/// Whether a set is all that lies on one side of a bound.
bool is_half_space(const isl::set &set)
{
    return is_convex(set) && isl_basic_set_n_constraint(only_part(set).get()) == 1 &&
           is_convex(set.complement());
}

} // namespace

std::optional<long> elements_on_stack(const Array &array)
{
    constexpr long max_elements = 1L << 17;
    long elements = 1;
    for (const std::optional<isl::pw_aff> &extent : array.extents) {
        const std::optional<long> count = constant_extent(extent, max_elements / elements);
        if (!count)
            return std::nullopt;
        elements *= std::max(*count, 1L);
    }
    return elements;
}

Program with_declared_memory(Program program)
{
    const isl::set ranges = parameter_ranges(program);
    for (const Statement &statement : program.statements)
        for (std::size_t position : sure_accesses(statement)) {
            const Access &access = statement.accesses[position];
            const Array &array = program.arrays[access.array];
            if (access.kind == AccessKind::may_write || !array.has_own_memory ||
                array.extents.empty() || access.subscripts.size() != array.extents.size() ||
                !is_plain(statement.domain, access))
                continue;
            std::optional<std::vector<long>> size = lengths(array);
            if (!size)
                continue;
            isl::set bad = outside(access, statement.domain, *size).params();
            bad = bad.gist(program.context).coalesce();
            if (!is_half_space(bad))
                continue;
            isl::set possible = bad.complement()
                                    .intersect(program.context)
                                    .intersect(program.assumptions)
                                    .intersect(ranges);
            if (statement.domain.intersect_params(possible).is_empty())
                continue;
            // What the model says of other constants need not be so.
            bool is_modelled = bad.intersect(program.context).is_subset(program.assumptions);
            isl::set &bounded = is_modelled ? program.context : program.assumptions;
            bounded = bounded.intersect(bad.complement());
        }
    return program;
}

} // namespace espalier::program
