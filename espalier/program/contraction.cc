#include "espalier/program/contraction.h"

#include "espalier/program/arithmetic.h"

#include "espalier/presburger/affine_piece.h"
#include "espalier/presburger/dimensions.h"

#include <isl/aff.h>
#include <isl/map.h>

#include <algorithm>

namespace espalier::program {

namespace {

/// The coefficients of the loops around a statement in a subscript; nothing if it is not affine.
std::optional<std::vector<long>> coefficients(const isl::pw_aff &subscript, const isl::set &domain)
{
    std::optional<isl::aff> affine = presburger::affine_on(subscript, domain);
    if (!affine || isl_aff_dim(affine->get(), isl_dim_div) > 0)
        return std::nullopt;
    std::vector<long> result;
    for (unsigned k = 0; k < presburger::dimensions(domain); ++k)
        result.push_back(
            isl::manage(isl_aff_get_coefficient_val(affine->get(), isl_dim_in, int(k))).num_si());
    return result;
}

class Finder {
public:
    Finder(const Program &program, const Statement &statement)
        : program_(program), statement_(statement)
    {
    }

    std::optional<Contraction> find()
    {
        if (statement_.is_kill() || presburger::dimensions(statement_.domain) < 3 || !has_form() ||
            !read_subscripts() || !find_target() || !find_loops() || !sort_reads() ||
            !has_successive_steps() || !has_distinct_elements())
            return std::nullopt;
        return result_;
    }

private:
    /// Whether the statement updates something by arithmetic.
    bool has_form() const
    {
        const auto *update = std::get_if<Assignment>(&statement_.body->node);
        return update && is_arithmetic(*update->value, type()) &&
               std::holds_alternative<AccessValue>(update->target->node) &&
               (update->op == "+=" || update->op == "-=" ||
                (update->op == "=" && starts_from_target(*update)));
    }

    /// Whether an assignment adds to what was there: `x = x + e + f`.
    bool starts_from_target(const Assignment &update) const
    {
        const Expression *start = update.value.get();
        while (const auto *sum = std::get_if<BinaryOperation>(&start->node)) {
            if (sum->op != "+" && sum->op != "-")
                return false;
            start = sum->left.get();
        }
        const auto *value = std::get_if<AccessValue>(&start->node);
        const auto &target = std::get<AccessValue>(update.target->node);
        return value && statement_.accesses[value->access].relation.is_equal(
                            statement_.accesses[target.access].relation);
    }

    const std::string &type() const
    {
        return program_.arrays[statement_.accesses.front().array].element_type;
    }

    bool read_subscripts()
    {
        for (const Access &access : statement_.accesses) {
            const Array &array = program_.arrays[access.array];
            subscripts_.emplace_back();
            if (array.element_type != type() || !size_of_floating(array.element_type) ||
                access.subscripts.size() != array.extents.size())
                return false;
            for (const isl::pw_aff &subscript : access.subscripts) {
                auto found = coefficients(subscript, statement_.domain);
                if (!found)
                    return false;
                subscripts_.back().push_back(*found);
            }
        }
        return true;
    }

    bool depends(std::size_t access, std::size_t loop) const
    {
        return std::ranges::any_of(subscripts_[access],
                                   [&](const auto &subscript) { return subscript[loop] != 0; });
    }

    bool find_target()
    {
        std::optional<std::size_t> target;
        for (std::size_t k = 0; k < statement_.accesses.size(); ++k)
            if (statement_.accesses[k].kind == AccessKind::write)
                target = target ? std::nullopt : std::optional(k);
        if (!target)
            return false;
        const Access &written = statement_.accesses[*target];
        result_.target = *target;
        return !written.subscripts.empty() &&
               program_.arrays[written.array].spelling.back().empty();
    }

    bool is_target(const Access &access) const
    {
        const Access &written = statement_.accesses[result_.target];
        return access.array == written.array && access.relation.is_equal(written.relation);
    }

