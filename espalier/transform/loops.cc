#include "espalier/transform/loops.h"

#include "espalier/transform/impossible.h"
#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/normal_form.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>

namespace espalier::transform {

MatrixView with_kind(MatrixView view, const Beta &loop, LoopKind kind)
{
    for (Statement *statement : statements_in_loop(view, loop)) {
        Row &row = statement->rows[loop.size() - 1];
        row.role = schedule::with_kind(row.role, kind);
    }
    return view;
}

MatrixView with_kinds_alone(MatrixView view)
{
    for (Statement &statement : view.statements)
        for (Row &row : statement.rows) {
            const bool is_strict = row.kind() == LoopKind::strict_vector;
            row.role = schedule::loop_role(is_strict ? LoopKind::vector : row.kind());
        }
    return view;
}

MatrixView with_option(MatrixView view, const Beta &loop, schedule::LoopOption option)
{
    for (Statement *statement : statements_in_loop(view, loop))
        statement->rows[loop.size() - 1].option = option;
    return view;
}

MatrixView full_unroll(MatrixView view, const Beta &loop)
{
    return with_option(std::move(view), loop, schedule::LoopOption::unroll);
}

namespace {

void require_nested(const Beta &inner, const Beta &loop)
{
    if (!is_prefix(loop, inner) || loop.size() == inner.size())
        throw impossible(fmt::format("the loop {} is not inside the loop {}", to_string(inner),
                                     to_string(loop)));
}

} // namespace

MatrixView separate_full_strips(MatrixView view, const Beta &loop, const Beta &strips,
                                const Beta &divided, long size)
{
    require_nested(divided, strips);
    if (loop != strips)
        require_nested(loop, strips);
    statements_in_loop(view, loop);
    for (Statement *statement : statements_in_loop(view, divided)) {
        const std::vector<Row> &rows = statement->rows;
        statement->rows[loop.size() - 1].separated = {
            rows[divided.size() - 1].name, size,
            loop == strips ? "" : rows[strips.size() - 1].name};
    }
    return view;
}

MatrixView unroll(MatrixView view, const Beta &loop, long factor)
{
    view = strip_mine(std::move(view), loop, factor);
    view = separate_full_strips(std::move(view), loop, loop, append(loop, 0), factor);
    return full_unroll(std::move(view), append(loop, 0));
}

namespace {

/// Moves a loop into one of its children, and for the others makes a loop of its own around each:
///   for i: { S; for j: T; }  ->  for i: S; for j: for i: T
/// \param parent  has that loop as its only child
/// \param child   the position of the child, which is a loop
void distribute_into(MatrixView &view, const Beta &parent, long child)
{
    std::size_t row = parent.size();
    for (Statement *statement : statements_in_loop(view, append(parent, 0))) {
        std::swap(statement->beta[row], statement->beta[row + 1]);
        if (statement->beta[row] == child)
            std::swap(statement->rows[row], statement->rows[row + 1]);
    }
}

} // namespace

MatrixView unroll_and_jam(MatrixView view, const Beta &loop, const Beta &inner, long factor)
{
    statements_in_loop(view, inner);
    require_nested(inner, loop);
    view = unroll(std::move(view), loop, factor);
    for (std::size_t depth = loop.size(); depth < inner.size(); ++depth)
        distribute_into(view, first(inner, depth), inner[depth]);
    return view;
}

MatrixView unroll_and_jam_children(MatrixView view, const Beta &loop, const std::set<long> &jammed,
                                   long factor)
{
    view = unroll(std::move(view), loop, factor);
    std::size_t row = loop.size();
    for (Statement *statement : statements_in_loop(view, append(loop, 0))) {
        long &entry = statement->beta[row], &child = statement->beta[row + 1];
        bool is_jammed = jammed.contains(child);
        // What is not jammed stays together from one jammed loop to the next.
        auto behind = jammed.upper_bound(is_jammed ? child - 1 : child);
        long start = behind == jammed.begin() ? 0 : *std::prev(behind) + 1;
        entry = 2 * std::distance(jammed.begin(), behind) + is_jammed;
        child -= is_jammed ? child : start;
        if (is_jammed) {
            std::swap(statement->rows[row], statement->rows[row + 1]);
        } else {
            statement->rows[row].option = schedule::LoopOption::none;
            statement->rows[row - 1].separated.reset();
        }
    }
    return normalized(std::move(view));
}

namespace {

/// Where strips of the iterations of a loop go.
class Strips {
public:
    Strips(const MatrixView &view, Beta loop, const std::set<Beta> &whole)
        : loop_(std::move(loop)), whole_(whole)
    {
        for (const Statement *statement : statements_in(view, loop_))
            for (std::size_t row = loop_.size(); row < row_of_points(statement->beta); ++row)
                loops_[first(statement->beta, row)].insert(statement->beta[row]);
    }

    /// The row that the loop through a strip gets around a statement.
    std::size_t row_of_points(const Beta &statement) const
    {
        std::size_t row = loop_.size();
        while (row + 1 < statement.size() && !whole_.contains(first(statement, row + 1)))
            ++row;
        return row;
    }

    /// The vector of a statement with that loop around it, which it shares with those beside it.
    Beta place(const Beta &statement) const
    {
        Beta result = loop_;
        std::size_t points = row_of_points(statement);
        for (std::size_t row = loop_.size(); row <= points; ++row) {
            auto found = loops_.find(first(statement, row));
            long before = 0;
            if (found != loops_.end())
                before =
                    std::distance(found->second.begin(), found->second.lower_bound(statement[row]));
            result.push_back(2 * before + (row < points));
        }
        result.insert(result.end(), statement.begin() + long(points), statement.end());
        return result;
    }

private:
    Beta loop_;
    const std::set<Beta> &whole_;
    std::map<Beta, std::set<long>> loops_; ///< the children that strips move into, by their parents
};

} // namespace

MatrixView strip_mine_inwards(MatrixView view, const Beta &loop, long size,
                              const std::set<Beta> &whole)
{
    const Strips strips(view, loop, whole);
    std::map<std::string, Beta> before;
    for (const Statement *statement : statements_in_loop(view, loop))
        before[statement->label] = statement->beta;
    view = strip_mine(std::move(view), loop, size);
    for (Statement *statement : statements_in_loop(view, loop)) {
        const Beta &old = before.at(statement->label);
        auto points = long(strips.row_of_points(old)), inside = long(loop.size());
        auto rows = statement->rows.begin();
        std::rotate(rows + inside, rows + inside + 1, rows + points + 1);
        statement->beta = strips.place(old);
        if (points > inside)
            rows[inside].separated = {rows[points].name, size, rows[inside - 1].name};
    }
    return normalized(std::move(view));
}

} // namespace espalier::transform
