#include "espalier/schedule/two_d_plus_one.h"

#include "espalier/presburger/affine_piece.h"
#include "espalier/presburger/print.h"
#include "espalier/schedule/kelly.h"
#include "espalier/schedule/queries.h"
#include "espalier/schedule/reached_leaves.h"

#include <isl/aff.h>
#include <isl/set.h>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace espalier::schedule {

namespace {

using Statement = TwoDPlusOneSchedule::Statement;

std::size_t count(const isl::aff &function, isl_dim_type type)
{
    return static_cast<std::size_t>(isl_aff_dim(function.get(), type));
}

isl::val coefficient(const isl::aff &function, isl_dim_type type, std::size_t position)
{
    return isl::manage(
        isl_aff_get_coefficient_val(function.get(), type, static_cast<int>(position)));
}

isl::aff row(const isl::pw_aff &function, const isl::set &instances)
{
    std::optional<isl::aff> result = presburger::affine_on(function, instances);
    if (!result)
        throw impossible_conversion(
            fmt::format("the schedule of `{}` has the dimension {}, which is not affine",
                        statement_name(instances.space()), presburger::to_string(function)));
    return *result;
}

} // namespace

TwoDPlusOneSchedule to_two_d_plus_one(const Tree &tree)
{
    TwoDPlusOneSchedule result;
    KellySchedule kelly = to_kelly(tree);
    std::map<std::string, std::vector<long>> beta = beta_vectors(tree);
    for (const KellySchedule::Statement &statement : kelly.statements) {
        const isl::set &instances = statement.instances;
        result.statements.push_back({instances, beta.at(statement_name(instances.space())), {}});
        for (const KellySchedule::Part &part : statement.parts)
            if (const auto *function = std::get_if<KellySchedule::Function>(&part))
                for (unsigned k = 0; k < function->size(); ++k)
                    result.statements.back().rows.push_back(
                        row(function->at(static_cast<int>(k)), instances));
    }
    return result;
}

Tree from_two_d_plus_one(const TwoDPlusOneSchedule &schedule)
{
    KellySchedule kelly;
    for (const auto &[instances, beta, rows] : schedule.statements) {
        if (beta.size() != rows.size() + 1)
            throw impossible_conversion(
                fmt::format("`{}` has {} rows and {} constants; it has to have one constant more",
                            statement_name(instances.space()), rows.size(), beta.size()));
        std::vector<KellySchedule::Part> parts = {KellySchedule::Syntactic{beta[0]}};
        for (std::size_t k = 0; k < rows.size(); ++k) {
            parts.push_back(isl::multi_pw_aff(rows[k]));
            parts.push_back(KellySchedule::Syntactic{beta[k + 1]});
        }
        kelly.statements.push_back({instances, parts});
    }
    return from_kelly(kelly);
}

namespace {

/// The columns of a statement's matrix, but for the last, which is for constants.
struct Columns {
    std::size_t iterators;
    std::vector<std::string> constants; ///< the symbolic constants that a row depends on
    std::vector<std::string> names;
};

std::vector<std::string> constants_in(const Statement &statement)
{
    std::set<std::string> result;
    for (const isl::aff &row : statement.rows)
        for (std::size_t k = 0; k < count(row, isl_dim_param); ++k)
            if (!coefficient(row, isl_dim_param, k).is_zero())
                result.insert(
                    isl_aff_get_dim_name(row.get(), isl_dim_param, static_cast<unsigned>(k)));
    return {result.begin(), result.end()};
}

Columns columns_of(const Statement &statement)
{
    Columns result{statement.instances.tuple_dim(), constants_in(statement), {}};
    for (std::size_t k = 0; k < result.iterators; ++k) {
        const char *name =
            isl_set_get_dim_name(statement.instances.get(), isl_dim_set, static_cast<unsigned>(k));
        result.names.push_back(name ? name : fmt::format("i{}", k));
    }
    result.names.insert(result.names.end(), result.constants.begin(), result.constants.end());
    return result;
}

std::string text(const isl::val &value) { return presburger::to_string(value); }

std::vector<std::string> cells_of(const isl::aff &row, const Columns &columns)
{
    std::vector<std::string> result;
    result.reserve(columns.names.size() + 1);
    for (std::size_t k = 0; k < columns.iterators; ++k)
        result.push_back(text(coefficient(row, isl_dim_in, k)));
    for (const std::string &name : columns.constants) {
        int position = isl_aff_find_dim_by_name(row.get(), isl_dim_param, name.c_str());
        result.push_back(position < 0 ? "0"
                                      : text(coefficient(row, isl_dim_param,
                                                         static_cast<std::size_t>(position))));
    }
    result.push_back(text(row.constant_val()));
    return result;
}

std::vector<std::string> cells_of(long beta, const Columns &columns)
{
    std::vector<std::string> result(columns.names.size(), "0");
    result.push_back(std::to_string(beta));
    return result;
}

/// "T3    i |  1": after `start`, the cells of a row in columns of one width.
std::string line(const std::string &start, const std::vector<std::string> &cells,
                 std::size_t iterators, std::size_t width)
{
    std::string result = start;
    for (std::size_t k = 0; k < cells.size(); ++k)
        result += fmt::format("{}{:>{}}", k == iterators ? " | " : "  ", cells[k], width);
    return result + '\n';
}

std::string matrix(const Statement &statement)
{
    Columns columns = columns_of(statement);
    std::vector<std::vector<std::string>> rows = {columns.names};
    rows[0].push_back("1");
    for (std::size_t k = 0; k < statement.beta.size(); ++k) {
        rows.push_back(cells_of(statement.beta[k], columns));
        if (k < statement.rows.size())
            rows.push_back(cells_of(statement.rows[k], columns));
    }
    std::size_t width = 0;
    for (const std::vector<std::string> &row : rows)
        for (const std::string &cell : row)
            width = std::max(width, cell.size());
    std::string start = statement_name(statement.instances.space()), result;
    for (const std::vector<std::string> &row : rows) {
        result += line(start, row, columns.iterators, width);
        start.assign(start.size(), ' ');
    }
    return result;
}

} // namespace

std::string to_string(const TwoDPlusOneSchedule &schedule)
{
    std::string result;
    for (const Statement &statement : schedule.statements)
        result += matrix(statement);
    return result;
}

} // namespace espalier::schedule
