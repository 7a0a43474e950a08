#include "espalier/ast/worksharing.h"

#include "espalier/ast/walk.h"

namespace espalier::ast {

namespace {

class WorksharingFinder {
public:
    explicit WorksharingFinder(const std::set<std::string> &declared) : declared_(declared) {}

    /// Adds the parallel loops of a node to those found.
    /// \return whether the node has any
    bool visit(const ast::Node &node)
    {
        const auto *loop = std::get_if<ast::For>(&node.node);
        const auto *mark = std::get_if<ast::Mark>(&node.node);
        if (loop && !loop->is_degenerate() && kind_of(loop->role) == schedule::LoopKind::parallel) {
            found.push_back(loop->role);
            has_modular_sums = has_modular_sums || loop->role->own.is_modular();
            return true;
        }
        bool has_shared = false;
        ast::foreach_child(
            node, [&](const ast::NodePtr &child) { has_shared = visit(*child) || has_shared; });
        has_declarations =
            has_declarations || (has_shared && mark && declared_.contains(mark->name));
        return has_shared;
    }

    std::vector<schedule::LoopRolePtr> found;
    bool has_declarations = false; ///< around these loops
    bool has_modular_sums = false;

private:
    const std::set<std::string> &declared_;
};

} // namespace

std::vector<schedule::LoopRolePtr> worksharing_loops(const ast::Node &code,
                                                     const std::set<std::string> &declared)
{
    WorksharingFinder finder(declared);
    finder.visit(code);
    if (finder.has_declarations || finder.has_modular_sums)
        return {};
    return std::move(finder.found);
}

} // namespace espalier::ast
