#include "espalier/base/error.h"
#include "espalier/base/file.h"
#include "espalier/schedule/queries.h"
#include "espalier/schedule/text.h"
#include "espalier/schedule/union_map.h"
#include "tests/support/schedule_forms.h"

#include <algorithm>
#include <sstream>

namespace espalier::schedule {
namespace {

/// The page that these tests hold against the code.
const char *const page = ESPALIER_DOCS "/schedule-representations.md";

std::vector<std::string> lines_of_page()
{
    std::istringstream text(read_file(page));
    std::vector<std::string> result;
    for (std::string line; std::getline(text, line);)
        result.push_back(line);
    return result;
}

/// The fenced blocks whose label begins with "figure-1 ", by the rest of the label.
std::map<std::string, std::string> examples()
{
    const std::string start = "```figure-1 ";
    std::map<std::string, std::string> result;
    std::string *block = nullptr;
    for (const std::string &line : lines_of_page())
        if (line.starts_with(start))
            block = &result[line.substr(start.size())];
        else if (line.starts_with("```"))
            block = nullptr;
        else if (block)
            *block += line + '\n';
    return result;
}

using Cells = std::vector<std::string>;

/// "| a | b |" -> a, b
Cells cells(const std::string &line)
{
    Cells result;
    for (std::size_t begin = 2; begin < line.size();) {
        std::size_t end = std::min(line.find(" |", begin), line.size());
        result.push_back(line.substr(begin, end - begin));
        begin = end + 3;
    }
    return result;
}

/// A table of the page: its rows by their first cells, each with its cells by the columns' names.
using Table = std::map<std::string, std::map<std::string, std::string>>;

/// \param corner  the first cell of the first row
Table table(const std::string &corner)
{
    Table result;
    Cells names;
    for (const std::string &line : lines_of_page()) {
        Cells row = cells(line);
        if (line.starts_with("| " + corner + " |"))
            names = row;
        else if (!line.starts_with("|"))
            names.clear();
        else if (!names.empty() && !line.starts_with("|-"))
            for (std::size_t k = 1; k < row.size(); ++k)
                result[row[0]][names.at(k)] = row[k];
    }
    return result;
}

struct Representation {
    std::string name;
    std::function<Tree(const Tree &)> round_trip;
    std::function<test::Keys(const Tree &, const test::Constants &)> keys;
};

template <class To, class From>
Representation representation(const std::string &name, To to, From from)
{
    return {name, [=](const Tree &tree) { return from(to(tree)); },
            [=](const Tree &tree, const test::Constants &constants) {
                return test::keys(to(tree), constants);
            }};
}

/// The columns of both tables, but for the schedule trees themselves.
std::vector<Representation> others()
{
    return {representation("Kelly", to_kelly, from_kelly),
            representation("2d+1", to_two_d_plus_one, from_two_d_plus_one),
            representation("union map", schedule_relation, from_union_map),
            representation("band forest", to_band_forest, from_band_forest)};
}

std::vector<Representation> all()
{
    std::vector<Representation> result = others();
    auto same = [](const Tree &tree) { return tree; };
    result.push_back(representation("schedule tree", same, same));
    return result;
}

/// What comes back of a tree; nothing if it is refused.
std::optional<Tree> came_back(const Representation &representation, const Tree &tree)
{
    try {
        return representation.round_trip(tree);
    } catch (const Error &error) {
        EXPECT_EQ(error.diagnostic().kind, DiagnosticKind::impossible_edit);
        return std::nullopt;
    }
}

using Property = std::function<bool(const Node &)>;

bool has(const Node &subtree, const Property &property)
{
    std::vector<NodePtr> children = subtree.children();
    return property(subtree) ||
           std::any_of(children.begin(), children.end(),
                       [&](const NodePtr &child) { return has(*child, property); });
}

bool has(const Tree &tree, const Property &property) { return has(tree.node(), property); }

const test::Constants constants = {{"n", 6}};

/// "kept", "ordered", "refused", or how the order of instances changed.
std::string fate_of_order(const Representation &representation, const Tree &tree)
{
    std::optional<Tree> back = came_back(representation, tree);
    if (!back)
        return "refused";
    test::Keys before = test::keys(tree, constants), after = test::keys(*back, constants);
    return difference(before, after).empty()   ? "kept"
           : lost_order(before, after).empty() ? "ordered"
                                               : lost_order(before, after);
}

/// "kept", "dropped", "refused", or how the order of instances changed.
std::string fate_of(const Property &property, const Representation &representation,
                    const Tree &tree)
{
    EXPECT_TRUE(has(tree, property));
    std::string order = fate_of_order(representation, tree);
    if (order != "kept")
        return order;
    return has(*came_back(representation, tree), property) ? "kept" : "dropped";
}

template <class Kind>
bool is(const Node &node)
{
    return node.is<Kind>();
}

bool has_attributes(const Node &node)
{
    return node.is<Band>() && node.as<Band>().is_permutable &&
           node.as<Band>().members.at(0).is_coincident;
}

bool has_options(const Node &node)
{
    return node.is<Band>() && node.as<Band>().members.at(0).option == LoopOption::unroll;
}

class ScheduleRepresentations : public test::ScheduleFormsTest {
protected:
    NodePtr loops_in_two_filters(bool in_order) const
    {
        std::vector<NodePtr> children = {filter("{ A[i] }", band("[{ A[i] -> [i] }]")),
                                         filter("{ B[i] }", band("[{ B[i] -> [i] }]"))};
        return in_order ? sequence(children) : schedule::set(children);
    }

