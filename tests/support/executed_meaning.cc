#include "tests/support/executed_meaning.h"

#include <algorithm>
#include <set>

namespace espalier::test {

using program::AccessKind;

namespace {

void write(ElementValue &value, const TaggedInstance &writer, AccessKind kind)
{
    if (kind == AccessKind::kill)
        value = {ElementValue::Base::undefined, {}};
    else if (kind == AccessKind::write)
        value = {ElementValue::Base::none, {writer}};
    else
        value.writers.push_back(writer);
}

bool is_same(const ElementValue &original, const ElementValue &other)
{
    if (original.base != ElementValue::Base::undefined)
        return original == other;
    return original.writers.size() <= other.writers.size() &&
           std::equal(original.writers.rbegin(), original.writers.rend(), other.writers.rbegin());
}

} // namespace

RunResult run(const std::vector<Visit> &visits)
{
    RunResult result;
    for (const Visit &visit : visits)
        for (const ElementAccess &access : visit.accesses) {
            TaggedInstance who{visit.instance, access.reference};
            ElementValue &value = result.last[access.element];
            if (access.kind == AccessKind::read)
                result.seen[{who, access.element}] = value;
            else
                write(value, who, access.kind);
        }
    return result;
}

bool shows_the_same(const RunResult &original, const RunResult &other)
{
    auto agree = [](const auto &one, const auto &all) {
        auto found = all.find(one.first);
        return found == all.end() ? one.second.writers.empty() : is_same(one.second, found->second);
    };
    return std::ranges::all_of(original.seen,
                               [&](const auto &one) { return agree(one, other.seen); }) &&
           std::ranges::all_of(original.last,
                               [&](const auto &one) { return agree(one, other.last); });
}

Reordering::Reordering(const std::vector<Visit> &visits, const schedule::Tree &tree,
                       const Constants &constants)
    : original_(run(visits))
{
    for (Execution &execution : executions(tree.node(), constants))
        places_.emplace(execution.instance(), std::move(execution.key));
    for (const Visit &visit : visits)
        if (!visit.is_kill) {
            is_complete_ = is_complete_ && executes(visit.instance);
            visits_.push_back(visit);
        }
    for (const Visit &first : visits_) {
        std::vector<Order> &row = orders_.emplace_back();
        for (const Visit &second : visits_)
            row.push_back(order(first.instance, second.instance));
    }
}

Order Reordering::order(const Instance &first, const Instance &second) const
{
    auto one = places_.find(first), other = places_.find(second);
    if (one == places_.end() || other == places_.end())
        return Order::unordered;
    return compare(one->second, other->second);
}

bool Reordering::is_other_order() const
{
    for (std::size_t second = 0; second < visits_.size(); ++second)
        for (std::size_t first = 0; first < second; ++first)
            if (orders_[first][second] != Order::before)
                return true;
    return false;
}

bool Reordering::is_other_order_of_conflicts() const
{
    for (std::size_t second = 0; second < visits_.size(); ++second)
        for (std::size_t first = 0; first < second; ++first)
            if (orders_[first][second] != Order::before && conflict(first, second))
                return true;
    return false;
}

bool Reordering::conflict(std::size_t first, std::size_t second) const
{
    for (const ElementAccess &one : visits_[first].accesses)
        for (const ElementAccess &other : visits_[second].accesses)
            if (one.element == other.element &&
                (one.kind != AccessKind::read || other.kind != AccessKind::read))
                return true;
    return false;
}

bool Reordering::preserves_meaning() const
{
    if (!is_complete_ || !is_shown_in({}))
        return false;
    std::vector<Pair> unordered;
    for (std::size_t second = 0; second < visits_.size(); ++second)
        for (std::size_t first = 0; first < visits_.size(); ++first)
            if (first != second && orders_[first][second] == Order::unordered &&
                conflict(first, second))
                unordered.emplace_back(first, second);
    for (const Pair &one : unordered)
        for (const Pair &other : unordered)
            if (!is_shown_in({one, other}))
                return false;
    return true;
}

/// Whether a total order with more pairs in order shows what the program does, or there is none.
bool Reordering::is_shown_in(const std::vector<Pair> &more) const
{
    std::vector<std::size_t> waits_for(visits_.size());
    auto is_ordered = [&](std::size_t first, std::size_t second) {
        return orders_[first][second] == Order::before ||
               std::ranges::find(more, Pair(first, second)) != more.end();
    };
    for (std::size_t second = 0; second < visits_.size(); ++second)
        for (std::size_t first = 0; first < visits_.size(); ++first)
            waits_for[second] += is_ordered(first, second);
    std::vector<Visit> total;
    std::set<std::size_t> left;
    for (std::size_t k = 0; k < visits_.size(); ++k)
        left.insert(k);
    while (!left.empty()) {
        auto next = std::ranges::find_if(left, [&](std::size_t k) { return waits_for[k] == 0; });
        if (next == left.end())
            return true;
        std::size_t now = *next;
        left.erase(next);
        total.push_back(visits_[now]);
        for (std::size_t k : left)
            waits_for[k] -= is_ordered(now, k);
    }
    return shows_the_same(original_, run(total));
}

} // namespace espalier::test
