#include "espalier/strategies/rows/pivot_parts.h"

#include "espalier/presburger/coalesce.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/element_copies.h"
#include "espalier/transform/normal_form.h"
#include "espalier/transform/statement_order.h"
#include "espalier/transform/statement_split.h"

#include <isl/map.h>
#include <isl/set.h>
#include <isl/val.h>

#include <algorithm>
#include <array>
#include <set>

namespace espalier::strategies {

using transform::Beta;
using transform::MatrixView;
using transform::Statement;

namespace {

std::vector<std::string> labels_in(const MatrixView &view, const Beta &loop)
{
    std::vector<std::string> result;
    for (const Statement *statement : statements_in(view, loop))
        result.push_back(statement->label);
    return result;
}

/// Room for so many more children of the loop around a place, right behind it.
void make_room(MatrixView &view, Beta place, long count)
{
    const Beta parent = transform::enclose(place);
    ++place.back();
    view = move(std::move(view), parent, place, count);
}

/// The instances of a statement in lines in front of the pivot, in the pivot and behind it.
std::array<isl::set, 3> sides_of(const MatrixView &view, const Statement &statement,
                                 std::size_t line, std::size_t step)
{
    const isl::pw_aff lines = statement.time(line), steps = statement.time(step);
    std::array<isl::set, 3> result = {lines.lt_set(steps), lines.eq_set(steps),
                                      lines.gt_set(steps)};
    for (isl::set &side : result)
        side =
            presburger::coalesced(side.intersect(statement.instances)
                                      .intersect_params(program::possible_constants(view.program)));
    return result;
}

/// How much larger a subscript is than the time of a row; nothing if that is no constant, or the
/// statement has no such row.
std::optional<long> offset(const Statement &statement, const isl::pw_aff &subscript,
                           std::size_t row)
{
    if (row >= statement.depth())
        return std::nullopt;
    const isl::pw_aff difference = subscript.sub(statement.time(row)).gist(statement.instances);
    if (!difference.isa_aff() || isl_aff_is_cst(difference.as_aff().get()) != isl_bool_true)
        return std::nullopt;
    return difference.as_aff().constant_val().num_si();
}

/// Whether statements write an array at places of a dimension that are the times of a row, and an
/// offset. What data decide is left alone: where most rows have nothing to do, steps would go over
/// all of them.
bool are_by_line(const MatrixView &view, const std::vector<const Statement *> &statements,
                 std::size_t array, std::size_t dimension, std::size_t row, long lines_offset)
{
    return std::ranges::any_of(statements, [&](const Statement *statement) {
        return std::ranges::any_of(
            transform::program_statement(view.program, *statement).accesses,
            [&](const program::Access &access) {
                return access.array == array && access.kind == program::AccessKind::write &&
                       access.subscripts.size() > dimension &&
                       offset(*statement, access.subscripts[dimension], row) == lines_offset;
            });
    });
}

/// Whether a read is of pivots, in a dimension: of the line that the step has the number of.
/// \param statements  those in the loop over lines
bool is_of_pivots(const MatrixView &view, const Statement &statement, const program::Access &read,
                  std::size_t dimension, const std::vector<const Statement *> &statements,
                  std::size_t line, std::size_t step)
{
    const auto of_step = offset(statement, read.subscripts[dimension], step);
    return of_step && are_by_line(view, statements, read.array, dimension, line, *of_step);
}

program::Statement &source_of(MatrixView &view, const Statement &statement)
{
    return *std::ranges::find_if(view.program.statements,
                                 [&](const auto &one) { return is_of(statement, one); });
}

/// Which of the elements that steps take turns at is that of a step.
isl::pw_aff slot(const isl::pw_aff &step, long steps)
{
    return step.mod(isl::val(step.ctx(), steps));
}

/// An array with elements for so many steps, each with some dimensions of another one.
std::size_t add_steps(MatrixView &view, std::size_t array, long steps,
                      const std::vector<std::size_t> &dimensions = {})
{
    const program::Array &original = view.program.arrays[array];
    program::Array result;
    result.name = unused_name_in(view, original.name + (dimensions.empty() ? "_steps" : "_pivots"));
    result.element_type = original.element_type;
    result.extents.emplace_back(
        transform::constant_extent(isl::val(view.program.context.ctx(), steps)));
    for (std::size_t k : dimensions)
        result.extents.push_back(original.extents[k]);
    return transform::add_array(view.program, std::move(result));
}

/// What lines on one side of pivots read of them, to be copied.
class PivotCopy {
public:
    /// \param place  the loop over these lines
    /// \param pivots  the statements of the pivots themselves
    PivotCopy(MatrixView &view, Beta place, const std::vector<std::string> &pivots,
              std::size_t step, long steps)
        : view_(view), place_(std::move(place)), pivots_(pivots), step_(step), steps_(steps)
    {
    }

