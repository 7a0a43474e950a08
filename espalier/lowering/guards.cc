#include "espalier/lowering/guards.h"

#include "espalier/ast/equality.h"
#include "espalier/program/value_type.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace espalier::lowering {

namespace {

using program::Expression;

/// A condition, or the opposite of one, where it is evaluated.
struct Condition {
    const Instance &instance;
    const program::Statement &statement;
    const Expression *expression; ///< without `!`
    bool holds;

    Condition(const program::Program &program, const Guard &guard)
        : instance(guard.instance), statement(*statement_of(program, guard.instance.user)),
          expression(nullptr), holds(true)
    {
        std::tie(expression, holds) = without_negations(*condition_of(program, guard));
    }

    Element element(std::size_t access) const
    {
        return lowering::element(instance.user, statement, access);
    }

    const ast::Expression &number(const program::IteratorValue &value) const
    {
        return *instance.user.iterators[value.dimension];
    }

    const ast::Expression &number(const program::AffineValue &value) const
    {
        std::size_t position = 0;
        for (const program::Access &access : statement.accesses)
            position += access.subscripts.size();
        for (const program::AffineValue *other : program::affine_values(statement.body)) {
            if (other == &value)
                break;
            ++position;
        }
        return *instance.user.values[position];
    }

    /// The expression and its parts, each before its own.
    std::vector<const Expression *> parts() const
    {
        std::vector<const Expression *> result;
        program::for_each_part(*expression,
                               [&](const Expression &part) { result.push_back(&part); });
        return result;
    }
};

/// Compares what two conditions have in the same place, apart from the parts of it.
class Comparison {
public:
    Comparison(const Condition &one, const Condition &other) : one_(one), other_(other) {}

    bool are_same(const Expression &first, const Expression &second) const
    {
        return std::visit(
            [&](const auto &node) {
                const auto *same_kind =
                    std::get_if<std::remove_cvref_t<decltype(node)>>(&second.node);
                return same_kind && this->nodes(node, *same_kind);
            },
            first.node);
    }

private:
    bool nodes(const program::Literal &first, const program::Literal &second) const
    {
        return first.spelling == second.spelling;
    }
    bool nodes(const program::ConstantVariable &first,
               const program::ConstantVariable &second) const
    {
        return first.name == second.name;
    }
    bool nodes(const program::AccessValue &first, const program::AccessValue &second) const
    {
        return one_.element(first.access) == other_.element(second.access);
    }
    bool nodes(const program::IndirectValue &first, const program::IndirectValue &second) const
    {
        return one_.element(first.access).array == other_.element(second.access).array &&
               first.subscripts.size() == second.subscripts.size();
    }
    bool nodes(const program::IteratorValue &first, const program::IteratorValue &second) const
    {
        return first.type == second.type &&
               ast::is_equal(one_.number(first), other_.number(second));
    }
    bool nodes(const program::AffineValue &first, const program::AffineValue &second) const
    {
        return first.type == second.type &&
               ast::is_equal(one_.number(first), other_.number(second));
    }
    bool nodes(const program::UnaryOperation &first, const program::UnaryOperation &second) const
    {
        return first.op == second.op;
    }
    bool nodes(const program::BinaryOperation &first, const program::BinaryOperation &second) const
    {
        return first.op == second.op;
    }
    bool nodes(const program::ConditionalOperation &, const program::ConditionalOperation &) const
    {
        return true;
    }
    bool nodes(const program::CallOperation &first, const program::CallOperation &second) const
    {
        return first.function == second.function &&
               first.arguments.size() == second.arguments.size();
    }
    bool nodes(const program::CastOperation &first, const program::CastOperation &second) const
    {
        return first.type == second.type;
    }
    /// Of statements.
    template <class Node>
    bool nodes(const Node &, const Node &) const
    {
        return false;
    }