    Tree with_sequence() const
    {
        return tree("{ A[i] : 0 <= i < 4; B[i] : 0 <= i < 4 }", loops_in_two_filters(true));
    }

    Tree with_set() const
    {
        return tree("{ A[i] : 0 <= i < 4; B[i] : 0 <= i < 4 }", loops_in_two_filters(false));
    }

    Tree with_two_members() const
    {
        return tree("{ A[i, j] : 0 <= i, j < 3 }",
                    band("[{ A[i, j] -> [j] }, { A[i, j] -> [-i] }]"));
    }

    Tree with_division_and_pieces() const
    {
        return tree(
            "{ A[i] : 0 <= i < 9 }",
            band("[{ A[i] -> [floor(i/4)] }, { A[i] -> [i] : i > 5; A[i] -> [-i] : i <= 5 }]"));
    }

    Tree with_parted_statement() const
    {
        return tree("{ A[i] : 0 <= i < 9 }",
                    sequence({filter("{ A[i] : i > 5 }", band("[{ A[i] -> [i] }]")),
                              filter("{ A[i] : i <= 5 }")}));
    }

    Tree with_filter() const
    {
        return tree("{ A[i] : 0 <= i < 9 }", band("[{ A[i] -> [i] }]", filter("{ A[i] : i > 5 }")));
    }

    Tree with_expansion() const
    {
        isl::union_pw_multi_aff contraction(ctx(), "{ A[g, i] -> G[g]; B[g] -> G[g] }");
        isl::union_map expansion = map("{ G[g] -> A[g, i] : 0 <= i < 3; G[g] -> B[g] }");
        return tree("{ G[g] : 0 <= g < 3 }",
                    band("[{ G[g] -> [-g] }]",
                         node(Expansion{contraction, expansion},
                              sequence({filter("{ B[g] }"),
                                        filter("{ A[g, i] }", band("[{ A[g, i] -> [i] }]"))}))));
    }

    Tree with_extension() const
    {
        return tree(
            "{ A[i] : 0 <= i < 3 }",
            band("[{ A[i] -> [i] }]", node(Extension{map("{ [t] -> B[t, j] : 0 <= t, j < 3 }")},
                                           sequence({filter("{ B[t, j] }"), filter("{ A[i] }")}))));
    }

    Tree below_band_with(const Payload &payload) const
    {
        return tree("[n] -> { A[i] : 0 <= i < n }", band("[{ A[i] -> [i] }]", node(payload)));
    }

    Tree with_band_properties() const
    {
        Band band(isl::multi_union_pw_aff(ctx(), "[{ A[i] -> [i] }]"));
        band.is_permutable = true;
        band.members[0].is_coincident = true;
        band.members[0].option = LoopOption::unroll;
        return tree("{ A[i] : 0 <= i < 4 }", node(band));
    }

    std::map<std::string, Tree> trees_by_order() const
    {
        return {{"sequence", with_sequence()},
                {"set", with_set()},
                {"band of several members", with_two_members()},
                {"band that is not affine", with_division_and_pieces()},
                {"statement in several children", with_parted_statement()},
                {"filter outside of sequences and sets", with_filter()},
                {"expansion", with_expansion()},
                {"extension", with_extension()}};
    }

