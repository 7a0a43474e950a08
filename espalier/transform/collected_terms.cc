#include "espalier/transform/collected_terms.h"

#include "espalier/program/arithmetic.h"
#include "espalier/program/assignments.h"
#include "espalier/program/identity.h"
#include "espalier/program/named_accesses.h"
#include "espalier/program/value_type.h"
#include "espalier/transform/calls.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace espalier::transform {

namespace {

using program::Access;
using program::AccessKind;
using program::AccessValue;
using program::Assignment;
using program::BinaryOperation;
using program::CallOperation;
using program::ConditionalOperation;
using program::Expression;
using program::ExpressionPtr;
using program::make_expression;

bool is_comparison(const BinaryOperation &operation)
{
    static const std::set<std::string> comparisons = {"<", "<=", ">", ">=", "==", "!="};
    return comparisons.contains(operation.op);
}

/// Takes a statement apart.
class TermFinder {
public:
    TermFinder(const program::Program &program, const program::Statement &statement,
               const Access &target)
        : program_(program), statement_(statement), target_(target),
          type_(program.arrays[target.array].element_type)
    {
    }

    std::optional<Collection> run()
    {
        result_.first_term = statement_.accesses.size();
        result_.body = without_terms_of_statement(statement_.body, {});
        return is_impossible_ || result_.terms.empty() ? std::nullopt
                                                       : std::optional(std::move(result_));
    }

private:
    struct Place {
        std::optional<Term::Guard> guard = {};
        bool depends_on_target = false; ///< or on more: whether it is evaluated at all
    };

    /// An assignment, on a condition or not.
    ExpressionPtr without_terms_of_statement(const ExpressionPtr &body, const Place &place)
    {
        static const std::set<std::string> operators = {"+=", "-=", "*=", "/="};
        if (const auto *guarded = std::get_if<program::Guarded>(&body->node)) {
            Place yes = place, no = place;
            const ExpressionPtr condition = without_terms(guarded->condition, place, yes, no);
            return make_expression(
                program::Guarded{condition, without_terms_of_statement(guarded->statement, yes)});
        }
        const auto &assignment = std::get<Assignment>(body->node);
        const bool is_update =
            operators.contains(assignment.op) ||
            (assignment.op == "=" && (place.depends_on_target || reads_target(*assignment.value)));
        if (!is_update)
            return impossible(body);
        return make_expression(
            Assignment{assignment.op, assignment.target, without_terms(assignment.value, place)});
    }

    ExpressionPtr without_terms(const ExpressionPtr &part, const Place &place)
    {
        if (!reads_target(*part))
            return reads_memory(*part) ? read_of(number_of(part, false, place)) : part;
        if (is_target(*part))
            return part;
        if (const auto *binary = std::get_if<BinaryOperation>(&part->node))
            return without_terms(*binary, place);
        if (const auto *choice = std::get_if<ConditionalOperation>(&part->node))
            return without_terms(*choice, place);
        if (const auto *call = std::get_if<CallOperation>(&part->node))
            return without_terms(*call, place);
        return impossible(part);
    }

    ExpressionPtr without_terms(const BinaryOperation &operation, const Place &place)
    {
        ExpressionPtr left = without_terms(operation.left, place),
                      right = without_terms(operation.right, place);
        ExpressionPtr result = make_expression(BinaryOperation{operation.op, left, right});
        // The result of a comparison is no number of the type.
        return program::is_arithmetic(operation) ? result : impossible(result);
    }

    ExpressionPtr without_terms(const ConditionalOperation &choice, const Place &place)
    {
        Place yes = place, no = place;
        const ExpressionPtr condition = without_terms(choice.condition, place, yes, no);
        return make_expression(ConditionalOperation{condition, without_terms(choice.yes, yes),
                                                    without_terms(choice.no, no)});
    }

    /// A condition at a place, and what it makes of the places where it holds and where it does
    /// not.
    ExpressionPtr without_terms(const ExpressionPtr &condition, const Place &place, Place &yes,
                                Place &no)
    {
        if (!reads_target(*condition)) {
            const std::size_t number = number_of(condition, true, place);
            yes.guard = Term::Guard{number, true};
            // The term is 0 as well where it is not computed.
            if (place.guard)
                no.depends_on_target = true;
            else
                no.guard = Term::Guard{number, false};
            return read_of(number);
        }
        const auto *test = std::get_if<BinaryOperation>(&condition->node);
        if (!test || !is_comparison(*test))
            return impossible(condition);
        yes.depends_on_target = no.depends_on_target = true;
        return make_expression(BinaryOperation{test->op, without_terms(test->left, place),
                                               without_terms(test->right, place)});
    }

    ExpressionPtr without_terms(const CallOperation &call, const Place &place)
    {
        static const std::map<std::string, std::set<std::string>> functions = {
            {"double", {"fmin", "fmax"}}, {"float", {"fminf", "fmaxf", "fmin", "fmax"}}};
        auto known = functions.find(type_);
        if (known == functions.end() || !known->second.contains(call.function))
            return impossible(call.arguments.front());
        CallOperation result = call;
        for (ExpressionPtr &argument : result.arguments)
            argument = without_terms(argument, place);
        return make_expression(std::move(result));
    }

    ExpressionPtr read_of(std::size_t term) const { return value_of(result_.first_term + term); }

    std::size_t number_of(const ExpressionPtr &value, bool is_condition, const Place &place)
    {
        const std::string text = program::identity(statement_, *value);
        for (std::size_t k = 0; k < result_.terms.size(); ++k) {
            const Term &known = result_.terms[k];
            if (known.is_condition == is_condition && known.guard == place.guard &&
                program::identity(statement_, *known.value) == text)
                return k;
        }
        if ((place.depends_on_target && !is_scalar(*value)) || !(is_condition || is_held(*value)))
            impossible(value);
        result_.terms.push_back({value, is_condition, place.guard});
        return result_.terms.size() - 1;
    }