    const Condition &one_, &other_;
};

/// Whether two conditions have the same value, or opposite ones, where nothing changes in between.
bool are_same(const Condition &one, const Condition &other)
{
    const auto first = one.parts(), second = other.parts();
    const Comparison comparison(one, other);
    return std::ranges::equal(first, second, [&](const Expression *left, const Expression *right) {
        return comparison.are_same(*left, *right);
    });
}

/// The arrays that a condition reads. Functions that it calls may read whatever they find.
std::optional<std::set<std::size_t>> arrays_read(const Condition &condition)
{
    std::set<std::size_t> result;
    for (const Expression *part : condition.parts()) {
        if (const auto access = program::access_named_by(*part))
            result.insert(condition.statement.accesses[*access].array);
        if (std::holds_alternative<program::CallOperation>(part->node))
            return std::nullopt;
    }
    return result;
}

/// Whether some code, made of instances alone but for guards, choices, blocks and loops, writes to
/// none of `arrays`.
bool leaves_alone(const program::Program &program, const Code &code,
                  const std::set<std::size_t> &arrays)
{
    const auto leaves = [&](const CodePtr &part) {
        return !part || leaves_alone(program, *part, arrays);
    };
    if (const auto *block = std::get_if<Block>(&code.kind))
        return std::ranges::all_of(block->children, leaves);
    if (const auto *guard = std::get_if<Guard>(&code.kind))
        return leaves(guard->yes) && leaves(guard->no);
    if (const auto *loop = std::get_if<Loop>(&code.kind))
        return leaves(loop->body);
    if (const auto *choice = std::get_if<Choice>(&code.kind))
        return leaves(choice->yes) && leaves(choice->no);
    const auto *instance = std::get_if<Instance>(&code.kind);
    const program::Statement *statement =
        instance ? statement_of(program, instance->user) : nullptr;
    return statement &&
           std::ranges::none_of(statement->accesses, [&](const program::Access &access) {
               return access.kind != program::AccessKind::read && arrays.contains(access.array);
           });
}

/// One after the other; both may be null.
CodePtr sequence(const program::Program &program, const CodePtr &one, const CodePtr &other)
{
    Block result;
    for (const CodePtr &part : {one, other})
        if (const auto *block = part ? std::get_if<Block>(&part->kind) : nullptr)
            result.children.insert(result.children.end(), block->children.begin(),
                                   block->children.end());
        else if (part)
            result.children.push_back(part);
    result = with_guards_joined(program, result);
    if (result.children.empty())
        return nullptr;
    return result.children.size() == 1 ? result.children.front() : code(std::move(result));
}

/// Two guards that follow each other in one; nothing if the second condition is another one.
std::optional<Guard> joined(const program::Program &program, const Guard &one, const Guard &other)
{
    const Condition first(program, one), second(program, other);
    const auto read = arrays_read(first);
    const auto leaves = [&](const CodePtr &part) {
        return !part || leaves_alone(program, *part, *read);
    };
    if (!read || !are_same(first, second) || !leaves(one.yes) || !leaves(one.no))
        return std::nullopt;
    const bool is_same = first.holds == second.holds;
    return Guard{one.instance, one.level,
                 sequence(program, one.yes, is_same ? other.yes : other.no),
                 sequence(program, one.no, is_same ? other.no : other.yes)};
}

/// A guard, or one that is all of a choice with the choice inside.
std::optional<Guard> as_guard(const Code &code)
{
    if (const auto *guard = std::get_if<Guard>(&code.kind))
        return *guard;
    const auto *choice = std::get_if<Choice>(&code.kind);
    const auto *guard = choice && !choice->no ? std::get_if<Guard>(&choice->yes->kind) : nullptr;
    if (!guard)
        return std::nullopt;
    const auto in_choice = [&](const CodePtr &part) {
        return part ? lowering::code(Choice{choice->condition, part, nullptr}) : nullptr;
    };
    return Guard{guard->instance, guard->level, in_choice(guard->yes), in_choice(guard->no)};
}

/// Whether the iterations of a loop may have different values of a condition, by its variable.
bool varies(const Condition &condition, const std::string &iterator)
{
    const auto changes = [&](const ast::Expression &number) { return mentions(number, iterator); };
    return std::ranges::any_of(condition.parts(), [&](const Expression *part) {
        if (const auto *value = std::get_if<program::AccessValue>(&part->node))
            return std::ranges::any_of(
                condition.element(value->access).subscripts,
                [&](const ast::ExpressionPtr &subscript) { return changes(*subscript); });
        if (const auto *value = std::get_if<program::IteratorValue>(&part->node))
            return changes(condition.number(*value));
        const auto *value = std::get_if<program::AffineValue>(&part->node);
        return value && changes(condition.number(*value));
    });
}

/// Whether a condition can be evaluated where the program does not: it compares variables, and what
/// floating-point arithmetic makes of them.
bool is_harmless(const program::Program &program, const Condition &condition)
{
    static const std::set<std::string> comparisons = {"<", "<=", ">", ">=", "==", "!=", "&&", "||"};
    const auto is_floating = [&](const Expression &part) {
        return program::value_type(program, condition.statement, part).kind ==
               program::ValueType::Kind::floating;
    };
    return std::ranges::all_of(condition.parts(), [&](const Expression *part) {
        if (const auto *value = std::get_if<program::AccessValue>(&part->node)) {
            const Element element = condition.element(value->access);
            return element.subscripts.empty() && program.arrays[element.array].has_own_memory;
        }
        if (const auto *operation = std::get_if<program::BinaryOperation>(&part->node))
            return comparisons.contains(operation->op) || is_floating(*part);
        if (const auto *operation = std::get_if<program::UnaryOperation>(&part->node))
            return operation->op == "!" || is_floating(*part);
        if (std::holds_alternative<program::CastOperation>(part->node))
            return is_floating(*part);
        return std::holds_alternative<program::Literal>(part->node) ||
               std::holds_alternative<program::ConstantVariable>(part->node) ||
               std::holds_alternative<program::IteratorValue>(part->node) ||
               std::holds_alternative<program::AffineValue>(part->node);
    });
}

/// What holds if a loop has iterations.
ast::ExpressionPtr entry_of(const ast::For &loop)
{
    return replaced(loop.condition, loop.iterator, loop.init);
}

/// Whether a loop runs from one number to another that is not before it, or like one around it.
bool obviously_runs(const ast::For &loop, const std::vector<const ast::For *> &around)
{
    if (!loop.condition)
        return true;
    const ast::ExpressionPtr entry = entry_of(loop);
    if (std::ranges::any_of(around, [&](const ast::For *outer) {
            return outer->condition && (ast::is_equal(*entry, *outer->condition) ||
                                        ast::is_equal(*entry, *entry_of(*outer)));
        }))
        return true;
    const ast::Expression &first = *entry->operands.front(), &last = *entry->operands.back();
    if (first.op != ast::Operator::integer || last.op != ast::Operator::integer)
        return false;
    const long steps = std::stol(last.text) - std::stol(first.text);
    return steps > 0 || (steps == 0 && entry->op == ast::Operator::less_equal);
}

} // namespace

