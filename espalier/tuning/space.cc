#include "espalier/tuning/space.h"

#include "espalier/base/error.h"

#include <fmt/format.h>

#include <algorithm>

namespace espalier::tuning {

namespace {

constexpr std::size_t max_choices = 1000; ///< of a run

} // namespace

/// A choice, or a point.
struct Space::Node {
    std::vector<std::unique_ptr<Node>> children; ///< by alternative; nothing where no run has been
    bool is_done = false;                        ///< whether all points below have been tried

    /// The child for an alternative; what was known of another number of alternatives is forgotten.
    Node *child(std::size_t position, std::size_t alternatives)
    {
        if (children.size() != alternatives) {
            children.clear();
            children.resize(alternatives);
        }
        if (!children[position])
            children[position] = std::make_unique<Node>();
        return children[position].get();
    }

    double estimated_points() const
    {
        double known = 0;
        std::size_t count = 0;
        for (const auto &child : children)
            if (child) {
                known += child->estimated_points();
                ++count;
            }
        return count == 0 ? 1 : known / double(count) * double(children.size());
    }

    void settle()
    {
        is_done = std::ranges::all_of(children,
                                      [](const auto &child) { return child && child->is_done; });
    }
};

Space::Space(std::uint64_t seed) : root_(std::make_unique<Node>()), random_(seed) {}

Space::~Space() = default;

void Space::leave_out(const Point &point)
{
    path_ = {root_.get()};
    for (const Decision &decision : point)
        path_.push_back(path_.back()->child(decision.position, decision.alternatives));
    finish();
}

bool Space::is_exhausted() const { return root_->is_done; }

double Space::estimated_rest() const
{
    if (is_exhausted())
        return 0;
    return std::max(1.0, root_->estimated_points() - double(visited_));
}

void Space::begin(std::size_t budget)
{
    is_random_ = visited_ > 0 && estimated_rest() > double(budget);
    path_ = {root_.get()};
    point_.clear();
}

std::size_t Space::choose(const script::Choice &choice)
{
    if (point_.size() == max_choices)
        throw Error(Fault::input, DiagnosticKind::script_error,
                    fmt::format("the script makes more than {} choices", max_choices));
    std::size_t count = choice.alternatives.size();
    Node &node = *path_.back();
    if (node.children.size() != count) {
        node.children.clear();
        node.children.resize(count);
    }
    std::size_t position = pick(node);
    path_.push_back(node.child(position, count));
    point_.push_back({choice.name, choice.alternatives[position], position, count});
    return position;
}

/// An alternative with points that have not been tried. The remainder favours some alternatives by
/// less than one in 2^50, and gives the same sample with all libraries.
std::size_t Space::pick(const Node &node)
{
    std::vector<std::size_t> open;
    for (std::size_t k = 0; k < node.children.size(); ++k)
        if (!node.children[k] || !node.children[k]->is_done)
            open.push_back(k);
    if (open.empty())
        return 0;
    return open[is_random_ ? random_() % open.size() : 0];
}

Point Space::finish()
{
    path_.back()->is_done = true;
    ++visited_;
    for (std::size_t k = path_.size() - 1; k-- > 0;)
        path_[k]->settle();
    return std::move(point_);
}

} // namespace espalier::tuning
