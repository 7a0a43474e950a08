#include "espalier/scheduler/model.h"

#include "espalier/presburger/isl_additions.h"
#include "espalier/presburger/parameters.h"
#include "espalier/scheduler/wording.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/mat.h>
#include <isl/union_map.h>
#include <isl/union_set.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

namespace espalier::scheduler {

namespace {

using presburger::Generators;

/// The rows of a matrix, of which the first columns are zero, without these.
/// \param matrix  is freed
/// \throws NumberTooLarge
std::vector<Vector> rows_after(isl_mat *matrix, int zero_columns)
{
    constexpr long greatest = std::numeric_limits<long>::max();
    bool is_too_large = false;
    std::vector<Vector> result;
    int columns = isl_mat_cols(matrix);
    for (int row = 0; row < isl_mat_rows(matrix); ++row) {
        auto entry = [&](int column) {
            isl::val value = isl::manage(isl_mat_get_element_val(matrix, row, column));
            is_too_large = is_too_large || isl_val_cmp_si(value.get(), greatest) > 0 ||
                           isl_val_cmp_si(value.get(), -greatest) < 0;
            return is_too_large ? 0 : value.get_num_si();
        };
        bool is_zero = true;
        for (int column = 0; column < zero_columns; ++column)
            is_zero = is_zero && entry(column) == 0;
        Vector rest;
        for (int column = zero_columns; column < columns; ++column)
            rest.push_back(entry(column));
        if (is_zero)
            result.push_back(std::move(rest));
    }
    isl_mat_free(matrix);
    if (is_too_large)
        throw NumberTooLarge();
    return result;
}

/// Rows without what stands in the columns of symbolic constants and the constant term, at the end.
std::vector<Vector> first_columns(std::vector<Vector> rows, std::size_t count)
{
    for (Vector &row : rows)
        row.resize(count);
    return rows;
}

/// The coefficients of dimensions in the equalities of a domain that have no integer divisions.
std::vector<Vector> fixed_functions(const isl::set &domain)
{
    isl_basic_set *hull = isl_set_affine_hull(domain.copy());
    auto dimensions = static_cast<std::size_t>(isl_set_dim(domain.get(), isl_dim_set));
    auto rows = rows_after(
        isl_basic_set_equalities_matrix(hull, isl_dim_div, isl_dim_set, isl_dim_param, isl_dim_cst),
        isl_basic_set_dim(hull, isl_dim_div));
    isl_basic_set_free(hull);
    return row_basis(first_columns(std::move(rows), dimensions));
}

/// The coefficients of the statement's dimensions in each subscript that is an affine function.
/// \param access  { S[i] -> A[a] }
std::vector<Vector> subscripts(const isl::map &access)
{
    isl_basic_map *hull = isl_map_affine_hull(access.copy());
    auto subscripts = static_cast<std::size_t>(isl_map_dim(access.get(), isl_dim_out)),
         dimensions = static_cast<std::size_t>(isl_map_dim(access.get(), isl_dim_in));
    auto rows = rows_after(isl_basic_map_equalities_matrix(hull, isl_dim_div, isl_dim_out,
                                                           isl_dim_in, isl_dim_param, isl_dim_cst),
                           isl_basic_map_dim(hull, isl_dim_div));
    isl_basic_map_free(hull);
    std::vector<Vector> result;
    for (Vector &row : row_basis(first_columns(std::move(rows), subscripts + dimensions)))
        if (!is_zero(std::span(row).first(subscripts)))
            result.emplace_back(row.begin() + static_cast<std::ptrdiff_t>(subscripts), row.end());
    return result;
}

/// Generators of { [n, i, j] } as those of { [n, 0, j - i] }.
Generators differences(const Generators &pairs, std::size_t parameters, std::size_t dimensions)
{
    auto convert = [&](const std::vector<Vector> &vectors) {
        std::set<Vector> result;
        for (Vector vector : vectors) {
            for (std::size_t k = 0; k < dimensions; ++k) {
                Number &source = vector[1 + parameters + k];
                Number &sink = vector[1 + parameters + dimensions + k];
                sink = checked_sum(sink, -source);
                source = 0;
            }
            divide_out(vector);
            if (!is_zero(vector))
                result.insert(std::move(vector));
        }
        return std::vector<Vector>(result.begin(), result.end());
    };
    return {convert(pairs.points_and_rays), convert(pairs.lines)};
}

isl::basic_map only_disjunct(const isl::map &map)
{
    isl_basic_map_list *list = isl_map_get_basic_map_list(map.get());
    isl_basic_map *result = isl_basic_map_list_get_basic_map(list, 0);
    isl_basic_map_list_free(list);
    return isl::manage(result);
}

} // namespace

std::shared_ptr<const Generators> generators_of(const isl::map &pairs, bool is_self,
                                                std::size_t parameters)
{
    // Equalities that hold for integers alone, as strides have them, are made explicit: without
    // them the rational relaxation has distances that no pair has.
    isl::basic_map disjunct = only_disjunct(pairs);
    if (isl_basic_map_dim(disjunct.get(), isl_dim_div) > 0)
        disjunct = isl::manage(isl_basic_map_detect_equalities(disjunct.release()));
    std::optional<Generators> all = presburger::generators(disjunct);
    if (!all)
        throw NumberTooLarge();
    if (!is_self)
        return std::make_shared<const Generators>(std::move(*all));
    auto dimensions = static_cast<std::size_t>(isl_map_dim(pairs.get(), isl_dim_in));
    return std::make_shared<const Generators>(differences(*all, parameters, dimensions));
}

namespace {

/// Collects the convex parts of schedule constraints, each once, with all its roles.
class DependenceCollector {
public:
    explicit DependenceCollector(Model &model) : model_(model)
    {
        for (std::size_t k = 0; k < model.statements.size(); ++k)
            positions_[model.statements[k].node.name].push_back(k);
    }

