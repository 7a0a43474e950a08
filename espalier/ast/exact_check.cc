#include "espalier/ast/exact_check.h"

#include "espalier/presburger/id.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/presburger/print.h"
#include "espalier/schedule/union_map.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>

#include <algorithm>
#include <map>

namespace espalier::ast {

namespace {

/// Ends the rebuilding of an order from code that is outside what relations can express.
struct NotAffine {};

/// A coordinate of a time: the value of an outer loop variable, or a position in a block.
struct Coordinate {
    enum class Kind { variable, position };
    Kind kind;
    long value; ///< the number of the variable, or the position
};

/// Where a node stands.
struct Place {
    isl::set iterations;                ///< { [c] }, c: the variables of the loops around the node
    std::vector<std::string> variables; ///< their names, the outermost first
    std::vector<Coordinate> time;
    std::map<std::string, ExpressionPtr> values; ///< that were computed further out

    isl::space space() const { return iterations.space(); }
};

/// Turns expressions at one place into functions and sets over the loop variables.
class Evaluator {
public:
    explicit Evaluator(const Place &place) : place_(place) {}

    /// { [c] -> [v] }
    isl::pw_aff value(const ExpressionPtr &expression) const
    {
        auto operand = [&](std::size_t k) { return value(expression->operands[k]); };
        switch (expression->op) {
        case Operator::integer:
            return constant(isl::val(place_.iterations.ctx(), expression->text));
        case Operator::name:
            if (auto known = place_.values.find(expression->text); known != place_.values.end())
                return value(known->second);
            return variable(expression->text);
        case Operator::negate:
            return operand(0).neg();
        case Operator::add:
            return operand(0).add(operand(1));
        case Operator::subtract:
            return operand(0).sub(operand(1));
        case Operator::multiply:
            return product(operand(0), operand(1));
        case Operator::minimum:
            return operand(0).min(operand(1));
        case Operator::maximum:
            return operand(0).max(operand(1));
        case Operator::divide_exactly:
        case Operator::divide_nonneg:
            return operand(0).tdiv_q(divisor(operand(1)));
        case Operator::divide_floor:
            return operand(0).div(divisor(operand(1))).floor();
        case Operator::remainder_nonneg:
        case Operator::remainder_or_zero:
            return operand(0).tdiv_r(divisor(operand(1)));
        case Operator::conditional:
        case Operator::select:
            return choice(expression);
        default:
            throw NotAffine();
        }
    }

    /// { [c] }: the iterations in which a condition holds.
    isl::set condition(const ExpressionPtr &expression) const
    {
        auto operand = [&](std::size_t k) { return value(expression->operands[k]); };
        auto part = [&](std::size_t k) { return condition(expression->operands[k]); };
        switch (expression->op) {
        case Operator::equal:
            return operand(0).eq_set(operand(1));
        case Operator::less:
            return operand(0).lt_set(operand(1));
        case Operator::less_equal:
            return operand(0).le_set(operand(1));
        case Operator::greater:
            return operand(0).gt_set(operand(1));
        case Operator::greater_equal:
            return operand(0).ge_set(operand(1));
        case Operator::and_then:
        case Operator::logical_and:
            return part(0).intersect(part(1));
        case Operator::or_else:
        case Operator::logical_or:
            return part(0).unite(part(1));
        case Operator::conditional:
        case Operator::select:
            return part(0).intersect(part(1)).unite(part(0).complement().intersect(part(2)));
        case Operator::name:
            if (auto known = place_.values.find(expression->text); known != place_.values.end())
                return condition(known->second);
            [[fallthrough]];
        default:
            return value(expression).ne_set(constant(isl::val::zero(place_.iterations.ctx())));
        }
    }

private:
    isl::pw_aff constant(const isl::val &number) const
    {
        return isl::set::universe(place_.space()).pw_aff_on_domain(number);
    }

    isl::pw_aff variable(const std::string &name) const
    {
        auto found = std::find(place_.variables.begin(), place_.variables.end(), name);
        if (found != place_.variables.end()) {
            auto position = static_cast<int>(found - place_.variables.begin());
            return isl::pw_aff(place_.space().identity_multi_aff_on_domain().at(position));
        }
        isl::id id = presburger::make_id(place_.iterations.ctx(), name);
        isl::space space = place_.space();
        if (isl_space_find_dim_by_id(space.get(), isl_dim_param, id.get()) < 0)
            space = isl::manage(isl_space_add_param_id(space.release(), id.copy()));
        return isl::pw_aff(space.param_aff_on_domain(id));
    }

    static isl::pw_aff divisor(const isl::pw_aff &function)
    {
        if (isl_pw_aff_is_cst(function.get()) != isl_bool_true)
            throw NotAffine();
        return function;
    }

    static isl::pw_aff product(const isl::pw_aff &first, const isl::pw_aff &second)
    {
        bool is_affine = isl_pw_aff_is_cst(first.get()) == isl_bool_true ||
                         isl_pw_aff_is_cst(second.get()) == isl_bool_true;
        if (!is_affine)
            throw NotAffine();
        return first.mul(second);
    }

