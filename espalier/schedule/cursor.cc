#include "espalier/schedule/cursor.h"

#include "espalier/schedule/tree.h"
#include "espalier/schedule/validity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace espalier::schedule {

Cursor::Cursor(const Tree &tree) : node_(tree.node_ptr()) {}

Cursor Cursor::child(std::size_t position) const
{
    std::size_t members = is<Band>() ? as<Band>().size() : 0;
    auto frame = std::make_shared<const Frame>(
        Frame{above_, node_, position, depth(), schedule_depth() + members});
    return Cursor(std::move(frame), node_->child(position));
}

Cursor Cursor::parent() const
{
    assert(has_parent());
    bool is_unchanged = above_->node->child(above_->position) == node_;
    return Cursor(above_->above,
                  is_unchanged ? above_->node : above_->node->with_child(above_->position, node_));
}

Cursor Cursor::ancestor(std::size_t generations) const
{
    Cursor result = *this;
    for (std::size_t k = 0; k < generations; ++k)
        result = result.parent();
    return result;
}

std::vector<std::size_t> Cursor::path() const
{
    std::vector<std::size_t> result;
    for (const Frame *frame = above_.get(); frame; frame = frame->above.get())
        result.push_back(frame->position);
    std::reverse(result.begin(), result.end());
    return result;
}

Cursor Cursor::descendant(const std::vector<std::size_t> &path) const
{
    Cursor result = *this;
    for (std::size_t position : path)
        result = result.child(position);
    return result;
}

isl::ctx Cursor::ctx() const
{
    const Node *root = node_.get();
    for (const Frame *frame = above_.get(); frame; frame = frame->above.get())
        root = frame->node.get();
    return root->as<Domain>().instances.ctx();
}

Tree Cursor::tree() const { return Tree::unchecked(ancestor(depth()).node_); }

Cursor Cursor::grafted(NodePtr subtree) const
{
    Cursor result = grafted_unchecked(std::move(subtree));
    bool is_branch = has_parent() && (above().is<Sequence>() || above().is<Set>());
    check_validity(is_branch ? result.parent() : result);
    return result;
}

Cursor Cursor::grafted_unchecked(NodePtr subtree) const
{
    return Cursor(above_, std::move(subtree));
}

std::string describe(const Cursor &node)
{
    if (!node.has_parent())
        return fmt::format("the {} node at the root", name(node.type()));
    return fmt::format("the {} node at {}", name(node.type()), fmt::join(node.path(), "."));
}

} // namespace espalier::schedule
