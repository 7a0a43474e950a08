#include "espalier/dependence/reduction_patterns.h"

#include "espalier/program/assignments.h"
#include "espalier/program/identity.h"
#include "espalier/program/value_type.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>
#include <map>
#include <set>

namespace espalier::dependence {

namespace {

using program::AccessKind;
using program::Expression;
using program::ExpressionPtr;
using program::ValueType;

/// The shape of an update: its operator, and what it combines the element with.
struct Pattern {
    ReductionOperator op;
    std::vector<ExpressionPtr> operands;
    std::size_t reads; ///< how often the element is read
    /// The source evaluates the operands only as long as the element leaves the result open.
    bool is_short_circuit = false;
};

std::optional<ReductionOperator> operator_of(const std::string &spelling)
{
    using enum ReductionOperator;
    static const std::map<std::string, ReductionOperator> operators = {
        {"+", add},        {"-", add},         {"*", multiply},     {"&", bitwise_and},
        {"|", bitwise_or}, {"^", bitwise_xor}, {"&&", logical_and}, {"||", logical_or},
    };
    auto found = operators.find(spelling);
    return found == operators.end() ? std::nullopt : std::optional(found->second);
}

bool is_extremum(ReductionOperator op)
{
    return op == ReductionOperator::minimum || op == ReductionOperator::maximum;
}

bool is_arithmetic(ReductionOperator op)
{
    return op == ReductionOperator::add || op == ReductionOperator::multiply;
}

class UpdateFinder {
public:
    UpdateFinder(const program::Program &program, const program::Statement &statement,
                 const program::Access &target)
        : program_(program), statement_(statement), target_(target)
    {
    }

    std::optional<Update> run() const
    {
        std::optional<Pattern> found = pattern(*statement_.body);
        if (!found || !accesses_only_target(*found) || !has_types(*found) ||
            (found->is_short_circuit && !are_harmless(found->operands)))
            return std::nullopt;
        Update update{found->op, target_.array, {}, !target_type().is_integer()};
        for (const program::Access &access : statement_.accesses)
            if (access.array == target_.array)
                update.references.push_back(access.reference);
        return update;
    }

private:
    std::optional<Pattern> pattern(const Expression &body) const
    {
        const auto *guarded = std::get_if<program::Guarded>(&body.node);
        if (!guarded)
            return pattern(std::get<program::Assignment>(body.node));
        const std::optional<Pattern> extremum = kept_extremum(*guarded);
        return extremum ? extremum : pattern(*guarded->statement);
    }

    /// if (x > e) x = e;
    std::optional<Pattern> kept_extremum(const program::Guarded &guarded) const
    {
        const auto *kept = std::get_if<program::Assignment>(&guarded.statement->node);
        if (!kept || kept->op != "=")
            return std::nullopt;
        std::optional<Pattern> result =
            chosen_extremum({guarded.condition, kept->value, kept->target});
        if (result)
            result->reads = 1;
        return result;
    }

    std::optional<Pattern> pattern(const program::Assignment &assignment) const
    {
        if (assignment.op != "=") {
            auto op = operator_of(assignment.op.substr(0, assignment.op.size() - 1));
            return op ? std::optional(Pattern{*op, {assignment.value}, 1}) : std::nullopt;
        }
        const Expression &value = *assignment.value;
        if (const auto *binary = std::get_if<program::BinaryOperation>(&value.node))
            return chain(*binary);
        if (const auto *choice = std::get_if<program::ConditionalOperation>(&value.node))
            return chosen_extremum(*choice);
        if (const auto *call = std::get_if<program::CallOperation>(&value.node))
            return called_extremum(*call);
        return std::nullopt;
    }

