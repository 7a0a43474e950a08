#include "espalier/frontend/delinearisation.h"

#include "espalier/frontend/known_products.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>
#include <ranges>
#include <set>

namespace espalier::frontend {

namespace {

/// { S[i] -> A[a] }: a relation to elements, with any place in some dimensions in place of the
/// outermost one.
/// \param like  in the space of the result
isl::map with_other_outermost(const isl::map &relation, std::size_t dimensions,
                              const isl::map &like)
{
    isl_map *result = isl_map_project_out(relation.copy(), isl_dim_out, 0, 1);
    result = isl_map_insert_dims(result, isl_dim_out, 0, unsigned(dimensions));
    isl_id *array = isl_map_get_tuple_id(like.get(), isl_dim_out);
    return isl::manage(isl_map_set_tuple_id(result, isl_dim_out, array));
}

/// { : ... }: symbolic constants with which something happens in a domain; where that depends on
/// many of them, whether or not anything of the domain is executed at all.
/// \param points  of the domain
isl::set simply(const isl::set &points, const isl::set &domain)
{
    constexpr int most_cases = 3;
    const isl::set exact = points.params();
    const isl::set rest = exact.complement();
    return isl_set_n_basic_set(rest.get()) <= most_cases ? exact : exact.gist(domain.params());
}

isl::pw_aff zero_on(const isl::set &domain) { return domain.pw_aff_on_domain(0); }

} // namespace

void Delinearisation::note(const program::Access &access, NotedSubscript noted)
{
    const bool has_chosen_rows =
        std::ranges::any_of(noted.chosen, [](const auto &part) { return !part.first.empty(); });
    if (!is_affine(noted.subscript) || has_chosen_rows)
        arrays_.try_emplace(access.array, noted.where);
    noted_.emplace(access.reference.name(), std::move(noted));
}

void Delinearisation::apply()
{
    if (!arrays_.empty())
        KnownProducts(model_, polynomials_).note();
    program::Program &program = model_.program();
    for (const auto &[number, where] : arrays_) {
        if (has_triangles(number)) {
            apply_triangles(number);
            continue;
        }
        const std::vector<Stride> all =
            CommonStrides(model_, polynomials_, noted_).of(number, where);
        give_dimensions(program.arrays[number], all);
        for (program::Statement &statement : program.statements)
            for (program::Access &access : statement.accesses)
                if (access.array == number)
                    rewrite(access, statement.domain, all);
    }
}

/// Whether the rows of an array start at triangle numbers, for some of its accesses.
bool Delinearisation::has_triangles(std::size_t array) const
{
    return std::ranges::any_of(
        references_of(model_.program(), array, noted_), [&](const std::string &reference) {
            return std::ranges::any_of(noted_.at(reference).subscript.terms, [&](const auto &term) {
                return polynomials_.has_triangle(term.first);
            });
        });
}

/// Gives the accesses of an array rows that start at triangle numbers.
void Delinearisation::apply_triangles(std::size_t number)
{
    program::Program &program = model_.program();
    program::Array &array = program.arrays[number];
    array.extents.insert(array.extents.begin() + 1, std::nullopt);
    array.spelling.insert(array.spelling.begin() + 1, "");
    array.linear_dimensions = 2;
    array.has_triangular_rows = true;
    array.has_own_memory = false;
    for (program::Statement &statement : program.statements)
        for (program::Access &access : statement.accesses)
            if (access.array == number)
                rewrite_in_triangle(access, statement.domain);
}

/// What subscripts in a triangle are: of a row that starts at a triangle number, and a column.
/// \param domain  of the access, without a name
/// \param array   for what is said of others
Delinearisation::InTriangle Delinearisation::in_triangle(const NotedSubscript &noted,
                                                         const isl::set &domain,
                                                         const program::Array &array) const
{
    InTriangle result;
    for (const auto &[monomial, coefficient] : noted.subscript.terms) {
        const auto row = monomial.size() == 1 && !result.row
                             ? polynomials_.triangle(monomial.front(), domain)
                             : std::nullopt;
        const isl::set all = coefficient.domain();
        if (monomial.empty())
            result.column = coefficient;
        else if (row && all.is_subset(coefficient.eq_set(all.pw_aff_on_domain(1))))
            result.row = row;
        else
            no_dimensions(noted.where, array,
                          "rows that start at `i * (i + 1) / 2` have no others beside them");
    }
    return result;
}

/// \param statement  the domain of the access's statement
void Delinearisation::rewrite_in_triangle(program::Access &access, const isl::set &statement)
{
    const program::Array &array = model_.program().arrays[access.array];
    const auto found = noted_.find(access.reference.name());
    const isl::set domain = access.relation.domain();
    const isl::set plain = isl::manage(isl_set_reset_tuple_id(domain.copy()));
    InTriangle place;
    if (found != noted_.end() && found->second.chosen.empty())
        place = in_triangle(found->second, plain, array);
    if (!place.row)
        no_dimensions(arrays_.at(access.array), array,
                      "not all of them have a row that starts at `i * (i + 1) / 2`");
    auto at = [&](const isl::pw_aff &function) {
        isl_pw_aff *result = isl_pw_aff_intersect_domain(function.copy(), plain.copy());
        return isl::manage(
            isl_pw_aff_set_tuple_id(result, isl_dim_in, isl_set_get_tuple_id(statement.get())));
    };
    std::vector<isl::pw_aff> subscripts = {at(*place.row),
                                           place.column ? at(*place.column) : zero_on(domain)};
    const isl::set outside =
        subscripts[1].lt_set(zero_on(domain)).unite(subscripts[1].gt_set(subscripts[0]));
    model_.assume_never(
        simply(outside.intersect(domain), domain), found->second.where,
        fmt::format("this subscript of `{}` leaves its row", array.spelling.front()));
    if (!access.subscripts.empty())
        subscripts.insert(subscripts.end(), access.subscripts.begin() + 1, access.subscripts.end());
    access.relation = program::access_relation(domain, subscripts, array).coalesce();
    access.subscripts = std::move(subscripts);
}

void Delinearisation::give_dimensions(program::Array &array,
                                      const std::vector<Stride> &strides) const
{
    std::vector<std::optional<isl::pw_aff>> extents = {std::nullopt};
    for (std::size_t k = 0; k + 1 < strides.size(); ++k) {
        Monomial factor;
        std::ranges::set_difference(strides[k].product, strides[k + 1].product,
                                    std::back_inserter(factor));
        extents.emplace_back(polynomials_.factor(factor.front())
                                 .scale(strides[k].multiple.div(strides[k + 1].multiple)));
    }
    extents.insert(extents.end(), array.extents.begin() + 1, array.extents.end());
    array.extents = std::move(extents);
    array.spelling.insert(array.spelling.begin() + 1, strides.size() - 1, "");
    array.linear_dimensions = strides.size();
    array.has_own_memory = false;
}

/// { [i] -> [v] }: a subscript of one of the new dimensions; nothing for zero.
std::optional<isl::pw_aff> Delinearisation::position(const Polynomial &subscript,
                                                     const Stride &stride)
{
    auto term = subscript.terms.find(stride.product);
    return term == subscript.terms.end() ? std::nullopt
                                         : std::optional(term->second.scale_down(stride.multiple));
}

/// \param statement  the domain of the access's statement
void Delinearisation::rewrite(program::Access &access, const isl::set &statement,
                              const std::vector<Stride> &strides)
{
    const program::Array &array = model_.program().arrays[access.array];
    const isl::set domain = access.relation.domain();
    auto found = noted_.find(access.reference.name());
    std::vector<isl::pw_aff> subscripts;
    if (!access.subscripts.empty()) {
        for (const Stride &stride : strides) {
            isl::pw_aff subscript = zero_on(domain);
            if (found != noted_.end()) {
                if (auto at = position(found->second.subscript, stride))
                    subscript =
                        isl::manage(isl_pw_aff_set_tuple_id(at->release(), isl_dim_in,
                                                            isl_set_get_tuple_id(statement.get())))
                            .intersect_domain(domain);
            } else if (stride.product.empty()) {
                subscript = access.subscripts.front();
            }
            subscripts.push_back(subscript);
        }
        keep_inside(subscripts, domain, array,
                    found != noted_.end() ? found->second.where : arrays_.at(access.array));
        subscripts.insert(subscripts.end(), access.subscripts.begin() + 1, access.subscripts.end());
    }
    const isl::map before = access.relation;
    access.relation = program::access_relation(domain, subscripts, array).coalesce();
    access.subscripts = std::move(subscripts);
    if (found != noted_.end() && !found->second.chosen.empty())
        if (const auto elements = chosen_elements(access, found->second, strides))
            access.relation = *elements;
    if (access.subscripts.empty())
        access.relation =
            access.relation.intersect(with_other_outermost(before, strides.size(), access.relation))
                .coalesce();
}

/// { S[i] -> A[a] }: the elements that data may choose, those of one row where they choose its
/// column; nothing where they leave it whatever the sizes are.
std::optional<isl::map> Delinearisation::chosen_elements(const program::Access &access,
                                                         const NotedSubscript &noted,
                                                         const std::vector<Stride> &strides)
{
    const auto choices = unsigned(noted.chosen.size());
    auto lifted = [&](const isl::pw_aff &function) {
        return isl::manage(isl_pw_aff_add_dims(function.copy(), isl_dim_in, choices));
    };
    const isl::id statement = isl::manage(isl_map_get_tuple_id(access.relation.get(), isl_dim_in));
    const isl::set plain = isl::manage(isl_set_reset_tuple_id(access.relation.domain().release()));
    const auto loops = unsigned(isl_set_dim(plain.get(), isl_dim_set));
    isl::set domain = isl::manage(isl_set_add_dims(plain.copy(), isl_dim_set, choices));
    std::map<Monomial, isl::pw_aff> chosen;
    for (const auto &[product, bounds] : noted.chosen) {
        const isl::pw_aff choice(isl::manage(
            isl_aff_var_on_domain(isl_local_space_from_space(isl_set_get_space(domain.get())),
                                  isl_dim_set, loops + unsigned(chosen.size()))));
        domain = domain.intersect(choice.ge_set(lifted(*bounds.least)))
                     .intersect(choice.le_set(lifted(*bounds.greatest)));
        chosen.emplace(product, choice);
    }
    std::vector<isl::pw_aff> subscripts;
    for (const Stride &stride : strides) {
        isl::pw_aff subscript = zero_on(domain);
        if (auto at = position(noted.subscript, stride))
            subscript = lifted(*at).intersect_domain(domain);
        const auto choice = chosen.find(stride.product);
        subscripts.push_back(choice == chosen.end() ? subscript : subscript.add(choice->second));
    }
    const program::Array &array = model_.program().arrays[access.array];
    try {
        const auto obligations =
            model_.obligations_of([&] { keep_inside(subscripts, domain, array, noted.where); });
        for (const Model::Obligation &obligation : obligations)
            model_.assume_never(obligation.bad, obligation.where, obligation.what);
    } catch (const Unmodelled &) {
        return std::nullopt;
    }
    const isl::map elements = program::access_relation(domain, subscripts, array);
    isl_map *projected = isl_map_project_out(elements.copy(), isl_dim_in, loops, choices);
    return isl::manage(isl_map_set_tuple_id(projected, isl_dim_in, statement.copy())).coalesce();
}

/// Assumes that subscripts stay in their dimensions. One that always is some rows further or before
/// is that of another row.
void Delinearisation::keep_inside(std::vector<isl::pw_aff> &subscripts, const isl::set &domain,
                                  const program::Array &array, clang::SourceLocation where)
{
    const isl::set executed = model_.program()
                                  .context.intersect(program::parameter_ranges(model_.program()))
                                  .intersect(model_.program().assumptions)
                                  .intersect(domain.params());
    for (std::size_t k = subscripts.size() - 1; k > 0; --k) {
        const isl::pw_aff extent = spread(*array.extents[k], domain);
        std::optional<isl::set> outside;
        for (long rows : {0, 1, -1, 2, -2, 3, -3, 4, -4}) {
            const isl::pw_aff shift = isl::manage(
                isl_pw_aff_scale_val(extent.copy(), isl::val(model_.ctx(), rows).release()));
            const isl::pw_aff shifted = subscripts[k].sub(shift);
            const isl::set left =
                shifted.lt_set(zero_on(domain)).unite(shifted.ge_set(extent)).intersect(domain);
            if (executed.is_subset(left.params()) && !domain.is_empty())
                continue;
            outside = left;
            subscripts[k] = shifted.coalesce().gist(domain);
            subscripts[k - 1] = subscripts[k - 1].add_constant(rows);
            break;
        }
        if (!outside)
            no_dimensions(where, array, "one leaves its dimension, whatever the sizes are");
        const isl::set large = executed.intersect(model_.constants().large_products());
        if (!large.is_empty() && large.is_subset(outside->params()))
            no_dimensions(where, array, "one runs through several rows");
        model_.assume_never(
            simply(*outside, domain), where,
            fmt::format("this subscript of `{}` leaves its dimension", array.spelling.front()));
    }
}

} // namespace espalier::frontend
