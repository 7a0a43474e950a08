#include "espalier/frontend/constants_in_memory.h"

#include "espalier/presburger/parameters.h"

#include <fmt/format.h>
#include <isl/set.h>

#include <algorithm>

namespace espalier::frontend {

namespace {

/// The value of a subscript that is a constant expression.
std::optional<isl::val> constant_subscript(const Model &model,
                                           const AccessPath::Dimension &dimension)
{
    isl::val sum = isl::val::zero(model.ctx());
    for (const AccessPath::Term &term : dimension.terms) {
        std::optional<isl::val> value = constant_of(model, term.value);
        if (!value)
            return std::nullopt;
        sum = term.is_subtracted ? sum.sub(*value) : sum.add(*value);
    }
    return sum;
}

/// "a->size[2]", "*n": the lvalue that a path with constant subscripts names.
std::optional<std::string> spelled(const Model &model, const AccessPath &path)
{
    std::string result = path.spelling.front();
    for (std::size_t k = 0; k < path.dimensions.size(); ++k) {
        std::optional<isl::val> subscript = constant_subscript(model, path.dimensions[k]);
        if (!subscript)
            return std::nullopt;
        const std::string &next = path.spelling[k + 1];
        if (k == 0 && path.through_pointer && subscript->is_zero() && next.starts_with('.'))
            result += "->" + next.substr(1);
        else
            result += fmt::format("[{}]{}", subscript->num_si(), next);
    }
    const std::string pointer = path.spelling.front();
    return path.through_pointer && result == pointer + "[0]" ? "*" + pointer : result;
}

/// Whether constant subscripts stay in their dimensions, of which all are known.
bool is_inside(const Model &model, const AccessPath &path)
{
    return std::ranges::all_of(path.dimensions, [&](const AccessPath::Dimension &dimension) {
        if (!dimension.extent)
            return false;
        const isl::set always = dimension.extent->domain();
        isl::pw_aff subscript = always.pw_aff_on_domain(*constant_subscript(model, dimension));
        return always.is_subset(subscript.lt_set(*dimension.extent)) &&
               always.is_subset(subscript.ge_set(always.pw_aff_on_domain(0)));
    });
}

bool is_universe(const isl::set &set) { return isl::set::universe(set.space()).is_subset(set); }

/// When the lvalue can be read where the region starts, whatever else it does: { : ... }. It is in
/// a variable, or in a structure of which the region reads another field then.
/// \param wanted  { : ... }: when it should be
/// \return nothing if it is not known that it can be
std::optional<isl::set> there(Model &model, const AccessPath &path, const std::string &lvalue,
                              const isl::set &wanted)
{
    const bool is_member = model.is_this(path.root) && path.dimensions.size() == 1 &&
                           path.dimensions.front().terms.empty();
    if (is_member || !path.through_pointer || path.through_reference)
        return is_member || is_inside(model, path)
                   ? std::optional(isl::set::universe(wanted.space()))
                   : std::nullopt;
    const std::string structure = path.spelling.front() + "->";
    if (path.dimensions.size() != 1 || !lvalue.starts_with(structure))
        return std::nullopt;
    for (const program::Parameter &other : model.program().parameters)
        if (other.reading && other.reading->value != lvalue &&
            other.reading->value.starts_with(structure) &&
            wanted.is_subset(other.reading->condition))
            return other.reading->condition;
    return std::nullopt;
}

/// When the region reads a constant that has been found before, if it surely does so where `wanted`
/// holds: { : ... }.
std::optional<isl::set> known_read(const Model &model, const std::string &lvalue,
                                   const isl::set &wanted)
{
    for (const program::Parameter &known : model.program().parameters)
        if (known.reading && known.reading->value == lvalue &&
            wanted.is_subset(known.reading->condition))
            return known.reading->condition;
    return std::nullopt;
}

/// Whether a set bounds symbolic constants one by one, or those of fewer than 64 bits: nothing that
/// is computed to evaluate its constraints overflows, whatever the constants are.
bool is_safe_to_evaluate(const isl::set &constants, const program::Program &program)
{
    const bool has_wide = std::ranges::any_of(program.parameters, [&](const auto &parameter) {
        return parameter.least.lt(isl::val(constants.ctx(), -(1L << 32))) &&
               presburger::involves(constants, parameter.id);
    });
    if (!has_wide)
        return true;
    const auto count = unsigned(isl_set_dim(constants.get(), isl_dim_param));
    isl::set box = isl::set::universe(constants.space());
    for (unsigned k = 0; k < count; ++k) {
        isl_set *bounds =
            isl_set_project_out(constants.copy(), isl_dim_param, k + 1, count - k - 1);
        box = box.intersect(isl::manage(isl_set_project_out(bounds, isl_dim_param, 0, k)));
    }
    return box.is_subset(constants);
}

/// When the region reads an lvalue, { : ... }; nothing if that cannot be evaluated before it runs.
/// \param reached  { : ... }: when the region gets there
std::optional<isl::set> read_condition(Model &model, const isl::set &reached,
                                       const AccessPath &path, const std::string &lvalue)
{
    if (std::optional<isl::set> condition = there(model, path, lvalue, reached))
        return condition;
    if (std::optional<isl::set> condition = known_read(model, lvalue, reached))
        return condition;
    return read_condition(model, reached);
}

/// Whether the region may change the lvalue by its own name.
bool is_changed(const Model &model, const clang::Expr *lvalue, const AccessPath &path)
{
    const Usage &usage = model.usage();
    std::optional<Place> place = place_of(lvalue);
    return !place || usage.stored.contains(*place) || usage.modified.contains(path.root) ||
           usage.declared.contains(path.root);
}

} // namespace

std::optional<isl::id> constant_in_memory(const clang::Expr *lvalue, const isl::set &domain,
                                          Model &model, AccessPaths &paths)
{
    std::optional<AccessPath> path;
    try {
        model.obligations_of([&] { path = paths.path(lvalue, model.outermost_scope()); });
    } catch (const Unmodelled &) {
        return std::nullopt;
    }
    if (!is_modelled_integer(model.ast(), path->type) || is_changed(model, lvalue, *path))
        return std::nullopt;
    std::optional<std::string> text = spelled(model, *path);
    if (!text)
        return std::nullopt;
    std::optional<isl::set> is_read = read_condition(model, domain.params(), *path, *text);
    return is_read ? model.constants().of(*text, memory_of(*path), *is_read) : std::nullopt;
}

std::optional<isl::set> read_condition(const Model &model, const isl::set &reached)
{
    if (model.is_on_condition())
        return std::nullopt;
    if (is_universe(reached))
        return isl::set::universe(isl::space::unit(model.ctx()));
    // Where an assumption fails, the source may do something else, and the model is not used.
    isl::set result = reached.intersect(model.program().assumptions).coalesce();
    return is_safe_to_evaluate(result, model.program()) ? std::optional(result) : std::nullopt;
}

} // namespace espalier::frontend
