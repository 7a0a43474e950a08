#include "espalier/transform/explicit_schedule.h"

#include "espalier/presburger/affine_piece.h"
#include "espalier/presburger/echelon.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/presburger/notation.h"
#include "espalier/transform/extension.h"
#include "espalier/transform/impossible.h"
#include "espalier/transform/normal_form.h"

#include <gmpxx.h>
#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace espalier::transform {

namespace {

/// { [x] -> [t] } of { S[x] -> [t] }.
isl::aff on_unnamed(const isl::aff &function)
{
    isl::space statement = function.space().domain();
    isl::id name = isl::manage(isl_space_get_tuple_id(statement.get(), isl_dim_set));
    isl::space unnamed = isl::manage(isl_space_reset_tuple_id(statement.release(), isl_dim_set));
    isl::multi_aff instance = unnamed.identity_multi_aff_on_domain().set_range_tuple(name);
    return function.pullback(instance);
}

/// Extends a space by a row if that is independent of it.
bool add_independent(presburger::Echelon<mpz_class> &space, const isl::aff &function)
{
    std::size_t rank = space.rows().size();
    std::vector<long> row = linear_part(function);
    space.add({row.begin(), row.end()});
    return space.rows().size() > rank;
}

/// { S[i] -> [v] }: affine functions that are 0 on all of a set.
std::vector<isl::aff> zeros_on(const isl::set &set)
{
    std::vector<isl::aff> result;
    isl::basic_set hull = isl::manage(isl_set_affine_hull(set.copy()));
    isl_constraint_list *list = isl_basic_set_get_constraint_list(hull.get());
    for (int k = 0; k < isl_constraint_list_n_constraint(list); ++k) {
        isl_constraint *constraint = isl_constraint_list_get_constraint(list, k);
        isl::aff function = isl::manage(isl_constraint_get_aff(constraint));
        if (isl_constraint_is_equality(constraint) && isl_aff_dim(function.get(), isl_dim_div) == 0)
            result.push_back(function);
        isl_constraint_free(constraint);
    }
    isl_constraint_list_free(list);
    return result;
}

/// Extends a space by a row that is equal to a function on a set: its sum with a function that is 0
/// there, if such a sum is independent.
/// \param zeros  { S[i] -> [v] }: functions that are 0 there
std::optional<isl::aff> add_sum(presburger::Echelon<mpz_class> &space, const isl::aff &function,
                                const std::vector<isl::aff> &zeros)
{
    for (const isl::aff &zero : zeros) {
        isl::aff sum = presburger::sum(function, zero);
        if (add_independent(space, sum))
            return sum;
    }
    return std::nullopt;
}

/// The one of several unused names of iterators that stands furthest in in a row.
std::string loop_name(const isl::aff &row, const Statement &statement)
{
    std::string result;
    for (std::size_t k = 0; k < statement.iterator_names.size(); ++k) {
        const std::string &name = statement.iterator_names[k];
        bool has_part =
            isl_aff_involves_dims(row.get(), isl_dim_in, unsigned(k), 1) == isl_bool_true;
        bool is_used = std::ranges::find(statement.rows, name, &Row::name) != statement.rows.end();
        if (has_part && !is_used)
            result = name;
    }
    return result;
}

/// The name of a loop whose iterator is `value`; empty if that depends on no iterator.
std::string extension_name(const isl::pw_aff &value, const program::Statement &source)
{
    for (std::size_t k = source.iterators.size(); k-- > 0;)
        if (isl_pw_aff_involves_dims(value.get(), isl_dim_in, unsigned(k), 1) == isl_bool_true) {
            const std::string &name = source.iterators[k].name;
            return name.substr(0, 1) + name;
        }
    return "";
}

/// The iterator that a row is equal to, up to its sign and a constant.
std::optional<std::size_t> single_iterator(const isl::aff &row)
{
    std::vector<long> coefficients = linear_part(row);
    auto is_zero = [](long number) { return number == 0; };
    auto found = std::ranges::find_if_not(coefficients, is_zero);
    bool is_single = found != coefficients.end() && abs(*found) == 1 &&
                     std::all_of(found + 1, coefficients.end(), is_zero);
    return is_single ? std::optional(std::size_t(found - coefficients.begin())) : std::nullopt;
}

void add_row(Statement &statement, const isl::aff &time)
{
    statement.rows.push_back({time, ""});
    statement.rows.back().name = loop_name(time, statement);
    statement.rows.back().source_loop = single_iterator(time);
    statement.beta.push_back(0);
}

} // namespace