    /// x op d op e, in any order.
    std::optional<Pattern> chain(const program::BinaryOperation &operation) const
    {
        std::optional<ReductionOperator> op = operator_of(operation.op);
        if (!op)
            return std::nullopt;
        Pattern result{*op, {}, 1};
        const program::BinaryOperation *at = &operation;
        while (at && operator_of(at->op) == *op) {
            bool is_left = leads_to_target(at->left, *op);
            if (!is_left && (at->op == "-" || !leads_to_target(at->right, *op)))
                return std::nullopt;
            const ExpressionPtr &way = is_left ? at->left : at->right;
            result.operands.push_back(is_left ? at->right : at->left);
            result.is_short_circuit = result.is_short_circuit || (is_left && is_logical(*op));
            if (is_target(way))
                return result;
            at = std::get_if<program::BinaryOperation>(&way->node);
        }
        return std::nullopt;
    }

    /// Whether an operand of a chain is the element, or goes on with the chain to it.
    bool leads_to_target(const ExpressionPtr &operand, ReductionOperator op) const
    {
        const auto *binary = std::get_if<program::BinaryOperation>(&operand->node);
        return is_target(operand) || (binary && operator_of(binary->op) == op &&
                                      (leads_to_target(binary->left, op) ||
                                       (binary->op != "-" && leads_to_target(binary->right, op))));
    }

    /// x < e ? x : e and the like.
    std::optional<Pattern> chosen_extremum(const program::ConditionalOperation &choice) const
    {
        const auto *test = std::get_if<program::BinaryOperation>(&choice.condition->node);
        bool compares = test && (test->op.front() == '<' || test->op.front() == '>') &&
                        test->op != "<<" && test->op != ">>";
        if (!compares)
            return std::nullopt;
        bool is_first = is_target(test->left), is_kept = is_target(choice.yes);
        const ExpressionPtr &other = is_first ? test->right : test->left;
        const ExpressionPtr &chosen = is_kept ? choice.no : choice.yes;
        if (!is_target(is_first ? test->left : test->right) ||
            !is_target(is_kept ? choice.yes : choice.no) ||
            program::identity(statement_, *other) != program::identity(statement_, *chosen))
            return std::nullopt;
        bool keeps_smaller = (test->op.front() == '<') == (is_first == is_kept);
        return Pattern{
            keeps_smaller ? ReductionOperator::minimum : ReductionOperator::maximum, {chosen}, 2};
    }

    std::optional<Pattern> called_extremum(const program::CallOperation &call) const
    {
        static const std::map<std::string, ReductionOperator> functions = {
            {"fmin", ReductionOperator::minimum},  {"fmax", ReductionOperator::maximum},
            {"fminf", ReductionOperator::minimum}, {"fmaxf", ReductionOperator::maximum},
            {"fminl", ReductionOperator::minimum}, {"fmaxl", ReductionOperator::maximum},
        };
        auto function = functions.find(call.function);
        if (function == functions.end() || call.arguments.size() != 2)
            return std::nullopt;
        // A function for a narrower type would round the element.
        const std::string &type = program_.arrays[target_.array].element_type;
        char suffix = call.function.back();
        bool is_wide_enough =
            suffix == 'l' || type == "float" || (suffix != 'f' && type == "double");
        bool is_first = is_target(call.arguments[0]);
        if (!is_wide_enough || !is_target(call.arguments[is_first ? 0 : 1]))
            return std::nullopt;
        return Pattern{function->second, {call.arguments[is_first ? 1 : 0]}, 1};
    }

    bool is_target(const ExpressionPtr &expression) const
    {
        const auto *value = std::get_if<program::AccessValue>(&expression->node);
        return value && is_same_element(statement_.accesses[value->access]);
    }

    bool is_same_element(const program::Access &access) const
    {
        return access.array == target_.array &&
               access.subscripts.size() == target_.subscripts.size() &&
               access.relation.is_equal(target_.relation);
    }

    /// Whether the statement accesses nothing of the array beside the element, nor that in its
    /// operands or in functions that it calls.
    bool accesses_only_target(const Pattern &pattern) const
    {
        std::size_t count = 0;
        for (const program::Access &access : statement_.accesses) {
            if (access.array == target_.array && !is_same_element(access))
                return false;
            if (access.array == target_.array)
                ++count;
        }
        return count == pattern.reads + 1;
    }

