#include "espalier/machine/innermost_body.h"

#include "espalier/ast/walk.h"
#include "espalier/machine/code_loops.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace espalier::machine {

namespace {

InnermostBody statement_body(const ast::User &user, std::size_t place,
                             const CodeReferences &references, LoopPosition &position)
{
    StatementPart statement = references.part(user, place, position);
    InnermostBody result{std::move(statement.part), {}};
    if (statement.moving)
        result.statements.push_back(std::move(*statement.moving));
    return result;
}

/// The copies of a loop's body that compilers put in its place.
InnermostBody copies(const ast::For &loop, std::size_t place, const CodeReferences &references,
                     LoopPosition &position)
{
    InnermostBody result;
    position.enter_copies(loop);
    for (long offset = 0; offset < copies_of_body(loop); ++offset) {
        position.move_to(offset);
        result.append(innermost_body(*loop.body, place, references, position));
        place += references.places(*loop.body);
    }
    result.part.drop_last_strides();
    position.leave();
    return result;
}

} // namespace

void InnermostBody::append(InnermostBody other)
{
    part.append(std::move(other.part));
    std::ranges::move(other.statements, std::back_inserter(statements));
    guards += other.guards;
}

InnermostBody innermost_body(const ast::Node &node, std::size_t place,
                             const CodeReferences &references, LoopPosition &position)
{
    if (const auto *user = std::get_if<ast::User>(&node.node))
        return statement_body(*user, place, references, position);
    if (const auto *loop = std::get_if<ast::For>(&node.node))
        return copies(*loop, place, references, position);
    if (const auto *let = std::get_if<ast::Let>(&node.node))
        position.define(let->name, position.value(*let->value));
    const auto *choice = std::get_if<ast::If>(&node.node);
    bool holds = !choice || position.value(*choice->condition) != 0;
    InnermostBody result;
    result.guards = choice ? 1 : 0;
    ast::foreach_child(node, [&](const ast::NodePtr &child) {
        if (!choice || (child == choice->yes) == holds)
            result.append(innermost_body(*child, place, references, position));
        place += references.places(*child);
    });
    return result;
}

} // namespace espalier::machine
