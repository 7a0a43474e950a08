#include "tests/support/edit_property.h"

#include "espalier/base/error.h"
#include "espalier/presburger/context.h"
#include "espalier/schedule/validity.h"
#include "espalier/schedule/yaml.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <isl/set.h>

#include <algorithm>
#include <iostream>
#include <map>

namespace espalier::test {

using namespace schedule;

namespace {

constexpr unsigned wanted_trees = 100;
constexpr unsigned seeds = 4000;

void add_places(const Cursor &node, std::vector<Cursor> &result)
{
    for (std::size_t k = 0; k < node.child_count(); ++k) {
        Cursor child = node.child(k);
        result.push_back(child);
        add_places(child, result);
    }
}

void add_statements(const Node &node, std::set<Statement> &result)
{
    auto add = [&](const isl::union_set &instances) {
        for (const Statement &statement : statements(instances))
            result.insert(statement);
    };
    if (node.is<Domain>())
        add(node.as<Domain>().instances);
    if (node.is<Expansion>())
        add(node.as<Expansion>().expansion.range());
    if (node.is<Extension>())
        add(node.as<Extension>().relation.range());
    for (std::size_t k = 0; k < node.child_count(); ++k)
        add_statements(*node.child(k), result);
}

Key joined(const KeyParts &parts)
{
    Key result = parts.above;
    result.insert(result.end(), parts.own.begin(), parts.own.end());
    result.insert(result.end(), parts.below.begin(), parts.below.end());
    return result;
}

bool is_about_dimensions(const isl::set &constraints)
{
    return !isl_set_is_params(constraints.get()) && isl_set_dim(constraints.get(), isl_dim_set) > 0;
}

} // namespace

std::vector<Statement> Site::statements() const
{
    std::set<Statement> result;
    add_statements(before.tree.node(), result);
    return {result.begin(), result.end()};
}

std::set<Instance> Site::instances() const
{
    std::set<Instance> result;
    for (const Execution &execution : reaching(before.tree.node(), before.constants, path))
        result.insert(execution.instance());
    return result;
}

Executions Site::rewritten(const std::function<void(KeyParts &)> &rewrite) const
{
    Executions result = executions;
    for (Execution &execution : result)
        if (passes(execution, path)) {
            KeyParts parts = split_at(execution, path);
            rewrite(parts);
            execution.key = joined(parts);
        }
    return result;
}

Executions Site::rewritten(const std::function<void(const Instance &, KeyParts &)> &rewrite) const
{
    Executions result = executions;
    for (Execution &execution : result)
        if (auto instance = instance_at(execution, path)) {
            KeyParts parts = split_at(execution, path);
            rewrite(*instance, parts);
            execution.key = joined(parts);
        }
    return result;
}

Executions Site::filtered(const std::set<Instance> &kept) const
{
    Executions result = executions;
    std::erase_if(result, [&](const Execution &execution) {
        auto instance = instance_at(execution, path);
        return instance && !kept.contains(*instance);
    });
    return result;
}

std::vector<Cursor> places(const Tree &tree)
{
    std::vector<Cursor> result;
    add_places(tree.root(), result);
    return result;
}

bool refers_to_dimensions(const Node &subtree)
{
    if (subtree.is<Extension>() || (subtree.is<Band>() && subtree.as<Band>().isolation) ||
        (subtree.is<Context>() && is_about_dimensions(subtree.as<Context>().constraints)) ||
        (subtree.is<Guard>() && is_about_dimensions(subtree.as<Guard>().constraints)))
        return true;
    for (std::size_t k = 0; k < subtree.child_count(); ++k)
        if (refers_to_dimensions(*subtree.child(k)))
            return true;
    return false;
}

bool is_child_filter(const Cursor &node)
{
    return node.has_parent() && (node.above().is<Sequence>() || node.above().is<schedule::Set>());
}

Path extended(const Path &path, const Path &more)
{
    Path result = path;
    result.insert(result.end(), more.begin(), more.end());
    return result;
}

NodePtr replaced(const NodePtr &tree, const Path &path, const NodePtr &subtree)
{
    if (path.empty())
        return subtree;
    Path rest(path.begin() + 1, path.end());
    return tree->with_child(path.front(), replaced(tree->child(path.front()), rest, subtree));
}

std::size_t expect_same_order(Executions expected, Executions actual)
{
    auto by_identity = [](const Execution &a, const Execution &b) {
        return a.identity() < b.identity();
    };
    std::sort(expected.begin(), expected.end(), by_identity);
    std::sort(actual.begin(), actual.end(), by_identity);
    for (std::size_t k = 0; k < std::max(expected.size(), actual.size()); ++k)
        if (k >= std::min(expected.size(), actual.size()) ||
            expected[k].identity() != actual[k].identity()) {
            ADD_FAILURE() << "not the same instances: expected "
                          << (k < expected.size() ? to_string(expected[k].instance()) : "no more")
                          << ", found "
                          << (k < actual.size() ? to_string(actual[k].instance()) : "no more");
            return 0;
        }
    std::size_t ordered = 0;
    for (std::size_t a = 0; a < expected.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) {
            static constexpr const char *names[] = {"before", "after", "unordered to"};
            Order should = compare(expected[a].key, expected[b].key);
            Order is = compare(actual[a].key, actual[b].key);
            if (should != is) {
                ADD_FAILURE() << to_string(actual[a].instance()) << " is " << names[int(is)] << " "
                              << to_string(actual[b].instance()) << ", not " << names[int(should)]
                              << " it";
                return ordered;
            }
            ordered += should != Order::unordered;
        }
    return ordered;
}

namespace {

/// Tries one property on one tree after the other.
class Trial {
public:
    explicit Trial(const EditProperty &property) : property_(property) {}

