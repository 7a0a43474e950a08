#include "espalier/transform/normal_form.h"

#include "espalier/presburger/echelon.h"
#include "espalier/transform/explicit_schedule.h"

#include <gmpxx.h>
#include <isl/aff.h>
#include <isl/val.h>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace espalier::transform {

namespace {

isl::val coefficient(const Row &row, std::size_t position)
{
    return isl::manage(isl_aff_get_coefficient_val(row.time.get(), isl_dim_in, int(position)));
}

bool is_singular(const Statement &statement)
{
    presburger::Echelon<mpz_class> space;
    for (const Row &row : statement.rows) {
        std::vector<long> numbers = linear_part(row.time);
        space.add({numbers.begin(), numbers.end()});
    }
    return space.rows().size() < statement.iterator_names.size();
}

bool has_integer_coefficients(const Statement &statement)
{
    return std::ranges::all_of(statement.rows, [&](const Row &row) {
        bool result =
            isl_aff_dim(row.time.get(), isl_dim_div) == 0 && row.time.constant_val().is_int();
        for (std::size_t k = 0; k < statement.iterator_names.size(); ++k)
            result = result && coefficient(row, k).is_int();
        return result;
    });
}

std::optional<std::string> broken_structure(const Statement &statement)
{
    if (statement.beta.size() != statement.depth() + 1)
        return fmt::format("`{}` has {} rows and the beta vector {}", statement.label,
                           statement.depth(), to_string(statement.beta));
    if (!has_integer_coefficients(statement))
        return fmt::format("`{}` has a row with a coefficient that is no integer", statement.label);
    if (statement.depth() != statement.iterator_names.size() || is_singular(statement))
        return fmt::format("the matrix A of `{}` is singular", statement.label);
    return std::nullopt;
}

std::optional<std::string> broken_pair(const Statement &one, const Statement &other)
{
    if (is_prefix(one.beta, other.beta) || is_prefix(other.beta, one.beta))
        return fmt::format("`{}` and `{}` have the beta vectors {} and {}", one.label, other.label,
                           to_string(one.beta), to_string(other.beta));
    if (one.label == other.label)
        return fmt::format("two statements have the label `{}`", one.label);
    bool are_parts = one.instances.space().is_equal(other.instances.space());
    if (are_parts && !one.instances.is_disjoint(other.instances))
        return fmt::format("`{}` and `{}` have instances in common", one.label, other.label);
    return std::nullopt;
}

std::optional<std::string> broken_density(const MatrixView &view)
{
    std::map<Beta, std::set<long>> entries;
    for (const Statement &statement : view.statements)
        for (std::size_t k = 0; k < statement.beta.size(); ++k)
            entries[first(statement.beta, k)].insert(statement.beta[k]);
    for (const auto &[prefix, children] : entries)
        if (*children.begin() != 0 || *children.rbegin() + 1 != long(children.size()))
            return fmt::format("the children of {} are not numbered 0, 1, 2, ...",
                               to_string(prefix));
    return std::nullopt;
}

} // namespace

std::optional<std::string> find_irregularity(const MatrixView &view)
{
    for (const Statement &statement : view.statements)
        if (std::optional<std::string> broken = broken_structure(statement))
            return broken;
    for (const Statement &one : view.statements)
        for (const Statement &other : view.statements)
            if (&one != &other)
                if (std::optional<std::string> broken = broken_pair(one, other))
                    return broken;
    return broken_density(view);
}

MatrixView normalized(MatrixView view)
{
    std::ranges::stable_sort(view.statements, {}, &Statement::beta);
    Beta last, renumbered; // of the statement before
    for (Statement &statement : view.statements) {
        Beta own = statement.beta;
        std::size_t shared = std::size_t(std::ranges::mismatch(own, last).in1 - own.begin());
        for (std::size_t k = 0; k < own.size(); ++k) {
            bool continues = !last.empty() && k <= shared && k < last.size();
            statement.beta[k] = !continues ? 0 : renumbered[k] + (k == shared ? 1 : 0);
        }
        last = std::move(own);
        renumbered = statement.beta;
    }
    return view;
}

} // namespace espalier::transform
