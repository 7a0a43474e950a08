#include "espalier/lowering/divided_loops.h"

#include "espalier/ast/equality.h"
#include "espalier/lowering/scalar_replacement.h"

#include <algorithm>
#include <vector>

namespace espalier::lowering {

namespace {

using ast::Operator;

/// The statement instances that code consists of; empty if there is anything else.
std::vector<const ast::User *> instances_of(const ast::NodeKind &code)
{
    if (const auto *user = std::get_if<ast::User>(&code))
        return {user};
    std::vector<const ast::User *> result;
    if (const auto *block = std::get_if<ast::Block>(&code))
        for (const ast::NodePtr &child : block->children) {
            const auto *user = std::get_if<ast::User>(&child->node);
            if (!user)
                return {};
            result.push_back(user);
        }
    return result;
}

bool is_vector(const ast::For &loop)
{
    return kind_of(loop.role) == schedule::LoopKind::vector && loop.condition &&
           counts_by_one(loop) && loop.role->own.reductions.empty();
}

/// What a loop obviously ends before: a variable; null for others.
ast::ExpressionPtr end_of(const ast::For &loop)
{
    const ast::Expression &condition = *loop.condition;
    const bool is_end =
        condition.op == Operator::less && condition.operands[0]->op == Operator::name &&
        condition.operands[0]->text == loop.iterator && condition.operands[1]->op == Operator::name;
    return is_end ? condition.operands[1] : nullptr;
}

/// Whether code is an iteration of a loop.
bool is_iteration(const ast::NodeKind &code, const ast::For &loop,
                  const ast::ExpressionPtr &iteration)
{
    const auto are_equal = [&](const ast::ExpressionPtr &of_body, const ast::ExpressionPtr &found) {
        return ast::is_equal(*replaced(of_body, loop.iterator, iteration), *found);
    };
    const std::vector<const ast::User *> body = instances_of(loop.body->node);
    return !body.empty() &&
           std::ranges::equal(body, instances_of(code),
                              [&](const ast::User *one, const ast::User *other) {
                                  return one->statement == other->statement &&
                                         std::ranges::equal(one->values, other->values, are_equal);
                              });
}

/// Whether loops do the same, one from the second iteration on behind the end of the other.
bool are_parts(const ast::For &low, const ast::For &high)
{
    const ast::ExpressionPtr middle = is_vector(low) && is_vector(high) ? end_of(low) : nullptr;
    return middle && schedule::is_equal(low.role, high.role) &&
           ast::is_equal(*high.init, *plus(middle->text, 1)) &&
           is_iteration(high.body->node, low, name_of(high.iterator));
}

/// The accesses of an iteration of a loop.
class Iteration {
public:
    Iteration(const program::Program &program, const ast::For &loop)
        : program_(program), loop_(loop)
    {
        for (const ast::User *user : instances_of(loop.body->node)) {
            const program::Statement *statement = statement_of(program, *user);
            for (std::size_t k = 0; statement && k < statement->accesses.size(); ++k)
                (statement->accesses[k].kind == program::AccessKind::read ? reads_ : writes_)
                    .push_back(element(*user, *statement, k));
        }
    }

    /// Whether what it writes are variables of its own, and elements that no other iteration
    /// accesses, where all read one element alone that some iteration writes.
    bool is_apart_but_for(const Element &common) const
    {
        return std::ranges::all_of(writes_, [&](const Element &written) {
            return is_own(written) || (moves(written) &&
                                       std::ranges::all_of(writes_,
                                                           [&](const Element &other) {
                                                               return is_in_column(other, written);
                                                           }) &&
                                       std::ranges::all_of(reads_, [&](const Element &read) {
                                           return read == common || is_in_column(read, written);
                                       }));
        });
    }

private:
    bool is_own(const Element &element) const
    {
        const auto &own = loop_.role->own.private_arrays;
        return program_.arrays[element.array].extents.empty() &&
               std::ranges::find(own, element.array) != own.end();
    }

    bool moves(const Element &element) const
    {
        return movement(element, loop_.iterator) == Movement::along;
    }

    /// Whether an element of the same array is in the same column as one that moves.
    bool is_in_column(const Element &element, const Element &moving) const
    {
        return element.array != moving.array ||
               (moves(element) &&
                ast::is_equal(*element.subscripts.back(), *moving.subscripts.back()));
    }

    const program::Program &program_;
    const ast::For &loop_;
    std::vector<Element> reads_, writes_;
};

} // namespace

std::optional<DividedLoop> divided_loop(const program::Program &program, const ast::Block &block,
                                        std::size_t first)
{
    const auto begin = block.children.begin() + long(first), next = begin + 1;
    const auto last = std::find_if(next, block.children.end(), [](const ast::NodePtr &child) {
        return !std::holds_alternative<ast::User>(child->node);
    });
    if (last == block.children.end())
        return std::nullopt;
    const auto *low = std::get_if<ast::For>(&(*begin)->node),
               *high = std::get_if<ast::For>(&(*last)->node);
    if (!low || !high || !are_parts(*low, *high))
        return std::nullopt;
    const ast::Block between{{next, last}};
    const std::vector<Element> staying = invariant_elements(program, *low);
    const bool is_divided = is_iteration(between, *low, end_of(*low)) && staying.size() == 1 &&
                            invariant_elements(program, *high) == staying &&
                            Iteration(program, *low).is_apart_but_for(staying.front());
    if (!is_divided)
        return std::nullopt;
    DividedLoop result{low, high, between, *high, staying.front(), between.children.size() + 2};
    result.whole.init = low->init;
    return result;
}

} // namespace espalier::lowering
