#include "espalier/transform/matrix_view.h"

#include "espalier/presburger/isl_additions.h"
#include "espalier/schedule/reached_leaves.h"
#include "espalier/transform/impossible.h"

#include <isl/aff.h>
#include <isl/local_space.h>

#include <fmt/format.h>

#include <algorithm>

namespace espalier::transform {

Statement::Statement() = default;
Statement::Statement(const Statement &other) = default;
Statement::Statement(Statement &&other) noexcept = default;
Statement &Statement::operator=(const Statement &other) = default;
Statement &Statement::operator=(Statement &&other) noexcept = default;
Statement::~Statement() = default;

isl::pw_aff Statement::time(std::size_t row) const
{
    isl_pw_aff *time = isl_pw_aff_from_aff(rows[row].time.copy());
    return isl::manage(isl_pw_aff_pullback_multi_pw_aff(time, iterators.copy()));
}

isl::map outer_time(const Statement &statement, std::size_t rows)
{
    isl::map result = presburger::from_domain(statement.instances);
    for (std::size_t k = 0; k < rows; ++k)
        result = presburger::flat_range_product(result, statement.time(k).as_map());
    return result;
}

std::vector<const Statement *> statements_in(const MatrixView &view, const Beta &prefix)
{
    std::vector<const Statement *> result;
    for (const Statement &statement : view.statements)
        if (is_prefix(prefix, statement.beta))
            result.push_back(&statement);
    std::ranges::sort(result, {}, [](const Statement *one) { return one->beta; });
    return result;
}

std::vector<Statement *> required_statements_in(MatrixView &view, const Beta &prefix)
{
    std::vector<Statement *> result;
    for (Statement &statement : view.statements)
        if (is_prefix(prefix, statement.beta))
            result.push_back(&statement);
    if (result.empty())
        throw impossible(
            fmt::format("no statement has a beta vector that starts with {}", to_string(prefix)));
    std::ranges::sort(result, {}, [](const Statement *one) { return one->beta; });
    return result;
}

std::vector<Statement *> statements_in_loop(MatrixView &view, const Beta &loop)
{
    std::vector<Statement *> result = required_statements_in(view, loop);
    if (loop.empty() || loop.size() > result.front()->depth())
        throw impossible(fmt::format("{} is no loop: it names {}", to_string(loop),
                                     loop.empty() ? "the whole region" : "a statement"));
    return result;
}

isl::aff iterator(const Statement &statement, std::size_t position)
{
    isl::space space = statement.iterators.space().range();
    isl_local_space *local = isl_local_space_from_space(space.release());
    return isl::manage(isl_aff_var_on_domain(local, isl_dim_set, unsigned(position)));
}

const program::Statement &source_of(const program::Program &program, const isl::set &instances)
{
    std::string name = schedule::statement_name(instances.space());
    return *std::ranges::find(program.statements, name, &program::Statement::name);
}

std::vector<std::string> names_of(const std::vector<Row> &rows)
{
    std::vector<std::string> result;
    for (const Row &row : rows)
        result.push_back(row.name);
    return result;
}

std::string unused_name(const std::string &wish, const std::vector<std::string> &taken)
{
    std::string result = wish;
    while (std::ranges::find(taken, result) != taken.end())
        result.insert(result.begin(), wish.empty() ? 't' : wish.front());
    return result;
}

std::string part_label(const std::string &label, const std::vector<std::string> &labels)
{
    std::string result = label + "_";
    auto is_taken = [&](const std::string &other) { return other.starts_with(result); };
    while (std::ranges::any_of(labels, is_taken))
        result += "_";
    return result;
}

Statement &labelled(MatrixView &view, const std::string &label)
{
    return *std::ranges::find(view.statements, label, &Statement::label);
}

const Statement &labelled(const MatrixView &view, const std::string &label)
{
    return *std::ranges::find(view.statements, label, &Statement::label);
}

isl::set times_in(const MatrixView &view, const Beta &loop, std::size_t rows)
{
    std::optional<isl::set> result;
    for (const Statement *statement : statements_in(view, loop)) {
        isl::set times = outer_time(*statement, rows).range();
        result = result ? result->unite(times) : times;
    }
    return *result;
}

} // namespace espalier::transform
