#include "espalier/script/emission.h"

#include "espalier/script/row_edits.h"
#include "espalier/transform/expressions.h"
#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/iteration_order.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/strips.h"
#include "espalier/transform/trees.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace espalier::script {

namespace {

using schedule::LoopOption;
using transform::Beta;
using transform::LoopKind;
using transform::MatrixView;
using transform::Statement;
using transform::Tiling;

/// Applies transformations and writes them down.
class Emitter {
public:
    explicit Emitter(const MatrixView &original) : current_(original) {}

    const MatrixView &current() const { return current_; }
    const std::string &text() const { return text_; }

    void apply(MatrixView next, const std::string &line)
    {
        current_ = std::move(next);
        text_ += line + '\n';
    }

    void move_to_places(const MatrixView &target);
    void tile(const Tiling &tiling, const Statement &representative);
    void mark_loops(const MatrixView &target);

private:
    void mark(const Statement &statement, std::size_t row, const transform::Row &wanted);
    void separate_strips(const Statement &statement, std::size_t row, const Statement &wanted);

    MatrixView current_;
    std::string text_;
};

/// In the order of the target, so that what has not moved yet always stands behind what has. A
/// statement enters the loops that it shares with the one before, and gets its own from there on.
void Emitter::move_to_places(const MatrixView &target)
{
    Beta before;
    for (const Statement *wanted : transform::statements_in(target, {})) {
        Beta place = labelled(current_, wanted->label).beta;
        auto shared =
            std::size_t(std::ranges::mismatch(wanted->beta, before).in1 - wanted->beta.begin());
        before = wanted->beta;
        if (place == wanted->beta)
            continue;
        Beta beginning = transform::first(wanted->beta, shared + 1);
        apply(transform::motion(current_, place, beginning),
              fmt::format("motion({}, beta{{{}}})", wanted->label, fmt::join(beginning, ", ")));
    }
}

void Emitter::tile(const Tiling &tiling, const Statement &representative)
{
    std::size_t count = tiling.sizes.size();
    auto statement = [&]() -> const Statement & {
        return labelled(current_, representative.label);
    };
    auto prefix = [&](std::size_t depth) { return transform::first(statement().beta, depth); };
    std::string inner = transform::name_in_scripts(statement(), tiling.first + count);
    apply(transform::tile(current_, prefix(tiling.first + count), tiling.sizes),
          fmt::format("tile({}, {{{}}})", inner, fmt::join(tiling.sizes, ", ")));

    std::string outer = transform::name_in_scripts(statement(), tiling.first + 1);
    std::vector<std::size_t> order = tiling.points; // where each loop over points has to go
    for (std::size_t pass = 0; pass < count; ++pass)
        for (std::size_t k = 0; k + 1 < count; ++k)
            if (order[k] > order[k + 1]) {
                std::swap(order[k], order[k + 1]);
                std::size_t row = tiling.first + count + k;
                apply(transform::interchange(current_, prefix(tiling.first + 1), row, row + 1),
                      fmt::format("interchange({}, {})", outer, row));
            }
    if (tiling.is_skewed)
        apply(
            transform::skew(current_, prefix(tiling.first + 1), tiling.first, tiling.first + 1, 1),
            fmt::format("skew({}, {}, {}, 1)", outer, tiling.first, tiling.first + 1));
}

void Emitter::mark(const Statement &statement, std::size_t row, const transform::Row &wanted)
{
    Beta prefix = transform::first(statement.beta, row + 1);
    std::string name = transform::name_in_scripts(statement, row + 1);
    const transform::Row now = statement.rows[row];
    static const std::map<LoopKind, std::string> kinds = {
        {LoopKind::sequential, "sequential"},
        {LoopKind::parallel, "parallel"},
        {LoopKind::vector, "vector"},
        {LoopKind::narrow_vector, "narrow_vector"},
        {LoopKind::joined, "joined"}};
    static const std::map<LoopOption, std::string> options = {{LoopOption::separate, "separate"},
                                                              {LoopOption::atomic, "atomic"},
                                                              {LoopOption::unroll, "fullunroll"}};
    if (now.kind() != wanted.kind())
        apply(transform::with_kind(current_, prefix, wanted.kind()),
              fmt::format("{}({})", kinds.at(wanted.kind()), name));
    if (now.option != wanted.option && options.contains(wanted.option))
        apply(transform::with_option(current_, prefix, wanted.option),
              fmt::format("{}({})", options.at(wanted.option), name));
}

void Emitter::separate_strips(const Statement &statement, std::size_t row, const Statement &wanted)
{
    const transform::Strip &strip = *wanted.rows[row].separated;
    if (statement.rows[row].separated)
        return;
    auto depth_of = [&](const std::string &name) {
        auto found = std::ranges::find(wanted.rows, name, &transform::Row::name);
        return std::size_t(found - wanted.rows.begin()) + 1;
    };
    std::size_t strips = strip.starts.empty() ? row + 1 : depth_of(strip.starts);
    std::size_t divided = depth_of(strip.loop);
    if (strips > row + 1 || divided > statement.depth() || divided <= strips)
        return;
    auto place = [&](std::size_t depth) { return transform::first(statement.beta, depth); };
    auto name = [&](std::size_t depth) { return transform::name_in_scripts(statement, depth); };
    apply(transform::separate_full_strips(current_, place(row + 1), place(strips), place(divided),
                                          strip.size),
          fmt::format("separate_strips({}, {}, {}, {})", name(row + 1), name(strips), name(divided),
                      strip.size));
}

void Emitter::mark_loops(const MatrixView &target)
{
    for (const Statement *wanted : transform::statements_in(target, {}))
        for (std::size_t row = 0; row < wanted->depth(); ++row) {
            const Statement &now = labelled(current_, wanted->label);
            mark(now, row, wanted->rows[row]);
            if (wanted->rows[row].separated)
                separate_strips(labelled(current_, wanted->label), row, *wanted);
        }
}

/// The target before its tilings.
MatrixView untiled(const MatrixView &target, const std::vector<Tiling> &tilings)
{
    MatrixView result = target;
    for (const Tiling &tiling : tilings)
        for (Statement &statement : result.statements) {
            if (!transform::is_prefix(tiling.loop, statement.beta))
                continue;
            std::size_t count = tiling.sizes.size();
            auto points = statement.rows.begin() + long(tiling.first + count);
            std::vector<transform::Row> rows(points, points + long(count));
            for (std::size_t k = 0; k < count; ++k)
                statement.rows[tiling.first + count + k] = rows[tiling.points[k]];
            auto starts = statement.rows.begin() + long(tiling.first);
            statement.rows.erase(starts, starts + long(count));
            auto entries = statement.beta.begin() + long(tiling.first) + 1;
            statement.beta.erase(entries, entries + long(count));
        }
    return result;
}

using Wanted = std::map<std::string, std::vector<RowEdit>>; // by label

/// The largest loop around a statement of which all statements want the same edits, or the
/// statement itself.
Beta place_of_edits(const MatrixView &view, const Statement &statement, const Wanted &wanted)
{
    const std::vector<RowEdit> &own = wanted.at(statement.label);
    auto agree = [&](const Beta &prefix) {
        return std::ranges::all_of(
            transform::statements_in(view, prefix), [&](const Statement *other) {
                return other->depth() == statement.depth() && wanted.at(other->label) == own;
            });
    };
    Beta place = statement.beta;
    bool is_about_statement = !own.empty() && own.front().name == "schedule";
    while (!is_about_statement && place.size() > 1 && agree(transform::enclose(place)))
        place = transform::enclose(place);
    return place;
}

void edit_rows(Emitter &emitter, const MatrixView &target)
{
    Wanted wanted;
    std::vector<std::string> labels;
    for (const Statement *statement : transform::statements_in(emitter.current(), {}))
        labels.push_back(statement->label);
    for (const Statement &statement : target.statements)
        wanted[statement.label] = edits(labelled(emitter.current(), statement.label), statement);
    std::set<std::string> done;
    for (const std::string &label : labels) {
        if (done.contains(label))
            continue;
        const Statement &statement = labelled(emitter.current(), label);
        Beta place = place_of_edits(emitter.current(), statement, wanted);
        bool is_statement = place == statement.beta;
        for (const Statement *other : transform::statements_in(emitter.current(), place))
            done.insert(other->label);
        for (const RowEdit &edit : wanted.at(label)) {
            const Statement &now = labelled(emitter.current(), label);
            Beta prefix = is_statement ? now.beta : transform::first(now.beta, place.size());
            std::string name = transform::name_in_scripts(now, prefix.size());
            emitter.apply(edit.apply(emitter.current(), prefix), edit.line(name));
        }
    }
}

/// All rows of all statements as explicit functions.
void schedule_explicitly(Emitter &emitter, const MatrixView &target)
{
    for (const Statement &statement : target.statements) {
        const Beta place = labelled(emitter.current(), statement.label).beta;
        RowEdit edit = explicit_functions(statement);
        emitter.apply(edit.apply(emitter.current(), place), edit.line(statement.label));
    }
}

} // namespace

std::string emit(const MatrixView &original, const MatrixView &given)
{
    const MatrixView target = transform::with_kinds_alone(given);
    schedule::Tree wanted = transform::schedule_tree(target);
    Emitter named(original);
    std::vector<Tiling> tilings = transform::find_tilings(target);
    MatrixView coarse = untiled(target, tilings);
    edit_rows(named, coarse);
    named.move_to_places(coarse);
    for (const Tiling &tiling : tilings)
        named.tile(tiling, *transform::statements_in(target, tiling.loop).front());
    named.mark_loops(target);
    if (is_equal(transform::schedule_tree(named.current()), wanted))
        return named.text();

    Emitter explicitly(original);
    schedule_explicitly(explicitly, target);
    explicitly.move_to_places(target);
    explicitly.mark_loops(target);
    return explicitly.text();
}

std::string emit(const transform::Plan &plan)
{
    return emit(transform::original_view(plan.program), transform::matrix_view(plan));
}

} // namespace espalier::script