    /// What is to be copied of an array: { [t] -> [a] }, in which iterations of the loops around
    /// lines.
    struct Elements {
        std::size_t array;
        isl::map of;
    };

    /// \return nothing if lines read none
    std::optional<Elements> elements()
    {
        const std::vector<program::Access *> reads = reads_of_pivots();
        return reads.empty() ? std::nullopt : std::optional(elements_of(reads));
    }

    /// \param others  what lines on the other side read, which is copied as well: so there is a
    ///                copy in the first step, where nothing is in front, and in the last
    /// \return whether there is anything to copy, and it can be
    bool run(const std::optional<Elements> &others)
    {
        std::vector<program::Access *> reads = reads_of_pivots();
        if (reads.empty())
            return false;
        Elements elements = elements_of(reads);
        const std::size_t array = elements.array;
        std::erase_if(reads, [&](const auto *read) { return read->array != array; });
        if (others && others->array == array)
            elements.of = presburger::coalesced(elements.of.unite(others->of));
        for (std::size_t k = 0; k < view_.program.arrays[array].extents.size(); ++k)
            if (!in_dimension(elements.of, k).is_single_valued())
                kept_.push_back(k);
        for (std::size_t position : kept_)
            if (!view_.program.arrays[array].extents[position])
                return false;
        const std::size_t copy = add_steps(view_, array, steps_, kept_);
        redirect(reads, copy);
        add_statement(array, copy, elements.of);
        return true;
    }

private:
    std::vector<program::Access *> reads_of_pivots()
    {
        std::vector<program::Access *> result;
        for (const Statement *statement : statements_in(std::as_const(view_), place_))
            for (program::Access &access : source_of(view_, *statement).accesses)
                if (access.kind == program::AccessKind::read && is_to_pivot(*statement, access))
                    result.push_back(&access);
        return result;
    }

    bool is_to_pivot(const Statement &statement, const program::Access &access) const
    {
        if (access.subscripts.size() != view_.program.arrays[access.array].extents.size())
            return false;
        for (std::size_t k = 0; k < access.subscripts.size(); ++k)
            if (is_of_pivots(view_, statement, access, k,
                             statements_in(std::as_const(view_), place_), place_.size() - 1, step_))
                return true;
        return false;
    }

    /// { [t] -> [a] }: what is read in which iterations of the loops around lines, and what the
    /// pivots write of the array.
    Elements elements_of(const std::vector<program::Access *> &reads) const
    {
        const std::size_t array = reads.front()->array;
        std::optional<isl::map> result;
        auto add = [&](const Statement &statement, const program::Access &access) {
            const isl::map times = outer_time(statement, place_.size() - 1);
            const isl::map accessed = access.relation.intersect_domain(statement.instances);
            const isl::map here = isl::manage(isl_map_reset_tuple_id(
                times.reverse().apply_range(accessed).release(), isl_dim_out));
            result = result ? result->unite(here) : here;
        };
        for (const Statement *statement :
             statements_in(std::as_const(view_), transform::enclose(place_))) {
            const program::Statement &source =
                transform::program_statement(view_.program, *statement);
            const bool is_pivot = std::ranges::find(pivots_, source.name()) != pivots_.end();
            for (const program::Access &access : source.accesses)
                if (access.array == array &&
                    (std::ranges::find(reads, &access) != reads.end() ||
                     (is_pivot && access.kind == program::AccessKind::write)))
                    add(*statement, access);
        }
        return {array, presburger::coalesced(
                           result->intersect_params(program::possible_constants(view_.program)))};
    }

