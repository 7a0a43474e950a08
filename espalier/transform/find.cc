#include "espalier/transform/find.h"

#include "espalier/base/spelling.h"
#include "espalier/program/loops.h"
#include "espalier/transform/impossible.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace espalier::transform {

namespace {

/// A loop, with all that it may be called by.
struct Loop {
    std::set<std::string> names;
    std::set<unsigned> lines; ///< of the source, on which it starts
    std::vector<std::string> statements;
};

using Loops = std::map<Beta, Loop>;

void add_loops(Loops &loops, const Statement &statement, const program::LoopPath &source)
{
    for (std::size_t k = 0; k < statement.depth(); ++k) {
        const Row &row = statement.rows[k];
        Loop &loop = loops[first(statement.beta, k + 1)];
        loop.names.insert(row.name);
        loop.statements.push_back(statement.label);
        if (!row.source_loop || *row.source_loop >= source.size())
            continue;
        const program::Nest &nest = *source[*row.source_loop];
        loop.lines.insert(nest.place.line);
        if (!nest.label.empty())
            loop.names.insert(nest.label);
    }
}

Loops all_loops(const MatrixView &view)
{
    std::vector<program::LoopPath> around = program::loops_around(view.program);
    Loops loops;
    for (const Statement *statement : statements_in(view, {})) {
        const program::Statement *first_source = view.program.statements.data();
        add_loops(
            loops, *statement,
            around[std::size_t(&source_of(view.program, statement->instances) - first_source)]);
    }
    return loops;
}

std::string describe(const Beta &prefix, const Loop &loop)
{
    return fmt::format("{} `{}` around {}", to_string(prefix), fmt::join(loop.names, "`, `"),
                       listed(loop.statements));
}

std::string described(const Loops &loops)
{
    std::vector<std::string> result;
    for (const auto &[prefix, loop] : loops)
        result.push_back(describe(prefix, loop));
    return result.empty() ? "there are no loops"
                          : "the loops are " + fmt::format("{}", fmt::join(result, ", "));
}

/// Loops of which none is in another one, as only the innermost of those around each other count.
Loops innermost(const Loops &loops)
{
    Loops result;
    for (auto loop = loops.begin(); loop != loops.end(); ++loop)
        if (std::next(loop) == loops.end() || !is_prefix(loop->first, std::next(loop)->first))
            result.insert(*loop);
    return result;
}

Loops chosen(const Loops &loops, const std::function<bool(const Beta &, const Loop &)> &is_chosen)
{
    Loops result;
    for (const auto &[prefix, loop] : loops)
        if (is_chosen(prefix, loop))
            result.emplace(prefix, loop);
    return result;
}

/// \param called  "is called `i`"
Beta only_one(const Loops &found, const Loops &all, const std::string &called,
              const std::string &hint = "")
{
    if (found.empty())
        throw impossible(fmt::format("no loop {}; {}{}", called, described(all), hint));
    if (found.size() > 1)
        throw impossible(fmt::format("more than one loop {}; {}", called, described(found)));
    return found.begin()->first;
}

/// What is known of a label that no statement has.
std::string what_became_of(const MatrixView &view, const std::string &label)
{
    std::vector<std::string> all = labels(view), parts;
    std::ranges::copy_if(all, std::back_inserter(parts),
                         [&](const std::string &other) { return other.starts_with(label + "_"); });
    return parts.empty() ? fmt::format("; there are the statements {}{}", listed(all),
                                       did_you_mean(label, all))
                         : fmt::format("; it was split, and its parts are {}", listed(parts));
}

} // namespace

std::vector<std::string> labels(const MatrixView &view)
{
    std::vector<std::string> result;
    for (const Statement *statement : statements_in(view, {}))
        result.push_back(statement->label);
    return result;
}

std::string listed(const std::vector<std::string> &names)
{
    constexpr std::size_t most = 16;
    if (names.empty())
        return "none";
    std::vector<std::string> shown(names.begin(),
                                   names.begin() + long(std::min(most, names.size())));
    std::string rest = names.size() > most ? fmt::format(" and {} more", names.size() - most) : "";
    return fmt::format("{}{}", fmt::join(shown, ", "), rest);
}

void require_different_places(const MatrixView &view)
{
    const Statement *last =
        nullptr; // sorted, a vector is right before those that it is a prefix of
    for (const Statement *statement : statements_in(view, {})) {
        if (last != nullptr && is_prefix(last->beta, statement->beta))
            throw impossible(fmt::format("`{}` at {} and `{}` at {} have the same place, and no "
                                         "order",
                                         last->label, to_string(last->beta), statement->label,
                                         to_string(statement->beta)));
        last = statement;
    }
}

bool is_loop(const MatrixView &view, const Beta &prefix)
{
    std::vector<const Statement *> statements = statements_in(view, prefix);
    return !prefix.empty() && !statements.empty() && prefix.size() <= statements.front()->depth();
}

Beta find_statement(const MatrixView &view, const std::string &label)
{
    auto found = std::ranges::find(view.statements, label, &Statement::label);
    if (found == view.statements.end())
        throw impossible(
            fmt::format("there is no statement `{}`{}", label, what_became_of(view, label)));
    return found->beta;
}

Beta find_loop(const MatrixView &view, const std::string &name, const std::optional<Beta> &near)
{
    Loops all = all_loops(view);
    if (near)
        all = chosen(all, [&](const Beta &prefix, const Loop &) {
            return is_prefix(prefix, *near) || is_prefix(*near, prefix);
        });
    Loops found =
        chosen(all, [&](const Beta &, const Loop &loop) { return loop.names.contains(name); });
    std::set<std::string> names;
    for (const auto &[prefix, loop] : all)
        names.insert(loop.names.begin(), loop.names.end());
    std::string where = near ? " around or in " + to_string(*near) : "";
    return only_one(found, all, fmt::format("is called `{}`{}", name, where),
                    did_you_mean(name, {names.begin(), names.end()}));
}

Beta find_labelled(const MatrixView &view, const std::string &label)
{
    auto found = std::ranges::find(view.statements, label, &Statement::label);
    if (found != view.statements.end())
        return found->beta;
    std::set<std::string> loop_labels;
    for (const program::LoopPath &around : program::loops_around(view.program))
        for (const program::Nest *loop : around)
            loop_labels.insert(loop->label);
    if (!label.empty() && loop_labels.contains(label))
        return find_loop(view, label);
    throw impossible(
        fmt::format("no statement or variable `{}`{}", label, what_became_of(view, label)));
}

Beta find_statement_at_line(const MatrixView &view, unsigned line)
{
    std::vector<std::string> found, all;
    const Statement *last = nullptr;
    for (const Statement *statement : statements_in(view, {})) {
        unsigned own = source_of(view.program, statement->instances).place.line;
        all.push_back(fmt::format("{} on line {}", statement->label, own));
        if (own == line) {
            found.push_back(statement->label);
            last = statement;
        }
    }
    if (found.empty())
        throw impossible(
            fmt::format("no statement starts on line {}; there are {}", line, listed(all)));
    if (found.size() > 1)
        throw impossible(
            fmt::format("more than one statement starts on line {}: {}", line, listed(found)));
    return last->beta;
}

Beta find_loop_at_line(const MatrixView &view, unsigned line)
{
    Loops all = all_loops(view);
    Loops found =
        chosen(all, [&](const Beta &, const Loop &loop) { return loop.lines.contains(line); });
    return only_one(innermost(found), all, fmt::format("starts on line {}", line));
}

} // namespace espalier::transform
