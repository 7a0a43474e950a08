#include "espalier/machine/body_cost.h"

#include "espalier/program/value_type.h"

#include <isl/aff.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

namespace espalier::machine {

namespace {

using program::Expression;

/// Cycles of present processors; those of different makers differ by a few.
constexpr double addition_latency = 3, floating_latency = 4, integer_latency = 1, call_latency = 40,
                 choice_latency = 2, load_latency = 5;

bool is_division(const std::string &op) { return op[0] == '/' || op[0] == '%'; }

/// Functions that become an instruction or two.
bool is_simple(const std::string &function)
{
    static const std::set<std::string> names = {"fabs", "fabsf", "fmin", "fminf", "fmax", "fmaxf"};
    return names.count(function) != 0;
}

bool is_root(const std::string &function) { return function == "sqrt" || function == "sqrtf"; }

bool is_same_element(const program::Access &one, const program::Access &two)
{
    return one.array == two.array &&
           std::ranges::equal(one.subscripts, two.subscripts,
                              [](const auto &a, const auto &b) { return a.plain_is_equal(b); });
}

/// Adds up the cost of an expression, from the root down.
class Counter {
public:
    Counter(const program::Program &program, const program::Statement &statement,
            const Machine &machine)
        : program_(program), statement_(statement), machine_(machine)
    {
        result.latencies.assign(statement.accesses.size(), 0);
    }

    /// \param latency  cycles from having the value of `expression` to having the result
    void count(const Expression &expression, double latency)
    {
        std::visit([&](const auto &node) { add(expression, node, latency); }, expression.node);
    }

    BodyCost result;

private:
    double arithmetic_latency(const Expression &expression) const
    {
        return program::value_type(program_, statement_, expression).is_integer()
                   ? integer_latency
                   : floating_latency;
    }

    /// The cycles of an operator; counts it.
    double operation(const Expression &expression, const std::string &op)
    {
        if (is_division(op)) {
            result.slow += machine_.division;
            return machine_.division_latency;
        }
        ++result.operations;
        bool is_sum = op[0] == '+' || op[0] == '-';
        return std::min(arithmetic_latency(expression), is_sum ? addition_latency : HUGE_VAL);
    }

    /// An operator such as += has one access that reads its target, and one that writes it.
    void add(const Expression &, const program::AccessValue &node, double latency)
    {
        const program::Access &named = statement_.accesses[node.access];
        for (std::size_t k = 0; k < result.latencies.size(); ++k)
            if (k == node.access || is_same_element(statement_.accesses[k], named))
                result.latencies[k] = std::max(result.latencies[k], latency);
    }

    /// The address has to be there first, and vectors have it for each lane.
    void add(const Expression &, const program::IndirectValue &node, double latency)
    {
        result.latencies[node.access] = std::max(result.latencies[node.access], latency);
        result.is_vectorizable = false;
        for (const program::ExpressionPtr &subscript : node.subscripts)
            count(*subscript, latency + load_latency);
    }

    void add(const Expression &expression, const program::UnaryOperation &node, double latency)
    {
        count(*node.operand, latency + operation(expression, node.op));
    }

    void add(const Expression &expression, const program::BinaryOperation &node, double latency)
    {
        double inside = latency + operation(expression, node.op);
        count(*node.left, inside);
        count(*node.right, inside);
    }

    void add(const Expression &, const program::ConditionalOperation &node, double latency)
    {
        result.operations += 2;
        for (const program::ExpressionPtr &part : {node.condition, node.yes, node.no})
            count(*part, latency + choice_latency);
    }

    void add(const Expression &, const program::CallOperation &node, double latency)
    {
        const double inside = called(node);
        for (const program::ExpressionPtr &argument : node.arguments)
            count(*argument, latency + inside);
    }

