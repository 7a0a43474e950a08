#include "espalier/ast/graft.h"

#include "espalier/ast/equality.h"
#include "espalier/presburger/dimensions.h"

#include <isl/set.h>

#include <algorithm>
#include <functional>

namespace espalier::ast {

namespace {

/// Beyond this many, grafts are looked at one by one only.
constexpr std::size_t max_compared = 16;

/// Choices are at most this many in each other: compilers allow 256 brackets.
constexpr std::size_t max_nested = 32;

bool have_same_guard(const Grafts &grafts)
{
    return std::all_of(grafts.begin() + 1, grafts.end(), [&](const Graft &graft) {
        return presburger::is_obviously_equal(graft.guard, grafts.front().guard);
    });
}

bool is_free(const Graft &graft) { return presburger::is_obviously_universe(graft.guard); }

/// { [t] }: where a graft executes anything.
isl::set effective(const Graft &graft) { return graft.guard.intersect(graft.enforced); }

/// An if node under construction, its branches as lists of nodes (section 5.9).
struct Choice {
    isl::set holds;                   ///< { [t] }: where its condition is reached and holds
    isl::set fails;                   ///< { [t] }: where it is reached and does not hold
    isl::set condition;               ///< { [t] }
    isl::set known;                   ///< { [t] }: what holds where the condition is evaluated
    std::vector<std::size_t> yes, no; ///< positions in ChoiceBuilder's items
};

/// Builds chains and nests of if nodes from a list of guarded nodes without changing their order.
class ChoiceBuilder {
public:
    ChoiceBuilder(const Stock &stock, isl::set known) : stock_(stock), known_(std::move(known)) {}

    void add(const Graft &graft)
    {
        if (is_free(graft)) {
            open_.clear();
            top_.push_back(add_node(graft.node));
            return;
        }
        isl::set guard = graft.guard.intersect(known_);
        for (std::size_t k = std::min(open_.size(), max_nested); k-- > 0;) {
            Choice &choice = choices_[open_[k]];
            if (guard.is_subset(choice.holds))
                return extend(k, true, graft, guard);
            if (guard.is_subset(choice.fails))
                return extend(k, false, graft, guard);
        }
        open_.clear();
        top_.push_back(insert(graft, guard, known_));
    }

    NodePtr result() const { return make_list(top_); }

    const isl::set &known() const { return known_; }

private:
    /// A node, or a choice.
    struct Item {
        NodePtr node;
        std::size_t choice;
    };

    std::size_t add_node(const NodePtr &node)
    {
        items_.push_back({node, 0});
        return items_.size() - 1;
    }

    /// Puts a graft into a branch of the k-th open choice; those opened later are closed.
    void extend(std::size_t k, bool branch, const Graft &graft, const isl::set &guard)
    {
        open_.resize(k + 1);
        std::size_t choice = open_[k];
        isl::set known = branch ? choices_[choice].holds : choices_[choice].fails;
        std::size_t item = insert(graft, guard, known);
        (branch ? choices_[choice].yes : choices_[choice].no).push_back(item);
    }

    /// An item for a graft at a place where `known` holds.
    std::size_t insert(const Graft &graft, const isl::set &guard, const isl::set &known)
    {
        isl::set condition = graft.guard.gist(known);
        if (presburger::is_obviously_universe(condition))
            return add_node(graft.node);
        std::size_t body = add_node(graft.node);
        choices_.push_back({guard, known.subtract(graft.guard), condition, known, {body}, {}});
        open_.push_back(choices_.size() - 1);
        items_.push_back({nullptr, choices_.size() - 1});
        return items_.size() - 1;
    }

    NodePtr make_list(const std::vector<std::size_t> &items) const
    {
        std::vector<NodePtr> nodes;
        for (std::size_t item : items)
            nodes.push_back(items_[item].node ? items_[item].node
                                              : make_choice(choices_[items_[item].choice]));
        return block(std::move(nodes));
    }

    NodePtr make_choice(const Choice &choice) const
    {
        NodePtr yes = make_list(choice.yes);
        NodePtr no = choice.no.empty() ? nullptr : make_list(choice.no);
        if (no && is_equal(*yes, *no))
            return yes;
        return make_node(If{to_condition(choice.condition, stock_.place(choice.known)), yes, no});
    }

    const Stock &stock_;
    isl::set known_;
    std::vector<Choice> choices_;
    std::vector<Item> items_;
    std::vector<std::size_t> top_;
    std::vector<std::size_t> open_; ///< choices that can still be extended, the outermost first
};

/// The constraints among those of one set for each graft that all grafts satisfy where they have
/// effect and `known` holds.
isl::set shared(const Grafts &grafts, const std::function<isl::set(const Graft &)> &constraints,
                const isl::set &known)
{
    isl::set all = effective(grafts.front()).intersect(known);
    isl_set_list *candidates = isl_set_list_from_set(constraints(grafts.front()).release());
    for (std::size_t k = 1; k < grafts.size(); ++k) {
        all = all.unite(effective(grafts[k]).intersect(known));
        candidates = isl_set_list_add(candidates, constraints(grafts[k]).release());
    }
    isl_basic_set *result = isl_set_unshifted_simple_hull_from_set_list(all.release(), candidates);
    return isl::set(isl::manage(result)).gist(known);
}

} // namespace

isl::set shared_guard(const Grafts &grafts, const isl::set &known)
{
    isl::set nothing = isl::set::universe(known.space());
    if (grafts.empty() || std::all_of(grafts.begin(), grafts.end(), is_free))
        return nothing;
    if (have_same_guard(grafts))
        return grafts.front().guard;
    if (grafts.size() > max_compared)
        return nothing;
    return shared(grafts, [](const Graft &graft) { return graft.guard; }, known);
}

isl::set enforced(const Grafts &grafts, const isl::set &generated)
{
    bool is_nothing = std::any_of(grafts.begin(), grafts.end(), [](const Graft &graft) {
        return is_free(graft) && presburger::is_obviously_universe(graft.enforced);
    });
    if (is_nothing || grafts.empty() || grafts.size() > max_compared)
        return isl::set::universe(generated.space());
    if (grafts.size() == 1)
        return presburger::shared_constraints(effective(grafts.front()));
    return shared(grafts, effective, generated);
}

Grafts simplified(Grafts grafts, const isl::set &known)
{
    for (Graft &graft : grafts)
        if (!is_free(graft))
            graft.guard = graft.guard.gist(known);
    return grafts;
}

NodePtr with_guards(const Grafts &grafts, const Stock &stock, const isl::set &known)
{
    isl::set shared = shared_guard(grafts, known);
    ChoiceBuilder inner(stock, known.intersect(shared));
    for (const Graft &graft : simplified(grafts, inner.known()))
        inner.add(graft);
    ChoiceBuilder outer(stock, known);
    outer.add({inner.result(), shared, known});
    return outer.result();
}

Graft combined(const Grafts &grafts, const Stock &stock)
{
    isl::set guard = shared_guard(grafts, stock.known());
    Grafts inner = simplified(grafts, guard.intersect(stock.known()));
    NodePtr node = with_guards(inner, stock, stock.generated().intersect(guard));
    return {node, guard, enforced(inner, stock.generated())};
}

NodePtr block(std::vector<NodePtr> nodes)
{
    return nodes.size() == 1 ? nodes.front() : make_node(Block{std::move(nodes)});
}

NodePtr make_node(NodeKind node) { return std::make_shared<const Node>(Node{std::move(node)}); }

} // namespace espalier::ast