    isl::pw_aff choice(const ExpressionPtr &expression) const
    {
        isl::set holds = condition(expression->operands[0]);
        isl::pw_aff yes = value(expression->operands[1]).intersect_domain(holds);
        isl::pw_aff no = value(expression->operands[2]).subtract_domain(holds);
        return yes.union_add(no);
    }

    const Place &place_;
};

/// { [c] -> [c'] }: c' is c or a later iteration of the innermost of `space`'s loops.
isl::map not_before(const isl::space &space)
{
    isl::map result = isl::map::universe(space.map_from_set());
    int last = static_cast<int>(isl_space_dim(space.get(), isl_dim_set)) - 1;
    for (int k = 0; k < last; ++k)
        result = isl::manage(isl_map_equate(result.release(), isl_dim_in, k, isl_dim_out, k));
    return isl::manage(isl_map_order_le(result.release(), isl_dim_in, last, isl_dim_out, last));
}

/// Walks the code and collects what it executes.
class Rebuilder {
public:
    explicit Rebuilder(const isl::set &context) : order_(isl::union_map::empty(context.ctx())) {}

    void visit(const NodePtr &node, const Place &place)
    {
        std::visit([&](const auto &kind) { visit(kind, place); }, node->node);
    }

    isl::union_map order() const { return schedule::padded(order_); }

private:
    void visit(const For &loop, const Place &place)
    {
        Place inside = place;
        inside.iterations =
            isl::manage(isl_set_add_dims(inside.iterations.release(), isl_dim_set, 1));
        isl::pw_aff first = Evaluator(inside).value(loop.init);
        inside.variables.push_back(loop.iterator);
        long dimension = static_cast<long>(place.variables.size());
        inside.time.push_back({Coordinate::Kind::variable, dimension});
        isl::pw_aff variable(inside.space().identity_multi_aff_on_domain().at(int(dimension)));
        inside.iterations = loop.is_degenerate()
                                ? inside.iterations.intersect(variable.eq_set(first))
                                : iterations(loop, inside, variable, first);
        visit(loop.body, inside);
    }

    /// The iterations from the first one on, as long as the condition holds.
    static isl::set iterations(const For &loop, const Place &inside, const isl::pw_aff &variable,
                               const isl::pw_aff &first)
    {
        if (loop.step->op != Operator::integer)
            throw NotAffine();
        isl::val step(inside.iterations.ctx(), loop.step->text);
        if (!step.is_pos())
            throw NotAffine();
        isl::pw_aff zero = variable.sub(variable);
        isl::set steps = inside.iterations.intersect(variable.ge_set(first))
                             .intersect(variable.sub(first).mod(step).eq_set(zero));
        if (!loop.condition)
            return steps;
        isl::set holds = Evaluator(inside).condition(loop.condition);
        isl::set ended = steps.subtract(holds).apply(not_before(inside.space()));
        return steps.subtract(ended);
    }

    void visit(const If &choice, const Place &place)
    {
        isl::set holds = Evaluator(place).condition(choice.condition);
        Place yes = place, no = place;
        yes.iterations = place.iterations.intersect(holds);
        visit(choice.yes, yes);
        if (!choice.no)
            return;
        no.iterations = place.iterations.subtract(holds);
        visit(choice.no, no);
    }

    void visit(const Block &block, const Place &place)
    {
        for (std::size_t k = 0; k < block.children.size(); ++k) {
            Place inside = place;
            inside.time.push_back({Coordinate::Kind::position, static_cast<long>(k)});
            visit(block.children[k], inside);
        }
    }

    void visit(const Mark &mark, const Place &place) { visit(mark.body, place); }

    void visit(const Let &let, const Place &place)
    {
        Place inside = place;
        inside.values[let.name] = let.value;
        visit(let.body, inside);
    }

    void visit(const User &user, const Place &place)
    {
        isl::map instance = isl::manage(isl_map_from_domain(place.iterations.copy()));
        isl::map time = instance;
        for (const ExpressionPtr &iterator : user.iterators)
            append(instance, Evaluator(place).value(iterator));
        for (const Coordinate &coordinate : place.time)
            append(time, function(coordinate, place));
        instance = instance.set_range_tuple(presburger::make_id(instance.ctx(), user.statement));
        presburger::add_to(order_, instance.reverse().apply_range(time).to_union_map());
    }

    static void append(isl::map &map, const isl::pw_aff &function)
    {
        map =
            presburger::flat_range_product(map, isl::manage(isl_map_from_pw_aff(function.copy())));
    }

    static isl::pw_aff function(const Coordinate &coordinate, const Place &place)
    {
        if (coordinate.kind == Coordinate::Kind::variable)
            return isl::pw_aff(
                place.space().identity_multi_aff_on_domain().at(int(coordinate.value)));
        return isl::set::universe(place.space()).pw_aff_on_domain(coordinate.value);
    }