    std::map<std::string, std::pair<Tree, Property>> trees_by_property() const
    {
        isl::set constraints = set("[n] -> { : n >= 5 }");
        return {{"guard", {below_band_with(Guard{constraints}), is<Guard>}},
                {"permutable, coincident", {with_band_properties(), has_attributes}},
                {"AST generation options", {with_band_properties(), has_options}},
                {"mark", {below_band_with(Mark{"here"}), is<Mark>}},
                {"context", {below_band_with(Context{constraints}), is<Context>}}};
    }
};

TEST_F(ScheduleRepresentations, ExamplesOfThePageAreWhatTheCodePrints)
{
    std::map<std::string, std::string> found = examples();
    isl::union_map schedule = schedule_relation(figure_1());
    EXPECT_TRUE(map(found["union map"].c_str()).is_equal(schedule));
    std::map<std::string, std::string> expected = {
        {"schedule tree", to_text(figure_1())},
        {"kelly", to_string(to_kelly(figure_1()))},
        {"2d+1", to_string(to_two_d_plus_one(figure_1()))},
        {"union map", found["union map"]},
        {"tree from union map", to_text(from_union_map(schedule))},
        {"band forest", to_string(to_band_forest(figure_1()))},
        {"tree from band forest", to_text(from_band_forest(to_band_forest(figure_1())))}};
    EXPECT_EQ(found, expected);
}

TEST_F(ScheduleRepresentations, Figure1ComesBackFromTwoOfThem)
{
    for (const Representation &representation : others()) {
        bool is_same = is_equal(representation.round_trip(figure_1()), figure_1());
        EXPECT_EQ(is_same, representation.name == "Kelly" || representation.name == "2d+1")
            << representation.name;
        EXPECT_EQ(fate_of_order(representation, figure_1()), "kept") << representation.name;
    }
}

TEST_F(ScheduleRepresentations, ConversionsKeepWhatThePageSays)
{
    Table found;
    for (const Representation &representation : others()) {
        for (const auto &[row, tree] : trees_by_order())
            found[row][representation.name] = fate_of_order(representation, tree);
        for (const auto &[row, tree_and_property] : trees_by_property())
            found[row][representation.name] =
                fate_of(tree_and_property.second, representation, tree_and_property.first);
    }
    EXPECT_EQ(table("in the tree"), found);
}

/// The dimensions of the largest band that comes back of a band of two.
std::size_t largest_band(const Node &subtree)
{
    std::size_t result = subtree.is<Band>() ? subtree.as<Band>().size() : 0;
    for (const NodePtr &child : subtree.children())
        result = std::max(result, largest_band(*child));
    return result;
}

/// How many numbers decide on the order of an instance.
std::size_t length_of_value(const test::Key &key)
{
    std::size_t result = 0;
    for (const test::Step &step : key)
        result += step.kind == test::Step::Kind::set ? 0 : step.value.size();
    return result;
}

TEST_F(ScheduleRepresentations, PropertiesInTheComparisonAreThoseOfTheCode)
{
    Table claims = table("property");
    for (const Representation &representation : all()) {
        auto claim = [&](const char *row) { return claims[row][representation.name]; };
        SCOPED_TRACE(representation.name);

        std::optional<Tree> pieces = came_back(representation, with_division_and_pieces());
        EXPECT_EQ(claim("functions"), pieces ? "p.w.q.a." : "affine");

        std::size_t members = largest_band(representation.round_trip(with_two_members()).node());
        EXPECT_EQ(claim("dimensions of a function"), members == 1 ? "one" : "any");

        std::optional<Tree> parted = came_back(representation, with_parted_statement());
        EXPECT_EQ(claim("sequence"), !parted                      ? "number per statement"
                                     : has(*parted, is<Sequence>) ? "node"
                                                                  : "p.w.q.a. function");

        EXPECT_EQ(claim("collection, in any order") == "no",
                  fate_of_order(representation, with_set()) == "ordered");

        test::Keys keys = representation.keys(figure_1(), constants);
        bool are_equally_long =
            length_of_value(keys.at({"T1", {0}})) == length_of_value(keys.at({"T2", {0, 0}}));
        EXPECT_EQ(claim("values of different length"),
                  are_equally_long ? "not allowed" : "by the shared part");
    }
}

TEST_F(ScheduleRepresentations, InstancesMayHaveEqualValues)
{
    for (const Representation &representation : others())
        EXPECT_EQ(fate_of_order(representation, tree("{ A[i] : 0 <= i < 4; B[] }")), "kept")
            << representation.name;
}

TEST_F(ScheduleRepresentations, ContextsHoldExceptInAUnionMap)
{
    Tree original = tree("[n] -> { S[i] : 0 <= i < n }",
                         node(Context{set("[n] -> { : n >= 5 }")}, band("[{ S[i] -> [i] }]")));
    isl::union_set within = instances("[n] -> { S[i] : 0 <= i < n and n >= 5 }");
    for (const Representation &representation : others())
        EXPECT_EQ(representation.round_trip(original).domain().is_equal(within),
                  representation.name != "union map")
            << representation.name;
}

} // namespace
} // namespace espalier::schedule
