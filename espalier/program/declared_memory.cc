#include "espalier/program/declared_memory.h"

#include <isl/aff.h>
#include <isl/set.h>
#include <isl/val.h>

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

} // namespace

Program with_declared_memory(Program program)
{
    for (const Statement &statement : program.statements)
        for (std::size_t position : sure_accesses(statement)) {
            const Access &access = statement.accesses[position];
            const Array &array = program.arrays[access.array];
            if (access.kind == AccessKind::may_write || !array.has_own_memory ||
                array.extents.empty() || access.subscripts.size() != array.extents.size())
                continue;
            std::optional<std::vector<long>> known = lengths(array);
            if (!known)
                continue;
            isl::set bad = outside(access, statement.domain, *known).params();
            isl::set context = program.context.subtract(bad).coalesce();
            isl::set possible =
                context.intersect(program.assumptions).intersect(parameter_ranges(program));
            bool is_executed = !statement.domain.intersect_params(possible).is_empty();
            if (is_executed && is_convex(context))
                program.context = context;
        }
    return program;
}

} // namespace espalier::program
