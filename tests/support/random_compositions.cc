#include "tests/support/random_compositions.h"

#include "espalier/base/error.h"
#include "espalier/transform/expressions.h"
#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/iteration_order.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/trees.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace espalier::test {

using namespace transform;

namespace {

/// An affine expression in the symbolic constant n.
std::string any_constant(Random &random)
{
    return random.pick<std::string>({"0", "1", "-1", "2", "3", "n", "n - 1", "-n", "2n - 3"});
}

} // namespace

template <class... Arguments>
void RandomTransformation::describe(const char *name, const Arguments &...arguments)
{
    std::vector<std::string> all = {fmt::format("{}", arguments)...};
    description_ = fmt::format("{}({})", name, fmt::join(all, ", "));
}

MatrixView RandomTransformation::applied_to(const MatrixView &view)
{
    long choice = random_.between(0, 100);
    if (choice < 35)
        return reordered(view);
    if (choice < 65)
        return with_other_rows(view);
    if (choice < 83 && any_statement(view).depth() < knobs_.greatest_depth)
        return with_more_loops(view);
    if (choice < 93 && view.statements.size() < knobs_.max_statements)
        return with_other_domain(view);
    return knobs_.marks ? with_marks(view) : reordered(view);
}

const transform::Statement &RandomTransformation::any_statement(const MatrixView &view)
{
    return random_.pick(view.statements);
}

/// Of a whole beta vector, too; empty if there is nothing else.
Beta RandomTransformation::any_prefix(const MatrixView &view)
{
    const Beta &beta = any_statement(view).beta;
    return first(beta, std::size_t(random_.between(0, long(beta.size()) + 1)));
}

/// Seldom one that does not exist, or is none.
Beta RandomTransformation::any_loop(const MatrixView &view)
{
    for (unsigned tries = 0; tries < 4; ++tries) {
        const transform::Statement &statement = any_statement(view);
        if (statement.depth() > 0)
            return first(statement.beta,
                         1 + std::size_t(random_.between(0, long(statement.depth()))));
    }
    return any_prefix(view);
}

/// Of so many entries, as far as a statement has them.
Beta RandomTransformation::any_place(const MatrixView &view, std::size_t size)
{
    Beta beta = any_statement(view).beta;
    beta.resize(std::min(size, beta.size()));
    if (!beta.empty())
        beta.back() += random_.between(0, 2);
    return beta;
}

MatrixView RandomTransformation::reordered(const MatrixView &view)
{
    Beta loop = any_loop(view), parent = loop.empty() ? loop : enclose(loop);
    long position = loop.empty() ? 0 : loop.back();
    switch (random_.between(0, 5)) {
    case 0:
    case 1: {
        long first = random_.chance(50) ? position : position - 1;
        describe("fusion", to_string(parent), first);
        return fusion(view, parent, first);
    }
    case 2: {
        long start = random_.between(0, 4);
        describe("fission", to_string(parent), position, start);
        return fission(view, parent, position, start);
    }
    case 3: {
        Beta block = any_prefix(view);
        Beta target = any_place(view, block.size() + (random_.chance(30) ? 1 : 0));
        describe("motion", to_string(block), to_string(target));
        return motion(view, block, target);
    }
    default: {
        std::size_t children = 0;
        for (const transform::Statement *statement : statements_in(view, parent))
            if (statement->beta.size() > parent.size())
                children = std::max(children, std::size_t(statement->beta[parent.size()]) + 1);
        std::vector<std::size_t> order = random_.permutation(children);
        describe("reorder", to_string(parent), fmt::format("{}", fmt::join(order, " ")));
        return reorder(view, parent, order);
    }
    }
}

/// A product of elementary matrices.
std::vector<std::vector<long>> RandomTransformation::unimodular_matrix(std::size_t size)
{
    std::vector<std::vector<long>> result(size, std::vector<long>(size));
    for (std::size_t k = 0; k < size; ++k)
        result[k][k] = random_.chance(30) ? -1 : 1;
    for (unsigned step = 0; step < 3 && size > 1; ++step) {
        std::vector<std::size_t> rows = random_.permutation(size);
        long factor = random_.between(-1, 2);
        for (std::size_t column = 0; column < size; ++column)
            result[rows[0]][column] += factor * result[rows[1]][column];
        if (random_.chance(40))
            std::swap(result[rows[0]], result[rows[1]]);
    }
    return result;
}

isl::aff RandomTransformation::constant(const MatrixView &view)
{
    std::string text = any_constant(random_);
    description_ += " by " + text;
    return constant_value(view.program, text);
}

