#include "espalier/dependence/distance.h"

#include "espalier/presburger/print.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/val.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace espalier::dependence {

namespace {

using program::Nest;

/// The loops around a statement, outermost first; nothing if it is not in the nest.
std::optional<std::vector<const Nest *>> loops_around(const Nest &nest, std::size_t statement)
{
    if (nest.kind == Nest::Kind::statement)
        return nest.statement == statement ? std::optional(std::vector<const Nest *>())
                                           : std::nullopt;
    for (const Nest &child : nest.children)
        if (auto loops = loops_around(child, statement)) {
            if (nest.kind == Nest::Kind::loop)
                loops->insert(loops->begin(), &nest);
            return loops;
        }
    return std::nullopt;
}

std::vector<const Nest *> loops_around(const program::Program &program,
                                       const program::Statement &statement)
{
    auto position = static_cast<std::size_t>(&statement - program.statements.data());
    return loops_around(program.nest, position).value();
}

/// { [d] }: the values of one dimension of a set of differences.
isl::set dimension(const isl::set &differences, unsigned position)
{
    auto count = unsigned(isl_set_dim(differences.get(), isl_dim_set));
    isl_set *result =
        isl_set_project_out(differences.copy(), isl_dim_set, position + 1, count - position - 1);
    return isl::manage(isl_set_project_out(result, isl_dim_set, 0, position));
}

bool reaches(const isl::set &values, long sign)
{
    isl::set half = isl::set::universe(values.space());
    half = isl::manage(sign < 0 ? isl_set_upper_bound_si(half.release(), isl_dim_set, 0, -1)
                                : isl_set_lower_bound_si(half.release(), isl_dim_set, 0, 1));
    return !values.is_disjoint(half);
}

/// \param values  { [d] }
std::string describe(const isl::set &values)
{
    isl::val fixed = isl::manage(isl_set_plain_get_val_if_fixed(values.get(), isl_dim_set, 0));
    if (fixed.is_int())
        return presburger::to_string(fixed);
    bool has_negative = reaches(values, -1), has_positive = reaches(values, 1);
    isl::set zero =
        isl::manage(isl_set_fix_si(isl_set_universe(values.space().release()), isl_dim_set, 0, 0));
    bool has_zero = !values.is_disjoint(zero);
    if (has_negative && has_positive)
        return "*";
    std::string sign = has_negative ? "-" : has_positive ? "+" : "";
    return has_zero ? "0" + sign : sign;
}

} // namespace

std::size_t shared_loops(const program::Program &program, const program::Statement &first,
                         const program::Statement &second)
{
    std::vector<const Nest *> one = loops_around(program, first),
                              two = loops_around(program, second);
    return static_cast<std::size_t>(std::ranges::mismatch(one, two).in1 - one.begin());
}

std::string distance(const program::Program &program, const program::Statement &source,
                     const program::Statement &sink, const isl::map &relation)
{
    std::size_t loops = shared_loops(program, source, sink);
    std::vector<const Nest *> around = loops_around(program, source);
    isl_map *shared = relation.copy();
    for (isl_dim_type type : {isl_dim_in, isl_dim_out}) {
        auto count = unsigned(isl_map_dim(shared, type));
        shared = isl_map_project_out(shared, type, unsigned(loops), count - unsigned(loops));
        shared = isl_map_reset_tuple_id(shared, type);
    }
    isl::set differences = isl::manage(isl_map_deltas(shared));
    std::vector<std::string> parts;
    for (std::size_t k = 0; k < loops; ++k) {
        isl::set values = dimension(differences, unsigned(k));
        parts.push_back(describe(around[k]->is_decreasing
                                     ? isl::set(isl::manage(isl_set_neg(values.release())))
                                     : values));
    }
    return fmt::format("({})", fmt::join(parts, ", "));
}

} // namespace espalier::dependence
