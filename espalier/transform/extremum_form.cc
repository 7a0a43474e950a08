#include "espalier/transform/extremum_form.h"

#include "espalier/program/arithmetic.h"
#include "espalier/program/assignments.h"
#include "espalier/program/identity.h"

#include <isl/map.h>

#include <algorithm>
#include <map>

namespace espalier::transform {

namespace {

using program::Access;
using program::AccessValue;
using program::Assignment;
using program::BinaryOperation;
using program::CallOperation;
using program::ConditionalOperation;
using program::Expression;
using program::ExpressionPtr;

std::string mirrored(const std::string &comparison)
{
    return (comparison.front() == '<' ? ">" : "<") + comparison.substr(1);
}

class FormFinder {
public:
    FormFinder(const program::Statement &statement, const Access &target)
        : statement_(statement), target_(target)
    {
    }

    std::optional<ExtremumForm> run() const
    {
        if (const auto *guarded = std::get_if<program::Guarded>(&statement_.body->node)) {
            const auto *kept = std::get_if<Assignment>(&guarded->statement->node);
            if (!kept || kept->op != "=")
                return std::nullopt;
            auto result = chosen({guarded->condition, kept->value, kept->target});
            if (result)
                result->is_guarded = true;
            return result;
        }
        const auto *assignment = std::get_if<Assignment>(&statement_.body->node);
        if (!assignment || assignment->op != "=")
            return std::nullopt;
        if (const auto *choice = std::get_if<ConditionalOperation>(&assignment->value->node))
            return chosen(*choice);
        const auto *call = std::get_if<CallOperation>(&assignment->value->node);
        return call ? called(*call) : std::nullopt;
    }

private:
    std::optional<ExtremumForm> chosen(const ConditionalOperation &choice) const
    {
        const auto *test = std::get_if<BinaryOperation>(&choice.condition->node);
        const bool compares =
            test && (test->op == "<" || test->op == "<=" || test->op == ">" || test->op == ">=");
        if (!compares)
            return std::nullopt;
        const bool is_left = is_target(*test->left), is_kept = is_target(*choice.yes);
        const ExpressionPtr &compared = is_left ? test->right : test->left;
        const ExpressionPtr &value = is_kept ? choice.no : choice.yes;
        if (is_left == is_target(*test->right) || is_kept == is_target(*choice.no) ||
            program::identity(statement_, *compared) != program::identity(statement_, *value))
            return std::nullopt;
        // Between what is taken if it holds, and the other one.
        const std::string op = is_left == is_kept ? test->op : mirrored(test->op);
        return ExtremumForm{is_kept ? ExtremumForm::Kind::keeps : ExtremumForm::Kind::takes, op,
                            op.front() == '>', value};
    }

    std::optional<ExtremumForm> called(const CallOperation &call) const
    {
        static const std::map<std::string, bool> functions = {
            {"fmax", true}, {"fmin", false}, {"fmaxf", true}, {"fminf", false}};
        auto function = functions.find(call.function);
        if (function == functions.end() || call.arguments.size() != 2 ||
            is_target(*call.arguments[0]) == is_target(*call.arguments[1]))
            return std::nullopt;
        const bool is_number_first = is_target(*call.arguments[1]);
        return ExtremumForm{ExtremumForm::Kind::called,
                            call.function,
                            function->second,
                            call.arguments[is_number_first ? 0 : 1],
                            false,
                            is_number_first};
    }

    bool is_target(const Expression &expression) const
    {
        const auto *value = std::get_if<AccessValue>(&expression.node);
        return value && statement_.accesses[value->access].array == target_.array &&
               statement_.accesses[value->access].relation.is_equal(target_.relation);
    }

    const program::Statement &statement_;
    const Access &target_;
};

const Access *target_of(const program::Statement &statement)
{
    const Assignment *assignment = program::assignment_in(statement);
    const auto *target = assignment ? std::get_if<AccessValue>(&assignment->target->node) : nullptr;
    return target ? &statement.accesses[target->access] : nullptr;
}

} // namespace

std::optional<ExtremumForm> extremum_form(const program::Program &program,
                                          const program::Statement &statement)
{
    const Access *target = target_of(statement);
    if (!target || target->subscripts.size() != program.arrays[target->array].extents.size() ||
        !program::size_of_floating(program.arrays[target->array].element_type))
        return std::nullopt;
    const bool has_others = std::ranges::any_of(statement.accesses, [&](const Access &access) {
        return access.array == target->array && !access.relation.is_equal(target->relation);
    });
    return has_others ? std::nullopt : FormFinder(statement, *target).run();
}

ExpressionPtr called_extremum(const ExtremumForm &form, const ExpressionPtr &m,
                              const ExpressionPtr &x)
{
    return program::make_expression(form.is_number_first ? CallOperation{form.op, {x, m}}
                                                         : CallOperation{form.op, {m, x}});
}

bool is_computed(const Expression &number)
{
    return !std::holds_alternative<AccessValue>(number.node) &&
           !std::holds_alternative<program::Literal>(number.node);
}

const program::Access &extremum_of(const program::Statement &statement)
{
    return *target_of(statement);
}

isl::map extrema_in(const program::Statement &statement, std::size_t loops)
{
    const isl::map &all = extremum_of(statement).relation;
    const auto inner = unsigned(statement.iterators.size() - loops);
    isl_map *result = isl_map_project_out(all.copy(), isl_dim_in, unsigned(loops), inner);
    return isl::manage(isl_map_reset_tuple_id(result, isl_dim_in));
}

} // namespace espalier::transform
