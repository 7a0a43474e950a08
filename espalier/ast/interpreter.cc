#include "espalier/ast/interpreter.h"

#include "espalier/ast/evaluate.h"
#include "espalier/base/checked.h"

#include <fmt/format.h>

#include <algorithm>

namespace espalier::ast {

namespace {

using End = Execution::End;

class Interpreter {
public:
    Interpreter(Values values, std::size_t most) : values_(std::move(values)), most_(most) {}

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
                throw End::too_many_iterations;
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
            throw End::too_many_instances;
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
        return ast::evaluate(*expression, values_);
    }

    Values values_;
    std::size_t most_;
    std::size_t iterations_ = 0;
};

} // namespace

std::string to_string(const Instance &instance)
{
    return fmt::format("{}[{}]", instance.statement, fmt::join(instance.coordinates, ", "));
}

Execution interpret(const NodePtr &code, const std::map<std::string, long> &parameters,
                    std::size_t most)
{
    Interpreter interpreter(parameters, most);
    End end = End::complete;
    try {
        interpreter.run(code);
    } catch (End early) {
        end = early;
    } catch (const NumberTooLarge &) {
        end = End::number_too_large;
    }
    return {std::move(interpreter.instances), end};
}

} // namespace espalier::ast
