#include "espalier/transform/find.h"
#include "espalier/transform/impossible.h"
#include "espalier/transform/trees.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace espalier::transform {

namespace {

/// A place in the tree of a view: a node, and which statements reach it.
class Place {
public:
    Place(const MatrixView &view, const schedule::Tree &tree) : node_(tree.node_ptr())
    {
        for (const Statement *statement : statements_in(view, {}))
            if (!statement->instances.is_empty())
                statements_.push_back(statement);
    }

    const schedule::Node &node() const { return *node_; }
    bool is_empty() const { return statements_.empty(); }

    /// Precondition: the node has such a child
    void descend(std::size_t child)
    {
        if (node_->is<schedule::Band>()) {
            rows_ += node_->as<schedule::Band>().size();
            is_in_sequence_ = false;
        } else if (node_->is<schedule::Sequence>()) {
            keep_child(child);
            is_in_sequence_ = true;
        }
        node_ = node_->child(child);
    }

    /// That of a member of a band, of a statement, or else of all statements here.
    Beta prefix(std::size_t member) const
    {
        const Beta &beta = statements_.front()->beta;
        if (node_->is<schedule::Band>())
            return first(beta, rows_ + member + 1);
        if (node_->is<schedule::Leaf>())
            return beta;
        return first(beta, rows_ + (is_in_sequence_ ? 1 : 0));
    }

private:
    /// Children of a sequence are those of different entries in beta vectors.
    void keep_child(std::size_t child)
    {
        std::set<long> entries;
        for (const Statement *statement : statements_)
            entries.insert(statement->beta[rows_]);
        long entry = *std::next(entries.begin(), long(child));
        std::erase_if(statements_,
                      [&](const Statement *statement) { return statement->beta[rows_] != entry; });
    }

    schedule::NodePtr node_;
    std::vector<const Statement *> statements_;
    std::size_t rows_ = 0; ///< of the bands above
    bool is_in_sequence_ = false;
};

} // namespace

Beta find_at_path(const MatrixView &view, const std::vector<std::size_t> &path, std::size_t member)
{
    require_different_places(view);
    schedule::Tree tree = schedule_tree(view);
    Place place(view, tree);
    if (place.is_empty())
        throw impossible("the region executes no statement, and its tree has no loops");
    for (std::size_t k = 0; k < path.size(); ++k) {
        std::size_t count = place.node().child_count();
        if (path[k] >= count)
            throw impossible(fmt::format(
                "the tree has no node {}: the {} node at {} has {} children, counted from 0",
                fmt::join(path, "."), schedule::name(place.node().type()),
                k == 0 ? "the root"
                       : fmt::format("{}", fmt::join(path.begin(), path.begin() + long(k), ".")),
                count));
        place.descend(path[k]);
    }
    std::size_t members =
        place.node().is<schedule::Band>() ? place.node().as<schedule::Band>().size() : 1;
    if (member >= members)
        throw impossible(fmt::format("the {} node at {} has {} loops, counted from 0, and none {}",
                                     schedule::name(place.node().type()), fmt::join(path, "."),
                                     members, member));
    return place.prefix(member);
}

} // namespace espalier::transform
