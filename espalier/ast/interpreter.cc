#include "espalier/ast/interpreter.h"

#include "espalier/base/error.h"

#include <fmt/format.h>

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
        if (loop.is_degenerate())
            return run(loop.body);
        for (; !loop.condition || evaluate(loop.condition); variable += evaluate(loop.step)) {
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

    void execute(const Let &let)
    {
        values_[let.name] = evaluate(let.value);
        run(let.body);
    }

    long evaluate(const ExpressionPtr &expression) const
    {
        auto operand = [&](std::size_t k) { return evaluate(expression->operands[k]); };
        switch (expression->op) {
        case Operator::integer:
            return std::stol(expression->text);
        case Operator::name:
            return value(expression->text);
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
        case Operator::select:
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
        case Operator::and_then:
        case Operator::logical_and:
            return operand(0) && operand(1);
        case Operator::or_else:
        case Operator::logical_or:
            return operand(0) || operand(1);
        }
        return 0;
    }

    long value(const std::string &name) const
    {
        auto found = values_.find(name);
        if (found == values_.end())
            throw Error(Fault::espalier, DiagnosticKind::internal_error,
                        fmt::format("the code uses {}, which has no value", name));
        return found->second;
    }

    std::map<std::string, long> values_;
    std::size_t most_;
    std::size_t iterations_ = 0;
};

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

} // namespace espalier::ast
