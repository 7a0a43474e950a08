#include "espalier/base/graph.h"

#include <algorithm>

namespace espalier {

namespace {

/// Tarjan's algorithm, against the direction of the edges, so that components are complete only
/// after all those before them.
class ComponentSearch {
public:
    ComponentSearch(std::size_t count, const std::function<bool(std::size_t, std::size_t)> &is_edge)
        : is_edge_(is_edge), index_(count, unvisited), low_(count)
    {
        for (std::size_t vertex = 0; vertex < count; ++vertex)
            if (index_[vertex] == unvisited)
                visit(vertex);
    }

    std::vector<std::vector<std::size_t>> components;

private:
    static constexpr std::size_t unvisited = static_cast<std::size_t>(-1);
    static constexpr std::size_t complete = unvisited - 1;

    void visit(std::size_t vertex)
    {
        index_[vertex] = low_[vertex] = next_++;
        stack_.push_back(vertex);
        for (std::size_t before = 0; before < index_.size(); ++before) {
            if (before == vertex || index_[before] == complete || !is_edge_(before, vertex))
                continue;
            if (index_[before] == unvisited) {
                visit(before);
                low_[vertex] = std::min(low_[vertex], low_[before]);
            } else {
                low_[vertex] = std::min(low_[vertex], index_[before]);
            }
        }
        if (low_[vertex] == index_[vertex])
            close(vertex);
    }

    void close(std::size_t first)
    {
        auto begin = std::find(stack_.begin(), stack_.end(), first);
        std::vector<std::size_t> component(begin, stack_.end());
        stack_.erase(begin, stack_.end());
        for (std::size_t vertex : component)
            index_[vertex] = low_[vertex] = complete;
        std::sort(component.begin(), component.end());
        components.push_back(std::move(component));
    }

    const std::function<bool(std::size_t, std::size_t)> &is_edge_;
    std::vector<std::size_t> index_, low_, stack_;
    std::size_t next_ = 0;
};

} // namespace

std::vector<std::vector<std::size_t>>
strongly_connected_components(std::size_t count,
                              const std::function<bool(std::size_t, std::size_t)> &is_edge)
{
    return ComponentSearch(count, is_edge).components;
}

} // namespace espalier
