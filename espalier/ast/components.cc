#include "espalier/ast/components.h"

#include "espalier/base/graph.h"
#include "espalier/presburger/dimensions.h"

#include <isl/map.h>
#include <isl/set.h>
#include <isl/union_set.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <unordered_map>

namespace espalier::ast {

namespace {

using Group = std::vector<std::size_t>;

/// The children of a sequence or set that have instances of a statement.
std::vector<std::size_t> children_with(const schedule::Node &node, const isl::space &statement)
{
    std::vector<std::size_t> result;
    for (std::size_t k = 0; k < node.child_count(); ++k) {
        const isl::union_set &filter = node.child(k)->as<schedule::Filter>().instances;
        isl_set *own = isl_union_set_extract_set(filter.get(), statement.copy());
        if (!presburger::is_obviously_empty(isl::manage(own)))
            result.push_back(k);
    }
    return result;
}

/// The groups of parts that have one constant value each in a dimension, in its order; nothing if
/// some part has more.
std::optional<std::vector<Group>> groups_by_value(const std::vector<LocalTimes> &local,
                                                  std::size_t depth)
{
    std::map<long, Group> groups;
    for (std::size_t part = 0; part < local.size(); ++part) {
        isl::val value = isl::manage(isl_set_plain_get_val_if_fixed(
            local[part].exact.get(), isl_dim_set, static_cast<unsigned>(depth)));
        if (!value.is_int())
            return std::nullopt;
        groups[value.num_si()].push_back(part);
    }
    std::vector<Group> result;
    for (auto &[value, group] : groups)
        result.push_back(std::move(group));
    return result;
}

/// Parts with the same times, which are never worth parting: where their values in some dimension
/// vary, each follows the other, and where they do not, no loop holds them together.
std::vector<Group> groups_by_times(const Executed &executed)
{
    std::vector<Group> result;
    std::unordered_map<uint32_t, std::vector<std::size_t>> by_hash;
    for (std::size_t part = 0; part < executed.size(); ++part) {
        std::vector<std::size_t> &candidates =
            by_hash[isl_set_get_hash(executed[part].times().get())];
        auto same = std::find_if(candidates.begin(), candidates.end(), [&](std::size_t group) {
            return presburger::is_obviously_equal(executed[result[group].front()].times(),
                                                  executed[part].times());
        });
        if (same == candidates.end()) {
            candidates.push_back(result.size());
            result.push_back({part});
        } else {
            result[*same].push_back(part);
        }
    }
    return result;
}

/// Compares the groups of one band in time.
class Comparison {
public:
    Comparison(const Executed &executed, const std::vector<LocalTimes> &local,
               const isl::set &known, std::size_t depth,
               const std::optional<schedule::Cursor> &below, const std::set<std::string> &whole,
               std::vector<Group> groups)
        : executed_(executed), local_(local), known_(known), depth_(depth), below_(below),
          whole_(whole), groups_(std::move(groups)), times_(groups_.size())
    {
    }

    /// Whether some instance of the first group is to be executed after one of the second.
    bool follows(std::size_t first, std::size_t second)
    {
        std::size_t dimensions = presburger::dimensions(executed_.front().times());
        for (std::size_t k = depth_; k < dimensions; ++k) {
            int order = isl_set_follows_at(times(first, k).get(), times(second, k).get(), int(k));
            if (order != 0)
                return order == 1;
        }
        return below_ && follows_below(groups_[first], groups_[second]);
    }

private:
    /// { [t, ...] }: the times of a group up to dimension k.
    const isl::set &times(std::size_t group, std::size_t k)
    {
        std::vector<isl::set> &all = times_[group];
        std::size_t part = groups_[group].front();
        while (all.size() <= k - depth_) {
            std::size_t next = depth_ + all.size();
            isl::set exact = next == depth_ ? local_[part].exact
                                            : presburger::first_dimensions(executed_[part].times(),
                                                                           unsigned(next + 1));
            all.push_back(exact.intersect(
                presburger::lifted(known_, unsigned(next + 1) - presburger::dimensions(known_))));
        }
        return all[k - depth_];
    }

    bool follows_below(const Group &first, const Group &second) const
    {
        return std::any_of(first.begin(), first.end(), [&](std::size_t one) {
            return std::any_of(second.begin(), second.end(), [&](std::size_t two) {
                return may_follow(below_->node(), executed_[one].relation(),
                                  executed_[two].relation(), whole_);
            });
        });
    }

    const Executed &executed_;
    const std::vector<LocalTimes> &local_;
    const isl::set &known_;
    std::size_t depth_;
    const std::optional<schedule::Cursor> &below_;
    const std::set<std::string> &whole_;
    std::vector<Group> groups_;
    std::vector<std::vector<isl::set>> times_; ///< of each group, from the present dimension on
};

} // namespace

std::vector<std::vector<std::size_t>>
sorted_components(const Executed &executed, const std::vector<LocalTimes> &local,
                  const isl::set &known, std::size_t depth,
                  const std::optional<schedule::Cursor> &below, const std::set<std::string> &whole)
{
    if (executed.size() == 1)
        return {{0}};
    if (auto groups = groups_by_value(local, depth))
        return *groups;
    std::vector<Group> groups = groups_by_times(executed);
    if (groups.size() == 1)
        return groups;
    Comparison comparison(executed, local, known, depth, below, whole, groups);
    auto components =
        strongly_connected_components(groups.size(), [&](std::size_t first, std::size_t second) {
            return comparison.follows(second, first);
        });
    std::vector<Group> result;
    for (const auto &component : components) {
        Group all;
        for (std::size_t group : component)
            all.insert(all.end(), groups[group].begin(), groups[group].end());
        std::sort(all.begin(), all.end());
        result.push_back(std::move(all));
    }
    return result;
}

bool may_follow(const schedule::Node &subtree, const isl::map &first, const isl::map &second,
                const std::set<std::string> &whole)
{
    if (subtree.is<schedule::Leaf>())
        return false;
    if (subtree.is<schedule::Mark>() && whole.contains(subtree.as<schedule::Mark>().name))
        return true;
    if (subtree.is<schedule::Band>())
        return subtree.as<schedule::Band>().size() > 0 ||
               may_follow(*subtree.child(0), first, second, whole);
    if (subtree.is<schedule::Expansion>() || subtree.is<schedule::Extension>())
        return true;
    if (!subtree.is<schedule::Sequence>() && !subtree.is<schedule::Set>())
        return may_follow(*subtree.child(0), first, second, whole);
    for (std::size_t one : children_with(subtree, first.space().range()))
        for (std::size_t two : children_with(subtree, second.space().range())) {
            if (one > two && subtree.is<schedule::Sequence>())
                return true;
            if (one == two && may_follow(*subtree.child(one), first, second, whole))
                return true;
        }
    return false;
}

} // namespace espalier::ast