    bool find_loops()
    {
        std::optional<std::size_t> column, step, row;
        std::size_t steps = 0;
        auto replace = [&](std::optional<std::size_t> &innermost, std::size_t loop) {
            if (innermost)
                result_.outer.push_back(*innermost);
            innermost = loop;
        };
        for (std::size_t loop = 0; loop < presburger::dimensions(statement_.domain); ++loop) {
            if (!depends(result_.target, loop)) {
                step = loop;
                ++steps;
            } else {
                replace(is_column(loop) ? column : row, loop);
            }
        }
        if (!column || !row || steps != 1)
            return false;
        std::ranges::sort(result_.outer);
        result_.row = *row;
        result_.column = *column;
        result_.step = *step;
        return true;
    }

    /// Whether successive iterations of a loop write elements that lie next to each other.
    bool is_column(std::size_t loop) const
    {
        const auto &subscripts = subscripts_[result_.target];
        return subscripts.back()[loop] == 1 &&
               std::all_of(subscripts.begin(), subscripts.end() - 1,
                           [&](const auto &subscript) { return subscript[loop] == 0; });
    }

    bool sort_reads()
    {
        for (std::size_t k = 0; k < statement_.accesses.size(); ++k) {
            const Access &access = statement_.accesses[k];
            if (is_target(access))
                continue;
            bool by_row = depends(k, result_.row), by_column = depends(k, result_.column);
            if (access.kind != AccessKind::read || (by_row && by_column))
                return false;
            if (by_row)
                result_.by_row.push_back(k);
            else if (by_column)
                result_.by_column.push_back(k);
            else if (access.subscripts.empty() && !is_written(access.array))
                result_.fixed.push_back(k);
            else
                return false;
        }
        auto uses_step = [&](std::size_t access) { return depends(access, result_.step); };
        return std::ranges::any_of(result_.by_row, uses_step) &&
               std::ranges::any_of(result_.by_column, uses_step);
    }

    /// Whether no element is left alone in a step between others that update it.
    bool has_successive_steps() const
    {
        auto step = int(result_.step);
        isl_map *later = isl_map_universe(statement_.domain.space().map_from_set().release());
        for (int loop = 0; loop < int(presburger::dimensions(statement_.domain)); ++loop)
            later = loop == step ? isl_map_order_lt(later, isl_dim_in, loop, isl_dim_out, loop)
                                 : isl_map_equate(later, isl_dim_in, loop, isl_dim_out, loop);
        isl::map to_later = isl::manage(later);
        isl::set domain = statement_.domain.intersect_params(program_.context);
        return domain.apply(to_later)
            .intersect(domain.apply(to_later.reverse()))
            .is_subset(statement_.domain);
    }

    /// Whether no two places in rows and columns are of the same element, for the same iterations
    /// of the outer loops.
    bool has_distinct_elements() const
    {
        isl::map element =
            statement_.accesses[result_.target].relation.intersect_params(program_.context);
        isl_map *same = element.apply_range(element.reverse()).release();
        for (std::size_t loop : result_.outer)
            same = isl_map_equate(same, isl_dim_in, int(loop), isl_dim_out, int(loop));
        isl::map all = isl::manage(same);
        isl_map *place = isl_map_universe(all.space().release());
        for (std::size_t loop : {result_.row, result_.column})
            place = isl_map_equate(place, isl_dim_in, int(loop), isl_dim_out, int(loop));
        return all.is_subset(isl::manage(place));
    }

    bool is_written(std::size_t array) const
    {
        return std::ranges::any_of(program_.statements, [&](const Statement &other) {
            return std::ranges::any_of(other.accesses, [&](const Access &access) {
                return access.array == array && access.kind != AccessKind::read;
            });
        });
    }

    const Program &program_;
    const Statement &statement_;
    std::vector<std::vector<std::vector<long>>> subscripts_; ///< by access, dimension and loop
    Contraction result_ = {};
};

} // namespace

std::optional<Contraction> find_contraction(const Program &program, const Statement &statement)
{
    return Finder(program, statement).find();
}

} // namespace espalier::program
