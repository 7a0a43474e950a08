#include "espalier/schedule/queries.h"

#include "espalier/base/error.h"
#include "espalier/presburger/context.h"
#include "espalier/presburger/print.h"
#include "espalier/schedule/yaml.h"
#include "tests/support/edit_property.h"

#include <gtest/gtest.h>

#include <isl/schedule.h>
#include <isl/schedule_node.h>

#include <algorithm>

/// Queries on random trees, compared with what the interpreter of trees finds and with isl's own
/// trees.
namespace espalier::test {
namespace {

using namespace schedule;

using Pairs = std::set<std::pair<Instance, Instance>>;

TreeKnobs without(bool TreeKnobs::*kind)
{
    TreeKnobs result;
    result.*kind = false;
    return result;
}

Instance point(const std::vector<long> &values) { return {"", values}; }

TEST(QueriesProperty, ReachingInstancesAreThoseThatGetThere)
{
    foreach_random_tree(150, {}, [](const RandomTree &random_tree, Random &) {
        for (const Cursor &place : places(random_tree.tree)) {
            std::set<Instance> expected;
            for (const Execution &execution :
                 reaching(random_tree.tree.node(), random_tree.constants, place.path()))
                expected.insert(execution.instance());
            EXPECT_EQ(elements(reaching_instances(place), random_tree.constants), expected)
                << describe(place);
        }
    });
}

TEST(QueriesProperty, PrefixRelationHasTheValuesOfTheOuterBands)
{
    foreach_random_tree(150, {}, [](const RandomTree &random_tree, Random &) {
        for (const Cursor &place : places(random_tree.tree)) {
            Pairs expected;
            for (const Execution &execution :
                 reaching(random_tree.tree.node(), random_tree.constants, place.path()))
                expected.insert({execution.instance(), point(schedule_values(execution.key))});
            EXPECT_EQ(elements(prefix_relation(place), random_tree.constants), expected)
                << describe(place);
        }
    });
}

void expect_same_functions(const Cursor &place, const isl::union_map &relation,
                           const Constants &constants)
{
    isl::multi_union_pw_aff functions = prefix_functions(place);
    ASSERT_EQ(functions.size(), place.schedule_depth());
    Pairs pairs = elements(relation, constants);
    std::set<Instance> instances;
    for (const auto &[instance, value] : pairs)
        instances.insert(instance);
    auto value = values(functions, instances, constants);
    for (const auto &[instance, expected] : pairs)
        EXPECT_EQ(value.at(instance), expected.at);
    EXPECT_TRUE(relation.domain().is_subset(functions.domain()));
}

TEST(QueriesProperty, PrefixFunctionsAreThePrefixRelation)
{
    std::size_t functions = 0, refused = 0;
    foreach_random_tree(150, {}, [&](const RandomTree &random_tree, Random &) {
        for (const Cursor &place : places(random_tree.tree)) {
            isl::union_map relation = prefix_relation(place);
            if (relation.is_single_valued()) {
                expect_same_functions(place, relation, random_tree.constants);
                ++functions;
            } else {
                EXPECT_THROW(prefix_functions(place), Error);
                ++refused;
            }
        }
    });
    EXPECT_GE(functions, 1000U);
    EXPECT_GE(refused, 10U);
}

TEST(QueriesProperty, PrefixRelationOnSomeInstances)
{
    std::size_t compared = 0;
    foreach_random_tree(150, {}, [&](const RandomTree &random_tree, Random &) {
        for (const Cursor &place : places(random_tree.tree)) {
            isl::union_map all = prefix_relation(place);
            all.domain().foreach_set([&](const isl::set &set) {
                isl::union_set some(set);
                EXPECT_TRUE(prefix_relation(place, some).is_equal(all.intersect_domain(some)))
                    << describe(place);
                ++compared;
            });
        }
    });
    EXPECT_GE(compared, 1000U);
}

/// The values of bands and the positions in sequences and sets of several children, padded with
/// zeros.
std::vector<long> flat(const Execution &execution, const Tree &tree, std::size_t size)
{
    std::vector<long> result;
    for (const Step &step : execution.key) {
        Path path(execution.way.begin(), execution.way.begin() + std::ptrdiff_t(step.depth));
        if (step.kind == Step::Kind::band || tree.root().descendant(path).child_count() > 1)
            result.insert(result.end(), step.value.begin(), step.value.end());
    }
    result.resize(std::max(size, result.size()));
    return result;
}

TEST(QueriesProperty, ScheduleRelationIsTheKeys)
{
    foreach_random_tree(150, {}, [](const RandomTree &random_tree, Random &) {
        const Tree &tree = random_tree.tree;
        Pairs found = elements(schedule_relation(tree), random_tree.constants);
        std::size_t size = found.empty() ? 0 : found.begin()->second.at.size();
        Pairs expected;
        for (const Execution &one : executions(tree.node(), random_tree.constants))
            expected.insert({one.instance(), point(flat(one, tree, size))});
        EXPECT_EQ(found, expected);
    });
}

/// The order of two points in one space.
Order compare(const std::vector<long> &first, const std::vector<long> &second)
{
    return first < second ? Order::before : first > second ? Order::after : Order::unordered;
}

TEST(QueriesProperty, ScheduleRelationOrdersAsATreeWithoutSets)
{
    TreeKnobs knobs = without(&TreeKnobs::extensions);
    knobs.sets = false;
    std::size_t ordered = 0;
    foreach_random_tree(150, knobs, [&](const RandomTree &random_tree, Random &) {
        Pairs graph = elements(schedule_relation(random_tree.tree), random_tree.constants);
        std::map<Instance, Instance> at(graph.begin(), graph.end());
        Executions all = executions(random_tree.tree.node(), random_tree.constants);
        ASSERT_EQ(graph.size(), all.size());
        for (const Execution &a : all)
            for (const Execution &b : all) {
                Order order = test::compare(a.key, b.key);
                EXPECT_EQ(compare(at.at(a.instance()).at, at.at(b.instance()).at), order)
                    << to_string(a.instance()) << " and " << to_string(b.instance());
                ordered += order != Order::unordered;
            }
    });
    EXPECT_GE(ordered, 10000U);
}

bool has_repetitions(const Executions &all)
{
    std::set<Instance> instances;
    for (const Execution &execution : all)
        if (!instances.insert(execution.instance()).second)
            return true;
    return false;
}

TEST(QueriesProperty, PrecedesHasThePairsInOrder)
{
    std::size_t trees = 0, pairs = 0;
    foreach_random_tree(150, {}, [&](const RandomTree &random_tree, Random &random) {
        Executions all = executions(random_tree.tree.node(), random_tree.constants);
        if (all.empty() || has_repetitions(all))
            return;
        std::set<Instance> instances;
        std::set<Statement> executed;
        for (const Execution &execution : all) {
            const Instance &instance = execution.instance();
            instances.insert(instance);
            executed.insert({instance.statement, instance.at.size()});
        }
        std::vector<Statement> some(executed.begin(), executed.end());
        isl::union_set first = random.part(some, {"n"}), second = random.part(some, {"n"});
        std::set<Instance> from = selected(first, instances, random_tree.constants);
        std::set<Instance> to = selected(second, instances, random_tree.constants);
        Pairs expected;
        for (const Execution &a : all)
            for (const Execution &b : all)
                if (from.contains(a.instance()) && to.contains(b.instance()) &&
                    test::compare(a.key, b.key) == Order::before)
                    expected.insert({a.instance(), b.instance()});
        isl::union_map found = precedes(random_tree.tree, first, second);
        EXPECT_EQ(elements(found, random_tree.constants), expected);
        ++trees;
        pairs += expected.size();
    });
    EXPECT_GE(trees, 80U);
    EXPECT_GE(pairs, 2000U);
}

/// The number of places between two levels of bands into which a subtree divides its instances.
long width(const Node &node)
{
    if (node.is<Band>() || node.is<Leaf>())
        return 1;
    long result = 0;
    for (std::size_t k = 0; k < node.child_count(); ++k)
        result += width(*node.child(k));
    return result;
}

/// Follows a statement to its leaf by the names in filters.
void append_beta(const Node &node, const std::string &statement, std::vector<long> &beta)
{
    if (node.is<Band>())
        beta.resize(beta.size() + node.as<Band>().size());
    if (!node.is<Sequence>() && !node.is<schedule::Set>()) {
        if (!node.is<Leaf>())
            append_beta(*node.child(0), statement, beta);
        return;
    }
    for (std::size_t k = 0; k < node.child_count(); ++k) {
        for (const Statement &kept : statements(node.child(k)->as<Filter>().instances))
            if (kept.name == statement)
                return append_beta(*node.child(k), statement, beta);
        beta.back() += width(*node.child(k));
    }
}

TEST(QueriesProperty, BetaVectorsCountTheChildrenBetweenBands)
{
    TreeKnobs knobs = without_anchors();
    knobs.splits = knobs.filters = knobs.expansions = knobs.empty_bands = false;
    foreach_random_tree(150, knobs, [](const RandomTree &random_tree, Random &) {
        std::map<std::string, std::vector<long>> expected;
        for (const Statement &statement : statements(random_tree.tree.domain())) {
            std::vector<long> &beta = expected[statement.name] = {0};
            append_beta(random_tree.tree.node(), statement.name, beta);
        }
        EXPECT_EQ(beta_vectors(random_tree.tree), expected);
    });
}

/// Whether a statement has executions that part at a sequence or set.
bool parts(const Executions &all)
{
    for (const Execution &a : all)
        for (const Execution &b : all)
            if (a.instance().statement == b.instance().statement && a.way != b.way)
                return true;
    return false;
}

TEST(QueriesProperty, BetaVectorsNeedWholeStatements)
{
    std::size_t refused = 0;
    foreach_random_tree(150, without(&TreeKnobs::extensions),
                        [&](const RandomTree &tree, Random &) {
                            if (!parts(executions(tree.tree.node(), tree.constants)))
                                return;
                            EXPECT_THROW(beta_vectors(tree.tree), Error);
                            ++refused;
                        });
    EXPECT_GE(refused, 20U);
}

TEST(QueriesProperty, SharedAncestorHasTheCommonPath)
{
    foreach_random_tree(100, {}, [](const RandomTree &random_tree, Random &random) {
        std::vector<Cursor> all = places(random_tree.tree);
        all.push_back(random_tree.tree.root());
        for (int k = 0; k < 20; ++k) {
            Cursor first = random.pick(all), second = random.pick(all);
            Path a = first.path(), b = second.path();
            Path common(a.begin(), std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first);
            Cursor found = shared_ancestor(first, second);
            EXPECT_EQ(found.path(), common);
            EXPECT_EQ(found.node_ptr(), random_tree.tree.root().descendant(common).node_ptr());
        }
    });
}

isl::schedule in_isl(const Tree &tree) { return isl::schedule(tree.ctx(), to_yaml(tree)); }

/// At and below a node, other than the root.
void expect_same_prefixes(const Cursor &place, const isl::schedule_node &node)
{
    isl::union_set reaching = reaching_instances(place);
    isl::union_set expected = isl::manage(isl_schedule_node_get_domain(node.get()));
    EXPECT_TRUE(reaching.is_equal(expected)) << describe(place);
    isl::union_map prefix = isl::manage(isl_schedule_node_get_prefix_schedule_relation(node.get()));
    isl::union_map found = prefix_relation(place);
    EXPECT_TRUE(found.is_equal(prefix.intersect_domain(reaching)))
        << describe(place) << ": " << presburger::to_string(found) << "\nand\n"
        << presburger::to_string(prefix);
    for (std::size_t k = 0; k < place.child_count(); ++k)
        expect_same_prefixes(place.child(k), node.child(int(k)));
}

TEST(QueriesProperty, PrefixesAreThoseOfIsl)
{
    TreeKnobs knobs = without(&TreeKnobs::extensions);
    knobs.filters = false; // isl makes one node of a filter below a filter.
    foreach_random_tree(100, knobs, [](const RandomTree &random_tree, Random &) {
        expect_same_prefixes(random_tree.tree.root().child(0),
                             in_isl(random_tree.tree).root().child(0));
    });
}

} // namespace
} // namespace espalier::test
