#include "espalier/schedule/band_edits.h"

#include "tests/support/edit_property.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isl/aff.h>

#include <algorithm>

/// The order of instances after each edit of bands, as band_edits.h defines it.
namespace espalier::test {
namespace {

using namespace schedule;
using testing::IsSupersetOf;

const Band &band(const Site &site) { return site.place.as<Band>(); }

const Band &child_band(const Cursor &place) { return place.child(0).as<Band>(); }

/// \name Where the edits apply.
/// @{
bool may_change(const Cursor &place)
{
    return place.is<Band>() && !refers_to_dimensions(place.child(0).node()) &&
           place.as<Band>().size() > 0;
}

bool is_transformable(const Cursor &place)
{
    return may_change(place) && !place.as<Band>().isolation;
}

bool may_sink(const Cursor &place)
{
    return place.is<Band>() && !refers_to_dimensions(place.node());
}

bool is_divisible(const Cursor &place) { return place.is<Band>() && place.as<Band>().size() > 1; }

bool is_combinable(const Cursor &place)
{
    return place.is<Band>() && place.child(0).is<Band>() && !place.as<Band>().isolation &&
           !child_band(place).isolation;
}

bool is_over_branches(const Cursor &place)
{
    return place.is<Band>() &&
           (place.child(0).is<Sequence>() || place.child(0).is<schedule::Set>());
}
/// @}

/// The value of the band that a key passes.
std::vector<long> &value(KeyParts &parts) { return parts.own.front().value; }

long floor_div(long value, long divisor) { return value / divisor - (value % divisor < 0 ? 1 : 0); }

/// The instances that a band isolates.
std::set<Instance> isolated(const Cursor &place, const Constants &constants)
{
    std::set<Instance> result;
    const std::optional<isl::map> &isolation = place.as<Band>().isolation;
    if (!isolation)
        return result;
    isl::union_set part(isolation->wrap().flatten());
    for (const Execution &execution :
         reaching(place.tree().node(), constants, extended(place.path(), {0}))) {
        std::set<Instance> point = {{"", schedule_values(execution.key)}};
        if (selected(part, point, constants) == point)
            result.insert(execution.instance());
    }
    return result;
}

template <class T>
std::vector<T> permuted(const std::vector<T> &values, const std::vector<std::size_t> &order)
{
    std::vector<T> result;
    result.reserve(order.size());
    for (std::size_t position : order)
        result.push_back(values[position]);
    return result;
}

std::vector<Member> without_options(std::vector<Member> members)
{
    for (Member &member : members)
        member = {member.is_coincident};
    return members;
}

TEST(BandEditProperty, ApplyOrdersByTransformedValues)
{
    EditProperty property{.applies = is_transformable};
    property.edit = [](const Site &site) {
        std::size_t size = band(site).size();
        isl::multi_pw_aff transformation =
            site.random.transformation(size, std::size_t(site.random.between(1, 4)));
        Executions expected = site.rewritten([&](KeyParts &parts) {
            Instance point{"", value(parts)};
            value(parts) = values(transformation, {point}, {}).at(point);
        });
        Cursor result = apply(site.place, transformation);
        const Band &made = result.as<Band>();
        EXPECT_FALSE(made.is_permutable || made.isolation);
        EXPECT_EQ(made.members, std::vector<Member>(made.schedule.size()));
        if (transformation.as_map().is_injective())
            return Outcome{result, expected, {{{0}, {0}}}};
        EXPECT_TRUE(is_equal(*result.node().child(0), *without_claims(site.place.node().child(0))));
        return Outcome{result, expected};
    };
    check_edit(property);
}

TEST(BandEditProperty, SplitKeepsTheOrder)
{
    EditProperty property{.applies = is_divisible};
    property.edit = [](const Site &site) {
        std::size_t size = band(site).size();
        std::size_t position = std::size_t(site.random.between(1, long(size)));
        Cursor result = split(site.place, position);
        const Band &outer = result.as<Band>(), &inner = child_band(result);
        std::vector<Member> members = outer.members;
        members.insert(members.end(), inner.members.begin(), inner.members.end());
        EXPECT_EQ(outer.size(), position);
        EXPECT_EQ(members, band(site).members);
        EXPECT_EQ(outer.is_permutable, band(site).is_permutable);
        EXPECT_EQ(inner.is_permutable, band(site).is_permutable);
        EXPECT_EQ(outer.isolation && inner.isolation, band(site).isolation.has_value());
        std::set<Instance> part = isolated(site.place, site.before.constants);
        EXPECT_THAT(isolated(result, site.before.constants), IsSupersetOf(part));
        EXPECT_EQ(isolated(result.child(0), site.before.constants), part);
        return Outcome{result, site.executions, {{{0}, {0, 0}}}};
    };
    check_edit(property);
}

TEST(BandEditProperty, CombineKeepsTheOrder)
{
    EditProperty property{.applies = is_combinable};
    property.edit = [](const Site &site) {
        Cursor result = combine(site.place);
        std::vector<Member> members = band(site).members;
        const Band &inner = child_band(site.place), &made = result.as<Band>();
        for (Member member : inner.members) {
            member.is_coincident = member.is_coincident && band(site).size() == 0;
            members.push_back(member);
        }
        EXPECT_EQ(made.members, members);
        EXPECT_TRUE(!made.is_permutable || band(site).size() == 0 || inner.size() == 0);
        return Outcome{result, site.executions, {{{0, 0}, {0}}}};
    };
    check_edit(property);
}

TEST(BandEditProperty, PermuteReordersTheValues)
{
    EditProperty property{.applies = may_change};
    property.edit = [](const Site &site) {
        std::vector<std::size_t> order = site.random.permutation(band(site).size());
        Executions expected =
            site.rewritten([&](KeyParts &parts) { value(parts) = permuted(value(parts), order); });
        Cursor result = permute(site.place, order);
        EXPECT_EQ(result.as<Band>().members, permuted(band(site).members, order));
        EXPECT_EQ(result.as<Band>().is_permutable, band(site).is_permutable);
        EXPECT_EQ(isolated(result, site.before.constants),
                  isolated(site.place, site.before.constants));
        return Outcome{result, expected, {{{0}, {0}}}};
    };
    check_edit(property);
}

/// The values of the two bands that tiling makes.
std::pair<std::vector<long>, std::vector<long>>
tiled(const std::vector<long> &values, const std::vector<long> &sizes, const TileOptions &options)
{
    std::vector<long> tiles, points;
    for (std::size_t k = 0; k < values.size(); ++k) {
        long tile = floor_div(values[k], sizes[k]);
        tiles.push_back(options.scale_tile_loops ? sizes[k] * tile : tile);
        points.push_back(options.shift_point_loops ? values[k] - sizes[k] * tile : values[k]);
    }
    return {tiles, points};
}

TEST(BandEditProperty, TileOrdersByTilesThenPoints)
{
    EditProperty property{.applies = may_change};
    property.edit = [](const Site &site) {
        std::vector<long> sizes(band(site).size());
        for (long &size : sizes)
            size = site.random.between(1, 5);
        TileOptions options{site.random.chance(50), site.random.chance(50)};
        Cursor result = tile(site.place, sizes, options);
        const Band &tiles = result.as<Band>(), &points = child_band(result);
        Constants constants = site.before.constants;
        std::set<Instance> instances = site.instances();
        auto outer = values(tiles.schedule, instances, constants);
        auto inner = values(points.schedule, instances, constants);
        Executions expected = site.rewritten([&](const Instance &instance, KeyParts &parts) {
            auto [tile_value, point_value] = tiled(value(parts), sizes, options);
            EXPECT_EQ(outer.at(instance), tile_value);
            EXPECT_EQ(inner.at(instance), point_value);
            value(parts) = tile_value;
            parts.own.push_back({Step::Kind::band, point_value, site.path.size()});
        });
        EXPECT_EQ(tiles.members, without_options(band(site).members));
        EXPECT_EQ(points.members, band(site).members);
        EXPECT_EQ(tiles.is_permutable, band(site).is_permutable);
        EXPECT_EQ(points.is_permutable, band(site).is_permutable);
        EXPECT_FALSE(tiles.isolation);
        EXPECT_EQ(isolated(result.child(0), constants), isolated(site.place, constants));
        return Outcome{result, expected, {{{0}, {0, 0}}}};
    };
    check_edit(property);
}

TEST(BandEditProperty, SinkOrdersByTheSubtreeFirst)
{
    EditProperty property{.applies = may_sink};
    property.edit = [](const Site &site) {
        Executions expected = site.rewritten([](KeyParts &parts) { parts.own.swap(parts.below); });
        return Outcome{sink(site.place), expected};
    };
    check_edit(property);
}

TEST(BandEditProperty, DistributeOrdersByTheChildrenFirst)
{
    EditProperty property{.applies = is_over_branches};
    property.edit = [](const Site &site) {
        Executions expected =
            site.rewritten([](KeyParts &parts) { std::swap(parts.own[0], parts.below[0]); });
        Outcome result{distribute(site.place), expected, {}};
        EXPECT_EQ(result.result.type(), site.place.child(0).type());
        for (std::size_t k = 0; k < result.result.child_count(); ++k)
            result.shared.push_back({{0, k, 0}, {k, 0, 0}});
        return result;
    };
    check_edit(property);
}

/// A band with another property: the order stays, and so does all else.
void check_property_edit(const std::function<Cursor(const Site &, Band &)> &edit)
{
    EditProperty property;
    property.applies = [](const Cursor &place) {
        return place.is<Band>() && place.as<Band>().size() > 0;
    };
    property.edit = [&](const Site &site) {
        Band wanted = band(site);
        Cursor result = edit(site, wanted);
        EXPECT_TRUE(is_equal(result.node(), *node(wanted, site.place.child(0).node_ptr())));
        return Outcome{result, site.executions, {{{0}, {0}}}};
    };
    check_edit(property);
}

std::size_t some_member(const Site &site)
{
    return std::size_t(site.random.between(0, long(band(site).size())));
}

LoopOption some_option(const Site &site)
{
    return site.random.pick<LoopOption>(
        {LoopOption::none, LoopOption::separate, LoopOption::atomic, LoopOption::unroll});
}

TEST(BandEditProperty, PermutableKeepsTheOrder)
{
    check_property_edit([](const Site &site, Band &wanted) {
        wanted.is_permutable = site.random.chance(50);
        return with_permutable(site.place, wanted.is_permutable);
    });
}

TEST(BandEditProperty, CoincidentKeepsTheOrder)
{
    check_property_edit([](const Site &site, Band &wanted) {
        std::size_t k = some_member(site);
        wanted.members[k].is_coincident = site.random.chance(50);
        return with_coincident(site.place, k, wanted.members[k].is_coincident);
    });
}

TEST(BandEditProperty, OptionKeepsTheOrder)
{
    check_property_edit([](const Site &site, Band &wanted) {
        std::size_t k = some_member(site);
        wanted.members[k].option = some_option(site);
        return with_option(site.place, k, wanted.members[k].option);
    });
}

TEST(BandEditProperty, IsolatedOptionKeepsTheOrder)
{
    check_property_edit([](const Site &site, Band &wanted) {
        std::size_t k = some_member(site);
        wanted.members[k].isolated_option = some_option(site);
        return with_isolated_option(site.place, k, wanted.members[k].isolated_option);
    });
}

TEST(BandEditProperty, IsolationKeepsTheOrder)
{
    check_property_edit([](const Site &site, Band &wanted) {
        wanted.isolation =
            site.random.isolation(site.place.schedule_depth(), band(site).size(), {"n"});
        return with_isolation(site.place, *wanted.isolation);
    });
}

TEST(BandEditProperty, EditsRefuseOtherPlaces)
{
    auto has_members = [](const Cursor &place) {
        return place.is<Band>() && place.as<Band>().size() > 0;
    };
    auto sizes = [](const Cursor &place) {
        return std::vector<long>(place.is<Band>() ? place.as<Band>().size() : 1, 2);
    };
    check_refusals({
        {"apply", is_transformable,
         [](const Cursor &place) {
             Random random(place.ctx(), 1);
             apply(place, random.transformation(place.is<Band>() ? place.as<Band>().size() : 1, 1));
         }},
        {"split", is_divisible, [](const Cursor &place) { split(place, 1); }},
        {"combine", is_combinable, combine},
        {"permute", may_change, [](const Cursor &place) { permute(place, {0}); }},
        {"tile", may_change, [&](const Cursor &place) { tile(place, sizes(place)); }},
        {"sink", may_sink, sink},
        {"distribute", is_over_branches, distribute},
        {"permutable", has_members,
         [](const Cursor &place) {
             with_permutable(place, true);
             with_option(place, 0, LoopOption::unroll);
         }},
    });
}

} // namespace
} // namespace espalier::test