std::vector<long> linear_part(const isl::aff &function)
{
    std::vector<long> result;
    for (int k = 0; k < isl_aff_dim(function.get(), isl_dim_in); ++k)
        result.push_back(
            isl::manage(isl_aff_get_coefficient_val(function.get(), isl_dim_in, k)).num_si());
    return result;
}

std::vector<std::optional<isl::aff>> affine_rows(const isl::set &instances,
                                                 const std::vector<isl::pw_aff> &times)
{
    std::vector<std::optional<isl::aff>> affine, result;
    presburger::Echelon<mpz_class> rows;
    for (const isl::pw_aff &time : times) {
        affine.push_back(presburger::affine_on(time, instances));
        bool is_new = affine.back() && add_independent(rows, *affine.back());
        result.push_back(is_new ? affine.back() : std::nullopt);
    }
    std::vector<isl::aff> zeros = zeros_on(instances);
    for (std::size_t k = 0; k < times.size(); ++k) {
        if (affine[k] && !result[k])
            result[k] = add_sum(rows, *affine[k], zeros);
        if (result[k])
            result[k] = on_unnamed(*result[k]);
    }
    return result;
}

Statement with_rows(const program::Statement &source, const isl::set &instances,
                    const std::vector<isl::pw_aff> &times)
{
    Statement result;
    result.instances = instances;
    result.beta = {0};
    isl::space space = instances.space();
    result.iterators = space.identity_multi_pw_aff_on_domain().reset_range_tuple_id();
    for (const program::Iterator &iterator : source.iterators)
        result.iterator_names.push_back(unused_name(iterator.name, result.iterator_names));

    presburger::Echelon<mpz_class> rows;
    std::vector<std::optional<isl::aff>> affine = affine_rows(instances, times);
    for (const std::optional<isl::aff> &time : affine)
        if (time) {
            add_independent(rows, *time);
            add_row(result, *time);
        }
    std::vector<isl::aff> unordered;
    for (std::size_t k = 0; k < source.iterators.size(); ++k)
        if (add_independent(rows, iterator(result, k)))
            unordered.push_back(iterator(result, k));
    for (const isl::aff &time : unordered)
        add_row(result, time);
    for (std::size_t k = 0; k < times.size(); ++k) {
        if (affine[k])
            continue;
        std::string name = extension_name(times[k], source);
        insert_loop(result, k, times[k], name);
        if (name.empty())
            result.rows[k].name.clear();
    }
    return result;
}

MatrixView with_explicit_schedule(MatrixView view, const Beta &place, const isl::multi_pw_aff &time)
{
    Statement &statement = *required_statements_in(view, place).front();
    if (statement.beta != place)
        throw impossible(fmt::format("{} is no statement, but a loop", to_string(place)));
    isl::space space = statement.instances.space();
    bool is_about = isl_space_tuple_is_equal(time.space().domain().get(), isl_dim_set, space.get(),
                                             isl_dim_set) == isl_bool_true;
    if (!is_about || !statement.instances.is_subset(time.domain()))
        throw impossible(
            fmt::format("the schedule has no value for some instances of `{}`", statement.label));
    std::vector<isl::pw_aff> times;
    for (unsigned k = 0; k < time.size(); ++k)
        times.push_back(time.at(static_cast<int>(k)));
    Statement result =
        with_rows(source_of(view.program, statement.instances), statement.instances, times);
    result.label = statement.label;
    for (Row &row : result.rows)
        if (row.name.empty())
            row.name = unused_name("t", names_of(result.rows));
    std::copy_n(place.begin(), std::min(place.size(), result.beta.size()), result.beta.begin());
    statement = std::move(result);
    view = normalized(std::move(view));
    if (std::optional<std::string> broken = find_irregularity(view))
        throw impossible("this schedule leaves no order: " + *broken);
    return view;
}

MatrixView with_explicit_schedule(MatrixView view, const Beta &place, const std::string &time)
{
    if (const auto functions =
            presburger::read<isl::multi_pw_aff>(view.program.context.ctx(), time))
        return with_explicit_schedule(std::move(view), place, *functions);
    throw impossible(fmt::format("`{}` cannot be read as a schedule such as "
                                 "`[n] -> {{ S[i, j] -> [(i + j), (j)] }}`",
                                 time));
}

} // namespace espalier::transform
