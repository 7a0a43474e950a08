#include "espalier/ast/interpreter.h"

#include <fmt/format.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>

#include <algorithm>

namespace espalier::ast {

namespace {

/// Ends an execution that has become too long.
struct TooManyInstances {};

long floor_divide(long dividend, long divisor)
{
    return dividend / divisor - ((dividend % divisor != 0) && ((dividend < 0) != (divisor < 0)));
}

class Interpreter {
public:
    Interpreter(std::map<std::string, long> values, std::size_t most)
        : values_(std::move(values)), most_(most)
    {
    }

    void run(const NodePtr &node)
    {
        std::visit([this](const auto &kind) { execute(kind); }, node->node);
    }

    std::vector<Instance> instances;

private:
    void execute(const For &loop)
    {
        long &variable = values_[loop.iterator];
        variable = evaluate(loop.init);
        if (!loop.condition)
            return run(loop.body);
        for (; evaluate(loop.condition); variable += evaluate(loop.step)) {
            // A loop around guards that all fail makes no instances, but takes as long.
            if (++iterations_ > 100 * most_)
                throw TooManyInstances();
            run(loop.body);
        }
    }

    void execute(const If &choice)
    {
        if (evaluate(choice.condition))
            run(choice.yes);
        else if (choice.no)
            run(choice.no);
    }

    void execute(const Block &block)
    {
        for (const NodePtr &child : block.children)
            run(child);
    }

    void execute(const User &user)
    {
        if (instances.size() == most_)
            throw TooManyInstances();
        Instance instance{user.statement, {}};
        for (const ExpressionPtr &iterator : user.iterators)
            instance.coordinates.push_back(evaluate(iterator));
        instances.push_back(std::move(instance));
    }

    void execute(const Mark &mark) { run(mark.body); }

    long evaluate(const ExpressionPtr &expression) const
    {
        auto operand = [&](std::size_t k) { return evaluate(expression->operands[k]); };
        switch (expression->op) {
        case Operator::integer:
            return std::stol(expression->text);
        case Operator::name:
            return values_.at(expression->text);
        case Operator::negate:
            return -operand(0);
        case Operator::add:
            return operand(0) + operand(1);
        case Operator::subtract:
            return operand(0) - operand(1);
        case Operator::multiply:
            return operand(0) * operand(1);
        case Operator::minimum:
            return std::min(operand(0), operand(1));
        case Operator::maximum:
            return std::max(operand(0), operand(1));
        case Operator::divide_exactly:
        case Operator::divide_nonneg:
            return operand(0) / operand(1);
        case Operator::divide_floor:
            return floor_divide(operand(0), operand(1));
        case Operator::remainder_nonneg:
        case Operator::remainder_or_zero:
            return operand(0) % operand(1);
        case Operator::conditional:
            return operand(0) ? operand(1) : operand(2);
        case Operator::equal:
            return operand(0) == operand(1);
        case Operator::less:
            return operand(0) < operand(1);
        case Operator::less_equal:
            return operand(0) <= operand(1);
        case Operator::greater:
            return operand(0) > operand(1);
        case Operator::greater_equal:
            return operand(0) >= operand(1);
        case Operator::logical_and:
            return operand(0) && operand(1);
        case Operator::logical_or:
            return operand(0) || operand(1);
        }
        return 0;
    }