    void add(const isl::union_map &relations, Role role, std::size_t group = 0)
    {
        relations.foreach_map([&](const isl::map &map) {
            isl::map pairs = untagged(map);
            std::optional<std::size_t> source = position(pairs, isl_dim_in),
                                       sink = position(pairs, isl_dim_out);
            if (source && sink)
                map.foreach_basic_map([&](const isl::basic_map &part) {
                    add({*source, *sink, role, group, untagged(isl::map(part)), nullptr, {}, {}},
                        isl::map(part));
                });
        });
    }

    void finish()
    {
        for (auto &[ends, parts] : parts_)
            for (Dependence &part : parts) {
                part.generators =
                    generators_of(part.pairs, part.source == part.sink, model_.parameters);
                if (!part.generators->points_and_rays.empty())
                    model_.dependences.push_back(
                        std::make_shared<const Dependence>(std::move(part)));
            }
    }

private:
    /// The statement of which the source, or the sink, are instances.
    std::optional<std::size_t> position(const isl::map &pairs, isl_dim_type end) const
    {
        const char *name = isl_map_get_tuple_name(pairs.get(), end);
        auto found = positions_.find(name ? name : "");
        if (found == positions_.end())
            return std::nullopt;
        isl::space space = pairs.space();
        for (std::size_t statement : found->second)
            if (isl_space_tuple_is_equal(space.get(), end,
                                         model_.statements[statement].domain.space().get(),
                                         isl_dim_set) == isl_bool_true)
                return statement;
        return std::nullopt;
    }

    /// { [S[i] -> R[]] -> [T[j] -> Q[]] } -> { S[i] -> T[j] }, instances without tags as they are.
    isl::map untagged(isl::map map) const
    {
        if (!position(map, isl_dim_in) && isl_map_domain_is_wrapping(map.get()) == isl_bool_true)
            map = isl::manage(isl_map_domain_factor_domain(map.release()));
        if (!position(map, isl_dim_out) && isl_map_range_is_wrapping(map.get()) == isl_bool_true)
            map = isl::manage(isl_map_range_factor_domain(map.release()));
        return map;
    }

