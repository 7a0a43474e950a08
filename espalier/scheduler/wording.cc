#include "espalier/scheduler/wording.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <numeric>
#include <set>
#include <vector>

namespace espalier::scheduler {

namespace {

/// Dimensions first, then symbolic constants and the constant term, as people write.
std::string describe(const Function &function, const Node &node,
                     const std::vector<std::string> &constants)
{
    Vector factors(function.begin() + 1 + static_cast<std::ptrdiff_t>(constants.size()),
                   function.end());
    factors.insert(factors.end(), function.begin() + 1,
                   function.begin() + 1 + static_cast<std::ptrdiff_t>(constants.size()));
    factors.push_back(function.front());
    std::vector<std::string> names = node.iterators;
    names.insert(names.end(), constants.begin(), constants.end());
    names.emplace_back();
    return fmt::format("{} -> {}", node.name, sum(factors, names));
}

template <class Relations>
std::string pairs(const Graph &graph, const Relations &relations)
{
    std::set<std::pair<std::size_t, std::size_t>> ends;
    for (std::size_t relation : relations)
        ends.emplace(graph.relations[relation].source, graph.relations[relation].sink);
    std::vector<std::string> result;
    for (const auto &[source, sink] : ends)
        result.push_back(fmt::format("{} -> {}", graph.nodes[source].name, graph.nodes[sink].name));
    return fmt::format("{}", fmt::join(result, ", "));
}

} // namespace

std::string sum(std::span<const Number> factors, std::span<const std::string> names)
{
    std::string result;
    for (std::size_t k = 0; k < factors.size(); ++k) {
        const Number factor = factors[k], magnitude = factor < 0 ? -factor : factor;
        if (factor == 0)
            continue;
        const char *sign = result.empty() ? (factor < 0 ? "-" : "") : (factor < 0 ? " - " : " + ");
        bool shows_number = names[k].empty() || magnitude != 1;
        result += sign + (shows_number ? std::to_string(magnitude) : "") + names[k];
    }
    return result.empty() ? "0" : result;
}

std::string describe(const Graph &graph, const Functions &functions)
{
    std::vector<std::string> result;
    for (std::size_t node = 0; node < graph.nodes.size(); ++node)
        result.push_back(describe(functions[node], graph.nodes[node], graph.constants));
    return fmt::format("{}", fmt::join(result, "; "));
}

std::string describe(const Graph &graph, std::span<const std::size_t> relations)
{
    return pairs(graph, relations);
}

std::string describe(const Graph &graph, const RelationSet &relations)
{
    return pairs(graph, relations);
}

std::string names(const Graph &graph, std::span<const std::size_t> nodes)
{
    std::vector<std::string> result;
    for (std::size_t node : nodes)
        result.push_back(graph.nodes[node].name);
    return fmt::format("{}", fmt::join(result, ", "));
}

std::string names(const Graph &graph)
{
    std::vector<std::size_t> all(graph.nodes.size());
    std::iota(all.begin(), all.end(), 0);
    return names(graph, all);
}

} // namespace espalier::scheduler
