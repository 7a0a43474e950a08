#include "espalier/base/graph.h"

#include <algorithm>

namespace espalier {

namespace {

/// Tarjan's algorithm, against the direction of the edges, so that components are complete only
/// after all those before them.
class ComponentSearch {
public:
    explicit ComponentSearch(const std::vector<std::vector<std::size_t>> &predecessors)
        : predecessors_(predecessors), index_(predecessors.size(), unvisited),
          low_(predecessors.size())
    {
        for (std::size_t vertex = 0; vertex < predecessors.size(); ++vertex)
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
        for (std::size_t before : predecessors_[vertex]) {
            if (before == vertex || index_[before] == complete)
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

    const std::vector<std::vector<std::size_t>> &predecessors_;
    std::vector<std::size_t> index_, low_, stack_;
    std::size_t next_ = 0;
};

} // namespace

std::vector<std::vector<std::size_t>>
strongly_connected_components(std::size_t count,
                              const std::function<bool(std::size_t, std::size_t)> &is_edge)
{
    std::vector<std::vector<std::size_t>> predecessors(count);
    for (std::size_t to = 0; to < count; ++to)
        for (std::size_t from = 0; from < count; ++from)
            if (from != to && is_edge(from, to))
                predecessors[to].push_back(from);
    return ComponentSearch(predecessors).components;
}

std::vector<std::vector<std::size_t>>
strongly_connected_components(const std::vector<std::vector<std::size_t>> &successors)
{
    std::vector<std::vector<std::size_t>> predecessors(successors.size());
    for (std::size_t from = 0; from < successors.size(); ++from)
        for (std::size_t to : successors[from])
            predecessors[to].push_back(from);
    return ComponentSearch(predecessors).components;
}

std::vector<bool> reached(std::size_t start,
                          const std::vector<std::vector<std::size_t>> &successors)
{
    std::vector<bool> result(successors.size(), false);
    std::vector<std::size_t> open = {start};
    result[start] = true;
    while (!open.empty()) {
        std::size_t here = open.back();
        open.pop_back();
        for (std::size_t next : successors[here])
            if (!result[next]) {
                result[next] = true;
                open.push_back(next);
            }
    }
    return result;
}

} // namespace espalier