    /// \param tagged  the pairs with the tags that they have
    void add(Dependence part, const isl::map &tagged)
    {
        if (part.pairs.is_empty())
            return;
        std::vector<Dependence> &parts = parts_[{part.source, part.sink}];
        auto same = std::ranges::find_if(parts, [&](const Dependence &other) {
            return other.group == part.group &&
                   isl_map_plain_is_equal(other.pairs.get(), part.pairs.get()) == isl_bool_true;
        });
        if (part.roles.has(Role::condition))
            part.conditions.push_back(tagged);
        if (part.roles.has(Role::conditioned))
            part.conditioned.push_back(tagged);
        if (same == parts.end()) {
            parts.push_back(std::move(part));
            return;
        }
        same->roles = same->roles | part.roles;
        std::ranges::move(part.conditions, std::back_inserter(same->conditions));
        std::ranges::move(part.conditioned, std::back_inserter(same->conditioned));
    }

    Model &model_;
    std::unordered_map<std::string, std::vector<std::size_t>> positions_; ///< by name
    std::map<std::pair<std::size_t, std::size_t>, std::vector<Dependence>> parts_;
};

/// All symbolic constants of the constraints and the groups.
isl::space common_parameters(const dependence::Constraints &constraints,
                             const std::vector<dependence::ProximityGroup> &groups)
{
    isl_space *space = isl_union_set_get_space(constraints.domain.get());
    space = isl_space_align_params(space, isl_set_get_space(constraints.context.get()));
    auto align = [&](const isl::union_map &relation) {
        space = isl_space_align_params(space, isl_union_map_get_space(relation.get()));
    };
    for (const isl::union_map &relation :
         {constraints.validity, constraints.proximity, constraints.coincidence,
          constraints.condition, constraints.conditional_validity})
        align(relation);
    for (const dependence::ProximityGroup &group : groups) {
        align(group.temporal);
        align(group.spatial);
    }
    return isl::manage(isl_space_params(space));
}

/// The order of names in which numbers in them count: S2 comes before S10.
bool comes_before(const std::string &first, const std::string &second)
{
    auto key = [](const std::string &name) {
        std::size_t digits = name.find_last_not_of("0123456789") + 1;
        return std::tuple(name.substr(0, digits), name.size(), name);
    };
    return key(first) < key(second);
}

/// The names of a domain's dimensions: i0, i1, ... where they have none.
std::vector<std::string> iterators(const isl::set &domain)
{
    std::vector<std::string> result;
    for (unsigned k = 0; k < static_cast<unsigned>(isl_set_dim(domain.get(), isl_dim_set)); ++k) {
        const char *name = isl_set_get_dim_name(domain.get(), isl_dim_set, k);
        result.push_back(name ? name : "i" + std::to_string(k));
    }
    return result;
}

std::vector<Statement> statements_of(const isl::union_set &domain, const isl::space &parameters)
{
    std::vector<Statement> result;
    domain.foreach_set([&](isl::set set) {
        set = isl::manage(isl_set_align_params(set.release(), parameters.copy()));
        const char *name = isl_set_get_tuple_name(set.get());
        auto dimensions = static_cast<std::size_t>(isl_set_dim(set.get(), isl_dim_set));
        result.push_back({set, {name ? name : "", dimensions, fixed_functions(set)}});
        result.back().node.iterators = iterators(set);
    });
    std::ranges::sort(result, comes_before, [](const Statement &one) { return one.node.name; });
    return result;
}

/// "A[i, j + k] in S3": the array of a group with the first reference's subscripts, but for their
/// constants.
std::string name_of(const LocalityGroup &group, const std::string &array,
                    const std::vector<Statement> &statements)
{
    if (group.references.empty())
        return array;
    const Reference &first = group.references.front();
    const Node &node = statements[first.node].node;
    std::string subscripts;
    for (Vector equation : first.subscripts) {
        for (Number &factor : equation)
            factor = -factor;
        subscripts += (subscripts.empty() ? "[" : ", ") + sum(equation, node.iterators);
    }
    return fmt::format("{}{}{} in {}", array, subscripts, subscripts.empty() ? "" : "]", node.name);
}

LocalityGroup locality_group(const dependence::ProximityGroup &group,
                             const std::vector<Statement> &statements)
{
    LocalityGroup result{"", group.multiplicity(), {}};
    for (std::size_t k = 0; k < group.accesses.size(); ++k) {
        const isl::map &access = group.accesses[k];
        std::string name = isl_map_get_tuple_name(access.get(), isl_dim_in);
        auto statement =
            std::ranges::find(statements, name, [](const Statement &one) { return one.node.name; });
        bool is_repeated = std::any_of(
            group.accesses.begin(), group.accesses.begin() + static_cast<std::ptrdiff_t>(k),
            [&](const isl::map &other) {
                return isl_map_plain_is_equal(other.get(), access.get()) == isl_bool_true;
            });
        if (statement != statements.end())
            result.references.push_back({static_cast<std::size_t>(statement - statements.begin()),
                                         subscripts(access),
                                         {},
                                         {},
                                         is_repeated});
    }
    result.name = name_of(result, isl_map_get_tuple_name(group.accesses.front().get(), isl_dim_out),
                          statements);
    return result;
}

} // namespace

Model make_model(const dependence::Constraints &constraints,
                 const std::vector<dependence::ProximityGroup> &groups)
{
    isl::space parameters = common_parameters(constraints, groups);
    auto aligned = [&](const isl::union_map &relations) {
        isl::union_map known = relations.intersect_params(constraints.context);
        return isl::manage(isl_union_map_align_params(known.release(), parameters.copy()));
    };
    Model model;
    model.parameters = static_cast<std::size_t>(isl_space_dim(parameters.get(), isl_dim_param));
    model.constants = presburger::parameter_names(parameters);
    model.statements = statements_of(constraints.domain, parameters);
    DependenceCollector collector(model);
    collector.add(aligned(constraints.validity), Role::validity);
    collector.add(aligned(constraints.proximity), Role::proximity);
    collector.add(aligned(constraints.coincidence), Role::coincidence);
    collector.add(aligned(constraints.condition), Role::condition);
    collector.add(aligned(constraints.conditional_validity), Role::conditioned);
    for (const dependence::ProximityGroup &group : groups) {
        collector.add(aligned(group.temporal), Role::temporal, model.groups.size());
        collector.add(aligned(group.spatial), Role::spatial, model.groups.size());
        model.groups.push_back(locality_group(group, model.statements));
    }
    collector.finish();
    return model;
}

isl::aff to_aff(const Function &function, const Statement &statement)
{
    isl_ctx *ctx = statement.domain.ctx().get();
    isl_space *space = statement.domain.space().release();
    isl_aff *result = isl_aff_zero_on_domain_space(space);
    auto value = [&](Number number) { return isl_val_int_from_si(ctx, number); };
    std::size_t parameters = function.size() - 1 - statement.node.dimensions;
    result = isl_aff_set_constant_val(result, value(function.front()));
    for (std::size_t k = 0; k < parameters; ++k)
        result = isl_aff_set_coefficient_val(result, isl_dim_param, static_cast<int>(k),
                                             value(function[1 + k]));
    for (std::size_t k = 0; k < statement.node.dimensions; ++k)
        result = isl_aff_set_coefficient_val(result, isl_dim_in, static_cast<int>(k),
                                             value(function[1 + parameters + k]));
    return isl::manage(result);
}

} // namespace espalier::scheduler
