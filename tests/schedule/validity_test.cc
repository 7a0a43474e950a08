#include "espalier/schedule/validity.h"

#include "espalier/base/error.h"
#include "espalier/presburger/context.h"
#include "espalier/schedule/yaml.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

/// Trees that break a rule of validity each, made of nodes by hand, and what is said of them.
namespace espalier::schedule {
namespace {

using testing::HasSubstr;
using Path = std::vector<std::size_t>;

class Validity : public testing::Test {
protected:
    isl::ctx ctx() const { return context_.get(); }

    NodePtr domain(const NodePtr &child, const std::string &instances = all) const
    {
        return node(Domain{isl::union_set(ctx(), instances)}, child);
    }

    NodePtr filter(const std::string &instances, const NodePtr &child = leaf()) const
    {
        return node(Filter{isl::union_set(ctx(), instances)}, child);
    }

    Band band_of(const std::string &schedule) const
    {
        return Band(isl::multi_union_pw_aff(ctx(), schedule));
    }

    NodePtr band(const std::string &schedule, const NodePtr &child = leaf()) const
    {
        return node(band_of(schedule), child);
    }

    NodePtr isolating(const std::string &schedule, const std::string &isolation) const
    {
        Band result = band_of(schedule);
        result.isolation = isl::map(ctx(), isolation);
        return node(result);
    }

    NodePtr context(const std::string &constraints, const NodePtr &child = leaf()) const
    {
        return node(Context{isl::set(ctx(), constraints)}, child);
    }

    NodePtr guard(const std::string &constraints) const
    {
        return node(Guard{isl::set(ctx(), constraints)});
    }

    NodePtr extension(const std::string &relation, const NodePtr &child = leaf()) const
    {
        return node(Extension{isl::union_map(ctx(), relation)}, child);
    }

    NodePtr expansion(const std::string &expansion, const std::string &contraction,
                      const NodePtr &child = leaf()) const
    {
        return node(Expansion{isl::union_pw_multi_aff(ctx(), contraction),
                              isl::union_map(ctx(), expansion)},
                    child);
    }

    NodePtr with_arity(const Payload &payload, std::size_t count) const
    {
        std::vector<NodePtr> children(count, filter(all));
        return std::make_shared<Node>(payload, PersistentVector<NodePtr>(children));
    }

    static void expect_valid(const NodePtr &root)
    {
        if (auto violation = find_violation(Tree::unchecked(root).root()))
            ADD_FAILURE() << violation->message;
        EXPECT_NO_THROW(Tree{root});
    }

    /// That the tree is refused, by all that makes trees of nodes, because of the node at `path`.
    static void expect_violation(const NodePtr &root, const Path &path, const std::string &message)
    {
        Violation found = find_violation(Tree::unchecked(root).root()).value_or(Violation());
        EXPECT_EQ(found.path, path) << found.message;
        EXPECT_THAT(found.message, HasSubstr(message));
        EXPECT_THAT(refusal([&] { Tree tree(root); }), HasSubstr(message));
        if (!path.empty()) {
            Cursor place = Tree::from_domain(root->as<Domain>().instances).root().child(0);
            EXPECT_THAT(refusal([&] { place.grafted(root->child(0)); }), HasSubstr(message));
        }
    }

    /// That the reader refuses the tree, and says where in the text.
    /// \param child  the YAML of the child of the domain node { S[i] : 0 <= i < n }
    void expect_unreadable(const std::string &child, unsigned line, unsigned column,
                           const std::string &message) const
    {
        std::string text = fmt::format("domain: \"{}\"\nchild:\n{}", all, child);
        try {
            read_yaml(ctx(), text, "broken.st");
            ADD_FAILURE() << "read:\n" << text;
        } catch (const Error &error) {
            const Diagnostic &found = error.diagnostic();
            EXPECT_EQ(found.kind, DiagnosticKind::invalid_schedule_tree);
            EXPECT_THAT(found.message, HasSubstr(message));
            EXPECT_EQ(found.place.file, "broken.st");
            EXPECT_EQ(found.place.line, line) << text;
            EXPECT_EQ(found.place.column, column) << text;
        }
    }

    static constexpr const char *all = "[n] -> { S[i] : 0 <= i < n }";
    static constexpr const char *i = "[{ S[i] -> [(i)] }]";

private:
    /// The message of the error that `action` throws.
    static std::string refusal(const std::function<void()> &action)
    {
        try {
            action();
        } catch (const Error &error) {
            EXPECT_EQ(error.diagnostic().kind, DiagnosticKind::invalid_schedule_tree);
            EXPECT_EQ(error.fault(), Fault::input);
            return error.what();
        }
        return "not refused";
    }

