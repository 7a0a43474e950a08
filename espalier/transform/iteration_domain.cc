#include "espalier/transform/iteration_domain.h"

#include "espalier/transform/expressions.h"
#include "espalier/transform/extension.h"
#include "espalier/transform/impossible.h"
#include "espalier/transform/normal_form.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/strips.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/val.h>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace espalier::transform {

namespace {

void require_size(long size)
{
    if (size < 1)
        throw impossible(
            fmt::format("{} is no size of a strip or tile: it has to be at least 1", size));
}

} // namespace

MatrixView extend(MatrixView view, const Beta &prefix, std::size_t depth, const std::string &value,
                  const std::string &name)
{
    std::vector<Statement *> statements = required_statements_in(view, prefix);
    std::vector<isl::pw_aff> values;
    for (Statement *statement : statements) {
        if (depth < 1 || depth > statement->depth() + 1)
            throw impossible(fmt::format("`{}` is in {} loops; there is no depth {} around it",
                                         statement->label, statement->depth(), depth));
        values.push_back(value_at(view, *statement, value));
    }
    for (std::size_t k = 0; k < statements.size(); ++k) {
        insert_loop(*statements[k], depth - 1, values[k], name);
        // Loops that others are in, too, stay shared.
        auto inserted = statements[k]->beta.begin() + long(depth);
        auto place = statements[k]->beta.begin() + long(std::max(depth, prefix.size()));
        std::rotate(inserted, inserted + 1, place + 1);
    }
    return normalized(std::move(view));
}

MatrixView cut_domain(MatrixView view, const Beta &prefix, const std::string &condition)
{
    for (Statement *statement : required_statements_in(view, prefix)) {
        isl::set kept = instances_where(view, *statement, condition);
        statement->instances = statement->instances.intersect(kept).coalesce();
    }
    return view;
}

namespace {

/// Leaves a statement the instances that a set has, and returns it with the others; both with
/// labels of their own.
/// \param chosen  { S[i] }
Statement take_part(const isl::set &chosen, Statement &statement,
                    const std::vector<std::string> &labels)
{
    std::string label = part_label(statement.label, labels);
    Statement rest = statement;
    rest.instances = statement.instances.subtract(chosen).coalesce();
    rest.label = label + "2";
    statement.instances = statement.instances.intersect(chosen).coalesce();
    statement.label = label + "1";
    return rest;
}

std::vector<std::string> labels_of(const MatrixView &view)
{
    std::vector<std::string> result;
    for (const Statement &statement : view.statements)
        result.push_back(statement.label);
    return result;
}

} // namespace

MatrixView split(MatrixView view, const Beta &loop,
                 const std::function<isl::set(const MatrixView &, const Statement &)> &first_part)
{
    statements_in_loop(view, loop);
    std::vector<std::string> labels = labels_of(view);
    Beta behind = loop;
    ++behind.back();
    view = move(std::move(view), enclose(loop), behind, 1);
    std::vector<Statement> second_parts;
    for (Statement *statement : required_statements_in(view, loop)) {
        Statement second = take_part(first_part(view, *statement), *statement, labels);
        ++second.beta[loop.size() - 1];
        second_parts.push_back(std::move(second));
    }
    std::ranges::move(second_parts, std::back_inserter(view.statements));
    return normalized(std::move(view));
}

MatrixView split(MatrixView view, const Beta &loop, const std::string &condition)
{
    return split(std::move(view), loop, [&](const MatrixView &whole, const Statement &statement) {
        return instances_where(whole, statement, condition);
    });
}

MatrixView split_off(MatrixView view, const Beta &statement, const std::string &condition,
                     const Beta &place)
{
    Statement &stays = *required_statements_in(view, statement).front();
    if (stays.beta != statement || place.empty() || place.size() > statement.size())
        throw impossible(fmt::format("{} is no statement that a part of can move to {}",
                                     to_string(statement), to_string(place)));
    isl::set others = stays.instances.subtract(instances_where(view, stays, condition));
    Statement moved = take_part(others, stays, labels_of(view));
    moved.beta = place;
    moved.beta.resize(statement.size(), 0);
    view = move(std::move(view), enclose(place), place, 1);
    view.statements.push_back(std::move(moved));
    return normalized(std::move(view));
}

MatrixView peel(MatrixView view, const Beta &loop, const std::string &value)
{
    return split(std::move(view), loop, [&](const MatrixView &whole, const Statement &statement) {
        return statement.time(loop.size() - 1).lt_set(value_at(whole, statement, value));
    });
}

MatrixView strip_mine(MatrixView view, const Beta &loop, long size, const std::string &name)
{
    require_size(size);
    std::size_t row = loop.size() - 1;
    for (Statement *statement : statements_in_loop(view, loop)) {
        const std::string old_name = statement->rows[row].name;
        std::string wish = name.empty() ? old_name.substr(0, 1) + old_name : name;
        insert_loop(*statement, row, start_of_strip(statement->time(row), size), wish);
    }
    return normalized(std::move(view));
}