const program::ExpressionPtr &condition_of(const program::Program &program, const Guard &guard)
{
    const program::Statement &statement = *statement_of(program, guard.instance.user);
    const auto *guarded = &std::get<program::Guarded>(statement.body->node);
    for (std::size_t level = 0; level < guard.level; ++level)
        guarded = &std::get<program::Guarded>(guarded->statement->node);
    return guarded->condition;
}

std::pair<const program::Expression *, bool>
without_negations(const program::Expression &expression)
{
    const auto *negation = std::get_if<program::UnaryOperation>(&expression.node);
    if (!negation || negation->op != "!")
        return {&expression, true};
    const auto [inner, holds] = without_negations(*negation->operand);
    return {inner, !holds};
}

const program::ExpressionPtr &unguarded(const program::Statement &statement)
{
    const program::ExpressionPtr *result = &statement.body;
    while (const auto *guarded = std::get_if<program::Guarded>(&(*result)->node))
        result = &guarded->statement;
    return *result;
}

CodePtr guarded(const program::Program &program, Instance instance)
{
    const program::Statement *statement = statement_of(program, instance.user);
    std::size_t levels = 0;
    const Expression *body = statement ? statement->body.get() : nullptr;
    while (const auto *guarded = body ? std::get_if<program::Guarded>(&body->node) : nullptr) {
        ++levels;
        body = guarded->statement.get();
    }
    CodePtr result = code(instance);
    while (levels > 0)
        result = code(Guard{instance, --levels, std::move(result), nullptr});
    return result;
}

Block with_guards_joined(const program::Program &program, const Block &block)
{
    Block result;
    for (const CodePtr &child : block.children) {
        const CodePtr before = result.children.empty() ? nullptr : result.children.back();
        // One of them is evaluated in any case, and so the condition can be.
        const bool is_sure = std::holds_alternative<Guard>(child->kind) ||
                             (before && std::holds_alternative<Guard>(before->kind));
        const auto guard = is_sure ? as_guard(*child) : std::nullopt;
        const auto first = guard && before ? as_guard(*before) : std::nullopt;
        if (std::optional<Guard> both = first ? joined(program, *first, *guard) : std::nullopt)
            result.children.back() = code(std::move(*both));
        else
            result.children.push_back(child);
    }
    return result;
}

CodePtr with_guard_outside(const program::Program &program, const Loop &loop,
                           const std::vector<const ast::For *> &around)
{
    const auto outside = [&](const CodePtr &body) {
        Loop result = loop;
        result.body = body;
        return with_guard_outside(program, result, around);
    };
    if (const auto *choice = std::get_if<Choice>(&loop.body->kind)) {
        const bool stays = choice->no || mentions(*choice->condition, loop.head.iterator);
        CodePtr guarded = stays ? nullptr : outside(choice->yes);
        return guarded ? code(Choice{choice->condition, std::move(guarded), nullptr}) : nullptr;
    }
    const auto *guard = std::get_if<Guard>(&loop.body->kind);
    if (!guard)
        return nullptr;
    const Condition condition(program, *guard);
    const auto read = arrays_read(condition);
    const auto leaves = [&](const CodePtr &part) {
        return !part || leaves_alone(program, *part, *read);
    };
    if (!read || varies(condition, loop.head.iterator) || !leaves(guard->yes) || !leaves(guard->no))
        return nullptr;
    const auto with_body = [&](const CodePtr &body) -> CodePtr {
        if (!body)
            return nullptr;
        Loop result = loop;
        result.body = body;
        CodePtr guarded = outside(body);
        return guarded ? guarded : code(std::move(result));
    };
    CodePtr result =
        code(Guard{guard->instance, guard->level, with_body(guard->yes), with_body(guard->no)});
    return is_harmless(program, condition) || obviously_runs(loop.head, around)
               ? result
               : code(Choice{entry_of(loop.head), std::move(result), nullptr});
}

} // namespace espalier::lowering
