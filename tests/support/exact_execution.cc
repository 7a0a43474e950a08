#include "tests/support/exact_execution.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <stdexcept>

namespace espalier::test {

namespace {

using ast::Expression;
using ast::Operator;

struct Stop {};

class Machine {
public:
    Machine(std::map<std::string, mpz_class> values, std::size_t most)
        : values_(std::move(values)), most_(most)
    {
    }

    void run(const ast::NodePtr &node)
    {
        std::visit([this](const auto &kind) { execute(kind); }, node->node);
    }

    ExactExecution result;

private:
    /// The value of an expression, which must fit into 64 bits with all its parts.
    mpz_class value(const ast::ExpressionPtr &expression)
    {
        mpz_class exact = apply(*expression, [&](const auto &part) { return value(part); });
        if (!exact.fits_slong_p()) {
            result.overflow = fmt::format("{} = {}", int(expression->op), exact.get_str());
            throw Stop();
        }
        return exact;
    }

    /// The value of any size.
    mpz_class unchecked(const ast::ExpressionPtr &expression) const
    {
        return apply(*expression, [&](const auto &part) { return unchecked(part); });
    }

    template <typename Evaluate>
    mpz_class apply(const Expression &expression, const Evaluate &evaluate) const
    {
        auto operand = [&](std::size_t k) { return evaluate(expression.operands[k]); };
        auto floor_of = [](const mpz_class &dividend, const mpz_class &divisor) {
            mpz_class quotient;
            mpz_fdiv_q(quotient.get_mpz_t(), dividend.get_mpz_t(), divisor.get_mpz_t());
            return quotient;
        };
        switch (expression.op) {
        case Operator::integer:
            return mpz_class(expression.text);
        case Operator::name:
            if (!values_.contains(expression.text))
                throw std::runtime_error(expression.text + " has no value");
            return values_.at(expression.text);
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
        case Operator::divide_floor:
            return floor_of(operand(0), operand(1));
        case Operator::divide_exactly:
        case Operator::divide_nonneg:
            return operand(0) / operand(1);
        case Operator::remainder_nonneg:
        case Operator::remainder_or_zero:
            return operand(0) % operand(1);
        case Operator::conditional:
        case Operator::select:
            return operand(0) != 0 ? operand(1) : operand(2);
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
            return operand(0) != 0 && operand(1) != 0;
        case Operator::or_else:
        case Operator::logical_or:
            return operand(0) != 0 || operand(1) != 0;
        }
        return 0;
    }

    bool holds(const ast::For &loop, const mpz_class &iterator)
    {
        values_[loop.iterator] = iterator;
        return unchecked(loop.condition) != 0;
    }

    /// How many iterations a loop has whose condition holds for a first part of all values.
    mpz_class iterations(const ast::For &loop, const mpz_class &first, const mpz_class &step)
    {
        if (!holds(loop, first))
            return 0;
        mpz_class inside = 0, outside = 1;
        for (; holds(loop, first + outside * step); outside *= 2) {
            inside = outside;
            if (mpz_sizeinbase(outside.get_mpz_t(), 2) > 200)
                throw std::runtime_error("a loop that never ends");
        }
        while (outside - inside > 1) {
            mpz_class middle = (inside + outside) / 2;
            (holds(loop, first + middle * step) ? inside : outside) = middle;
        }
        return outside;
    }

    void execute(const ast::For &loop)
    {
        mpz_class first = value(loop.init);
        values_[loop.iterator] = first;
        if (loop.is_degenerate())
            return run(loop.body);
        const mpz_class step = value(loop.step), count = iterations(loop, first, step);
        for (const mpz_class &number :
             std::set<mpz_class>{0, 1, mpz_class(count - 2), mpz_class(count - 1), count}) {
            if (number < 0 || number > count)
                continue;
            values_[loop.iterator] = first + number * step;
            if (!values_[loop.iterator].fits_slong_p()) {
                result.overflow = loop.iterator;
                throw Stop();
            }
            if (value(loop.condition) != 0)
                run(loop.body);
        }
    }

    void execute(const ast::If &choice)
    {
        if (value(choice.condition) != 0)
            run(choice.yes);
        else if (choice.no)
            run(choice.no);
    }

    void execute(const ast::Block &block)
    {
        for (const ast::NodePtr &child : block.children)
            run(child);
    }

    void execute(const ast::User &user)
    {
        if (result.instances == most_)
            throw Stop();
        ++result.instances;
        for (const ast::ExpressionPtr &iterator : user.iterators)
            value(iterator);
        for (const ast::ExpressionPtr &subscript : user.values)
            value(subscript);
    }

    void execute(const ast::Mark &mark) { run(mark.body); }

    void execute(const ast::Let &let)
    {
        values_[let.name] = value(let.value);
        run(let.body);
    }

    std::map<std::string, mpz_class> values_;
    std::size_t most_;
};

} // namespace

ExactExecution execute_exactly(const ast::NodePtr &code,
                               const std::map<std::string, mpz_class> &constants, std::size_t most)
{
    Machine machine(constants, most);
    try {
        machine.run(code);
    } catch (const Stop &) {
    }
    return machine.result;
}

} // namespace espalier::test