    /// { [t] -> [a_k] }
    static isl::map in_dimension(const isl::map &elements, std::size_t dimension)
    {
        const auto count = unsigned(isl_map_dim(elements.get(), isl_dim_out));
        const auto kept = unsigned(dimension);
        isl_map *result =
            isl_map_project_out(elements.copy(), isl_dim_out, kept + 1, count - kept - 1);
        return isl::manage(isl_map_project_out(result, isl_dim_out, 0, kept));
    }

    bool has_access(const Statement &statement, const program::Access *access) const
    {
        return std::ranges::any_of(transform::program_statement(view_.program, statement).accesses,
                                   [&](const program::Access &one) { return &one == access; });
    }

    void redirect(const std::vector<program::Access *> &reads, std::size_t copy)
    {
        for (const Statement *statement : statements_in(std::as_const(view_), place_)) {
            const isl::pw_aff step = statement->time(step_);
            for (program::Access *access : reads) {
                if (!has_access(*statement, access))
                    continue;
                std::vector<isl::pw_aff> subscripts = {slot(step, steps_)};
                for (std::size_t k : kept_)
                    subscripts.push_back(access->subscripts[k]);
                transform::set_element(view_.program, *access, copy, subscripts);
            }
        }
    }

    /// Copies right in front of the loop over lines.
    void add_statement(std::size_t array, std::size_t copy, const isl::map &elements)
    {
        const Beta loop = transform::enclose(place_);
        const auto count = unsigned(isl_map_dim(elements.get(), isl_dim_out));
        isl::map kept = elements;
        for (unsigned k = count; k-- > 0;)
            if (std::ranges::find(kept_, k) == kept_.end())
                kept = isl::manage(isl_map_project_out(kept.release(), isl_dim_out, k, 1));
        Statement order = statement_on_elements(view_, "pivot", loop, place_.back(), kept);
        const isl::space space = order.instances.space();
        std::vector<isl::pw_aff> source, target = {slot(order.time(step_), steps_)};
        for (std::size_t k = 0, next = loop.size(); k < count; ++k) {
            if (std::ranges::find(kept_, k) != kept_.end()) {
                source.push_back(transform::coordinate(space, next++));
                target.push_back(source.back());
            } else {
                source.push_back(at_times(in_dimension(elements, k), order));
            }
        }
        const SourcePlace place =
            transform::program_statement(view_.program,
                                         *statements_in(std::as_const(view_), place_).front())
                .place;
        view_ = move(std::move(view_), loop, place_, 1);
        view_.program.statements.push_back(
            copy_of_element(view_.program, order, place, {copy, target}, {array, source}));
        view_.statements.push_back(std::move(order));
    }

    /// { S[t, a] -> [a_k] } of { [t] -> [a_k] }, single-valued.
    static isl::pw_aff at_times(const isl::map &function, const Statement &order)
    {
        const auto times = unsigned(isl_map_dim(function.get(), isl_dim_in));
        isl_multi_aff *outer =
            isl_multi_aff_identity_on_domain_space(order.instances.space().release());
        outer = isl_multi_aff_reset_tuple_id(outer, isl_dim_out);
        const auto all = unsigned(isl_multi_aff_dim(outer, isl_dim_out));
        outer = isl_multi_aff_drop_dims(outer, isl_dim_out, times, all - times);
        return function.as_pw_multi_aff().at(0).pullback(isl::manage(outer)).coalesce();
    }

