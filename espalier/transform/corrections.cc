#include "espalier/transform/corrections.h"

#include "espalier/presburger/affine_piece.h"
#include "espalier/presburger/print.h"
#include "espalier/transform/expressions.h"
#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/iteration_order.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/val.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>

namespace espalier::transform {

namespace {

/// A violated dependence between two statements of a control part, decided at `row`, or if that is
/// `depth()` of both, at their places.
struct Conflict {
    const MatrixView &view;
    const Statement &first, &second;
    isl::map pairs; ///< { S[i] -> T[j] }
    std::size_t row;
    bool is_at_loop; ///< rather than at the places of the two beside each other

    /// { [d] }: by how much the second is too early in a loop.
    isl::set delays(std::size_t at) const
    {
        isl::map times =
            pairs.apply_domain(first.time(at).as_map()).apply_range(second.time(at).as_map());
        return isl::manage(isl_map_deltas(times.reverse().release()));
    }

    std::size_t shared_entries() const
    {
        return std::size_t(std::ranges::mismatch(first.beta, second.beta).in1 - first.beta.begin());
    }
};

/// The conflicts of a violation, one for each pair of parts of its statements.
std::vector<Conflict> conflicts(const MatrixView &view, const dependence::Violation &violation)
{
    isl::map pairs = violation.pairs;
    bool is_tagged = isl_space_domain_is_wrapping(pairs.space().get()) == isl_bool_true;
    if (is_tagged)
        pairs = pairs.factor_domain();
    std::vector<Conflict> result;
    bool is_at_loop = !violation.steps || violation.steps->first.is_member();
    for (const Statement &first : view.statements)
        for (const Statement &second : view.statements) {
            if (!first.instances.space().is_equal(pairs.space().domain()) ||
                !second.instances.space().is_equal(pairs.space().range()))
                continue;
            isl::map part =
                pairs.intersect_domain(first.instances).intersect_range(second.instances);
            if (!part.is_empty())
                result.push_back({view, first, second, part, violation.depth, is_at_loop});
        }
    return result;
}

/// The text of the largest element of a set { [d] }, in symbolic constants; nothing if it has none,
/// or one that is no affine function of them.
std::optional<std::string> largest(const isl::set &distances)
{
    isl::val constant = isl::manage(isl_set_dim_max_val(distances.copy(), 0));
    if (constant.is_int())
        return presburger::to_string(constant);
    if (isl_set_dim_has_any_upper_bound(distances.get(), isl_dim_set, 0) != isl_bool_true)
        return std::nullopt;
    isl::pw_aff value = isl::manage(isl_set_dim_max(distances.copy(), 0));
    std::optional<isl::aff> affine = presburger::affine_on(value, value.domain());
    return affine ? std::optional(expression(*affine)) : std::nullopt;
}

/// "{'0', '1'}": shifts by `amount` in a row, and not further out.
std::string amounts(std::size_t row, const std::string &amount)
{
    std::string zeros;
    for (std::size_t k = 0; k < row; ++k)
        zeros += "'0', ";
    return fmt::format("{{{}'{}'}}", zeros, amount);
}

class Corrector {
public:
    explicit Corrector(const Conflict &conflict) : conflict_(conflict) {}

    std::vector<Correction> run()
    {
        if (conflict_.is_at_loop) {
            if (std::optional<std::string> delay = largest(conflict_.delays(conflict_.row)))
                shift_both(conflict_.row, *delay);
            skew();
        } else if (conflict_.row > 0) {
            shift_both(conflict_.row - 1, "0");
        }
        split();
        return std::move(result_);
    }

private:
    void shift_both(std::size_t row, const std::string &delay)
    {
        for (const std::string &amount : {delay, fmt::format("{} + 1", delay)}) {
            if (amount == "0")
                continue;
            if (&conflict_.first == &conflict_.second)
                return;
            shift(conflict_.second, row, amount);
            shift(conflict_.first, row, fmt::format("-({})", amount));
        }
    }

