// isl's form of trees: what is written, what is read, and what is refused where.

#include "espalier/schedule/yaml.h"

#include "espalier/base/error.h"
#include "espalier/presburger/context.h"
#include "espalier/presburger/print.h"
#include "espalier/schedule/text.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <isl/schedule.h>

namespace espalier::schedule {
namespace {

class Yaml : public testing::Test {
protected:
    Tree read(const std::string &yaml) const { return read_yaml(context.get(), yaml, "a.st"); }

    /// "line:column: message" of the error that `yaml` provokes; empty if there is none.
    std::string complaint(const std::string &yaml) const
    {
        try {
            read(yaml);
            return "";
        } catch (const Error &error) {
            const Diagnostic &found = error.diagnostic();
            EXPECT_EQ(error.fault(), Fault::input);
            EXPECT_EQ(found.place.file, "a.st");
            EXPECT_THAT(found.kind, testing::AnyOf(DiagnosticKind::malformed_model,
                                                   DiagnosticKind::invalid_schedule_tree));
            return fmt::format("{}:{}: {}", found.place.line, found.place.column, found.message);
        }
    }

    /// What `band` complains about in a tree of one band with these further lines.
    std::string complaint_about_band(const std::string &lines) const
    {
        return complaint("domain: \"[n] -> { A[i, j] : 0 <= i, j < n }\"\n"
                         "child:\n"
                         "  schedule: \"[{ A[i, j] -> [(i)] }, { A[i, j] -> [(j)] }]\"\n" +
                         lines);
    }

    presburger::Context context;
};

TEST_F(Yaml, QuotesMayBeLeftOut)
{
    constexpr const char *quoted = R"(# A tree.
domain: "[n] -> { A[i] : 0 <= i < n; B[i, j] : 0 <= i < n and j = 0 }"
child:
  context: "[n] -> { : n >= 4 }"
  child:
    schedule: "L[{ A[i] -> [(i)]; B[i, j] -> [(i)] }]"
    coincident: [ 1 ]
    options: "{ separate[x] }"
    child:
      set:
      - filter: "{ A[i] }"
      - filter: "{ B[i, j] }"
        child:
          mark: "it's a mark: [n]"
)";
    constexpr const char *bare = R"(# A tree.
domain:
  [n] -> { A[i] : 0 <= i < n;   # comment: {
           B[i, j] : 0 <= i < n and j = 0 }
child:
  context: [n] -> { : n >= 4 }  # known
  child:
    schedule: L[{ A[i] -> [(i)];
                  B[i, j] -> [(i)] }]
    coincident: [ 1 ]
    options: { separate[x] }
    child:
      set:
      - filter: { A[i] }
      - filter: { B[i, j] }
        child:
          mark: "it's a mark: [n]"
)";
    EXPECT_EQ(to_yaml(read(bare)), to_yaml(read(quoted)));
    EXPECT_EQ(
        to_yaml(
            read("{ domain: { A[i] : 0 <= i < 9 }, child: { schedule: [{ A[i] -> [(i)] }] } }")),
        to_yaml(read(
            "domain: \"{ A[i] : 0 <= i < 9 }\"\nchild:\n  schedule: \"[{ A[i] -> [(i)] }]\"\n")));
}

TEST_F(Yaml, ErrorsAfterTextWithoutQuotesHaveTheirPlaces)
{
    EXPECT_THAT(complaint("domain: { A[i] :\n  0 <= i < 9 }\nchild:\n  schedul: 3\n"),
                testing::StartsWith("4:3: "));
    EXPECT_THAT(complaint("domain: { A[i] :\n  0 <= k < 9 }\n"),
                testing::StartsWith("1:9: isl cannot read this `domain`"));
    EXPECT_NE(complaint("domain: { A[i\n"), "");
}

