#include "espalier/lowering/searches.h"

#include "espalier/ast/expressions.h"
#include "espalier/lowering/guards.h"
#include "espalier/lowering/scalar_replacement.h"
#include "espalier/transform/arrays.h"

#include <algorithm>
#include <utility>

namespace espalier::lowering {

namespace {

using program::Statement;

/// What a loop is to be looked through for, and what iterations read that are like that.
struct Sought {
    std::vector<Instance> before;     ///< that compute what the condition reads
    Instance instance;                ///< of a statement
    program::ExpressionPtr condition; ///< a part of it
    ast::ExpressionPtr behind;        ///< as Search has it
    std::vector<Element> invariants;  ///< the same for all iterations, and not written
};

/// Instances that are all of a loop's body; none if it has something else.
std::vector<const ast::User *> instances_in(const ast::Node &body)
{
    if (const auto *user = std::get_if<ast::User>(&body.node))
        return {user};
    std::vector<const ast::User *> result;
    const auto *block = std::get_if<ast::Block>(&body.node);
    for (std::size_t k = 0; block && k < block->children.size(); ++k) {
        const auto *user = std::get_if<ast::User>(&block->children[k]->node);
        if (!user)
            return {};
        result.push_back(user);
    }
    return result;
}

/// The only guard of a statement; null if it has none, or several.
const program::Guarded *only_guard(const Statement &statement)
{
    const auto *guard = std::get_if<program::Guarded>(&statement.body->node);
    return guard && !std::holds_alternative<program::Guarded>(guard->statement->node) ? guard
                                                                                      : nullptr;
}

/// The array that a statement has a value of, `t` in `t = e`; nothing if it does something else.
std::optional<std::size_t> assigned_array(const Statement &statement)
{
    const auto *assignment = std::get_if<program::Assignment>(&statement.body->node);
    const auto access = assignment && assignment->op == "="
                            ? program::access_named_by(*assignment->target)
                            : std::nullopt;
    return access ? std::optional(statement.accesses[*access].array) : std::nullopt;
}

bool reads_only(const program::Expression &expression, const Statement &statement,
                std::size_t array)
{
    const auto access = program::access_named_by(expression);
    return access && statement.accesses[*access].array == array;
}

bool has_call(const program::Expression &expression)
{
    bool result = false;
    program::for_each_part(expression, [&](const program::Expression &part) {
        result = result || std::holds_alternative<program::CallOperation>(part.node);
    });
    return result;
}

/// The instances of an iteration with their statements; empty if some are none of the program's.
std::vector<std::pair<const ast::User *, const Statement *>>
statements_in(const program::Program &program, const ast::For &loop)
{
    std::vector<std::pair<const ast::User *, const Statement *>> result;
    for (const ast::User *instance : instances_in(*loop.body)) {
        const Statement *statement = statement_of(program, *instance);
        if (!statement || !statement->body)
            return {};
        result.emplace_back(instance, statement);
    }
    return result;
}

/// A condition that all of an iteration is under, but for what only has values in variables of each
/// iteration's own: that of the last statement, or one that is kept in such a variable.
std::optional<Sought> common_condition(const program::Program &program, const ast::For &loop)
{
    const auto statements = statements_in(program, loop);
    const auto first_guarded = std::ranges::find_if(
        statements, [](const auto &one) { return only_guard(*one.second) != nullptr; });
    if (first_guarded == statements.end())
        return std::nullopt;
    const std::vector<std::size_t> &own = loop.role->own.private_arrays;
    Sought result;
    std::optional<std::size_t> kept; // what the last one in front has a value in
    for (auto one = statements.begin(); one != first_guarded; ++one) {
        kept = assigned_array(*one->second);
        if (!kept || std::ranges::find(own, *kept) == own.end())
            return std::nullopt;
        result.before.push_back(Instance{*one->first});
    }
    const auto is_under_kept = [&](const auto &one) {
        const auto *guard = only_guard(*one.second);
        return guard && kept && reads_only(*guard->condition, *one.second, *kept) &&
               !transform::writes(*one.second, *kept);
    };
    if (std::all_of(first_guarded, statements.end(), is_under_kept)) {
        const Statement &last = *std::prev(first_guarded)->second;
        result.instance = result.before.back();
        result.before.pop_back();
        result.condition = std::get<program::Assignment>(last.body->node).value;
        return result;
    }
    if (first_guarded + 1 != statements.end())
        return std::nullopt;
    result.instance = Instance{*first_guarded->first};
    result.condition = only_guard(*first_guarded->second)->condition;
    return result;
}

/// The first value of a loop's variable behind its last iteration; null if it is not obvious.
ast::ExpressionPtr end_of(const ast::For &loop)
{
    const ast::Expression &test = *loop.condition;
    if (loop.step->op != ast::Operator::integer || loop.step->text != "1" ||
        test.operands.size() != 2 || test.operands[0]->op != ast::Operator::name ||
        test.operands[0]->text != loop.iterator || mentions(*test.operands[1], loop.iterator))
        return nullptr;
    if (test.op == ast::Operator::less)
        return test.operands[1];
    if (test.op != ast::Operator::less_equal)
        return nullptr;
    return ast::apply(ast::Operator::add, {test.operands[1], ast::integer(1)});
}

std::optional<Sought> sought_in(const program::Program &program, const ast::For &loop)
{
    if (!loop.condition || !loop.role->own.reductions.empty())
        return std::nullopt;
    std::optional<Sought> result = common_condition(program, loop);
    if (!result || has_call(*result->condition) ||
        std::ranges::any_of(result->before, [&](const Instance &instance) {
            return has_call(*statement_of(program, instance.user)->body);
        }))
        return std::nullopt;
    result->behind = end_of(loop);
    result->invariants = guarded_invariants(program, loop);
    if (!result->behind || result->invariants.empty())
        return std::nullopt;
    return result;
}

} // namespace

std::optional<SearchedLoop> searched(const program::Program &program, const ast::For &loop,
                                     Temporaries &names)
{
    constexpr long size = 64; // some vectors
    std::optional<Sought> sought = sought_in(program, loop);
    if (!sought)
        return std::nullopt;
    SearchedLoop result{{.start = names.next(),
                         .head = loop,
                         .behind = std::move(sought->behind),
                         .size = size,
                         .found = names.next(),
                         .before = std::move(sought->before),
                         .instance = std::move(sought->instance),
                         .condition = std::move(sought->condition),
                         .body = nullptr},
                        loop,
                        invariant_elements(program, loop)};
    result.search.head.body = nullptr;
    result.rest.init = name_of(result.search.start);
    for (Element &one : sought->invariants)
        if (std::ranges::find(result.elements, one) == result.elements.end())
            result.elements.push_back(std::move(one));
    return result;
}

} // namespace espalier::lowering
