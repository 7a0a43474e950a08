#include "tests/support/schedule_check.h"

#include <fmt/format.h>

#include <isl/map.h>
#include <isl/union_map.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace espalier::test {

namespace {

/// An instance, with the tag that a constraint gives it, or without: "".
using Tagged = std::pair<Instance, std::string>;
using TaggedPair = std::pair<Tagged, Tagged>;

std::string tag_of(const isl::set &end)
{
    return end.is_wrapping() ? end.unwrap().range_tuple_id().name() : "";
}

/// The pairs of a relation, tagged or not, of instances that are executed.
std::set<TaggedPair> pairs_of(const isl::union_map &relation,
                              const std::map<Instance, Execution> &executed,
                              const Constants &constants)
{
    std::set<TaggedPair> result;
    relation.foreach_map([&](isl::map map) {
        std::string first = tag_of(map.domain()), second = tag_of(map.range());
        if (map.domain().is_wrapping())
            map = map.domain_factor_domain();
        if (map.range().is_wrapping())
            map = map.range_factor_domain();
        for (const auto &[source, sink] : elements(map.to_union_map(), constants))
            if (executed.contains(source) && executed.contains(sink))
                result.insert({{source, first}, {sink, second}});
    });
    return result;
}

std::string to_string(const TaggedPair &pair)
{
    return fmt::format("{} -> {}", to_string(pair.first.first), to_string(pair.second.first));
}

/// How many steps, from the outermost on, two keys have in common.
std::size_t shared_steps(const Key &first, const Key &second)
{
    auto [end, other_end] = std::ranges::mismatch(first, second);
    return static_cast<std::size_t>(end - first.begin());
}

class Check {
public:
    Check(const schedule::Tree &tree, const dependence::Constraints &constraints,
          const Constants &constants)
        : tree_(tree)
    {
        for (Execution &execution : executions(tree.node(), constants))
            executed_.emplace(execution.instance(), std::move(execution));
        validity_ = pairs_of(constraints.validity, executed_, constants);
        coincidence_ = pairs_of(constraints.coincidence, executed_, constants);
        conditioned_ = pairs_of(constraints.conditional_validity, executed_, constants);
        for (const TaggedPair &condition : pairs_of(constraints.condition, executed_, constants)) {
            conditions_from_.emplace(condition.first, condition);
            conditions_to_.emplace(condition.second, condition);
        }
    }

    std::string run() const
    {
        for (const TaggedPair &pair : validity_)
            if (compare(key(pair.first), key(pair.second)) != Order::before)
                return to_string(pair) + ", a validity constraint, is not in order";
        for (const TaggedPair &pair : conditioned_)
            if (std::string wrong = wrong_with_order(pair); !wrong.empty())
                return wrong;
        for (const auto &[pairs, what] : {std::pair(&validity_, Claim::order),
                                          std::pair(&conditioned_, Claim::conditioned_order),
                                          std::pair(&coincidence_, Claim::coincidence)})
            for (const TaggedPair &pair : *pairs)
                if (std::string wrong = wrong_with_claims(pair, what); !wrong.empty())
                    return wrong;
        return "";
    }

private:
    enum class Claim { order, conditioned_order, coincidence };

    const Key &key(const Tagged &end) const { return executed_.at(end.first).key; }

    std::vector<TaggedPair> adjacent(const TaggedPair &conditioned) const
    {
        std::vector<TaggedPair> result;
        for (auto [begin, end] = conditions_to_.equal_range(conditioned.first); begin != end;
             ++begin)
            result.push_back(begin->second);
        for (auto [begin, end] = conditions_from_.equal_range(conditioned.second); begin != end;
             ++begin)
            result.push_back(begin->second);
        return result;
    }

    /// A condition adjacent to a conditioned pair with ends that part within so many steps; "" if
    /// there is none.
    std::string apart(const TaggedPair &conditioned, std::size_t steps) const
    {
        for (const TaggedPair &condition : adjacent(conditioned)) {
            const Key &first = key(condition.first), &second = key(condition.second);
            if (shared_steps(first, second) < std::min({steps, first.size(), second.size()}))
                return to_string(condition);
        }
        return "";
    }

    std::string wrong_with_order(const TaggedPair &pair) const
    {
        const Key &first = key(pair.first), &second = key(pair.second);
        if (compare(first, second) == Order::before)
            return "";
        std::string condition = apart(pair, shared_steps(first, second) + 1);
        return condition.empty()
                   ? ""
                   : fmt::format("{}, conditioned, is not in order, and the adjacent {} not local",
                                 to_string(pair), condition);
    }

    const schedule::Band &band(const Execution &execution, const Step &step) const
    {
        schedule::Cursor place = tree_.root();
        for (std::size_t k = 0; k < step.depth; ++k)
            place = place.child(execution.way[k]);
        return place.as<schedule::Band>();
    }

    /// Looks at all bands that the pair reaches together.
    std::string wrong_with_claims(const TaggedPair &pair, Claim claim) const
    {
        const Key &first = key(pair.first), &second = key(pair.second);
        std::size_t shared = shared_steps(first, second);
        for (std::size_t k = 0; k <= shared && k < std::min(first.size(), second.size()); ++k) {
            if (first[k].kind != Step::Kind::band)
                continue;
            const schedule::Band &node = band(executed_.at(pair.first.first), first[k]);
            for (std::size_t member = 0; member < node.size(); ++member) {
                long distance = second[k].value[member] - first[k].value[member];
                if (claim == Claim::coincidence) {
                    if (node.members[member].is_coincident && distance != 0)
                        return fmt::format("member {} is not coincident on {}", member,
                                           to_string(pair));
                } else if (node.is_permutable && distance < 0 &&
                           (claim == Claim::order || !apart(pair, k + 1).empty())) {
                    return fmt::format("the band is not permutable: member {} reverses {}", member,
                                       to_string(pair));
                }
            }
        }
        return "";
    }

    const schedule::Tree &tree_;
    std::map<Instance, Execution> executed_;
    std::set<TaggedPair> validity_, coincidence_, conditioned_;
    std::multimap<Tagged, TaggedPair> conditions_from_, conditions_to_;
};

} // namespace

std::string wrong_with(const schedule::Tree &tree, const dependence::Constraints &constraints,
                       const Constants &constants)
{
    return Check(tree, constraints, constants).run();
}

} // namespace espalier::test
