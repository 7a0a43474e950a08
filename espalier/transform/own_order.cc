#include "espalier/transform/own_order.h"

#include "espalier/transform/arrays.h"
#include "espalier/transform/own_loops.h"

#include <isl/aff.h>
#include <isl/set.h>
#include <isl/space.h>

#include <algorithm>
#include <functional>
#include <variant>
#include <vector>

namespace espalier::transform {

namespace {

using program::Nest;

/// For each row of a statement, the dimension of its domain that it runs over; nothing if a row is
/// another function.
std::optional<std::vector<std::size_t>> dimensions_of_rows(const Statement &statement)
{
    std::vector<std::size_t> result;
    for (std::size_t row = 0; row < statement.depth(); ++row) {
        const isl::pw_aff time = statement.time(row);
        std::size_t dimension = 0;
        while (dimension < statement.depth() &&
               !time.plain_is_equal(coordinate(time.domain().space(), dimension)))
            ++dimension;
        if (dimension == statement.depth())
            return std::nullopt;
        result.push_back(dimension);
    }
    return result;
}

/// { S[t] -> S[i] }
/// \param order  of the dimensions of S[i], in S[t]
isl::multi_aff from_order(const isl::space &space, const std::vector<std::size_t> &order)
{
    isl::multi_aff result = space.identity_multi_aff_on_domain();
    for (std::size_t k = 0; k < order.size(); ++k)
        result = result.set_at(int(order[k]), space.identity_multi_aff_on_domain().at(int(k)));
    return result;
}

/// A body whose statement has its dimensions in another order.
program::ExpressionPtr in_order(const program::ExpressionPtr &body,
                                const std::vector<std::size_t> &order, const isl::multi_aff &from)
{
    return program::replaced(body, [&](const program::Expression &part) -> program::ExpressionPtr {
        if (const auto *iterator = std::get_if<program::IteratorValue>(&part.node)) {
            program::IteratorValue moved = *iterator;
            moved.dimension =
                std::size_t(std::ranges::find(order, iterator->dimension) - order.begin());
            return program::make_expression(moved);
        }
        if (const auto *affine = std::get_if<program::AffineValue>(&part.node)) {
            program::AffineValue moved = *affine;
            moved.value = moved.value.pullback(from);
            return program::make_expression(moved);
        }
        return nullptr;
    });
}

program::Statement in_order(program::Statement statement, const std::vector<std::size_t> &order)
{
    if (std::ranges::is_sorted(order))
        return statement;
    const isl::multi_aff from = from_order(statement.domain.space(), order);
    statement.domain = statement.domain.preimage(from);
    std::vector<program::Iterator> iterators;
    for (const std::size_t dimension : order)
        iterators.push_back(statement.iterators[dimension]);
    statement.iterators = std::move(iterators);
    for (program::Access &access : statement.accesses) {
        access.relation = access.relation.preimage_domain(from);
        for (isl::pw_aff &subscript : access.subscripts)
            subscript = subscript.pullback(from);
    }
    statement.body = in_order(statement.body, order, from);
    return statement;
}

/// \param statements  all with the same first entries of their beta vectors, in their order
Nest nest_of(const program::Program &program, const std::vector<const Statement *> &statements,
             std::size_t depth)
{
    Nest result;
    for (auto first = statements.begin(); first != statements.end();) {
        const auto end = std::find_if(first, statements.end(), [&](const Statement *one) {
            return one->beta[depth] != (*first)->beta[depth];
        });
        Nest child;
        if ((*first)->depth() == depth) {
            child.kind = Nest::Kind::statement;
            child.statement =
                std::size_t(&program_statement(program, **first) - program.statements.data());
        } else {
            child.kind = Nest::Kind::loop;
            child.dimension = depth;
            child.children.push_back(nest_of(program, {first, end}, depth + 1));
        }
        result.children.push_back(std::move(child));
        first = end;
    }
    return result;
}

} // namespace

std::optional<program::Program> with_own_order(const MatrixView &view)
{
    program::Program result = view.program;
    std::erase_if(result.statements, std::mem_fn(&program::Statement::is_kill));
    for (const Statement &statement : view.statements) {
        const std::optional<std::vector<std::size_t>> order = dimensions_of_rows(statement);
        if (!order)
            return std::nullopt;
        const auto source = std::ranges::find_if(
            result.statements, [&](const auto &one) { return is_of(statement, one); });
        *source = in_order(std::move(*source), *order);
    }
    result.nest = nest_of(result, statements_in(view, {}), 0);
    for (std::size_t array = 0; array < result.arrays.size(); ++array)
        if (result.arrays[array].is_local)
            kill_around(result, array);
    return result;
}

} // namespace espalier::transform