    void run()
    {
        for (unsigned seed = first_seed(); seed < first_seed() + seeds && tried_ < wanted_trees;
             ++seed) {
            try_seed(seed);
            if (testing::Test::HasFailure()) {
                std::cerr << "  with seed " << seed << " at " << path_ << ", of\n" << trees_;
                return;
            }
        }
        EXPECT_EQ(tried_, wanted_trees) << "too few places for the edit";
        EXPECT_GE(ordered_, 20 * tried_) << "too few pairs of instances that have an order";
    }

private:
    void try_seed(unsigned seed)
    {
        RandomTree before = random_tree(context_.get(), seed, property_.knobs);
        Random random(context_.get(), seed);
        std::vector<Cursor> candidates = places(before.tree);
        std::erase_if(candidates, [&](const Cursor &place) {
            return property_.applies ? !property_.applies(place) : is_child_filter(place);
        });
        if (candidates.empty())
            return;
        Cursor place = random.pick(candidates);
        Executions all = executions(before.tree.node(), before.constants);
        Site site{before, place, place.path(), all, random};
        path_ = describe(place);
        trees_ = to_yaml(before.tree);
        std::optional<Outcome> outcome;
        try {
            outcome = property_.edit(site);
        } catch (const std::exception &error) {
            ADD_FAILURE() << error.what();
        }
        if (!outcome)
            return;
        trees_ += "becomes\n" + to_yaml(outcome->result.tree());
        ++tried_;
        check(site, *outcome);
        EXPECT_TRUE(is_equal(before.tree, random_tree(context_.get(), seed, property_.knobs).tree))
            << "the old tree has changed";
    }

    void check(const Site &site, const Outcome &outcome)
    {
        Tree after = outcome.result.tree();
        if (auto violation = find_violation(after.root()))
            ADD_FAILURE() << violation->message;
        EXPECT_EQ(after.root().descendant(outcome.result.path()).node_ptr(),
                  outcome.result.node_ptr());
        ordered_ +=
            expect_same_order(outcome.expected, executions(after.node(), site.before.constants));
        for (const auto &[old_path, new_path] : outcome.shared)
            EXPECT_EQ(site.place.descendant(old_path).node_ptr(),
                      outcome.result.descendant(new_path).node_ptr())
                << "the subtree at " << fmt::format("{}", fmt::join(old_path, "."))
                << " below the place was copied";
        if (property_.is_local)
            check_that_the_rest_is_shared(site, outcome.result);
    }

    static void check_that_the_rest_is_shared(const Site &site, const Cursor &result)
    {
        ASSERT_EQ(result.path(), site.path);
        for (Cursor before = site.place, after = result; before.has_parent();) {
            std::size_t position = before.position();
            before = before.parent();
            after = after.parent();
            ASSERT_EQ(before.child_count(), after.child_count());
            for (std::size_t k = 0; k < before.child_count(); ++k)
                EXPECT_TRUE(k == position || before.node().child(k) == after.node().child(k));
        }
    }

    const EditProperty &property_;
    presburger::Context context_;
    std::size_t tried_ = 0;
    std::size_t ordered_ = 0;
    std::string path_, trees_;
};

} // namespace

void check_edit(const EditProperty &property) { Trial(property).run(); }

void check_edit(const TreeProperty &property)
{
    EditProperty at_any_place;
    at_any_place.knobs = property.knobs;
    at_any_place.is_local = false;
    at_any_place.edit = [&](const Site &site) -> std::optional<Outcome> {
        Executions expected = site.executions;
        for (Execution &execution : expected)
            property.rewrite(execution.key);
        return Outcome{property.edit(site.before.tree).root(), expected};
    };
    check_edit(at_any_place);
}

namespace {

void expect_refusal(const Refusal &refusal, const Cursor &place, unsigned seed)
{
    std::string where = refusal.name + " at " + describe(place) + ", seed " + std::to_string(seed);
    try {
        refusal.edit(place);
        ADD_FAILURE() << where << " is not refused";
    } catch (const Error &error) {
        EXPECT_EQ(error.diagnostic().kind, DiagnosticKind::impossible_edit)
            << where << ": " << error.what();
        EXPECT_EQ(error.fault(), Fault::input);
    } catch (const std::exception &error) {
        ADD_FAILURE() << where << ": " << error.what();
    }
}

} // namespace

void check_refusals(const std::vector<Refusal> &refusals)
{
    presburger::Context context;
    std::map<std::string, std::size_t> refused;
    for (unsigned seed = first_seed(); seed < first_seed() + 30; ++seed) {
        Tree tree = random_tree(context.get(), seed).tree;
        std::vector<Cursor> candidates = places(tree);
        candidates.push_back(tree.root());
        for (const Refusal &refusal : refusals)
            for (const Cursor &place : candidates)
                if (!refusal.applies(place)) {
                    expect_refusal(refusal, place, seed);
                    ++refused[refusal.name];
                }
    }
    for (const Refusal &refusal : refusals)
        EXPECT_GE(refused[refusal.name], 30U) << refusal.name;
}

} // namespace espalier::test