    MatrixView &view_;
    const Beta place_;
    const std::vector<std::string> &pivots_;
    const std::size_t step_;
    const long steps_;
    std::vector<std::size_t> kept_; ///< dimensions of the array that the copy has
};

} // namespace

bool read_pivots(const MatrixView &view, const std::vector<const Statement *> &statements,
                 std::size_t line, std::size_t step)
{
    for (const Statement *statement : statements)
        for (const program::Access &access :
             transform::program_statement(view.program, *statement).accesses)
            for (std::size_t k = 0; k < access.subscripts.size(); ++k)
                if (access.kind == program::AccessKind::read &&
                    is_of_pivots(view, *statement, access, k, statements, line, step))
                    return true;
    return false;
}

std::optional<PivotSides> divide_at_pivots(MatrixView &view, const Beta &lines, std::size_t step)
{
    MatrixView result = view;
    const std::size_t entry = lines.size() - 1;
    make_room(result, lines, 2);
    PivotSides sides;
    for (const std::string &label : labels_in(view, lines)) {
        const std::array<isl::set, 3> parts =
            sides_of(result, labelled(result, label), entry, step);
        for (long part = 2; part >= 0; --part) {
            if (parts[std::size_t(part)].is_empty())
                continue;
            std::string name = label;
            const bool is_last =
                std::ranges::all_of(parts.begin(), parts.begin() + part,
                                    [](const isl::set &one) { return one.is_empty(); });
            if (!is_last) {
                result = with_statement_split(std::move(result), label, parts[std::size_t(part)],
                                              label + "_part");
                name = result.statements.back().label;
            }
            labelled(result, name).beta[entry] += part;
            (part == 0 ? sides.front : part == 1 ? sides.at : sides.behind).push_back(name);
        }
    }
    if (sides.front.empty() || sides.behind.empty())
        return std::nullopt;
    view = transform::normalized(std::move(result));
    return sides;
}

Beta place_of(const MatrixView &view, const std::vector<std::string> &names, const Beta &within)
{
    for (const Statement *statement : statements_in(view, within))
        if (std::ranges::find(names,
                              transform::program_statement(view.program, *statement).name()) !=
            names.end())
            return statement->beta;
    return {};
}

bool copy_pivots(MatrixView &view, const PivotSides &sides, const Beta &loop, std::size_t step,
                 long steps)
{
    auto copy_for = [&](const std::vector<std::string> &lines) {
        const Beta place = transform::first(place_of(view, lines, loop), loop.size() + 1);
        return PivotCopy(view, place, sides.at, step, steps);
    };
    const auto front = copy_for(sides.front).elements(), behind = copy_for(sides.behind).elements();
    const bool is_read_in_front = copy_for(sides.front).run(behind);
    return copy_for(sides.behind).run(front) || is_read_in_front;
}

void expand_scalars(MatrixView &view, const Beta &lines, std::size_t step, long steps)
{
    std::set<std::size_t> scalars;
    for (const Statement *statement : statements_in(std::as_const(view), lines))
        for (const program::Access &access :
             transform::program_statement(view.program, *statement).accesses) {
            const program::Array &array = view.program.arrays[access.array];
            if (statement->depth() == lines.size() && access.kind == program::AccessKind::write &&
                array.is_local && array.extents.empty())
                scalars.insert(access.array);
        }
    for (const std::size_t scalar : scalars) {
        const std::size_t copy = add_steps(view, scalar, steps);
        for (const Statement *statement : statements_in(std::as_const(view), lines))
            for (program::Access &access : source_of(view, *statement).accesses)
                if (access.array == scalar)
                    transform::set_element(view.program, access, copy,
                                           {slot(statement->time(step), steps)});
    }
}

} // namespace espalier::strategies