    std::map<std::string, long> values_;
    std::size_t most_;
    std::size_t iterations_ = 0;
};

struct ScheduledInstance {
    std::vector<long> time;
    Instance instance;
};

std::vector<long> coordinates(const isl::point &point, int begin, int end)
{
    std::vector<long> result;
    for (int k = begin; k < end; ++k)
        result.push_back(
            isl::manage(isl_point_get_coordinate_val(point.get(), isl_dim_set, k)).num_si());
    return result;
}

/// All instances with their times; nothing if there are too many.
std::optional<std::vector<ScheduledInstance>> enumerate(const isl::union_map &order,
                                                        std::size_t most)
{
    std::vector<ScheduledInstance> result;
    bool is_small = true;
    order.foreach_map([&](const isl::map &map) {
        isl::set pairs = map.wrap();
        if (!is_small || isl_set_is_bounded(pairs.get()) != isl_bool_true) {
            is_small = false;
            return;
        }
        auto inputs = static_cast<int>(isl_map_dim(map.get(), isl_dim_in));
        auto all = static_cast<int>(isl_set_dim(pairs.get(), isl_dim_set));
        std::string name = map.domain_tuple_id().name();
        // isl cannot stop an enumeration without an error: what is too much is counted first.
        isl::val count = isl::manage(isl_set_count_val(pairs.get()));
        if (count.gt(isl::val(map.ctx(), static_cast<long>(most)))) {
            is_small = false;
            return;
        }
        pairs.foreach_point([&](const isl::point &point) {
            result.push_back(
                {coordinates(point, inputs, all), {name, coordinates(point, 0, inputs)}});
        });
    });
    if (!is_small || result.size() > most)
        return std::nullopt;
    return result;
}

/// What is wrong with the instances executed, if anything.
std::optional<std::string> compare(const std::vector<Instance> &found,
                                   std::vector<ScheduledInstance> expected)
{
    std::map<std::pair<std::string, std::vector<long>>, std::vector<long>> times;
    for (const ScheduledInstance &entry : expected)
        times.emplace(std::pair(entry.instance.statement, entry.instance.coordinates), entry.time);
    const std::vector<long> *previous = nullptr;
    for (std::size_t k = 0; k < found.size(); ++k) {
        auto entry = times.find(std::pair(found[k].statement, found[k].coordinates));
        if (entry == times.end())
            return fmt::format("the code runs {}, which the schedule does not have",
                               to_string(found[k]));
        if (previous && entry->second < *previous)
            return fmt::format("the code runs {} after {}, against the schedule",
                               to_string(found[k]), to_string(found[k - 1]));
        previous = &entry->second;
    }
    if (found.size() > times.size())
        return std::string("the code runs an instance more than once");
    std::vector<Instance> sorted = found;
    auto order = [](const Instance &one, const Instance &two) {
        return std::tie(one.statement, one.coordinates) < std::tie(two.statement, two.coordinates);
    };
    std::sort(sorted.begin(), sorted.end(), order);
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
        return std::string("the code runs an instance more than once");
    for (const ScheduledInstance &entry : expected)
        if (!std::binary_search(sorted.begin(), sorted.end(), entry.instance, order))
            return fmt::format("the code does not run {}", to_string(entry.instance));
    return std::nullopt;
}

/// A value for each parameter, all near `size` and none equal to the one before it.
isl::set choose_parameters(const isl::set &context, long size, std::map<std::string, long> &values)
{
    isl::set chosen = context;
    auto count = static_cast<unsigned>(isl_set_dim(context.get(), isl_dim_param));
    for (unsigned k = 0; k < count; ++k) {
        long value = size + static_cast<long>(k);
        chosen = isl::manage(
            isl_set_fix_si(chosen.release(), isl_dim_param, k, static_cast<int>(value)));
        values[isl_set_get_dim_name(context.get(), isl_dim_param, k)] = value;
    }
    return chosen;
}

} // namespace

std::string to_string(const Instance &instance)
{
    return fmt::format("{}[{}]", instance.statement, fmt::join(instance.coordinates, ", "));
}

std::optional<std::vector<Instance>>
interpret(const NodePtr &code, const std::map<std::string, long> &parameters, std::size_t most)
{
    Interpreter interpreter(parameters, most);
    try {
        interpreter.run(code);
    } catch (const TooManyInstances &) {
        return std::nullopt;
    }
    return interpreter.instances;
}

std::optional<std::string> find_difference(const NodePtr &code, const isl::union_map &order,
                                           const isl::set &context)
{
    constexpr std::size_t most = 20000;
    isl::set all =
        isl::manage(isl_set_align_params(context.copy(), isl_union_map_get_space(order.get())));
    for (long size : {0L, 1L, 2L, 3L, 5L, 9L, 33L, 70L}) {
        std::map<std::string, long> values;
        isl::set chosen = choose_parameters(all, size, values);
        if (chosen.is_empty())
            continue;
        auto expected = enumerate(order.intersect_params(chosen), most);
        if (!expected)
            break;
        auto found = interpret(code, values, most);
        std::optional<std::string> difference =
            found ? compare(*found, std::move(*expected))
                  : "the code runs more instances than the schedule has";
        if (difference) {
            for (const auto &[name, value] : values)
                *difference += fmt::format(", {} = {}", name, value);
            return difference;
        }
    }
    return std::nullopt;
}

} // namespace espalier::ast
