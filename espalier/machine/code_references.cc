#include "espalier/machine/code_references.h"

#include "espalier/ast/walk.h"

#include <isl/set.h>

#include <algorithm>
#include <utility>

namespace espalier::machine {

namespace {

/// Cycles of a statement of which nothing is known.
constexpr double unknown_statement = 1;

/// For each access of a statement, its strides in the loops around, outermost first, in bytes.
/// \param here  the addresses at the position
std::vector<std::vector<double>> all_strides(const ast::User &user,
                                             const program::Statement &statement,
                                             const std::vector<ArrayShape> &shapes,
                                             const std::vector<double> &here,
                                             LoopPosition &position)
{
    std::vector<std::vector<double>> result(here.size());
    for (std::size_t depth = 0; depth < position.depth(); ++depth) {
        std::vector<double> next =
            position.at_next(depth, [&] { return addresses(user, statement, shapes, position); });
        for (std::size_t k = 0; k < here.size(); ++k)
            result[k].push_back(next[k] - here[k]);
    }
    return result;
}

/// The stride in a loop around the position that stays a loop; nothing if there is none.
/// \param strides  in all loops around, outermost first
/// \param inner    how many of those that stay loops are inside of it
std::optional<double> stride_in_loop(const std::vector<double> &strides, std::size_t inner,
                                     const LoopPosition &position)
{
    for (std::size_t depth = strides.size(); depth-- > 0;)
        if (position.is_loop(depth) && inner-- == 0)
            return strides[depth];
    return std::nullopt;
}

bool mentions(const ast::Expression &expression, const std::string &name)
{
    return (expression.op == ast::Operator::name && expression.text == name) ||
           std::ranges::any_of(expression.operands, [&](const ast::ExpressionPtr &operand) {
               return mentions(*operand, name);
           });
}

/// How often an expression chooses, by the value of a variable.
int choices(const ast::Expression &expression, const std::string &name)
{
    const bool is_choice =
        expression.op == ast::Operator::conditional || expression.op == ast::Operator::select;
    int result = is_choice && mentions(*expression.operands.front(), name) ? 1 : 0;
    for (const ast::ExpressionPtr &operand : expression.operands)
        result += choices(*operand, name);
    return result;
}

/// The depth of the innermost loop around that stays a loop; nothing if there is none.
std::optional<std::size_t> innermost_loop(const LoopPosition &position)
{
    for (std::size_t depth = position.depth(); depth-- > 0;)
        if (position.is_loop(depth))
            return depth;
    return std::nullopt;
}

/// How often the subscripts of a statement choose between functions by the variable of a loop.
int choices(const ast::User &user, const std::string &iterator)
{
    int result = 0;
    for (const ast::ExpressionPtr &value : user.values)
        result += choices(*value, iterator);
    return result;
}

/// Whether the iterators that a statement's result depends on do not change from one iteration of
/// a loop to the next.
bool is_steady(const ast::User &user, const BodyCost &body, std::size_t loop,
               LoopPosition &position)
{
    auto values = [&] {
        std::vector<long> result;
        for (std::size_t iterator : *body.iterators)
            result.push_back(position.value(*user.iterators[iterator]));
        return result;
    };
    return body.iterators && values() == position.at_next(loop, values);
}

/// Whether the source evaluates the conditions of two statements once for both.
bool have_same_guards(const program::Statement &one, const program::Statement &other)
{
    if (one.guards == 0 || one.guards != other.guards)
        return false;
    auto points = [](const program::Statement &statement) {
        return isl::manage(isl_set_reset_tuple_id(statement.domain.copy()));
    };
    return points(one).is_equal(points(other));
}

} // namespace

std::vector<double> addresses(const ast::User &user, const program::Statement &statement,
                              const std::vector<ArrayShape> &shapes, LoopPosition &position)
{
    std::vector<double> result;
    std::size_t value = 0;
    for (const program::Access &access : statement.accesses) {
        double address = 0;
        for (std::size_t k = 0; k < access.subscripts.size(); ++k, ++value)
            address +=
                shapes[access.array].strides[k] * double(position.value(*user.values[value]));
        result.push_back(address);
    }
    return result;
}

CodeReferences::CodeReferences(const program::Program &program, const ast::Node &code,
                               const Machine &machine, const ast::Values &sizes,
                               const CodeLoops &loops)
    : machine_(machine), shapes_(array_shapes(program, sizes))
{
    const program::Statement *last = nullptr;
    for (const program::Statement &statement : program.statements)
        if (!statement.is_kill()) {
            bool is_behind_same = last && have_same_guards(*last, statement);
            statements_[statement.name()] = {&statement, body_cost(program, statement, machine),
                                             is_behind_same ? 0 : double(statement.guards)};
            last = &statement;
        }
    count_places(code, loops);
}

std::size_t CodeReferences::count_places(const ast::Node &node, const CodeLoops &loops)
{
    std::size_t result = 0;
    if (const auto *user = std::get_if<ast::User>(&node.node)) {
        auto known = statements_.find(user->statement);
        result = known == statements_.end() ? 0 : known->second.cost.latencies.size();
    }
    ast::foreach_child(node,
                       [&](const ast::NodePtr &child) { result += count_places(*child, loops); });
    if (const auto *loop = std::get_if<ast::For>(&node.node))
        result *= std::size_t(std::max(1L, loops.copies_of_body(*loop)));
    return places_[&node] = result;
}

StatementPart CodeReferences::part(const ast::User &user, std::size_t place,
                                   LoopPosition &position) const
{
    auto found = statements_.find(user.statement);
    if (found == statements_.end())
        return {{unknown_statement}, std::nullopt};
    const auto &[statement, cost, guards] = found->second;
    CodePart part;
    MovingStatement moving{&cost, {}};
    if (const std::optional<std::size_t> loop = innermost_loop(position)) {
        moving.choices = choices(user, position.iterator(*loop));
        moving.is_steady = is_steady(user, cost, *loop, position);
    }
    std::vector<double> here = addresses(user, *statement, shapes_, position);
    std::vector<std::vector<double>> strides =
        all_strides(user, *statement, shapes_, here, position);
    for (std::size_t k = 0; k < here.size(); ++k) {
        const program::Access &access = statement->accesses[k];
        const ArrayShape &shape = shapes_[access.array];
        bool is_write = access.kind != program::AccessKind::read;
        part.references.push_back(
            {access.array, shape.bytes, shape.element_bytes, here[k], is_write});
        moving.accesses.push_back(
            {access.array, is_write, here[k], stride_in_loop(strides[k], 0, position).value_or(0),
             shape.element_bytes, stride_in_loop(strides[k], 1, position) == 0.0});
        part.origins.push_back({place + k, std::move(strides[k])});
    }
    reuse_across(part.references, machine_);
    return {std::move(part), std::move(moving), guards};
}

} // namespace espalier::machine