/// All types of nodes, with all that they can have, as isl writes them.
constexpr const char *written = R"(domain: "[n] -> { A[i] : 0 <= i < n; G[g] : g >= 0 and 4g < n }"
child:
  context: "[n] -> { [] : n >= 4 }"
  child:
    set:
    - filter: "{ A[i] }"
      child:
        schedule: "L[{ A[i] -> [(i)] }, { A[i] -> [(floor((i)/2))] }]"
        permutable: 1
        coincident: [ 1, 0 ]
        options: "{ isolate[[] -> L[a, b]] : a >= 4; separate[0]; [isolate[] -> unroll[1]] }"
        child:
          guard: "[n] -> { [a, b] : n >= 3 }"
    - filter: "{ G[g] }"
      child:
        schedule: "[{ G[g] -> [(g)] }]"
        child:
          contraction: "{ B[i] -> G[(floor((i)/4))] }"
          expansion: "{ G[g] -> B[i] : 4g <= i <= 3 + 4g }"
          child:
            extension: "{ [t] -> C[t] }"
            child:
              sequence:
              - filter: "{ C[t] }"
                child:
                  mark: "a 'mark'"
                  child: "leaf"
              - filter: "{ B[i] }"
                child:
                  schedule: "[]"
)";

TEST_F(Yaml, IsWrittenAsIslWritesIt)
{
    EXPECT_EQ(to_yaml(read(written)), written);
    isl_schedule *schedule = isl_schedule_read_from_str(context.get().get(), written);
    ASSERT_TRUE(schedule);
    char *text = isl_schedule_to_str(schedule);
    EXPECT_TRUE(is_equal(read(text), read(written)));
    free(text);
    isl_schedule_free(schedule);
}

TEST_F(Yaml, IsReadInAnyStyle)
{
    Tree expected =
        read("domain: \"{ A[i] : 0 <= i < 9 }\"\nchild:\n  schedule: \"[{ A[i] -> [(i)] }]\"\n");
    for (const char *text : {"# comment\ndomain: '{ A[i] : 0 <= i < 9 }' # comment\nchild:\n  "
                             "schedule: '[{ A[i] -> [(i)] }]'\n"
                             "  permutable: 0\n  coincident:\n  - 0\n  child: leaf\n",
                             "{ domain: \"{ A[i] : 0 <= i < 9 }\", \"child\": { schedule: \"[{ "
                             "A[i] -> [(i)] }]\", child: { leaf: } } }",
                             "---\ndomain: >\n  { A[i] :\n  0 <= i < 9 }\nchild: { schedule: \"[{ "
                             "A[i] -> [i] }]\", child: }\n"})
        EXPECT_TRUE(is_equal(read(text), expected)) << text;
}

TEST_F(Yaml, OptionsWithoutANumberAreForAllMembers)
{
    Tree tree = read("domain: \"{ A[i] }\"\n"
                     "child: { schedule: \"[{ A[i] -> [(i)] }, { A[i] -> [(-i)] }]\",\n"
                     "         options: \"{ atomic[x]; [isolate[] -> unroll[x]] : x > 0; "
                     "[isolate[] -> separate[7]] }\" }\n");
    const Band &band = tree.root().child(0).as<Band>();
    EXPECT_EQ(band.members[0], (Member{false, LoopOption::atomic, LoopOption::none}));
    EXPECT_EQ(band.members[1], (Member{false, LoopOption::atomic, LoopOption::unroll}));
}

TEST_F(Yaml, WhatIsNoYamlIsRefused)
{
    EXPECT_EQ(complaint(""), "0:0: there is no schedule tree in this text");
    EXPECT_EQ(complaint("domain: [\n"), "2:1: this is not YAML: end of sequence flow not found");
    EXPECT_EQ(complaint("domain: \"{ A[] }\"\n\tchild: leaf\n").substr(0, 21),
              "2:2: this is not YAML");
    EXPECT_EQ(complaint("domain: \"{ A[] }\"\nchild: &x\n  mark: a\n  child: *x\n"),
              "4:10: aliases are not allowed here: a node of a tree has one place");
    EXPECT_EQ(complaint("domain: \"{ A[] }\"\ndomain: \"{ B[] }\"\n"),
              "2:1: the key `domain` stands twice in one map");
    EXPECT_EQ(complaint("? [a]\n: b\n"), "1:3: a key has to be a word");
}

TEST_F(Yaml, ThereIsOneTreeInAText)
{
    EXPECT_EQ(complaint("domain: \"{ A[] }\"\n---\ndomain: \"{ B[] }\"\n"),
              "2:1: there is another document in this text; one is expected");
}