namespace {

enum class End { first, last };

/// { S[i] -> [t] }: the first or last value of a loop in the iteration of the loops around it that
/// executes S[i]; 0 where the loop does not run.
isl::pw_aff end_of_loop(MatrixView &view, const Beta &loop, const Statement &statement, End end)
{
    std::size_t row = loop.size() - 1;
    isl::map outer = outer_time(statement, row);
    std::optional<isl::map> values; // { [t] -> [t_row] }
    for (const Statement *inside : statements_in_loop(view, loop)) {
        isl::map time = inside->time(row).as_map().intersect_domain(inside->instances);
        isl::map added = outer_time(*inside, row).reverse().apply_range(time);
        values = values ? values->unite(added) : added;
    }
    isl::map reached = outer.apply_range(*values);
    isl::map ends = end == End::first ? reached.lexmin() : reached.lexmax();
    isl::pw_aff value = ends.as_pw_multi_aff().at(0);
    isl::set rest = statement.instances.subtract(value.domain());
    isl_pw_aff *zero = isl_pw_aff_zero_on_domain(
        isl_local_space_from_space(statement.instances.space().release()));
    zero = isl_pw_aff_intersect_domain(zero, rest.release());
    return isl::manage(isl_pw_aff_union_add(value.release(), zero)).coalesce();
}

} // namespace

MatrixView sink(MatrixView view, const Beta &sunk, const Beta &loop)
{
    std::string name = statements_in_loop(view, loop).front()->rows[loop.size() - 1].name;
    std::vector<Statement *> moved = required_statements_in(view, sunk);
    if (sunk.size() != loop.size() || enclose(sunk) != enclose(loop) || sunk == loop)
        throw impossible(
            fmt::format("{} does not stand beside the loop {}", to_string(sunk), to_string(loop)));
    End end = sunk < loop ? End::first : End::last;
    std::vector<isl::pw_aff> values;
    for (const Statement *statement : moved)
        values.push_back(end_of_loop(view, loop, *statement, end));
    long place = 0;
    if (end == End::last)
        for (const Statement *inside : statements_in(view, loop))
            place = std::max(place, inside->beta[loop.size()] + 1);
    else
        view = move(std::move(view), loop, append(loop, 0), 1);
    for (std::size_t k = 0; k < moved.size(); ++k) {
        Statement &statement = *moved[k];
        insert_loop(statement, loop.size() - 1, values[k], name);
        std::ranges::copy(append(loop, place), statement.beta.begin());
    }
    return normalized(std::move(view));
}

namespace {

/// The prefixes of the children of a loop but one, those nearest to it first.
std::vector<Beta> siblings(const MatrixView &view, const Beta &child)
{
    std::vector<Beta> result;
    for (const Statement *statement : statements_in(view, enclose(child)))
        if (!is_prefix(child, statement->beta))
            result.push_back(first(statement->beta, child.size()));
    std::ranges::sort(result, {},
                      [&](const Beta &beta) { return std::abs(beta.back() - child.back()); });
    auto repeated = std::ranges::unique(result);
    result.erase(repeated.begin(), repeated.end());
    return result;
}

/// Sinks what stands beside a loop into it; the loop is then the only child of its parent.
MatrixView with_siblings_sunk(MatrixView view, Beta loop)
{
    for (std::vector<Beta> others = siblings(view, loop); !others.empty();
         others = siblings(view, loop)) {
        bool stood_before = others.front() < loop;
        view = sink(std::move(view), others.front(), loop);
        if (stood_before)
            --loop.back();
    }
    return view;
}

/// The loops over strips, in rows `row`, `row` + 2, ..., come before the others.
void move_strips_outwards(Statement &statement, std::size_t row, std::size_t count)
{
    auto begin = statement.rows.begin() + long(row), end = begin + long(2 * count);
    std::vector<Row> pairs(begin, end);
    for (std::size_t k = 0; k < count; ++k) {
        begin[long(k)] = pairs[2 * k];
        begin[long(count + k)] = pairs[2 * k + 1];
    }
}

} // namespace

MatrixView tile(MatrixView view, const Beta &loop, const std::vector<long> &sizes)
{
    statements_in_loop(view, loop);
    std::size_t count = sizes.size();
    std::ranges::for_each(sizes, require_size);
    if (count == 0 || count > loop.size())
        throw impossible(fmt::format("{} sizes of tiles do not suit {} loops around each other",
                                     count, loop.size()));
    std::size_t outermost = loop.size() - count + 1; // its depth
    Beta place = first(loop, outermost);
    for (std::size_t depth = outermost + 1; depth <= loop.size(); ++depth) {
        view = with_siblings_sunk(std::move(view), append(place, loop[depth - 1]));
        place.push_back(0);
    }
    for (std::size_t k = count; k-- > 0;)
        view = strip_mine(std::move(view), first(place, outermost + k), sizes[k]);
    for (Statement *statement : required_statements_in(view, first(place, outermost)))
        move_strips_outwards(*statement, outermost - 1, count);
    return view;
}

} // namespace espalier::transform
