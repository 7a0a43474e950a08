#include "espalier/transform/partial_extrema.h"

#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/id.h"
#include "espalier/program/arithmetic.h"
#include "espalier/program/assignments.h"
#include "espalier/program/identity.h"
#include "espalier/program/loops.h"
#include "espalier/program/statement_part.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/calls.h"
#include "espalier/transform/partial_values.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

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

/// How a statement keeps the extremum of `m` and `x`.
struct Form {
    enum class Kind {
        takes,  ///< m = x op m ? x : m
        keeps,  ///< m = m op x ? m : x
        called, ///< m = op(m, x)
    };
    Kind kind;
    std::string op;
    bool is_maximum;
    ExpressionPtr number; ///< x
    /// m is not written where it stays as it is.
    bool is_guarded = false;
};

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

    std::optional<Form> run() const
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
    std::optional<Form> chosen(const ConditionalOperation &choice) const
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
        return Form{is_kept ? Form::Kind::keeps : Form::Kind::takes, op, op.front() == '>', value};
    }

    std::optional<Form> called(const CallOperation &call) const
    {
        static const std::map<std::string, bool> functions = {
            {"fmax", true}, {"fmin", false}, {"fmaxf", true}, {"fminf", false}};
        auto function = functions.find(call.function);
        if (function == functions.end() || call.arguments.size() != 2 ||
            is_target(*call.arguments[0]) == is_target(*call.arguments[1]))
            return std::nullopt;
        return Form{Form::Kind::called, call.function, function->second,
                    call.arguments[is_target(*call.arguments[0]) ? 1 : 0]};
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

/// { [i] -> A[a] }: the elements that a reference touches in the iterations of a loop.
isl::map elements_in(const Access &access, std::size_t loop)
{
    const auto all = unsigned(isl_map_dim(access.relation.get(), isl_dim_in));
    const unsigned outer = unsigned(loop) + 1;
    isl_map *inner = isl_map_project_out(access.relation.copy(), isl_dim_in, outer, all - outer);
    return isl::manage(isl_map_reset_tuple_id(inner, isl_dim_in));
}

/// Numbers that are spelled in C as calls of functions that every compiler knows.
class Extremes {
public:
    explicit Extremes(const std::string &type) : suffix_(type == "float" ? "f" : "") {}

    ExpressionPtr infinity(bool is_negative) const
    {
        const ExpressionPtr result = make_expression(CallOperation{"__builtin_inf" + suffix_, {}});
        return is_negative ? make_expression(program::UnaryOperation{"-", result}) : result;
    }

    ExpressionPtr nan() const
    {
        return make_expression(
            CallOperation{"__builtin_nan" + suffix_, {make_expression(program::Literal{"\"\""})}});
    }

private:
    const std::string suffix_;
};

class PartialSearch {
public:
    PartialSearch(program::Program program, std::size_t statement, std::size_t loop)
        : program_(std::move(program)), position_(statement), loop_(loop),
          source_(program_.statements[statement]), target_(*target_of(source_)),
          form_(*FormFinder(source_, target_).run()),
          type_(program_.arrays[target_.array].element_type)
    {
    }

    PartialExtremum run() &&
    {
        const Extremes extremes(type_);
        const std::size_t part = add_scalar("part");
        before_.push_back(start(part, form_.kind == Form::Kind::called
                                          ? extremes.nan()
                                          : extremes.infinity(form_.is_maximum)));
        std::optional<std::size_t> number;
        if (form_.kind != Form::Kind::called && is_computed(*form_.number)) {
            number = add_scalar("number");
            inside_.push_back(computation(*number));
        }
        inside_.push_back(search(part, number));
        std::size_t limit = part;
        if (form_.kind == Form::Kind::keeps) {
            const std::size_t seen = add_scalar("seen");
            limit = add_scalar("limit");
            const ExpressionPtr whole = extremes.infinity(!form_.is_maximum);
            before_.push_back(start(seen, whole));
            inside_.push_back(search(seen, number));
            behind_.push_back(limited(limit, seen, part, whole, extremes.nan()));
        }
        behind_.push_back(collection(part, limit));
        const std::string collecting = behind_.back().name();
        for (std::size_t scalar = part; scalar < program_.arrays.size(); ++scalar) {
            before_.insert(before_.begin(), kill("begin", scalar));
            behind_.push_back(kill("end", scalar));
        }
        place_statements();
        return {std::move(program_), collecting};
    }

private:
    std::size_t add_scalar(const std::string &name)
    {
        program::Array scalar;
        scalar.name = unused_name_in({program_, {}}, name);
        scalar.element_type = type_;
        return add_array(program_, std::move(scalar));
    }

    isl::id new_name(const std::string &wish) const
    {
        return presburger::make_id(source_.domain.ctx(),
                                   unused_name_in({program_, {}}, wish + "_of_" + source_.name()));
    }

    /// A statement that has no body yet, once in each iteration.
    program::Statement once(const std::string &wish) const
    {
        program::Statement result;
        const unsigned all = presburger::dimensions(source_.domain), outer = unsigned(loop_) + 1;
        isl_set *domain =
            isl_set_project_out(source_.domain.copy(), isl_dim_set, outer, all - outer);
        result.domain = isl::manage(isl_set_set_tuple_id(domain, new_name(wish).release()));
        result.iterators.assign(source_.iterators.begin(), source_.iterators.begin() + outer);
        result.place = source_.place;
        return result;
    }

    ExpressionPtr access(program::Statement &statement, AccessKind kind, std::size_t array,
                         const std::vector<isl::pw_aff> &subscripts = {}) const
    {
        statement.accesses.push_back(new_access(program_, statement, kind, array, subscripts));
        return value_of(statement.accesses.size() - 1);
    }

    /// `part = -inf;`
    program::Statement start(std::size_t scalar, const ExpressionPtr &value) const
    {
        program::Statement result = once("start_" + program_.arrays[scalar].name);
        result.body =
            make_expression(Assignment{"=", access(result, AccessKind::write, scalar), value});
        return result;
    }

    /// No value of a scalar passes from one iteration to another.
    program::Statement kill(const std::string &wish, std::size_t scalar) const
    {
        program::Statement result = once(wish + "_" + program_.arrays[scalar].name);
        access(result, AccessKind::kill, scalar);
        return result;
    }

    /// Whether the source would rather not compute x again and again.
    static bool is_computed(const Expression &number)
    {
        return !std::holds_alternative<AccessValue>(number.node) &&
               !std::holds_alternative<program::Literal>(number.node);
    }

    /// `number = x;`
    program::Statement computation(std::size_t number) const
    {
        auto [result, value] = value_apart(source_, form_.number, target_.array);
        result.body =
            make_expression(Assignment{"=", access(result, AccessKind::write, number), value});
        return program::on_part(program_, std::move(result), source_.domain,
                                new_name("find_" + program_.arrays[number].name));
    }

    /// What the source does, to a scalar.
    /// \param number  of x, if that has been computed
    program::Statement search(std::size_t scalar, std::optional<std::size_t> number) const
    {
        program::Statement result = source_;
        const isl::id name = new_name("find_" + program_.arrays[scalar].name);
        if (number) {
            result.accesses.clear();
            result.domain = isl::manage(isl_set_set_tuple_id(source_.domain.copy(), name.copy()));
            take(result, {scalar, target_.kind, {}}, *number, *number);
            return result;
        }
        result = program::on_part(program_, std::move(result), source_.domain, name);
        for (Access &one : result.accesses)
            if (one.array == target_.array)
                set_element(program_, one, scalar, {});
        return result;
    }

    /// `limit = seen == inf ? part : nan;`
    program::Statement limited(std::size_t limit, std::size_t seen, std::size_t part,
                               const ExpressionPtr &whole, const ExpressionPtr &nan) const
    {
        program::Statement result = once("find_" + program_.arrays[limit].name);
        const ExpressionPtr is_whole =
            make_expression(BinaryOperation{"==", access(result, AccessKind::read, seen), whole});
        const ExpressionPtr value = make_expression(
            ConditionalOperation{is_whole, access(result, AccessKind::read, part), nan});
        result.body =
            make_expression(Assignment{"=", access(result, AccessKind::write, limit), value});
        return result;
    }

    program::Statement collection(std::size_t part, std::size_t limit) const
    {
        program::Statement result = once("collect_" + program_.arrays[part].name);
        take(result, {target_.array, target_.kind, element_in(result)}, part, limit);
        return result;
    }

    /// What keeps an extremum.
    struct Keeper {
        std::size_t array;
        AccessKind kind; ///< of the write
        std::vector<isl::pw_aff> element;
    };

    /// `if (part > m) m = part;`, `m = m > limit ? m : part;`, `m = fmax(m, part);` as the body of
    /// a statement that has none.
    void take(program::Statement &result, const Keeper &keeper, std::size_t part,
              std::size_t limit) const
    {
        const ExpressionPtr m = access(result, AccessKind::read, keeper.array, keeper.element),
                            taken = access(result, AccessKind::read, part),
                            compared =
                                limit == part ? taken : access(result, AccessKind::read, limit);
        const ExpressionPtr target = access(result, keeper.kind, keeper.array, keeper.element);
        auto test = [&](const ExpressionPtr &left, const ExpressionPtr &right) {
            return make_expression(BinaryOperation{form_.op, left, right});
        };
        auto assigned = [&](auto value) {
            return make_expression(Assignment{"=", target, make_expression(std::move(value))});
        };
        if (form_.is_guarded)
            result.body = make_expression(
                program::Guarded{test(taken, m), make_expression(Assignment{"=", target, taken})});
        else if (form_.kind == Form::Kind::takes)
            result.body = assigned(ConditionalOperation{test(taken, m), taken, m});
        else if (form_.kind == Form::Kind::keeps)
            result.body = assigned(ConditionalOperation{test(m, compared), m, taken});
        else
            result.body = assigned(CallOperation{form_.op, {m, taken}});
    }

    /// { J[i] -> [a_k] }: the element that is the extremum.
    std::vector<isl::pw_aff> element_in(const program::Statement &statement) const
    {
        if (target_.subscripts.empty())
            return {};
        isl_map *elements = elements_in(target_, loop_).release();
        elements = isl_map_set_tuple_id(elements, isl_dim_in, statement.id().release());
        const isl::pw_multi_aff element = isl::manage(elements).as_pw_multi_aff();
        std::vector<isl::pw_aff> result;
        for (std::size_t k = 0; k < target_.subscripts.size(); ++k)
            result.push_back(element.at(int(k)));
        return result;
    }

    /// Puts the new statements where they belong: some in place of the source's, others at the
    /// beginning and the end of an iteration.
    void place_statements()
    {
        const program::Nest *loop = program::loops_around(program_)[position_][loop_];
        replace_statement(program_.nest, *loop);
        program_.statements[position_] = std::move(inside_.front());
        for (std::size_t k = 1; k < inside_.size(); ++k)
            program_.statements.push_back(std::move(inside_[k]));
        for (std::vector<program::Statement> *rest : {&before_, &behind_})
            std::ranges::move(*rest, std::back_inserter(program_.statements));
    }

    void replace_statement(program::Nest &nest, const program::Nest &loop) const
    {
        const bool is_loop = &nest == &loop;
        for (program::Nest &child : nest.children)
            replace_statement(child, loop);
        std::size_t next = program_.statements.size();
        auto numbered = [&](std::size_t count) {
            std::vector<program::Nest> result;
            for (std::size_t k = 0; k < count; ++k) {
                program::Nest statement;
                statement.kind = program::Nest::Kind::statement;
                statement.statement = next++;
                result.push_back(std::move(statement));
            }
            return result;
        };
        std::vector<program::Nest> added = numbered(inside_.size() - 1);
        if (nest.kind == program::Nest::Kind::statement && nest.statement == position_) {
            program::Nest both;
            both.children = {nest};
            std::ranges::move(added, std::back_inserter(both.children));
            nest = std::move(both);
        }
        if (!is_loop)
            return;
        program::Nest body;
        body.children = numbered(before_.size());
        std::ranges::move(nest.children, std::back_inserter(body.children));
        std::ranges::move(numbered(behind_.size()), std::back_inserter(body.children));
        nest.children = {std::move(body)};
    }

    program::Program program_;
    const std::size_t position_, loop_;
    const program::Statement source_;
    const Access target_;
    const Form form_;
    const std::string type_;
    std::vector<program::Statement> before_, inside_, behind_; ///< the new ones
};

} // namespace

bool keeps_extremum(const program::Program &program, const program::Statement &statement,
                    std::size_t loop)
{
    const Access *target = target_of(statement);
    if (!target || target->subscripts.size() != program.arrays[target->array].extents.size() ||
        !program::size_of_floating(program.arrays[target->array].element_type))
        return false;
    const bool has_others = std::ranges::any_of(statement.accesses, [&](const Access &access) {
        return access.array == target->array && !access.relation.is_equal(target->relation);
    });
    return !has_others && elements_in(*target, loop).is_single_valued() &&
           FormFinder(statement, *target).run();
}

PartialExtremum with_partial_extremum(program::Program program, const std::string &statement,
                                      std::size_t loop)
{
    const auto found = std::ranges::find_if(
        program.statements, [&](const program::Statement &one) { return one.name() == statement; });
    const auto position = std::size_t(found - program.statements.begin());
    return PartialSearch(std::move(program), position, loop).run();
}

} // namespace espalier::transform