    ExpressionPtr impossible(const ExpressionPtr &part)
    {
        is_impossible_ = true;
        return part;
    }

    bool is_target(const Expression &expression) const
    {
        const auto *value = std::get_if<AccessValue>(&expression.node);
        return value && is_target(statement_.accesses[value->access]);
    }

    bool is_target(const Access &access) const
    {
        return access.array == target_.array &&
               access.subscripts.size() == target_.subscripts.size() &&
               access.relation.is_equal(target_.relation);
    }

    bool reads_target(const Expression &expression) const
    {
        bool result = false;
        program::for_each_part(expression, [&](const Expression &part) {
            const std::optional<std::size_t> access = program::access_named_by(part);
            result = result || (access && statement_.accesses[*access].array == target_.array);
        });
        return result;
    }

    static bool reads_memory(const Expression &expression)
    {
        bool result = false;
        program::for_each_part(expression, [&](const Expression &part) {
            result = result || program::access_named_by(part) ||
                     std::holds_alternative<CallOperation>(part.node);
        });
        return result;
    }

    /// Whether an expression is a variable, which can be read at any time.
    bool is_scalar(const Expression &expression) const
    {
        const auto *value = std::get_if<AccessValue>(&expression.node);
        return value && program_.arrays[statement_.accesses[value->access].array].extents.empty();
    }

    /// Whether C converts a value to the type of the target before it adds it to that.
    bool is_held(const Expression &value) const
    {
        if (const auto *literal = std::get_if<program::Literal>(&value.node))
            return is_held(*literal);
        if (const auto *cast = std::get_if<program::CastOperation>(&value.node))
            return is_held(cast->type);
        if (const auto *call = std::get_if<CallOperation>(&value.node))
            return is_held(*call);
        if (const auto *choice = std::get_if<ConditionalOperation>(&value.node))
            return is_held(*choice->yes) && is_held(*choice->no);
        if (const auto *unary = std::get_if<program::UnaryOperation>(&value.node))
            return unary->op == "!" || is_held(*unary->operand);
        if (const auto *binary = std::get_if<BinaryOperation>(&value.node))
            return !program::is_arithmetic(*binary) ||
                   (is_held(*binary->left) && is_held(*binary->right));
        const auto access = program::access_named_by(value);
        return !access || is_held(program_.arrays[statement_.accesses[*access].array].element_type);
    }

    bool is_held(const std::string &type) const
    {
        program::Array array;
        array.element_type = type;
        return type == "float" || (type == "double" && type_ == "double") ||
               program::element_type(program_, array).is_integer();
    }

    bool is_held(const program::Literal &literal) const
    {
        const char last = literal.spelling.back();
        const bool is_integer =
            program::value_type(program_, statement_, *make_expression(literal)).is_integer();
        return is_integer || (type_ == "double" ? last != 'l' && last != 'L'
                                                : program::is_of_type(literal, "float"));
    }

    /// Functions that return a `double`, or with an `f` behind their names a `float`.
    bool is_held(const CallOperation &call) const
    {
        static const std::set<std::string> functions = {
            "fabs", "sqrt",  "cbrt", "exp",  "exp2",  "log",   "log2", "log10", "sin",
            "cos",  "tan",   "asin", "acos", "atan",  "atan2", "sinh", "cosh",  "tanh",
            "pow",  "hypot", "fmin", "fmax", "floor", "ceil",  "erf",  "erfc",  "fmod"};
        const std::string &name = call.function;
        return (name.back() == 'f' && name != "erf" &&
                functions.contains(name.substr(0, name.size() - 1))) ||
               (type_ == "double" && functions.contains(name));
    }

    const program::Program &program_;
    const program::Statement &statement_;
    const Access &target_;
    const std::string type_;
    Collection result_;
    bool is_impossible_ = false;
};

/// Whether a statement accesses its target by the references that its assignment has, and nothing
/// else of the array.
bool accesses_only_target(const program::Statement &statement, const Access &target)
{
    const std::set<std::size_t> named = program::named_accesses(*statement.body);
    long updates = program::assignment_in(statement)->op == "=" ? 0 : 1; // is read without a name
    for (std::size_t k = 0; k < statement.accesses.size(); ++k) {
        const Access &access = statement.accesses[k];
        if (access.array != target.array)
            continue;
        if (!access.relation.is_equal(target.relation) ||
            access.subscripts.size() != target.subscripts.size() ||
            (!named.contains(k) && updates-- == 0))
            return false;
    }
    return true;
}

} // namespace

const Access *target_of(const program::Program &program, const program::Statement &statement)
{
    const Assignment *assignment = program::assignment_in(statement);
    const auto *target = assignment ? std::get_if<AccessValue>(&assignment->target->node) : nullptr;
    if (!target)
        return nullptr;
    const Access &access = statement.accesses[target->access];
    const program::Array &array = program.arrays[access.array];
    const auto writes = std::ranges::count_if(
        statement.accesses, [](const Access &one) { return one.kind != AccessKind::read; });
    return writes == 1 && access.kind != AccessKind::read &&
                   access.subscripts.size() == array.extents.size() &&
                   program::size_of_floating(array.element_type)
               ? &access
               : nullptr;
}

std::optional<Collection> collection_of(const program::Program &program,
                                        const program::Statement &statement)
{
    const Access *target = target_of(program, statement);
    if (!target || !accesses_only_target(statement, *target))
        return std::nullopt;
    return TermFinder(program, statement, *target).run();
}

} // namespace espalier::transform
