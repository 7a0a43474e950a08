#include "espalier/presburger/generators.h"

#include "espalier/base/checked_integer.h"
#include "espalier/presburger/double_description.h"
#include "espalier/presburger/echelon.h"

#include <isl/map.h>
#include <isl/mat.h>
#include <isl/set.h>
#include <isl/val.h>
#include <isl/val_gmp.h>

#include <memory>

namespace espalier::presburger {

namespace {

/// Linear functions of the weight, the symbolic constants, the dimensions and the existential
/// variables, in these columns.
template <class Number>
struct Constraints {
    std::vector<Row<Number>> equalities, inequalities;
};

/// So many take about a second.
constexpr std::size_t max_comparisons = 100'000'000;

/// The columns of the constraints.
struct Columns {
    std::size_t all, existential;
};

Columns columns(const isl::basic_set &set)
{
    auto count = [&](isl_dim_type type) { return std::size_t(isl_basic_set_dim(set.get(), type)); };
    std::size_t existential = count(isl_dim_div);
    return {1 + count(isl_dim_param) + count(isl_dim_set) + existential, existential};
}

/// The rows of a matrix of constraints.
/// \throws isl::exception where isl cannot make it
/// \throws NumberTooLarge
template <class Number>
std::vector<Row<Number>> rows(const isl::basic_set &set,
                              decltype(&isl_basic_set_equalities_matrix) make_matrix)
{
    std::unique_ptr<isl_mat, isl_mat *(*)(isl_mat *)> matrix(
        make_matrix(set.get(), isl_dim_cst, isl_dim_param, isl_dim_set, isl_dim_div), isl_mat_free);
    if (!matrix)
        isl::exception::throw_last_error(set.ctx());
    std::vector<Row<Number>> result(std::size_t(isl_mat_rows(matrix.get())));
    mpz_class number;
    for (std::size_t row = 0; row < result.size(); ++row)
        for (int column = 0; column < isl_mat_cols(matrix.get()); ++column) {
            isl::val element = isl::manage(isl_mat_get_element_val(matrix.get(), int(row), column));
            isl_val_get_num_gmp(element.get(), number.get_mpz_t());
            result[row].emplace_back(number);
        }
    return result;
}

template <class Number>
Constraints<Number> constraints(const isl::basic_set &set)
{
    return {rows<Number>(set, isl_basic_set_equalities_matrix),
            rows<Number>(set, isl_basic_set_inequalities_matrix)};
}

/// The cone of the homogeneous vectors. Functions of few columns come first, which keeps down the
/// number of rays on the way.
template <class Number>
Cone<Number> homogeneous_cone(Constraints<Number> constraints, std::size_t columns)
{
    Echelon<Number> equalities;
    for (Row<Number> &equality : constraints.equalities)
        equalities.add(std::move(equality));
    auto size = [](const Row<Number> &function) {
        return std::ranges::count_if(function, [](const Number &entry) { return sgn(entry) != 0; });
    };
    std::ranges::stable_sort(constraints.inequalities, {}, size);
    Cone<Number> result(equalities.orthogonal(columns), 1 + constraints.inequalities.size(),
                        max_comparisons);
    Row<Number> weight(columns);
    weight[0] = 1;
    result.intersect(weight);
    for (const Row<Number> &function : constraints.inequalities)
        result.intersect(function);
    return result;
}

/// \throws NumberTooLarge
template <class Number>
std::vector<std::int64_t> narrow(const Row<Number> &row)
{
    std::vector<std::int64_t> result;
    for (const Number &number : row)
        result.push_back(CheckedInteger(number).value());
    return result;
}

bool is_zero(const std::vector<std::int64_t> &row)
{
    return std::ranges::all_of(row, [](std::int64_t number) { return number == 0; });
}

/// The same direction with the first nonzero positive.
std::vector<std::int64_t> oriented(std::vector<std::int64_t> line)
{
    auto first = std::ranges::find_if(line, [](std::int64_t number) { return number != 0; });
    if (*first < 0)
        for (std::int64_t &number : line)
            number = -number;
    return line;
}

/// The generators of what the cone has in the first columns.
template <class Number>
Generators projected(const Cone<Number> &cone, std::size_t columns)
{
    Echelon<Number> lines;
    for (Row<Number> line : cone.lines()) {
        line.resize(columns);
        lines.add(std::move(line));
    }
    Generators result;
    for (Row<Number> &ray : cone.rays()) {
        ray.resize(columns);
        lines.reduce(ray);
        if (std::vector<std::int64_t> vector = narrow(ray); !is_zero(vector))
            result.points_and_rays.push_back(std::move(vector));
    }
    std::ranges::sort(result.points_and_rays);
    auto copies = std::ranges::unique(result.points_and_rays);
    result.points_and_rays.erase(copies.begin(), copies.end());
    for (const Row<Number> &line : lines.rows())
        result.lines.push_back(oriented(narrow(line)));
    std::ranges::sort(result.lines);
    bool has_point = !result.points_and_rays.empty() && result.points_and_rays.back()[0] > 0;
    return has_point ? result : Generators();
}

template <class Number>
Generators generators_by(const isl::basic_set &set)
{
    auto [all, existential] = columns(set);
    return projected(homogeneous_cone(constraints<Number>(set), all), all - existential);
}

} // namespace

std::optional<Generators> generators(const isl::basic_set &set)
{
    try {
        return generators_by<CheckedInteger>(set);
    } catch (const NumberTooLarge &) {
        // What overflows on the way may be divided by a common factor later.
    }
    try {
        return generators_by<mpz_class>(set);
    } catch (const NumberTooLarge &) {
        return std::nullopt;
    }
}

std::optional<Generators> generators(const isl::basic_map &map)
{
    return generators(isl::manage(isl_basic_map_wrap(map.copy())));
}

} // namespace espalier::presburger
