#include "espalier/schedule/queries.h"

#include "espalier/schedule/edit_error.h"
#include "espalier/schedule/reach.h"
#include "espalier/schedule/reached_leaves.h"

#include <fmt/format.h>

namespace espalier::schedule {

namespace {

/// A subtree with what reaches it.
struct Part {
    const Node *node;
    Reach reach;
};

bool has_members(const Node &node) { return node.is<Band>() && node.as<Band>().size() > 0; }

/// The bands and leaves that instances reach from `part` without passing another band, in order.
void collect_next(const Part &part, std::vector<Part> &next)
{
    if (part.reach.instances.is_empty())
        return;
    if (has_members(*part.node) || part.node->is<Leaf>()) {
        next.push_back(part);
        return;
    }
    Reach reach = below(*part.node, part.reach);
    for (std::size_t k = 0; k < part.node->child_count(); ++k)
        collect_next({part.node->child(k).get(), reach}, next);
}

using BetaVectors = std::map<std::string, std::vector<long>>;

void record(const Tree &tree, const Part &leaf, const std::vector<long> &beta, BetaVectors &result)
{
    leaf.reach.instances.foreach_set([&](const isl::set &set) {
        std::string name = statement_name(set.space());
        if (!result.emplace(name, beta).second)
            throw impossible(tree.root(),
                             fmt::format("the instances of {} part at a sequence or set below, and "
                                         "so have no beta vector in common",
                                         name));
    });
}

/// \param prefix  the beta vector of `part`'s own place
void visit(const Tree &tree, const Part &part, const std::vector<long> &prefix, BetaVectors &result)
{
    std::vector<Part> next;
    collect_next(part, next);
    for (std::size_t k = 0; k < next.size(); ++k) {
        std::vector<long> beta = prefix;
        beta.push_back(static_cast<long>(k));
        if (next[k].node->is<Leaf>()) {
            record(tree, next[k], beta, result);
            continue;
        }
        std::size_t members = next[k].node->as<Band>().size();
        beta.insert(beta.end(), members - 1, 0);
        visit(tree, {next[k].node->child(0).get(), next[k].reach}, beta, result);
    }
}

} // namespace

std::map<std::string, std::vector<long>> beta_vectors(const Tree &tree)
{
    BetaVectors result;
    visit(tree, {tree.node().child(0).get(), reach_below_root(tree.node().as<Domain>())}, {},
          result);
    return result;
}

} // namespace espalier::schedule
