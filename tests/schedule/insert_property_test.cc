#include "espalier/schedule/insert.h"

#include "espalier/base/error.h"
#include "espalier/schedule/validity.h"
#include "tests/support/edit_property.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

/// The order of instances after each edit in insert.h, as it defines it.
namespace espalier::test {
namespace {

using namespace schedule;

const std::vector<std::string> constants = {"n", "m"};

bool may_insert_branches(const Cursor &place)
{
    return !is_child_filter(place) && !has<Extension>(place.node());
}

/// Whether the subtree leaves its instances unordered, and takes any.
bool orders_nothing(const Cursor &place)
{
    return !is_child_filter(place) && !has<Band>(place.node()) && !has<Sequence>(place.node()) &&
           !has<schedule::Set>(place.node()) && !has<Expansion>(place.node());
}

/// A fact about the constants, and perhaps about the schedule dimensions of a place.
isl::set fact(const Site &site)
{
    isl::set result(site.random.ctx(),
                    fmt::format("[n] -> {{ : n >= {} }}", site.before.constants.at("n") - 1));
    if (site.random.chance(50))
        return result;
    isl::space space = isl::space::unit(site.random.ctx())
                           .add_unnamed_tuple(unsigned(site.place.schedule_depth()));
    return isl::set::universe(space).intersect_params(result);
}

TEST(InsertProperty, ContextKeepsTheOrder)
{
    EditProperty property;
    property.edit = [](const Site &site) {
        isl::set constraints = fact(site);
        if (site.random.chance(50))
            constraints = constraints.intersect_params(
                isl::set(site.random.ctx(), "[new] -> { : 0 <= new < 4 }"));
        Cursor result = insert_context(site.place, constraints);
        EXPECT_TRUE(result.as<Context>().constraints.is_equal(constraints));
        return Outcome{result, site.executions, {{{}, {0}}}};
    };
    check_edit(property);
}

TEST(InsertProperty, GuardKeepsTheOrder)
{
    EditProperty property;
    property.edit = [](const Site &site) {
        isl::set constraints = fact(site);
        Cursor result = insert_guard(site.place, constraints);
        EXPECT_TRUE(result.as<Guard>().constraints.is_equal(constraints));
        return Outcome{result, site.executions, {{{}, {0}}}};
    };
    check_edit(property);
}

TEST(InsertProperty, MarkKeepsTheOrder)
{
    EditProperty property;
    property.edit = [](const Site &site) {
        Cursor result = insert_mark(site.place, "here");
        EXPECT_EQ(result.as<Mark>().name, "here");
        return Outcome{result, site.executions, {{{}, {0}}}};
    };
    check_edit(property);
}

TEST(InsertProperty, FilterDropsTheOtherInstances)
{
    EditProperty property;
    property.edit = [](const Site &site) {
        isl::union_set part = site.random.part(site.statements(), constants);
        std::set<Instance> kept = selected(part, site.instances(), site.before.constants);
        return Outcome{insert_filter(site.place, part), site.filtered(kept), {{{}, {0}}}};
    };
    check_edit(property);
}

TEST(InsertProperty, BandOrdersBeforeTheSubtree)
{
    EditProperty property;
    property.applies = [](const Cursor &place) {
        return !is_child_filter(place) && !refers_to_dimensions(place.node());
    };
    property.edit = [](const Site &site) {
        isl::multi_union_pw_aff schedule = site.random.schedule(
            site.statements(), constants, std::size_t(site.random.between(1, 4)));
        auto value = values(schedule, site.instances(), site.before.constants);
        Executions expected = site.rewritten([&](const Instance &instance, KeyParts &parts) {
            parts.above.push_back({Step::Kind::band, value.at(instance), 0});
        });
        return Outcome{insert_band(site.place, schedule), expected, {{{}, {0}}}};
    };
    check_edit(property);
}

/// Which of some parts an instance is in.
std::map<Instance, long> positions(const std::vector<isl::union_set> &parts, const Site &site)
{
    std::map<Instance, long> result;
    for (std::size_t k = 0; k < parts.size(); ++k)
        for (const Instance &one : selected(parts[k], site.instances(), site.before.constants))
            result[one] = long(k);
    return result;
}

void check_branches(Cursor (*insert)(const Cursor &, const std::vector<isl::union_set> &),
                    Step::Kind kind)
{
    EditProperty property{.applies = may_insert_branches};
    property.edit = [&](const Site &site) {
        auto parts = site.random.partition(site.statements(), constants,
                                           std::size_t(site.random.between(1, 5)), true);
        auto position = positions(parts, site);
        Outcome result{insert(site.place, parts), {}, {}};
        result.expected = site.rewritten([&](const Instance &instance, KeyParts &key) {
            key.above.push_back({kind, {position.at(instance)}, 0});
        });
        for (std::size_t k = 0; k < parts.size(); ++k)
            result.shared.push_back({{}, {k, 0}});
        return result;
    };
    check_edit(property);
}

TEST(InsertProperty, SequenceOrdersByParts)
{
    check_branches(insert_sequence, Step::Kind::sequence);
}

TEST(InsertProperty, SetParts) { check_branches(insert_set, Step::Kind::set); }

/// The key of what is introduced at a place, at these values of the outer bands.
Key key_at(const Cursor &place, std::vector<long> values)
{
    if (!place.has_parent())
        return {};
    Cursor above = place.above();
    std::size_t size = above.is<Band>() ? above.as<Band>().size() : 0;
    std::vector<long> own(values.end() - std::ptrdiff_t(size), values.end());
    values.resize(values.size() - size);
    Key result = key_at(above, values);
    if (above.is<Band>())
        result.push_back({Step::Kind::band, own, above.depth()});
    if (above.is<Sequence>() || above.is<schedule::Set>())
        result.push_back({above.is<Sequence>() ? Step::Kind::sequence : Step::Kind::set,
                          {long(place.position())},
                          above.depth()});
    return result;
}

/// Some instances New[k] at the values of the outer bands with which others reach the place.
std::set<std::pair<std::vector<long>, Instance>> additions(const Site &site)
{
    std::set<std::pair<std::vector<long>, Instance>> result;
    for (const Execution &execution :
         reaching(site.before.tree.node(), site.before.constants, site.path))
        if (result.size() < 6)
            result.insert({schedule_values(execution.key),
                           {"New", {site.random.between(0, 3), site.random.between(0, 3)}}});
    return result;
}

TEST(InsertProperty, ExtensionAddsWhatItSays)
{
    EditProperty property{.applies = orders_nothing};
    property.edit = [](const Site &site) -> std::optional<Outcome> {
        Executions expected = site.executions;
        std::vector<std::string> pairs;
        bool is_dropped = has<Filter>(site.place.node());
        for (const auto &[at, instance] : additions(site)) {
            pairs.push_back(fmt::format("[{}] -> {}", fmt::join(at, ", "), to_string(instance)));
            if (!is_dropped)
                expected.push_back(
                    {{{instance, site.path.size()}}, at, key_at(site.place, at), {}});
        }
        if (pairs.empty())
            return std::nullopt;
        isl::union_map relation(site.random.ctx(), fmt::format("{{ {} }}", fmt::join(pairs, "; ")));
        return Outcome{insert_extension(site.place, relation), expected, {{{}, {0}}}};
    };
    check_edit(property);
}

/// Two instances for each that reaches the place; none where a filter below is about the old ones.
Executions doubled(const Site &site)
{
    Executions result;
    for (const Execution &execution : site.executions) {
        auto instance = instance_at(execution, site.path);
        if (!instance) {
            result.push_back(execution);
            continue;
        }
        for (long copy = 0; copy < 2 && !has<Filter>(site.place.node()); ++copy) {
            Instance made{"New_" + instance->statement, instance->at};
            made.at.push_back(copy);
            result.push_back(execution);
            result.back().stages.push_back({made, site.path.size()});
        }
    }
    return result;
}

TEST(InsertProperty, ExpansionReplacesTheInstances)
{
    EditProperty property{.applies = orders_nothing};
    property.edit = [](const Site &site) {
        std::vector<std::string> forward, backward;
        for (const Statement &statement : site.statements()) {
            std::string from = any_instance(statement);
            Statement made{"New_" + statement.name, statement.dimensions + 1};
            std::string to = any_instance(made);
            std::string bounds = fmt::format("0 <= x{} < 2", statement.dimensions);
            forward.push_back(fmt::format("{} -> {} : {}", from, to, bounds));
            backward.push_back(fmt::format("{} -> {} : {}", to, from, bounds));
        }
        isl::union_map expansion(site.random.ctx(),
                                 fmt::format("{{ {} }}", fmt::join(forward, "; ")));
        isl::union_pw_multi_aff contraction(site.random.ctx(),
                                            fmt::format("{{ {} }}", fmt::join(backward, "; ")));
        Cursor result = insert_expansion(site.place, contraction, expansion);
        return Outcome{result, doubled(site), {{{}, {0}}}};
    };
    check_edit(property);
}

TEST(InsertProperty, DomainSelectsTheInstances)
{
    EditProperty property;
    property.is_local = false;
    property.applies = [](const Cursor &place) { return place.depth() == 1; };
    property.edit = [](const Site &site) {
        isl::union_set part = site.random.part(site.statements(), constants);
        std::set<Instance> kept = selected(part, site.instances(), site.before.constants);
        isl::union_set instances = site.before.tree.domain().intersect(part);
        Tree result = insert_domain(site.place.node_ptr(), instances);
        return Outcome{result.root(), site.filtered(kept), {{{}, {0}}}};
    };
    check_edit(property);
}

bool is_removable(const Cursor &place)
{
    return place.has_parent() && place.child_count() == 1 && !is_child_filter(place) &&
           !(place.is<Band>() && refers_to_dimensions(place.child(0).node()));
}

/// The child of what is removed, unless it loses the claims that hold within a band only.
std::vector<std::pair<Path, Path>> shared_child(const Site &site)
{
    NodePtr child = site.place.node().child(0);
    bool is_kept = !site.place.is<Band>() || without_claims(child) == child;
    return is_kept ? std::vector<std::pair<Path, Path>>{{{0}, {}}}
                   : std::vector<std::pair<Path, Path>>{};
}

TEST(InsertProperty, RemoveLeavesTheChild)
{
    EditProperty property{.applies = is_removable};
    property.edit = [](const Site &site) -> std::optional<Outcome> {
        NodePtr wanted =
            replaced(site.before.tree.node_ptr(), site.path, site.place.child(0).node_ptr());
        try {
            Cursor result = remove(site.place);
            return Outcome{result, executions(*wanted, site.before.constants), shared_child(site)};
        } catch (const Error &error) {
            EXPECT_EQ(error.diagnostic().kind, DiagnosticKind::invalid_schedule_tree);
            EXPECT_THROW(Tree{wanted}, Error) << error.what();
            return std::nullopt;
        }
    };
    check_edit(property);
}

TEST(InsertProperty, RemovedBandsAndMarksLeaveTheRestOfTheOrder)
{
    EditProperty property;
    property.applies = [](const Cursor &place) {
        return is_removable(place) && (place.is<Band>() || place.is<Mark>() || place.is<Guard>());
    };
    property.edit = [](const Site &site) {
        Executions expected = site.rewritten([](KeyParts &parts) { parts.own.clear(); });
        return Outcome{remove(site.place), expected, shared_child(site)};
    };
    check_edit(property);
}

TEST(InsertProperty, CutLeavesWhatReachesTheNodeUnordered)
{
    EditProperty property;
    property.edit = [](const Site &site) {
        Executions expected = site.executions;
        std::erase_if(expected, [&](const Execution &one) { return passes(one, site.path); });
        for (const Execution &one :
             reaching(site.before.tree.node(), site.before.constants, site.path))
            expected.push_back(one);
        return Outcome{cut(site.place), expected};
    };
    check_edit(property);
}

TEST(InsertProperty, EditsRefuseOtherPlaces)
{
    auto may_insert = [](const Cursor &place) {
        return place.has_parent() && !is_child_filter(place);
    };
    auto may_insert_band = [&](const Cursor &place) {
        return may_insert(place) && !refers_to_dimensions(place.node());
    };
    auto is_inner = [](const Cursor &place) { return place.has_parent(); };
    auto nothing = [](const Cursor &place) { return isl::union_set::empty(place.ctx()); };
    auto params = [](const Cursor &place) { return isl::set(place.ctx(), "{ : }"); };
    auto pairs = [](const Cursor &place) { return isl::union_map::empty(place.ctx()); };
    check_refusals({
        {"mark", may_insert, [](const Cursor &place) { insert_mark(place, "here"); }},
        {"context", may_insert, [&](const Cursor &place) { insert_context(place, params(place)); }},
        {"guard", may_insert, [&](const Cursor &place) { insert_guard(place, params(place)); }},
        {"filter", may_insert, [&](const Cursor &place) { insert_filter(place, nothing(place)); }},
        {"sequence", may_insert,
         [&](const Cursor &place) { insert_sequence(place, {nothing(place)}); }},
        {"set", may_insert, [&](const Cursor &place) { insert_set(place, {nothing(place)}); }},
        {"extension", may_insert,
         [&](const Cursor &place) { insert_extension(place, pairs(place)); }},
        {"expansion", may_insert,
         [&](const Cursor &place) {
             insert_expansion(place, pairs(place).as_union_pw_multi_aff(), pairs(place));
         }},
        {"band", may_insert_band,
         [](const Cursor &place) {
             insert_band(place, isl::multi_union_pw_aff(place.ctx(), "[{ S0[] -> [(0)] }]"));
         }},
        {"remove", is_removable, [](const Cursor &place) { remove(place); }},
        {"cut", is_inner, [](const Cursor &place) { cut(place); }},
    });
}

} // namespace
} // namespace espalier::test