    isl::union_map order_;
};

std::string sample(const isl::union_set &instances)
{
    return presburger::to_string(instances.sample_point());
}

/// How often an instance may be executed if its executions are to be told apart.
constexpr int max_executions = 8;

/// { [t] -> [f] }: the k-th time of each instance in `expected` with its k-th time in `found`.
/// \param found, expected  { S[i] -> [f] }, { S[i] -> [t] }
class Matching {
public:
    Matching(isl::union_map found, isl::union_map expected)
        : found_(std::move(found)), expected_(std::move(expected)),
          times_(isl::union_map::empty(found_.ctx()))
    {
    }

    /// \return right if each has a partner; wrong, with the reason, if one has none
    Verdict run()
    {
        bool is_simple = found_.is_single_valued() && expected_.is_single_valued();
        int rounds = is_simple ? 1 : max_executions;
        for (int k = 0; k < rounds; ++k) {
            if (auto difference = find_difference(k))
                return Verdict::wrong(*difference);
            match(is_simple ? found_ : found_.lexmin(), is_simple ? expected_ : expected_.lexmin());
            if (found_.is_empty() && expected_.is_empty())
                return Verdict::right();
        }
        return Verdict::undecided(
            fmt::format("an instance is executed more than {} times", max_executions));
    }

    const isl::union_map &times() const { return times_; }

private:
    /// Whether the same instances are left on both sides, after so many executions.
    std::optional<std::string> find_difference(int executions) const
    {
        isl::union_set missing = expected_.domain().subtract(found_.domain());
        if (!missing.is_empty())
            return fmt::format("the code does not run {}{}", sample(missing),
                               executions == 0 ? "" : " as often as the schedule has it");
        isl::union_set surplus = found_.domain().subtract(expected_.domain());
        if (surplus.is_empty())
            return std::nullopt;
        return fmt::format("the code runs {}{}", sample(surplus),
                           executions == 0   ? ", which the schedule does not have"
                           : executions == 1 ? " more than once"
                                             : fmt::format(" more than {} times", executions));
    }

    void match(const isl::union_map &found, const isl::union_map &expected)
    {
        times_ = times_.unite(expected.reverse().apply_range(found));
        found_ = found_.subtract(found);
        expected_ = expected_.subtract(expected);
    }

    isl::union_map found_, expected_, times_;
};

/// { T[t] -> ... } as one map, for orders whose times are in one space; nothing if there are none.
std::optional<isl::map> as_map(const isl::union_map &map)
{
    return map.is_empty() ? std::nullopt : std::optional(map.as_map());
}

/// { [t] -> [t'] }: the times of two instances of which the first is to come before the second, and
/// the code executes them the other way around.
/// \param times   { [t] -> [f] }
/// \param before  { [t] -> [t'] }
isl::map reversed(const isl::map &times, const isl::map &before)
{
    isl::map not_before = isl::manage(isl_map_lex_ge(times.space().range().release()));
    isl::map executed = times.apply_range(not_before).apply_range(times.reverse());
    return executed.intersect(before);
}

} // namespace

std::optional<isl::union_map> rebuild_order(const NodePtr &code, const isl::set &context)
{
    isl::space space = context.space().params().add_unnamed_tuple(0);
    Place place{isl::set::universe(space).intersect_params(context), {}, {}, {}};
    Rebuilder rebuilder(context);
    try {
        rebuilder.visit(code, place);
    } catch (const NotAffine &) {
        return std::nullopt;
    }
    return rebuilder.order();
}

Verdict compare(const isl::union_map &found, const Expectation &expectation)
{
    isl::union_set missing = expectation.order.domain().subtract(found.domain());
    if (!missing.is_empty())
        return Verdict::wrong(fmt::format("the code does not run {}", sample(missing)));
    isl::union_map order = expectation.order.subtract_domain(expectation.unspecified);
    Matching matching(
        found.intersect_params(expectation.context).subtract_domain(expectation.unspecified),
        order);
    Verdict verdict = matching.run();
    std::optional<isl::map> times = as_map(matching.times());
    if (!verdict.is_right() || !times)
        return verdict;
    isl::map wrong = reversed(*times, before(expectation));
    if (wrong.is_empty())
        return Verdict::right();
    isl::map pair(wrong.sample());
    return Verdict::wrong(
        fmt::format("the code runs {} before {}, against the schedule",
                    sample(isl::union_set(pair.range()).apply(order.reverse())),
                    sample(isl::union_set(pair.domain()).apply(order.reverse()))));
}

Verdict check_exactly(const NodePtr &code, const Expectation &expectation)
{
    std::optional<isl::union_map> found = rebuild_order(code, expectation.context);
    return found ? compare(*found, expectation)
                 : Verdict::undecided("the code has an expression that is not affine");
}

} // namespace espalier::ast