    /// The cycles of a call; counts it.
    double called(const program::CallOperation &call)
    {
        if (is_simple(call.function)) {
            ++result.operations;
            return floating_latency;
        }
        if (is_root(call.function)) {
            result.slow += machine_.root;
            return machine_.root_latency;
        }
        result.is_vectorizable = false;
        if (call.operations) {
            // Half of them wait for others.
            result.operations += *call.operations;
            return std::min(call_latency, addition_latency * *call.operations / 2);
        }
        result.slow += call_latency;
        return call_latency;
    }

    void add(const Expression &, const program::CastOperation &node, double latency)
    {
        count(*node.operand, latency);
    }

    void add(const Expression &expression, const program::Assignment &node, double latency)
    {
        double inside = latency;
        if (node.op != "=") {
            inside += operation(expression, node.op);
            count(*node.target, inside);
        }
        count(*node.value, inside);
    }

    void add(const Expression &, const program::Guarded &node, double latency)
    {
        result.operations += 1;
        result.is_guarded = true;
        count(*node.condition, latency + choice_latency);
        count(*node.statement, latency);
    }

    void add(const Expression &, const program::LocalDeclaration &node, double latency)
    {
        if (node.value)
            count(*node.value, latency);
    }

    void add(const Expression &, const program::Sequence &node, double latency)
    {
        for (const program::ExpressionPtr &statement : node.statements)
            count(*statement, latency);
    }

    void add(const Expression &, const program::Branch &node, double latency)
    {
        result.operations += 1;
        for (const program::ExpressionPtr &part : {node.condition, node.yes, node.no})
            if (part)
                count(*part, latency);
    }

    /// How often it runs is not known: often enough to count.
    void add(const Expression &, const program::DataLoop &node, double latency)
    {
        constexpr int iterations = 16;
        result.is_vectorizable = false;
        for (const program::ExpressionPtr &part : node.init)
            count(*part, latency);
        const BodyCost before = result;
        for (const program::ExpressionPtr &part : node.steps)
            count(*part, latency);
        for (const program::ExpressionPtr &part : {node.condition, node.body})
            if (part)
                count(*part, latency);
        result.operations += (iterations - 1) * (result.operations - before.operations + 1);
        result.slow += (iterations - 1) * (result.slow - before.slow);
    }

    template <class Leaf>
    void add(const Expression &, const Leaf &, double)
    {
    }

    const program::Program &program_;
    const program::Statement &statement_;
    const Machine &machine_;
};

template <class... Nodes>
bool is_one_of(const Expression &expression)
{
    return (std::holds_alternative<Nodes>(expression.node) || ...);
}

/// Adds the iterators that an expression names itself.
void add_iterators(const Expression &expression, std::set<std::size_t> &iterators)
{
    if (const auto *iterator = std::get_if<program::IteratorValue>(&expression.node))
        iterators.insert(iterator->dimension);
    if (const auto *affine = std::get_if<program::AffineValue>(&expression.node)) {
        isl_pw_aff *value = affine->value.get();
        for (unsigned k = 0; k < unsigned(isl_pw_aff_dim(value, isl_dim_in)); ++k)
            if (isl_pw_aff_involves_dims(value, isl_dim_in, k, 1) == isl_bool_true)
                iterators.insert(k);
    }
}

/// BodyCost::iterators of a body.
std::optional<std::set<std::size_t>> iterators_of(const Expression &body)
{
    std::set<std::size_t> result;
    bool is_computed_each_time = false;
    program::for_each_part(body, [&](const Expression &part) {
        is_computed_each_time =
            is_computed_each_time ||
            is_one_of<program::CallOperation, program::IndirectValue, program::Guarded,
                      program::Branch, program::Sequence, program::DataLoop>(part);
        add_iterators(part, result);
    });
    return is_computed_each_time ? std::nullopt : std::optional(result);
}

} // namespace

BodyCost body_cost(const program::Program &program, const program::Statement &statement,
                   const Machine &machine)
{
    Counter counter(program, statement, machine);
    counter.count(*statement.body, 0);
    counter.result.iterators = iterators_of(*statement.body);
    return counter.result;
}

} // namespace espalier::machine
