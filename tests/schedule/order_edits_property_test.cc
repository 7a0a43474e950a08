#include "espalier/base/error.h"
#include "espalier/schedule/order_edits.h"

#include "espalier/schedule/group.h"
#include "espalier/schedule/normal_form.h"
#include "espalier/schedule/queries.h"
#include "tests/support/edit_property.h"

#include <gtest/gtest.h>

#include <algorithm>

/// The order of instances after each edit in order_edits.h, group.h and normal_form.h, as these
/// define it.
namespace espalier::test {
namespace {

using namespace schedule;
using SetNode = schedule::Set;

bool is_parent(const Cursor &place) { return place.is<Sequence>() || place.is<SetNode>(); }

/// The pairs of children that can be fused.
std::vector<std::pair<std::size_t, std::size_t>> fusible(const Cursor &parent)
{
    std::vector<std::pair<std::size_t, std::size_t>> result;
    auto band = [&](std::size_t k) -> const Band * {
        const Node &node = *parent.node().child(k)->child(0);
        return node.is<Band>() ? &node.as<Band>() : nullptr;
    };
    for (std::size_t first = 0; first < parent.child_count(); ++first)
        for (std::size_t second = 0; second < parent.child_count(); ++second)
            if ((parent.is<SetNode>() ? first < second : first + 1 == second) && band(first) &&
                band(second) && band(first)->size() == band(second)->size())
                result.emplace_back(first, second);
    return result;
}

/// Keys that pass child `first` or `second` go to the band first, then to a child of the sequence
/// below it; those of later children of a sequence move up.
void fuse_key(KeyParts &parts, std::size_t first, std::size_t second)
{
    long &position = parts.own[0].value[0];
    bool is_second = position == long(second);
    if (is_second || position == long(first)) {
        position = long(first);
        Step inner{Step::Kind::sequence, {is_second ? 1 : 0}, 0};
        parts.below.insert(parts.below.begin() + 1, inner);
    } else if (parts.own[0].kind == Step::Kind::sequence && position > long(second)) {
        --position;
    }
}

TEST(OrderEditProperty, FuseOrdersByTheBandThenTheChildren)
{
    EditProperty property;
    property.is_local = false;
    property.knobs.isolations = property.knobs.named_bands = property.knobs.empty_bands = false;
    property.applies = [](const Cursor &place) {
        return is_parent(place) && !fusible(place).empty();
    };
    property.edit = [](const Site &site) {
        auto [first, second] = site.random.pick(fusible(site.place));
        Executions expected =
            site.rewritten([&, a = first, b = second](KeyParts &parts) { fuse_key(parts, a, b); });
        Cursor result = fuse(site.place, first, second);
        const Band &made = result.as<Band>();
        EXPECT_FALSE(made.is_permutable);
        for (const Member &member : made.members)
            EXPECT_FALSE(member.is_coincident);
        return Outcome{result, expected, {{{first, 0, 0}, {0, 0, 0}}, {{second, 0, 0}, {0, 1, 0}}}};
    };
    check_edit(property);
}

TEST(OrderEditProperty, OrderPutsTheFirstInstancesFirst)
{
    EditProperty property;
    property.applies = [](const Cursor &place) {
        return !is_child_filter(place) && !has<Extension>(place.node());
    };
    property.edit = [](const Site &site) -> std::optional<Outcome> {
        auto parts = site.random.partition(site.statements(), {"n", "m"}, 2, true);
        if (parts.size() < 2)
            return std::nullopt;
        std::set<Instance> later = selected(parts[1], site.instances(), site.before.constants);
        Executions expected = site.rewritten([&](const Instance &instance, KeyParts &key) {
            long position = later.contains(instance) ? 1 : 0;
            key.above.push_back({Step::Kind::sequence, {position}, 0});
        });
        return Outcome{order(site.place, parts[0], parts[1]), expected};
    };
    check_edit(property);
}

TEST(OrderEditProperty, ReorderMovesTheChildren)
{
    EditProperty property{.applies = is_parent};
    property.edit = [](const Site &site) {
        std::vector<std::size_t> order = site.random.permutation(site.place.child_count());
        Outcome result{reorder(site.place, order), {}, {}};
        result.expected = site.rewritten([&](KeyParts &parts) {
            long &position = parts.own[0].value[0];
            position = std::find(order.begin(), order.end(), std::size_t(position)) - order.begin();
        });
        for (std::size_t k = 0; k < order.size(); ++k)
            result.shared.push_back({{order[k]}, {k}});
        return result;
    };
    check_edit(property);
}

void check_change_of_kind(bool (*applies)(const Cursor &), Cursor (*edit)(const Cursor &),
                          Step::Kind kind)
{
    EditProperty property{.applies = applies};
    property.edit = [&](const Site &site) {
        Outcome result{edit(site.place), {}, {}};
        result.expected = site.rewritten([&](KeyParts &parts) { parts.own[0].kind = kind; });
        for (std::size_t k = 0; k < site.place.child_count(); ++k)
            result.shared.push_back({{k}, {k}});
        return result;
    };
    check_edit(property);
}

TEST(OrderEditProperty, SetToSequenceOrdersTheChildren)
{
    check_change_of_kind([](const Cursor &place) { return place.is<SetNode>(); }, set_to_sequence,
                         Step::Kind::sequence);
}

TEST(OrderEditProperty, SequenceToSetLeavesTheChildrenUnordered)
{
    check_change_of_kind([](const Cursor &place) { return place.is<Sequence>(); }, sequence_to_set,
                         Step::Kind::set);
}

TEST(OrderEditProperty, SetsOrderedMeansAllOfThem)
{
    TreeProperty property;
    property.edit = with_sets_ordered;
    property.rewrite = [](Key &key) {
        for (Step &step : key)
            if (step.kind == Step::Kind::set)
                step.kind = Step::Kind::sequence;
    };
    check_edit(property);
}

template <class Kind>
bool is_below(Cursor place)
{
    while (place.has_parent()) {
        place = place.above();
        if (place.is<Kind>())
            return true;
    }
    return false;
}

bool may_group(const Cursor &place)
{
    return place.has_parent() && !is_child_filter(place) && !is_below<Extension>(place) &&
           !is_below<Expansion>(place) && !reaching_instances(place).is_empty();
}

TEST(GroupProperty, GroupKeepsTheOrder)
{
    EditProperty property;
    property.is_local = false;
    property.applies = may_group;
    property.edit = [](const Site &site) -> std::optional<Outcome> {
        try {
            Cursor result = group(site.place, "Group");
            EXPECT_TRUE(result.is<Expansion>());
            EXPECT_EQ(result.path(), site.path);
            return Outcome{result, site.executions, {{{}, {0}}}};
        } catch (const Error &error) {
            EXPECT_THAT(error.what(), testing::HasSubstr("which a context below the domain"));
            return std::nullopt;
        }
    };
    check_edit(property);
}

TEST(NormalFormProperty, NormalFormKeepsTheOrder)
{
    TreeProperty property;
    property.edit = normal_form;
    check_edit(property);
}

void expect_normal_filter(const Cursor &filter)
{
    isl::union_set reaching = reaching_instances(filter);
    const isl::union_set &instances = filter.as<Filter>().instances;
    if (!is_child_filter(filter)) {
        EXPECT_FALSE(reaching.is_subset(instances)) << describe(filter);
        EXPECT_FALSE(filter.above().is<Filter>() && !is_child_filter(filter.above()));
        return;
    }
    const Node &parent = filter.above().node();
    EXPECT_GT(parent.child_count(), 1U);
    EXPECT_NE(filter.node().child(0)->type(), parent.type()) << describe(filter);
    EXPECT_TRUE(!reaching.intersect(instances).is_empty() || refers_to_dimensions(filter.node()))
        << describe(filter);
}

void expect_normal(const Cursor &node)
{
    if (node.is<Filter>())
        expect_normal_filter(node);
    EXPECT_FALSE(node.is<Context>() && node.above().is<Context>());
    EXPECT_FALSE(node.is<Guard>() && node.as<Guard>().constraints.complement().is_empty());
    EXPECT_FALSE(node.is<Extension>() && node.as<Extension>().relation.is_empty());
    EXPECT_FALSE(node.is<Band>() && node.as<Band>().size() == 0 &&
                 !refers_to_dimensions(node.node()));
}

/// Whether two subtrees have nodes of the same types.
bool has_same_shape(const Node &first, const Node &second)
{
    if (first.type() != second.type() || first.child_count() != second.child_count())
        return false;
    for (std::size_t k = 0; k < first.child_count(); ++k)
        if (!has_same_shape(*first.child(k), *second.child(k)))
            return false;
    return true;
}

TEST(NormalFormProperty, NormalFormHasNoNodesThatSayNothing)
{
    TreeProperty property;
    property.edit = [](const Tree &tree) {
        Tree result = normal_form(tree);
        for (const Cursor &place : places(result))
            expect_normal(place);
        EXPECT_TRUE(has_same_shape(normal_form(result).node(), result.node()));
        return result;
    };
    check_edit(property);
}

TEST(OrderEditProperty, EditsRefuseOtherPlaces)
{
    auto is_set = [](const Cursor &place) { return place.is<SetNode>(); };
    auto is_sequence = [](const Cursor &place) { return place.is<Sequence>(); };
    auto may_order = [](const Cursor &place) {
        return place.has_parent() && !is_child_filter(place);
    };
    check_refusals({
        {"fuse", is_parent, [](const Cursor &place) { fuse(place, 0, 1); }},
        {"order", may_order,
         [](const Cursor &place) {
             isl::union_set all = reaching_instances(place);
             order(place, all, all.subtract(all));
         }},
        {"reorder", is_parent, [](const Cursor &place) { reorder(place, {0}); }},
        {"set_to_sequence", is_set, set_to_sequence},
        {"sequence_to_set", is_sequence, sequence_to_set},
        {"group", may_group, [](const Cursor &place) { group(place, "Group"); }},
    });
}

} // namespace
} // namespace espalier::test
