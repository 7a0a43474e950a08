#include "espalier/transform/layout.h"

#include "espalier/presburger/coalesce.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/impossible.h"

#include <isl/aff.h>
#include <isl/set.h>
#include <isl/val.h>

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace espalier::transform {

namespace {

using Subscripts = std::vector<isl::pw_aff>;

void refuse_slices(const program::Program &program, std::size_t array)
{
    for (const program::Statement &statement : program.statements)
        for (const program::Access &access : statement.accesses)
            if (uses(access, array) &&
                access.subscripts.size() != program.arrays[array].extents.size())
                throw impossible(fmt::format("{} passes more than one element of `{}` to a "
                                             "function, which relies on the layout that it has",
                                             place_of(statement), program.arrays[array].name));
}

/// The position of an array whose layout nothing but the region can see.
std::size_t changeable_array(const program::Program &program, const std::string &name)
{
    std::size_t position = find_array(program, name);
    const program::Array &array = program.arrays[position];
    if (!array.is_local)
        throw impossible(fmt::format(
            "`{}` may have values from before the region, or values that are used after it, so "
            "that its layout has to stay; `pack` copies what a loop reads of it into an array of "
            "another layout",
            name));
    require_declarable(array);
    if (!std::ranges::all_of(array.extents, [](const auto &extent) { return extent.has_value(); }))
        throw impossible(fmt::format("the size of `{}` is not known", name));
    refuse_slices(program, position);
    return position;
}

void require_dimension(const program::Array &array, std::size_t dimension)
{
    if (dimension >= array.extents.size())
        throw impossible(fmt::format("`{}` has {} dimensions; it has no dimension {}, counted "
                                     "from 0",
                                     array.name, array.extents.size(), dimension));
}

/// Replaces all references to an array after its extents have changed.
void change_subscripts(
    program::Program &program, std::size_t array,
    const std::function<Subscripts(const program::Statement &, const Subscripts &)> &change)
{
    declare_by_extents(program, array);
    for (program::Statement &statement : program.statements)
        for (program::Access &access : statement.accesses)
            if (access.array == array)
                set_element(program, access, array,
                            uses(access, array) ? change(statement, access.subscripts)
                                                : Subscripts());
}

/// \throws Error{impossible_transformation} if not all instances of a statement are in a loop
void require_in_loop(const MatrixView &view, const program::Statement &source, const Beta &loop,
                     const std::string &array)
{
    for (const Statement &part : view.statements)
        if (is_of(part, source) && !part.instances.is_empty() && !is_prefix(loop, part.beta))
            throw impossible(fmt::format("`{}` (line {}) accesses `{}` outside of the loop {}",
                                         part.label, source.place.line, array, to_string(loop)));
}

/// The values that a loop's variable takes where an array is accessed.
struct LoopRange {
    std::vector<std::optional<isl::pw_aff>> times; ///< { S[i] -> [t] }, by statements
    isl::set values;                               ///< { [t] }
};

LoopRange range_of_loop(const MatrixView &view, const Beta &loop, std::size_t array)
{
    const program::Program &program = view.program;
    isl::space line = isl::space::unit(program.context.ctx()).add_unnamed_tuple(1);
    LoopRange result{{}, isl::set::empty(line)};
    for (const program::Statement &statement : program.statements) {
        result.times.emplace_back();
        for (const program::Access &access : statement.accesses) {
            if (!uses(access, array))
                continue;
            require_in_loop(view, statement, loop, program.arrays[array].name);
            isl::pw_aff time = time_of(view, statement, loop.size() - 1);
            result.values = result.values.unite(
                time.as_map().intersect_domain(access.relation.domain()).range());
            result.times.back() = time;
        }
    }
    result.values =
        presburger::coalesced(result.values.intersect_params(program::possible_constants(program)));
    if (result.values.is_empty())
        throw impossible(fmt::format("nothing accesses `{}`", program.arrays[array].name));
    if (isl_set_dim_is_bounded(result.values.get(), isl_dim_set, 0) != isl_bool_true)
        throw impossible(fmt::format("the loop {} has no bounds, so that `{}` cannot have an "
                                     "element for each iteration",
                                     to_string(loop), program.arrays[array].name));
    return result;
}

/// { [] -> [v] }: a bound of values { [t] }.
isl::pw_aff bound(isl_pw_aff *(*end)(isl_set *, int), const isl::set &values)
{
    return program::as_extent(presburger::coalesced(isl::manage(end(values.copy(), 0))));
}

/// { [] -> [v] }: the value of a loop that has the subscript 0.
isl::pw_aff first_value(const isl::set &values)
{
    isl::set all = isl::set::universe(values.space());
    isl::set natural = isl::manage(isl_set_lower_bound_si(all.release(), isl_dim_set, 0, 0));
    return values.is_subset(natural) ? constant_extent(isl::val(values.ctx(), 0))
                                     : bound(isl_set_dim_min, values);
}

void require_room(const isl::pw_aff &size, const isl::pw_aff &needed, const std::string &array,
                  const isl::set &possible)
{
    isl::set is_short = program::as_extent(size).lt_set(needed).params();
    if (!is_short.is_disjoint(possible))
        throw impossible(fmt::format("the size of the new dimension of `{}` is too small: the loop "
                                     "can have more iterations",
                                     array));
}

} // namespace

MatrixView privatize(MatrixView view, const std::string &name, const Beta &loop,
                     const std::optional<isl::aff> &size)
{
    std::size_t position = changeable_array(view.program, name);
    statements_in_loop(view, loop);
    LoopRange range = range_of_loop(view, loop, position);
    isl::pw_aff first = first_value(range.values);
    isl::pw_aff needed =
        presburger::coalesced(bound(isl_set_dim_max, range.values).sub(first).add_constant(1));
    if (size)
        require_room(*size, needed, name, program::possible_constants(view.program));
    program::Array &array = view.program.arrays[position];
    array.extents.insert(array.extents.begin(), size ? program::as_extent(*size) : needed);
    change_subscripts(view.program, position,
                      [&](const program::Statement &statement, const Subscripts &old) {
                          auto number = std::size_t(&statement - view.program.statements.data());
                          isl::space space = statement.domain.space();
                          isl::pw_aff own = range.times[number]->sub(on_instances(first, space));
                          Subscripts result = {presburger::coalesced(own.gist(statement.domain))};
                          result.insert(result.end(), old.begin(), old.end());
                          return result;
                      });
    return view;
}

MatrixView contract(MatrixView view, const std::string &name, std::size_t dimension)
{
    std::size_t position = changeable_array(view.program, name);
    program::Array &array = view.program.arrays[position];
    require_dimension(array, dimension);
    array.extents.erase(array.extents.begin() + long(dimension));
    change_subscripts(view.program, position,
                      [&](const program::Statement &, const Subscripts &old) {
                          Subscripts result = old;
                          result.erase(result.begin() + long(dimension));
                          return result;
                      });
    return view;
}

MatrixView contract(MatrixView view, const std::string &name, std::size_t dimension, long modulo)
{
    std::size_t position = changeable_array(view.program, name);
    program::Array &array = view.program.arrays[position];
    require_dimension(array, dimension);
    if (modulo < 1)
        throw impossible(fmt::format(
            "{} is no number of elements for `{}`: it has to be at least 1", modulo, name));
    isl::ctx ctx = view.program.context.ctx();
    array.extents[dimension] = constant_extent(isl::val(ctx, modulo));
    change_subscripts(view.program, position,
                      [&](const program::Statement &, const Subscripts &old) {
                          Subscripts result = old;
                          result[dimension] = old[dimension].mod(isl::val(ctx, modulo));
                          return result;
                      });
    return view;
}

MatrixView pad(MatrixView view, const std::string &name, std::size_t dimension, long amount)
{
    std::size_t position = changeable_array(view.program, name);
    program::Array &array = view.program.arrays[position];
    require_dimension(array, dimension);
    if (amount < 0)
        throw impossible(fmt::format("`{}` cannot grow by {} elements", name, amount));
    array.extents[dimension] = array.extents[dimension]->add_constant(amount);
    declare_by_extents(view.program, position);
    return view;
}

MatrixView transpose(MatrixView view, const std::string &name,
                     const std::vector<std::size_t> &order)
{
    std::size_t position = changeable_array(view.program, name);
    program::Array &array = view.program.arrays[position];
    require_order(array, order);
    auto permuted = [&](const auto &old) {
        auto result = old;
        for (std::size_t k = 0; k < order.size(); ++k)
            result[k] = old[order[k]];
        return result;
    };
    array.extents = permuted(array.extents);
    change_subscripts(
        view.program, position,
        [&](const program::Statement &, const Subscripts &old) { return permuted(old); });
    return view;
}

} // namespace espalier::transform
