#include "espalier/program/never_negative.h"

#include "espalier/program/arithmetic.h"
#include "espalier/program/assignments.h"
#include "espalier/program/identity.h"
#include "espalier/program/loops.h"
#include "espalier/program/value_type.h"

#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <vector>

namespace espalier::program {

namespace {

/// Statements as the source has them: positions in Program::statements.
std::vector<std::size_t> in_order(const Nest &nest)
{
    if (nest.kind == Nest::Kind::statement)
        return {nest.statement};
    std::vector<std::size_t> result;
    for (const Nest &child : nest.children)
        std::ranges::move(in_order(child), std::back_inserter(result));
    return result;
}

class NeverNegative {
public:
    explicit NeverNegative(const Program &program) : program_(program) {}

    bool holds_for(const Statement &statement, const Expression &expression)
    {
        auto holds = [&](const ExpressionPtr &part) { return holds_for(statement, *part); };
        if (const auto *literal = std::get_if<Literal>(&expression.node))
            return literal->spelling.find_first_of(".0123456789") == 0;
        if (const auto *value = std::get_if<AccessValue>(&expression.node))
            return holds_for_variable(statement, statement.accesses[value->access]);
        if (const auto *choice = std::get_if<ConditionalOperation>(&expression.node))
            return holds(choice->yes) && holds(choice->no);
        if (const auto *call = std::get_if<CallOperation>(&expression.node)) {
            const bool is_root = call->function == "sqrt" || call->function == "sqrtf";
            return call->function == "fabs" || call->function == "fabsf" ||
                   (is_root && holds(call->arguments.front()));
        }
        const auto *operation = std::get_if<BinaryOperation>(&expression.node);
        if (!operation)
            return false;
        const bool keeps = operation->op == "+" || operation->op == "*" || operation->op == "/";
        return is_square(statement, *operation) ||
               (keeps && holds(operation->left) && holds(operation->right));
    }

private:
    bool is_square(const Statement &statement, const BinaryOperation &operation) const
    {
        return operation.op == "*" &&
               identity(statement, *operation.left) == identity(statement, *operation.right) &&
               value_type(program_, statement, *operation.left).kind == ValueType::Kind::floating;
    }

    /// A scalar that only ever is set to such numbers, by a statement before the one that reads it,
    /// too.
    bool holds_for_variable(const Statement &reader, const Access &access)
    {
        const Array &variable = program_.arrays[access.array];
        if (!variable.extents.empty() || !size_of_floating(variable.element_type) ||
            !visited_.insert(access.array).second)
            return false;
        bool is_set_before = false;
        for (std::size_t k = 0; k < program_.statements.size(); ++k) {
            const Statement &writer = program_.statements[k];
            const bool writes = std::ranges::any_of(writer.accesses, [&](const Access &one) {
                return one.array == access.array && one.kind != AccessKind::read &&
                       one.kind != AccessKind::kill;
            });
            if (!writes)
                continue;
            const Assignment *assignment = assignment_in(writer);
            if (!assignment || assignment->op != "=" || !holds_for(writer, *assignment->value))
                return false;
            is_set_before = is_set_before || (assignment_of(writer) && is_just_before(k, reader));
        }
        visited_.erase(access.array);
        return is_set_before;
    }

    /// Whether a statement is executed whenever another one is, before it in the same iteration.
    bool is_just_before(std::size_t writer, const Statement &reader) const
    {
        const auto position = std::size_t(&reader - program_.statements.data());
        const std::vector<LoopPath> paths = loops_around(program_);
        const std::vector<std::size_t> order = in_order(program_.nest);
        return paths[writer] == paths[position] &&
               std::ranges::find(order, writer) < std::ranges::find(order, position) &&
               iterations_of(reader).is_subset(iterations_of(program_.statements[writer]));
    }

    const Program &program_;
    std::set<std::size_t> visited_; ///< arrays
};

} // namespace

bool is_never_negative(const Program &program, const Statement &statement,
                       const Expression &expression)
{
    return NeverNegative(program).holds_for(statement, expression);
}

} // namespace espalier::program
