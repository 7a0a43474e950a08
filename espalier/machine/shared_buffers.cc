#include "espalier/machine/shared_buffers.h"

#include "espalier/ast/walk.h"

#include <algorithm>
#include <set>

namespace espalier::machine {

namespace {

/// The arrays that transformations have made, where code uses them.
class BufferUses {
public:
    explicit BufferUses(const program::Program &program) : program_(program) {}

    void visit(const ast::Node &node, bool is_shared)
    {
        if (const auto *user = std::get_if<ast::User>(&node.node))
            return add(user->statement, is_shared);
        const auto *loop = std::get_if<ast::For>(&node.node);
        const bool is_parallel = loop && kind_of(loop->role) == schedule::LoopKind::parallel;
        ast::foreach_child(
            node, [&](const ast::NodePtr &child) { visit(*child, is_shared || is_parallel); });
    }

    std::set<std::size_t> in_parallel_loops, beside_them;

private:
    void add(const std::string &name, bool is_shared)
    {
        const auto statement =
            std::ranges::find(program_.statements, name, &program::Statement::name);
        if (statement == program_.statements.end())
            return;
        for (const program::Access &access : statement->accesses)
            if (program_.arrays[access.array].is_declared_by_extents)
                (is_shared ? in_parallel_loops : beside_them).insert(access.array);
    }

    const program::Program &program_;
};

} // namespace

bool passes_through_buffers(const program::Program &program, const ast::Node &code)
{
    BufferUses uses(program);
    uses.visit(code, false);
    return std::ranges::any_of(uses.in_parallel_loops, [&](std::size_t array) {
        return uses.beside_them.contains(array);
    });
}

} // namespace espalier::machine