TEST_F(Yaml, ReadingLeavesSetsAsTheyAreWritten)
{
    std::string text = "domain: \"[n] -> { A[i, j] : 0 < i < n and j > 0 and j <= i and j < n }\"\n"
                       "child:\n"
                       "  schedule: \"[n] -> [{ A[i, j] -> [(i)] : j <= n }]\"\n";
    isl::union_set unchecked(context.get(),
                             "[n] -> { A[i, j] : 0 < i < n and j > 0 and j <= i and j < n }");
    EXPECT_EQ(to_yaml(read(text)).substr(9, presburger::to_string(unchecked).size()),
              presburger::to_string(unchecked));
}

TEST_F(Yaml, WhatIsNestedTooDeeplyIsRefused)
{
    std::string text = "{ domain: \"{ A[] }\"";
    for (int k = 0; k < 5'000; ++k)
        text += ", child: { mark: a";
    EXPECT_THAT(complaint(text), testing::HasSubstr(": this is nested too deeply"));
    std::string sequences(100'000, '[');
    EXPECT_THAT(complaint(sequences), testing::HasSubstr(": this is nested too deeply"));
}

TEST_F(Yaml, NodesHaveOneTypeAndItsKeys)
{
    EXPECT_EQ(complaint("text\n"), "1:1: a node has to be a map, or the word `leaf`");
    EXPECT_EQ(complaint("[a]\n"), "1:1: a node has to be a map, or the word `leaf`");
    EXPECT_EQ(
        complaint("domian: \"{ A[] }\"\n"),
        "1:1: this map is no node: it has none of the keys domain, context, filter, sequence, set, "
        "schedule, mark, expansion, extension, guard, leaf");
    EXPECT_EQ(complaint("domain: \"{ A[] }\"\nchidl: leaf\n"),
              "2:1: `chidl` has no meaning in a node with `domain`");
    EXPECT_EQ(complaint("domain: \"{ A[] }\"\nfilter: \"{ A[] }\"\n"),
              "2:1: `filter` has no meaning in a node with `domain`");
    EXPECT_EQ(complaint("domain: { a: b }\n"), "1:9: this has to be a text");
    EXPECT_EQ(complaint("domain: \"{ A[] }\"\nchild:\n  sequence: []\n"),
              "3:13: this has to be a list of filter nodes");
    EXPECT_EQ(complaint("domain: \"{ A[] }\"\nchild:\n  set:\n"),
              "4:1: this has to be a list of filter nodes");
    EXPECT_EQ(complaint("domain: \"{ A[] }\"\nchild:\n  expansion: \"{ A[] -> B[] }\"\n"),
              "3:3: an expansion needs a `contraction`, its inverse");
}

TEST_F(Yaml, SetsAndFunctionsThatIslCannotReadAreRefused)
{
    EXPECT_EQ(complaint("domain: \"{ A[i : i > 0 }\"\n"),
              "1:9: isl cannot read this `domain`: syntax error");
    EXPECT_EQ(
        complaint("domain: \"{ A[i] -> B[i] }\"\n"),
        "1:9: isl cannot read this `domain`: it is a set, relation or function of another kind");
    EXPECT_EQ(complaint("domain: \"{ A[] }\"\nchild:\n  schedule: \"{ A[] }\"\n").substr(0, 39),
              "3:13: isl cannot read this `schedule`: ");
}

TEST_F(Yaml, PropertiesOfBandsFitTheirMembers)
{
    EXPECT_EQ(complaint_about_band("  coincident: [ 1 ]\n"),
              "4:15: `coincident` has to be a list of 2 numbers, one for each member of the band");
    EXPECT_EQ(complaint_about_band("  coincident: [ 1, 2 ]\n"), "4:20: this has to be 0 or 1");
    EXPECT_EQ(complaint_about_band("  permutable: yes\n"), "4:15: this has to be 0 or 1");
    EXPECT_EQ(complaint_about_band("  options: \"{ separate[0]; unroll[x] }\"\n"),
              "4:12: member 0 has two options, unroll and separate");
    EXPECT_EQ(complaint_about_band("  options: \"{ peel[0] }\"\n"),
              "4:12: { peel[0] } is no option; there are separate, atomic and unroll, with the "
              "number of a "
              "member, and isolate");
    EXPECT_EQ(complaint_about_band("  options: \"[n] -> { separate[0] : n > 3 }\"\n"),
              "4:12: the option [n] -> { separate[0] : n >= 4 } depends on symbolic constants");
    EXPECT_EQ(complaint_about_band("  options: \"{ isolate[i] }\"\n"),
              "4:12: { isolate[i] } is not of the form isolate[[t] -> [b]], t: outer schedule "
              "dimensions, b: "
              "members");
    EXPECT_EQ(complaint_about_band("  options: \"{ [A[] -> unroll[0]] }\"\n"),
              "4:12: { [A[] -> unroll[0]] } is not of the form [isolate[] -> option]");
    EXPECT_EQ(
        complaint_about_band("  options: \"{ isolate[[] -> [i, j]]; isolate[[] -> B[i, j]] }\"\n"),
        "4:12: a band has one isolation, and there are two");
    EXPECT_EQ(complaint_about_band("  options: \"{ isolate[[] -> B[i, j]] }\"\n"),
              "3:3: the band node is not valid: the isolation has a named tuple; schedule "
              "dimensions have no "
              "name");
    EXPECT_EQ(complaint_about_band("  options: \"{ isolate[[] -> [i]] }\"\n"),
              "3:3: the band node is not valid: the isolation is about 0 outer dimensions and 1 "
              "members; there "
              "are 0 and 2");
}

TEST_F(Yaml, RolesFitTheirMembers)
{
    EXPECT_EQ(complaint_about_band("  roles: [ parallel, vector ]\n"), "");
    EXPECT_EQ(complaint_about_band("  roles: [ parallel ]\n"),
              "4:10: `roles` has to be a list of 2 names, one for each member of the band");
    EXPECT_EQ(complaint_about_band("  roles: [ parallel, thread ]\n"),
              "4:22: `thread` is no role of a loop; there are sequential, parallel, vector, "
              "strict_vector, narrow_vector and joined");
}

TEST_F(Yaml, BandsHaveIntegerValues)
{
    auto refusal = [&](const char *function) {
        return complaint(fmt::format("domain: \"{{ A[i] : 0 <= i < 9 }}\"\nchild:\n"
                                     "  schedule: \"[{{ A[i] -> [({})] }}]\"\n",
                                     function));
    };
    EXPECT_THAT(refusal("i/2"), testing::HasSubstr("has values that are no integers"));
    EXPECT_THAT(refusal("NaN"), testing::HasSubstr("has the value NaN"));
    EXPECT_EQ(refusal("floor(i/2)"), "");
    EXPECT_EQ(refusal("(4i)/2"), "");
    EXPECT_EQ(refusal("(i - i mod 2)/2"), "");
}

TEST_F(Yaml, TreesThatBreakARuleAreRefusedAtTheNode)
{
    EXPECT_EQ(complaint("filter: \"{ A[] }\"\n"),
              "1:1: the root has to be a domain node, not a node of type filter");
    std::string domain = "domain: \"[n] -> { A[i] : 0 <= i < n }\"\nchild:\n";
    EXPECT_EQ(complaint(domain + "  sequence:\n  - filter: \"{ A[i] : i < 2 }\"\n    child:\n"
                                 "      schedule: \"[{ A[i] -> [(i)] : i > 0 }]\"\n"
                                 "  - filter: \"{ A[i] : i >= 2 }\"\n"),
              "6:7: the band node is not valid: member 0 has no value for A[0] for n = 1, which "
              "reaches the band");
    EXPECT_EQ(complaint(domain + "  set:\n  - filter: \"{ A[i] : i < 2 }\"\n  - mark: a\n"),
              "3:3: the set node is not valid: child 1 is a mark node; it has to be a filter");
    EXPECT_EQ(complaint(domain + "  schedule: \"[m] -> [{ A[i] -> [(i + m)] }]\"\n"),
              "3:3: the band node is not valid: the symbolic constant m is used, but neither the "
              "domain nor a "
              "context above introduces it");
}

} // namespace
} // namespace espalier::schedule
