#include "tests/support/schedule_forms.h"

#include "espalier/base/error.h"
#include "espalier/schedule/queries.h"

#include <isl/union_map.h>
#include <isl/union_set.h>

#include <fmt/format.h>

#include <algorithm>

namespace espalier::test {

using namespace schedule;

Keys keys(const Tree &tree, const Constants &constants)
{
    Keys result;
    for (const Execution &execution : executions(tree.node(), constants))
        if (!result.emplace(execution.instance(), execution.key).second)
            throw std::logic_error(to_string(execution.instance()) + " is executed twice");
    return result;
}

namespace {

void append_step(Keys &keys, const std::set<Instance> &instances, Step::Kind kind,
                 const std::function<std::vector<long>(const Instance &)> &value)
{
    for (const Instance &instance : instances)
        keys[instance].push_back({kind, value(instance), keys[instance].size()});
}

void append_constant(Keys &keys, const std::set<Instance> &instances, Step::Kind kind, long value)
{
    append_step(keys, instances, kind, [&](const Instance &) { return std::vector<long>{value}; });
}

void append_function(Keys &keys, const std::set<Instance> &instances,
                     const isl::multi_union_pw_aff &function, const Constants &constants)
{
    auto value = values(function, instances, constants);
    append_step(keys, instances, Step::Kind::band,
                [&](const Instance &instance) { return value.at(instance); });
}

std::set<Instance> start(Keys &keys, const isl::set &instances, const Constants &constants)
{
    std::set<Instance> result = elements(isl::union_set(instances), constants);
    for (const Instance &instance : result)
        keys[instance] = {};
    return result;
}

} // namespace

Keys keys(const KellySchedule &schedule, const Constants &constants)
{
    Keys result;
    for (const auto &[domain, parts] : schedule.statements) {
        std::set<Instance> instances = start(result, domain, constants);
        for (const KellySchedule::Part &part : parts)
            if (const auto *syntactic = std::get_if<KellySchedule::Syntactic>(&part))
                append_constant(result, instances, Step::Kind::sequence, syntactic->value);
            else
                append_function(result, instances, std::get<KellySchedule::Function>(part),
                                constants);
    }
    return result;
}

Keys keys(const TwoDPlusOneSchedule &schedule, const Constants &constants)
{
    Keys result;
    for (const auto &[domain, beta, rows] : schedule.statements) {
        std::set<Instance> instances = start(result, domain, constants);
        for (std::size_t k = 0; k < beta.size(); ++k) {
            append_constant(result, instances, Step::Kind::sequence, beta[k]);
            if (k < rows.size())
                append_function(result, instances, isl::multi_pw_aff(rows[k]), constants);
        }
    }
    return result;
}

Keys keys(const isl::union_map &schedule, const Constants &constants)
{
    Keys result;
    for (const auto &[instance, value] : elements(schedule, constants))
        if (!result.emplace(instance, Key{{Step::Kind::band, value.at, 0}}).second)
            throw std::logic_error(to_string(instance) + " has two values");
    return result;
}

namespace {

void append_siblings(Keys &keys, const std::vector<BandForest::Band> &siblings,
                     const Constants &constants)
{
    for (std::size_t k = 0; k < siblings.size(); ++k) {
        std::set<Instance> instances;
        for (const auto &[instance, value] : elements(siblings[k].schedule, constants)) {
            instances.insert(instance);
            append_constant(keys, {instance}, Step::Kind::set, static_cast<long>(k));
            append_step(keys, {instance}, Step::Kind::band,
                        [&](const Instance &) { return value.at; });
        }
        append_siblings(keys, siblings[k].children, constants);
    }
}

} // namespace

Keys keys(const BandForest &forest, const Constants &constants)
{
    Keys result;
    for (const Instance &instance : elements(forest.instances, constants))
        result[instance] = {};
    append_siblings(result, forest.roots, constants);
    return result;
}

namespace {

const char *word(Order order)
{
    return order == Order::before ? "before" : order == Order::after ? "after" : "unordered with";
}

std::string difference(const Keys &first, const Keys &second, bool unordered_may_be_ordered)
{
    for (const auto &[keys, others] : {std::pair(first, second), std::pair(second, first)})
        for (const auto &[instance, key] : keys)
            if (!others.contains(instance))
                return "only one schedule has " + to_string(instance);
    for (const auto &[a, a_key] : first)
        for (const auto &[b, b_key] : first) {
            Order one = compare(a_key, b_key), other = compare(second.at(a), second.at(b));
            if (one != other && !(unordered_may_be_ordered && one == Order::unordered))
                return fmt::format("{} is {} {} in the first, but {} it in the second",
                                   to_string(a), word(one), to_string(b), word(other));
        }
    return "";
}

} // namespace

std::string difference(const Keys &first, const Keys &second)
{
    return difference(first, second, false);
}

std::string lost_order(const Keys &original, const Keys &other)
{
    return difference(original, other, true);
}

std::set<std::pair<Instance, Instance>> ordered_pairs(const Keys &keys)
{
    std::set<std::pair<Instance, Instance>> result;
    for (const auto &[a, a_key] : keys)
        for (const auto &[b, b_key] : keys)
            if (compare(a_key, b_key) == Order::before)
                result.emplace(a, b);
    return result;
}

std::set<std::pair<Instance, Instance>> ordered_pairs(const Tree &tree, const Constants &constants)
{
    return elements(precedes(tree, tree.domain(), tree.domain()), constants);
}

std::string refusal(const std::function<void()> &action)
{
    try {
        action();
        return "";
    } catch (const Error &error) {
        return fmt::format("{}: {}", diagnostic_code(error.diagnostic().kind), error.what());
    }
}

Tree ScheduleFormsTest::tree(const char *domain, const NodePtr &child) const
{
    return Tree(node(Domain{instances(domain)}, child));
}

NodePtr ScheduleFormsTest::filter(const char *instances, const NodePtr &child) const
{
    return node(Filter{isl::union_set(ctx(), instances)}, child);
}

NodePtr ScheduleFormsTest::band(const char *schedule, const NodePtr &child) const
{
    return node(Band(isl::multi_union_pw_aff(ctx(), schedule)), child);
}

NodePtr ScheduleFormsTest::empty_band(const NodePtr &child) const
{
    isl::space space = isl::space::unit(ctx()).add_unnamed_tuple(0);
    return node(Band(isl::multi_union_pw_aff::zero(space)), child);
}

Tree ScheduleFormsTest::figure_1() const
{
    NodePtr inner =
        sequence({filter("{ T2[i, j] }", band("[{ T2[i, j] -> [i] }]")), filter("{ T3[i] }")});
    NodePtr outer = sequence(
        {filter("{ T1[i] }", band("[{ T1[i] -> [i] }]")),
         filter("{ T2[i, j]; T3[i] }", band("[{ T2[i, j] -> [j]; T3[i] -> [i - 1] }]", inner))});
    return tree("[n] -> { T1[i] : 0 <= i < n; T2[i, j] : 0 <= i < n and 0 <= j < n; "
                "T3[i] : 1 <= i <= n }",
                outer);
}

std::vector<Tree> ScheduleFormsTest::trees_of_other_nodes() const
{
    isl::union_pw_multi_aff contraction(ctx(), "{ S[i] -> G[] }");
    return {tree("{ G[] }", node(Expansion{contraction, map("{ G[] -> S[i] : 0 <= i < 3 }")})),
            tree("{ G[] }", node(Extension{map("{ [] -> T[i] : 0 <= i < 3 }")})),
            tree("[n] -> { G[] }", node(Guard{set("[n] -> { : n > 3 }")}))};
}

std::vector<std::string> refusals_of_other_nodes()
{
    std::vector<std::string> result;
    for (const char *name : {"expansion", "extension", "guard"})
        result.push_back(fmt::format("E108: the {} node at 0: other schedule representations have "
                                     "nothing of the kind",
                                     name));
    return result;
}

} // namespace espalier::test
