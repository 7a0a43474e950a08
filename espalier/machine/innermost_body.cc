#include "espalier/machine/innermost_body.h"

#include "espalier/ast/walk.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>

namespace espalier::machine {

namespace {

/// The walk through a body, with the names that change from one iteration to the next.
class BodyWalk {
public:
    BodyWalk(const CodeReferences &references, LoopPosition &position)
        : references_(references), position_(position),
          varying_{position.iterator(position.depth() - 1)}
    {
    }

    /// \param place  of the first reference in `node`
    InnermostBody visit(const ast::Node &node, std::size_t place)
    {
        if (const auto *user = std::get_if<ast::User>(&node.node))
            return statement(*user, place);
        if (const auto *loop = std::get_if<ast::For>(&node.node))
            return copies(*loop, place);
        if (const auto *let = std::get_if<ast::Let>(&node.node)) {
            position_.define(let->name, position_.value(*let->value));
            varying_.insert(let->name);
        }
        const auto *choice = std::get_if<ast::If>(&node.node);
        const bool holds = !choice || position_.value(*choice->condition) != 0;
        InnermostBody result;
        // Compilers make a loop for each case of other conditions.
        result.guards = choice && varies(*choice->condition) ? 1 : 0;
        ast::foreach_child(node, [&](const ast::NodePtr &child) {
            if (!choice || (child == choice->yes) == holds)
                result.append(visit(*child, place));
            place += references_.places(*child);
        });
        return result;
    }

private:
    InnermostBody statement(const ast::User &user, std::size_t place)
    {
        StatementPart statement = references_.part(user, place, position_);
        InnermostBody result{std::move(statement.part), {}, statement.guards};
        if (statement.moving)
            result.statements.push_back(std::move(*statement.moving));
        return result;
    }

    /// The copies of a loop's body that compilers put in its place.
    InnermostBody copies(const ast::For &loop, std::size_t place)
    {
        InnermostBody result;
        const long count = position_.loops().copies_of_body(loop);
        result.has_nest = is_in_copies_ && count > 1;
        const bool is_around = std::exchange(is_in_copies_, is_in_copies_ || count > 1);
        position_.enter_copies(loop);
        for (long offset = 0; offset < count; ++offset) {
            position_.move_to(offset);
            result.append(visit(*loop.body, place));
            place += references_.places(*loop.body);
        }
        result.part.drop_last_strides();
        position_.leave();
        is_in_copies_ = is_around;
        return result;
    }

    bool varies(const ast::Expression &expression) const
    {
        return (expression.op == ast::Operator::name && varying_.contains(expression.text)) ||
               std::ranges::any_of(expression.operands, [&](const ast::ExpressionPtr &operand) {
                   return varies(*operand);
               });
    }

    const CodeReferences &references_;
    LoopPosition &position_;
    std::set<std::string> varying_;
    bool is_in_copies_ = false; ///< of a short loop, of which there are several
};

} // namespace

void InnermostBody::append(InnermostBody other)
{
    part.append(std::move(other.part));
    std::ranges::move(other.statements, std::back_inserter(statements));
    guards += other.guards;
    has_nest = has_nest || other.has_nest;
}

InnermostBody innermost_body(const ast::Node &node, std::size_t place,
                             const CodeReferences &references, LoopPosition &position)
{
    return BodyWalk(references, position).visit(node, place);
}

} // namespace espalier::machine
