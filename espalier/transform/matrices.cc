#include "espalier/transform/matrices.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace espalier::transform {

namespace {

long number(isl_val *value) { return isl::manage(value).num_si(); }

/// The coefficients of some constants, by name, and the constant itself.
std::vector<long> constant_part(const isl::aff &function, const std::vector<std::string> &constants)
{
    std::vector<long> result;
    for (const std::string &name : constants) {
        int position = isl_aff_find_dim_by_name(function.get(), isl_dim_param, name.c_str());
        result.push_back(position < 0 ? 0
                                      : number(isl_aff_get_coefficient_val(
                                            function.get(), isl_dim_param, position)));
    }
    result.push_back(number(isl_aff_get_constant_val(function.get())));
    return result;
}

/// { [x] }: the extended iteration domain.
isl::set extended_domain(const Statement &statement)
{
    return statement.instances.apply(statement.iterators.as_map());
}

std::vector<std::string> constants_of(const MatrixView &view)
{
    std::vector<std::string> result;
    for (const program::Parameter &parameter : view.program.parameters)
        result.push_back(parameter.id.name());
    return result;
}

/// The rows that a polyhedron adds to Lambda, with columns for so many local variables.
void add_rows(const isl::basic_set &polyhedron, std::size_t local_variables,
              const std::vector<std::string> &constants, Matrices::Matrix &lambda)
{
    isl_constraint_list *list = isl_basic_set_get_constraint_list(polyhedron.get());
    for (int k = 0; k < isl_constraint_list_n_constraint(list); ++k) {
        isl_constraint *constraint = isl_constraint_list_get_constraint(list, k);
        std::vector<long> row;
        for (isl_dim_type type : {isl_dim_set, isl_dim_div})
            for (int d = 0; d < isl_constraint_dim(constraint, type); ++d)
                row.push_back(number(isl_constraint_get_coefficient_val(constraint, type, d)));
        row.resize(std::size_t(isl_constraint_dim(constraint, isl_dim_set)) + local_variables);
        for (const std::string &name : constants) {
            isl::space space = polyhedron.space();
            int position = isl_space_find_dim_by_name(space.get(), isl_dim_param, name.c_str());
            row.push_back(position < 0 ? 0
                                       : number(isl_constraint_get_coefficient_val(
                                             constraint, isl_dim_param, position)));
        }
        row.push_back(number(isl_constraint_get_constant_val(constraint)));
        lambda.push_back(row);
        if (isl_constraint_is_equality(constraint)) {
            for (long &entry : row)
                entry = -entry;
            lambda.push_back(row);
        }
        isl_constraint_free(constraint);
    }
    isl_constraint_list_free(list);
}

} // namespace

Matrices matrices(const MatrixView &view, const Statement &statement)
{
    Matrices result{statement.iterator_names, 0, constants_of(view), {}, {}, statement.beta, {}};
    for (const Row &row : statement.rows) {
        result.a.emplace_back();
        for (int k = 0; k < isl_aff_dim(row.time.get(), isl_dim_in); ++k)
            result.a.back().push_back(
                number(isl_aff_get_coefficient_val(row.time.get(), isl_dim_in, k)));
        result.gamma.push_back(constant_part(row.time, result.constants));
    }
    std::vector<isl::basic_set> polyhedra;
    extended_domain(statement).foreach_basic_set([&](const isl::basic_set &polyhedron) {
        polyhedra.push_back(polyhedron);
        auto count = std::size_t(isl_basic_set_dim(polyhedron.get(), isl_dim_div));
        result.local_variables = std::max(result.local_variables, count);
    });
    for (const isl::basic_set &polyhedron : polyhedra)
        add_rows(polyhedron, result.local_variables, result.constants, result.lambda);
    return result;
}

std::size_t value_count(const MatrixView &view)
{
    std::size_t count = 0;
    for (const Statement &statement : view.statements) {
        Matrices all = matrices(view, statement);
        for (const Matrices::Matrix *matrix : {&all.a, &all.gamma, &all.lambda})
            for (const std::vector<long> &row : *matrix)
                count += row.size();
        count += all.beta.size();
    }
    return count;
}

std::string to_string(const MatrixView &view)
{
    std::string text;
    for (const Statement &statement : view.statements) {
        Matrices all = matrices(view, statement);
        text += fmt::format("{}: beta = {}\n", statement.label, to_string(all.beta));
        if (all.a.empty())
            continue;
        text += fmt::format("    {} | {}\n", fmt::join(all.iterators, " "),
                            fmt::join(all.constants, " "));
        for (std::size_t k = 0; k < all.a.size(); ++k)
            text += fmt::format("    [{} | {}] {}\n", fmt::join(all.a[k], " "),
                                fmt::join(all.gamma[k], " "), statement.rows[k].name);
    }
    return text;
}

} // namespace espalier::transform
