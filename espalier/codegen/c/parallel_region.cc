#include "espalier/codegen/c/parallel_region.h"

#include "espalier/ast/walk.h"

#include <algorithm>

namespace espalier::codegen {

namespace {

class SharedLoopFinder {
public:
    SharedLoopFinder(const std::vector<ParallelMark> &marks, const std::set<std::string> &declared)
        : marks_(marks), declared_(declared)
    {
    }

    /// Adds the parallel loops of a node to those found.
    /// \return whether the node has any
    bool visit(const ast::Node &node, const ParallelMark *pending)
    {
        const auto *loop = std::get_if<ast::For>(&node.node);
        const auto *mark = std::get_if<ast::Mark>(&node.node);
        if (loop && pending && pending->depth <= loop->depth) {
            bool is_shared = pending->directive == Directive::parallel_for &&
                             pending->depth == loop->depth && !loop->is_degenerate();
            if (is_shared) {
                found.push_back(pending);
                return true;
            }
            pending = nullptr;
        }
        if (mark) {
            auto known = std::ranges::find(marks_, mark->name, &ParallelMark::mark);
            pending = known == marks_.end() ? pending : &*known;
        }
        bool has_shared = false;
        ast::foreach_child(node, [&](const ast::NodePtr &child) {
            has_shared = visit(*child, pending) || has_shared;
        });
        has_declarations =
            has_declarations || (has_shared && mark && declared_.contains(mark->name));
        return has_shared;
    }

    std::vector<const ParallelMark *> found;
    bool has_declarations = false; ///< around these loops

private:
    const std::vector<ParallelMark> &marks_;
    const std::set<std::string> &declared_;
};

} // namespace

std::vector<const ParallelMark *> shared_loops(const ast::Node &code,
                                               const std::vector<ParallelMark> &marks,
                                               const std::set<std::string> &declared,
                                               const ParallelMark *pending)
{
    SharedLoopFinder finder(marks, declared);
    finder.visit(code, pending);
    if (finder.has_declarations)
        return {};
    return std::move(finder.found);
}

} // namespace espalier::codegen