    /// Of the statement alone, and of all loops around it that the other is not in.
    void shift(const Statement &statement, std::size_t row, const std::string &text)
    {
        isl::aff amount = constant_value(conflict_.view.program, text);
        std::string simple = expression(amount);
        std::set<std::size_t> sizes = {conflict_.shared_entries() + 1, statement.beta.size()};
        for (std::size_t entries : sizes)
            if (entries <= statement.beta.size() && row < min_depth(statement, entries))
                add(fmt::format("shift({}, {})", name_in_scripts(statement, entries),
                                amounts(row, simple)),
                    transform::shift(conflict_.view, transform::first(statement.beta, entries), row,
                                     amount));
    }

    std::size_t min_depth(const Statement &statement, std::size_t entries) const
    {
        std::size_t result = statement.depth();
        for (const Statement *other :
             statements_in(conflict_.view, transform::first(statement.beta, entries)))
            result = std::min(result, other->depth());
        return result;
    }

    void skew()
    {
        constexpr long most = 8;
        const Statement &statement = conflict_.first;
        std::size_t row = conflict_.row;
        if (row + 1 > conflict_.shared_entries())
            return;
        std::size_t depth = min_depth(statement, row + 1);
        for (std::size_t inner = row + 1; inner < std::min(depth, conflict_.second.depth());
             ++inner)
            for (long factor = 1; factor <= most; ++factor) {
                MatrixView skewed = transform::skew(
                    conflict_.view, transform::first(statement.beta, row + 1), row, inner, factor);
                if (!is_in_time(skewed))
                    continue;
                add(fmt::format("skew({}, {}, {}, {})", name_in_scripts(statement, row + 1), row,
                                inner, factor),
                    std::move(skewed));
                break;
            }
    }

    /// Whether the second no longer runs in an earlier iteration of the loop than the first.
    bool is_in_time(const MatrixView &view) const
    {
        auto at = [&](const Statement &statement) -> const Statement & {
            return view.statements[std::size_t(&statement - conflict_.view.statements.data())];
        };
        Conflict now{
            view, at(conflict_.first), at(conflict_.second), conflict_.pairs, conflict_.row, true};
        isl::set delays = now.delays(conflict_.row);
        isl::val most = isl::manage(isl_set_dim_max_val(delays.release(), 0));
        return most.is_int() && most.le(isl::val::zero(most.ctx()));
    }

    /// What runs too early gets loops of its own behind the loop that decides.
    void split()
    {
        const Statement &second = conflict_.second;
        isl::set early = conflict_.pairs.range();
        if (early.is_equal(second.instances))
            return;
        std::size_t entries = std::min(conflict_.row + 1, conflict_.shared_entries());
        if (entries == 0 || entries > conflict_.first.beta.size())
            return;
        Beta place = transform::first(conflict_.first.beta, entries);
        ++place.back();
        std::string condition = constraints(early.gist(second.instances));
        if (condition.find(':') != std::string::npos)
            return; // existential variables, which scripts cannot express
        add(fmt::format("split_off({}, '{}', beta{{{}}})", second.label, condition,
                        fmt::join(place, ", ")),
            split_off(conflict_.view, second.beta, condition, place));
    }

    /// "i = 0 and j < n", of { S[i, j] : i = 0 and j < n }
    std::string constraints(isl::set set) const
    {
        const auto &iterators = source_of(conflict_.view.program, set).iterators;
        for (unsigned k = 0; k < iterators.size(); ++k)
            set = isl::manage(
                isl_set_set_dim_name(set.release(), isl_dim_set, k, iterators[k].name.c_str()));
        std::string text = presburger::to_string(set);
        std::size_t begin = text.find(" : ") + 3;
        return text.substr(begin, text.rfind(" }") - begin);
    }

    void add(const std::string &call, MatrixView view)
    {
        result_.push_back({call, std::move(view)});
    }

    const Conflict &conflict_;
    std::vector<Correction> result_;
};

} // namespace

std::vector<Correction> corrections(const MatrixView &view, const dependence::Violation &violation)
{
    std::vector<Correction> result;
    for (const Conflict &conflict : conflicts(view, violation))
        std::ranges::move(Corrector(conflict).run(), std::back_inserter(result));
    return result;
}

} // namespace espalier::transform