MatrixView RandomTransformation::with_other_rows(const MatrixView &view)
{
    Beta prefix = any_prefix(view);
    std::size_t row = small(), other = small();
    switch (random_.between(0, 6)) {
    case 0: {
        std::vector<std::vector<long>> matrix = unimodular_matrix(1 + small());
        describe("unimodular", to_string(prefix), fmt::format("{}", matrix));
        return unimodular(view, prefix, matrix);
    }
    case 1:
    case 2:
        describe("interchange", to_string(prefix), row, other);
        return interchange(view, prefix, row, other);
    case 3: {
        long factor = random_.between(-2, 3);
        describe("skew", to_string(prefix), row, other, factor);
        return skew(view, prefix, row, other, factor);
    }
    case 4:
        describe("reverse", to_string(prefix), row);
        return reverse(view, prefix, row);
    default:
        describe("shift", to_string(prefix), row);
        return shift(view, prefix, row, constant(view));
    }
}

MatrixView RandomTransformation::with_more_loops(const MatrixView &view)
{
    Beta loop = any_loop(view);
    long size = random_.between(1, 5);
    switch (random_.between(0, 8)) {
    case 0: {
        Beta prefix = any_prefix(view);
        std::size_t depth = 1 + small();
        std::string value = any_constant(random_);
        describe("extend", to_string(prefix), depth, value);
        return extend(view, prefix, depth, value, "t");
    }
    case 1: {
        Beta other = any_place(view, loop.size());
        describe("sink", to_string(other), to_string(loop));
        return sink(view, other, loop);
    }
    case 2: {
        std::vector<long> sizes(1 + small(), size);
        describe("tile", to_string(loop), fmt::format("{}", fmt::join(sizes, " ")));
        return tile(view, loop, sizes);
    }
    case 3:
        describe("unroll", to_string(loop), size);
        return unroll(view, loop, size);
    case 4: {
        Beta inner = any_loop(view);
        describe("unroll_and_jam", to_string(loop), to_string(inner), size);
        return unroll_and_jam(view, loop, inner, size);
    }
    default:
        describe("strip_mine", to_string(loop), size);
        return strip_mine(view, loop, size);
    }
}

/// In the name of a loop.
std::string RandomTransformation::any_condition(const MatrixView &view, const Beta &loop)
{
    std::string name = "n";
    for (const transform::Statement *statement : statements_in(view, loop))
        if (!loop.empty() && loop.size() <= statement->depth())
            name = statement->rows[loop.size() - 1].name;
    return fmt::format(
        fmt::runtime(random_.pick<std::string>({"{} mod 2 = 0", "{} < 2", "{} >= n - 1",
                                                "{} = 1 or {} = 3", "2 * {} <= n", "{} != 1"})),
        name, name);
}

MatrixView RandomTransformation::with_other_domain(const MatrixView &view)
{
    if (knobs_.cuts && random_.chance(15)) {
        Beta prefix = any_prefix(view);
        std::string condition = any_condition(view, prefix);
        describe("cut_domain", to_string(prefix), condition);
        return cut_domain(view, prefix, condition);
    }
    Beta loop = any_loop(view);
    if (random_.chance(50)) {
        std::string condition = any_condition(view, loop);
        describe("split", to_string(loop), condition);
        return split(view, loop, condition);
    }
    std::string value = any_constant(random_);
    describe("peel", to_string(loop), value);
    return peel(view, loop, value);
}

MatrixView RandomTransformation::with_marks(const MatrixView &view)
{
    Beta loop = any_loop(view);
    if (random_.chance(50)) {
        auto kind =
            random_.pick<LoopKind>({LoopKind::parallel, LoopKind::vector, LoopKind::sequential});
        describe("with_kind", to_string(loop), int(kind));
        return with_kind(view, loop, kind);
    }
    auto option = random_.pick<schedule::LoopOption>(
        {schedule::LoopOption::separate, schedule::LoopOption::atomic, schedule::LoopOption::none});
    describe("with_option", to_string(loop), int(option));
    return with_option(view, loop, option);
}

Composition random_composition(const program::Program &program, std::size_t count, Random &random,
                               const CompositionKnobs &knobs)
{
    Composition result{original_view(program), {}, 0};
    RandomTransformation transformation(random, knobs);
    for (std::size_t k = 0; k < count && !result.view.statements.empty(); ++k)
        try {
            result.view = transformation.applied_to(result.view);
            result.steps.push_back(transformation.description());
        } catch (const Error &error) {
            if (error.diagnostic().kind != DiagnosticKind::impossible_transformation)
                throw;
            ++result.refused;
        }
    return result;
}

} // namespace espalier::test
