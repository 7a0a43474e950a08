#include "espalier/strategies/rows/line_copies.h"

#include "espalier/dependence/dead_instances.h"
#include "espalier/dependence/violations.h"
#include "espalier/program/assignments.h"
#include "espalier/strategies/rows/recurrence_search.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/attached_copies.h"
#include "espalier/transform/trees.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace espalier::strategies {

namespace {

using transform::Beta;
using transform::MatrixView;
using transform::Statement;

bool writes(const MatrixView &view, const Statement &statement, std::size_t array)
{
    return transform::writes(transform::program_statement(view.program, statement), array);
}

/// Whether a statement is one of a program, as those that copy last values are not.
bool is_in(const program::Program &program, const Statement &statement)
{
    return std::ranges::any_of(program.statements,
                               [&](const auto &source) { return is_of(statement, source); });
}

/// The labels of a program's statements that copy elements of an array, or to them, alone in loops
/// directly in a loop.
std::vector<std::string> copies_of(const MatrixView &view, const Beta &loop, std::size_t array,
                                   const program::Program &program)
{
    std::vector<std::string> result;
    for (const Statement *statement : statements_in(view, loop)) {
        const auto &source = transform::program_statement(view.program, *statement);
        if (is_in(program, *statement) && statement->depth() == loop.size() + 1 &&
            program::copy_assignment_of(source) &&
            std::ranges::any_of(
                source.accesses,
                [&](const auto &access) { return transform::uses(access, array); }) &&
            statements_in(view, transform::enclose(statement->beta)).size() == 1)
            result.push_back(statement->label);
    }
    return result;
}

/// What else writes an array in a loop beside that of a copy: in the next one behind a copy to it,
/// or in the last one in front of a copy from it.
std::optional<Beta> nearest_writer(const MatrixView &view, const Beta &loop, const Statement &copy,
                                   std::size_t array)
{
    const std::size_t child = loop.size();
    const long direction = writes(view, copy, array) ? 1 : -1;
    auto distance = [&](const Beta &place) {
        return direction * (place[child] - copy.beta[child]);
    };
    std::optional<Beta> result;
    for (const Statement *other : statements_in(view, loop))
        if (other->beta.size() == copy.beta.size() && distance(other->beta) > 0 &&
            (!result || distance(other->beta) < distance(*result)) && writes(view, *other, array))
            result = other->beta;
    return result;
}

/// Whether an order respects the dependences of what is in a loop.
bool is_legal(MatrixView view, const Beta &loop, const program::Program &program,
              const dependence::Dependences &dependences)
{
    std::erase_if(view.statements,
                  [&](const Statement &statement) { return !is_in(program, statement); });
    const isl::union_set inside =
        times_in_loop(statements_in(std::as_const(view), loop), loop.size() - 1).instances;
    return dependence::violations(program, dependence::restricted(dependences, inside.universe()),
                                  schedule_tree(view))
        .empty();
}

} // namespace

MatrixView with_line_copies_attached(MatrixView view, const Beta &loop,
                                     const std::vector<std::size_t> &arrays,
                                     const program::Program &program,
                                     const dependence::Dependences &dependences)
{
    for (std::size_t array : arrays)
        for (const std::string &label : copies_of(view, loop, array, program)) {
            const Statement &copy = labelled(std::as_const(view), label);
            const std::optional<Beta> writer = nearest_writer(view, loop, copy, array);
            std::optional<MatrixView> attached =
                writer ? transform::with_copy_attached(view, copy.beta, *writer, array)
                       : std::nullopt;
            if (attached && is_legal(*attached, loop, program, dependences))
                view = std::move(*attached);
        }
    return view;
}

} // namespace espalier::strategies