    ValueType target_type() const
    {
        return program::element_type(program_, program_.arrays[target_.array]);
    }

    bool has_types(const Pattern &pattern) const
    {
        return std::ranges::all_of(pattern.operands, [&](const ExpressionPtr &operand) {
            return fits(pattern.op, program::value_type(program_, statement_, *operand));
        });
    }

    /// Whether the operator is associative and commutative on elements of the target's type, for
    /// operands of another one.
    bool fits(ReductionOperator op, const ValueType &operand) const
    {
        ValueType target = target_type();
        bool is_boolean = target.kind == ValueType::Kind::boolean;
        if (is_logical(op))
            return target.is_integer();
        if (is_boolean) // anything but zero is stored as one
            return operand.is_integer() &&
                   (op == ReductionOperator::bitwise_and || op == ReductionOperator::bitwise_or);
        if (is_extremum(op))
            return program::holds_all_values(target, operand) ||
                   (target.kind == ValueType::Kind::floating && operand.is_integer());
        if (target.kind == ValueType::Kind::floating)
            return is_arithmetic(op);
        return operand.is_integer() || program::holds_all_values(target, operand);
    }

    /// Whether it does no harm to evaluate operands where the source does not.
    bool are_harmless(const std::vector<ExpressionPtr> &operands) const
    {
        bool result = true;
        auto look = [&](const Expression &part) {
            const auto *binary = std::get_if<program::BinaryOperation>(&part.node);
            const auto *value = std::get_if<program::AccessValue>(&part.node);
            bool may_trap = std::holds_alternative<program::IndirectValue>(part.node) ||
                            (binary && (binary->op == "/" || binary->op == "%")) ||
                            std::holds_alternative<program::CallOperation>(part.node) ||
                            (value && !is_inside(statement_.accesses[value->access]));
            result = result && !may_trap;
        };
        for (const ExpressionPtr &operand : operands)
            program::for_each_part(*operand, look);
        return result;
    }

    /// Whether an access stays within the extents that the source declares.
    bool is_inside(const program::Access &access) const
    {
        isl::set elements = access.relation.range();
        std::optional<isl::set> declared =
            program::declared_elements(program_.arrays[access.array], elements.space());
        return declared && elements.intersect_params(program::possible_constants(program_))
                               .is_subset(*declared);
    }

    const program::Program &program_;
    const program::Statement &statement_;
    const program::Access &target_;
};

bool is_truth_value(const Expression &value)
{
    static const std::set<std::string> operators = {"<", "<=", ">", ">=", "==", "!=", "&&", "||"};
    if (const auto *literal = std::get_if<program::Literal>(&value.node))
        return literal->spelling == "0" || literal->spelling == "1";
    if (const auto *binary = std::get_if<program::BinaryOperation>(&value.node))
        return operators.contains(binary->op);
    const auto *unary = std::get_if<program::UnaryOperation>(&value.node);
    return unary && unary->op == "!";
}

} // namespace

std::optional<Update> find_update(const program::Program &program,
                                  const program::Statement &statement)
{
    const program::Assignment *assignment = program::assignment_in(statement);
    const auto *target =
        assignment ? std::get_if<program::AccessValue>(&assignment->target->node) : nullptr;
    if (!target)
        return std::nullopt;
    const bool is_sure = assignment == program::assignment_of(statement);
    const program::Access &access = statement.accesses[target->access];
    bool is_element = access.subscripts.size() == program.arrays[access.array].extents.size() &&
                      access.kind == (is_sure ? AccessKind::write : AccessKind::may_write) &&
                      std::ranges::count_if(statement.accesses, [](const program::Access &one) {
                          return one.kind != AccessKind::read;
                      }) == 1;
    if (!is_element)
        return std::nullopt;
    return UpdateFinder(program, statement, access).run();
}

bool stores_truth_value(const program::Statement &statement)
{
    const auto *assignment = std::get_if<program::Assignment>(&statement.body->node);
    return assignment && assignment->op == "=" && is_truth_value(*assignment->value);
}

} // namespace espalier::dependence