    presburger::Context context_;
};

TEST_F(Validity, TreesOfAllNodesAreValid)
{
    NodePtr copies = sequence({filter("{ S[i] }"), filter("{ E[t] }")});
    NodePtr inner = band(i, extension("{ [t] -> E[t] }", guard("{ [t] : t >= 0 }")));
    NodePtr halves =
        expansion("{ S[i] -> X[i, k] : 0 <= k < 2 }", "{ X[i, k] -> S[i] : 0 <= k < 2 }",
                  isolating("[{ X[i, k] -> [(k)] }]", "{ [t] -> [k] : k > 0 }"));
    expect_valid(domain(leaf()));
    expect_valid(domain(context("[n] -> { : n > 3 }", node(Mark{"here"}, inner))));
    expect_valid(domain(band(i, extension("{ [t] -> E[t] }", copies))));
    expect_valid(domain(band(i, halves)));
    expect_valid(domain(set({filter("{ S[i] : i < 5 }"), filter("{ S[i] : i >= 5 }")})));
}

TEST_F(Validity, Rule1DomainAtTheRootAlone)
{
    expect_violation(filter(all), {},
                     "the root has to be a domain node, not a node of type filter");
    expect_violation(leaf(), {}, "the root has to be a domain node, not a node of type leaf");
    expect_violation(domain(domain(leaf())), {0}, "a domain node can only stand at the root");
    expect_violation(domain(node(Mark{"above"}, domain(leaf()))), {0, 0}, "domain node");
}

TEST_F(Validity, Rule2NumberOfChildren)
{
    expect_violation(with_arity(Domain{isl::union_set(ctx(), all)}, 0), {}, "domain node");
    expect_violation(with_arity(Domain{isl::union_set(ctx(), all)}, 2), {}, "domain node");
    expect_violation(domain(with_arity(Leaf{}, 1)), {0}, "a leaf has no child");
    expect_violation(domain(sequence({})), {0}, "the sequence node is not valid: it has no child");
    expect_violation(domain(set({})), {0}, "the set node is not valid: it has no child");
    expect_violation(domain(with_arity(band_of(i), 0)), {0}, "band node");
    expect_violation(domain(with_arity(band_of(i), 2)), {0}, "it has 2 children");
    expect_violation(domain(with_arity(Mark{"two"}, 2)), {0}, "mark node");
    expect_violation(domain(with_arity(Filter{isl::union_set(ctx(), all)}, 0)), {0}, "filter node");
    expect_violation(domain(with_arity(Context{isl::set(ctx(), "{ : }")}, 3)), {0}, "context node");
}

TEST_F(Validity, Rule3ChildrenAreFilters)
{
    expect_violation(domain(sequence({band(i)})), {0}, "child 0 is a band node");
    expect_violation(domain(set({filter("{ S[i] : i < 5 }"), leaf()})), {0},
                     "child 1 is a leaf node");
}

TEST_F(Validity, Rule3ChildrenAreDisjoint)
{
    NodePtr low = filter("{ S[i] : i <= 5 }"), high = filter("{ S[i] : i >= 5 }");
    expect_violation(domain(sequence({low, high})), {0}, "child 1 has S[5]");
    expect_violation(domain(set({low, high})), {0}, "set node");
    expect_violation(domain(node(Mark{"above"}, sequence({low, high}))), {0, 0}, "sequence node");
    expect_valid(domain(sequence({filter("{ S[i] : i < 5 }"), high})));
    expect_valid(domain(context("[n] -> { : n <= 5 }", sequence({low, high}))));
    expect_unreadable("  set:\n  - filter: \"{ S[i] : i <= 5 }\"\n  - filter: \"{ S[5] }\"\n", 3, 3,
                      "child 1 has S[5]");
}

TEST_F(Validity, Rule3ChildrenCoverWhatReachesTheirParent)
{
    NodePtr low = filter("{ S[i] : i < 5 }"), high = filter("{ S[i] : i > 5 }");
    expect_violation(domain(sequence({low, high})), {0}, "no child has S[5]");
    expect_violation(domain(set({low, high})), {0}, "no child has S[5]");
    expect_violation(domain(sequence({low, filter("{ T[] }")})), {0}, "which reaches the node");
    expect_valid(domain(filter("{ S[i] : not (i = 5) }", sequence({low, high}))));
    expect_valid(domain(context("[n] -> { : n < 6 }", sequence({low, high}))));
    expect_unreadable("  sequence:\n  - filter: \"{ S[i] : i < 5 }\"\n", 3, 3, "no child has S");
}

TEST_F(Validity, Rule4BandsAreTotal)
{
    expect_violation(domain(band("[{ T[i] -> [(i)] }]")), {0}, "member 0 has no value for S");
    expect_violation(domain(band("[{ S[i] -> [(i)] }, { S[i] -> [(i)] : i < 5 }]")), {0},
                     "member 1 has no value for S");
    expect_violation(domain(band(i, band("[{ S[i] -> [(0)] : i < 3 or i > 3 }]"))), {0, 0}, "S[3]");
    expect_valid(domain(band("[]")));
    expect_valid(domain(filter("{ S[i] : i < 5 }", band("[{ S[i] -> [(i)] : i < 5 }]"))));
    expect_valid(domain(context("[n] -> { : n < 5 }", band("[{ S[i] -> [(i)] : i < 5 }]"))));
    expect_unreadable("  schedule: \"[{ S[i] -> [(i)] : i < 5 }]\"\n", 3, 3, "has no value for");
}

TEST_F(Validity, Rule4BandsHaveAsManyMembersAsDimensions)
{
    Band band = band_of("[{ S[i] -> [(i)] }, { S[i] -> [(-i)] }]");
    band.members.pop_back();
    expect_violation(domain(node(band)), {0}, "the schedule has 2 dimensions, the band 1 members");
}

TEST_F(Validity, Rule5ExpansionsMapAllThatReachesThem)
{
    expect_violation(domain(expansion("{ S[i] -> X[i] : i < 5 }", "{ X[i] -> S[i] : i < 5 }")), {0},
                     "expands to nothing");
    expect_valid(domain(filter("{ S[i] : i < 5 }",
                               expansion("{ S[i] -> X[i] : i < 5 }", "{ X[i] -> S[i] : i < 5 }"))));
    expect_unreadable("  contraction: \"{ X[i] -> S[i] : i < 5 }\"\n"
                      "  expansion: \"{ S[i] -> X[i] : i < 5 }\"\n",
                      3, 3, "expands to nothing");
}

TEST_F(Validity, Rule5ContractionsAreInverses)
{
    const char *message = "the contraction is not the inverse of the expansion";
    expect_violation(domain(expansion("{ S[i] -> X[i] }", "{ X[i] -> S[i + 1] }")), {0}, message);
    expect_violation(domain(expansion("{ S[i] -> X[i, k] : 0 <= k < 2 }", "{ X[i, 0] -> S[i] }")),
                     {0}, message);
    expect_violation(domain(expansion("{ S[i] -> X[j] : 2j <= i < 2j + 2 }", "{ X[j] -> S[2j] }")),
                     {0}, message);
    expect_unreadable("  expansion: \"{ S[i] -> X[i] }\"\n"
                      "  contraction: \"{ X[i] -> S[-i] }\"\n",
                      3, 3, message);
}

TEST_F(Validity, Rule6ExtensionsAddNewInstances)
{
    expect_violation(domain(extension("{ [] -> S[3] }")), {0}, "S[3]");
    NodePtr again = extension("{ [] -> E[0] }", extension("{ [] -> E[i] : 0 <= i < 2 }"));
    expect_violation(domain(again), {0, 0}, "is added, but reaches the node already");
    expect_valid(domain(extension("{ [] -> S[-1] }")));
    expect_unreadable("  extension: \"{ [] -> S[3] }\"\n", 3, 3, "reaches the node already");
}

TEST_F(Validity, Rule7ConstraintsAreAboutTheOuterDimensions)
{
    expect_violation(domain(context("{ [t] }")), {0}, "the constraints are about 1 schedule");
    expect_violation(domain(band(i, context("{ [t, u] }"))), {0, 0}, "context node");
    expect_violation(domain(band(i, guard("{ [t, u] }"))), {0, 0}, "guard node");
    expect_violation(domain(band(i, band(i, guard("{ [t] }")))), {0, 0, 0}, "there are 2 outer");
    expect_valid(domain(band(i, band(i, guard("{ [t, u] : t = u }")))));
    expect_valid(domain(band(i, band(i, guard("[n] -> { : n > 0 }")))));
    expect_unreadable("  guard: \"{ [t] }\"\n", 3, 3, "the constraints are about 1 schedule");
}

TEST_F(Validity, Rule1DomainsAreOfStatementInstances)
{
    expect_violation(domain(leaf(), "[n] -> { S[i] : i > n; : n > 3 }"), {}, "without a tuple");
    expect_valid(domain(leaf(), "{ [i] : i > 3; [] }"));
}

TEST_F(Validity, Rule7DimensionsHaveNoName)
{
    expect_violation(domain(context("{ A[] }")), {0}, "a named tuple");
    expect_violation(domain(band(i, guard("{ A[t] }"))), {0, 0}, "a named tuple");
    expect_violation(domain(band(i, extension("{ A[t] -> E[] }"))), {0, 0}, "is not about the 1");
    expect_violation(domain(isolating(i, "{ [] -> B[b] }")), {0},
                     "the isolation has a named tuple");
}

TEST_F(Validity, ContextsHoldForWhatAnExtensionAddsBelow)
{
    NodePtr added = extension("[n] -> { [] -> E[] : n > 5 }", band("[{ S[i] -> [i] }]"));
    expect_valid(domain(context("[n] -> { : n < 3 }", added), "[n] -> { S[i] : 0 <= i < n }"));
    expect_violation(domain(added, "[n] -> { S[i] : 0 <= i < n }"), {0, 0}, "no value for E[]");
}

TEST_F(Validity, Rule7ExtensionsAreAboutTheOuterDimensions)
{
    expect_violation(domain(extension("{ [t] -> E[] }")), {0}, "extension node");
    expect_violation(domain(band(i, extension("{ [] -> E[] }"))), {0, 0},
                     "is not about the 1 outer");
    expect_unreadable("  extension: \"{ [t] -> E[] }\"\n", 3, 3, "is not about the 0 outer");
}

TEST_F(Validity, Rule7IsolationsAreAboutTheOuterDimensionsAndTheBand)
{
    expect_violation(domain(isolating(i, "{ [t] -> [b] }")), {0}, "the isolation is about 1 outer");
    expect_violation(domain(isolating(i, "{ [] -> [b, c] }")), {0}, "and 2 members");
    expect_violation(domain(band(i, isolating(i, "{ [] -> [b] }"))), {0, 0}, "band node");
    expect_valid(domain(band(i, isolating(i, "{ [t] -> [b] : t > b }"))));
    expect_unreadable("  schedule: \"[{ S[i] -> [(i)] }]\"\n"
                      "  options: \"{ isolate[[t] -> [b]] }\"\n",
                      3, 3, "the isolation is about 1 outer");
}

TEST_F(Validity, Rule8ConstantsAreIntroducedBeforeTheyAreUsed)
{
    const char *message = "the symbolic constant b is used";
    expect_violation(domain(filter("[b] -> { S[i] : i < b }")), {0}, message);
    expect_violation(domain(band("[b] -> [{ S[i] -> [(i + b)] }]")), {0}, message);
    expect_violation(domain(isolating(i, "[b] -> { [] -> [t] : t < b }")), {0}, message);
    expect_violation(domain(guard("[b] -> { : b > 0 }")), {0}, message);
    expect_violation(domain(extension("[b] -> { [] -> E[b] }")), {0}, message);
    expect_violation(
        domain(expansion("[b] -> { S[i] -> X[i + b] }", "[b] -> { X[i] -> S[i - b] }")), {0},
        message);
    expect_unreadable("  filter: \"[b] -> { S[i] : i < b }\"\n", 3, 3, message);
}

TEST_F(Validity, Rule8ContextsIntroduceConstantsBelowThemselves)
{
    NodePtr use = filter("[b] -> { S[i] : i < b }");
    NodePtr introduced = context("[b] -> { : 0 <= b < 8 }", use);
    expect_valid(domain(introduced));
    expect_violation(domain(sequence({filter("{ S[i] : i < 5 }", introduced),
                                      filter("{ S[i] : i >= 5 }", use)})),
                     {0, 1, 0}, "the symbolic constant b is used");
}

TEST_F(Validity, Rule9MarksHaveNamesThatCanBeWritten)
{
    for (const char *name : {"", "a \"b\"", "a\\b", "a\nb", "a\tb", "\x7f"})
        expect_violation(domain(node(Mark{name})), {0}, "a mark needs a name");
    for (const char *name : {"a", " ", "a: 'b'", "ä"})
        expect_valid(domain(node(Mark{name})));
    expect_unreadable("  mark: \"a\\\"b\"\n", 3, 3, "a mark needs a name");
}

TEST_F(Validity, FindsTheFirstViolationInDepthFirstOrder)
{
    NodePtr broken = node(Mark{""});
    NodePtr root = domain(sequence(
        {filter("{ S[i] : i < 5 }", band(i, broken)), filter("{ S[i] : i >= 5 }", broken)}));
    expect_violation(root, {0, 0, 0, 0}, "mark node");
}

TEST_F(Validity, OfASubtreeDependsOnItsPlace)
{
    NodePtr subtree = band("[{ S[i] -> [(i)] : i < 5 }]");
    Cursor below = Tree(domain(filter("{ S[i] : i < 5 }"))).root().descendant({0, 0});
    EXPECT_NO_THROW(check_validity(below.grafted(subtree)));
    Cursor elsewhere = Tree(domain(leaf())).root().child(0).grafted_unchecked(subtree);
    EXPECT_THROW(check_validity(elsewhere), Error);
    EXPECT_THROW(check_node_validity(elsewhere), Error);
    EXPECT_NO_THROW(check_node_validity(elsewhere.grafted_unchecked(band(i, subtree))));
}

} // namespace
} // namespace espalier::schedule
