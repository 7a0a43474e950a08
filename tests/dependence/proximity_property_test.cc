#include "espalier/dependence/proximity.h"

#include "espalier/schedule/original.h"
#include "tests/support/executed_dependences.h"
#include "tests/support/random_programs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

/// The proximity relations of random programs, against what executing the programs shows.
namespace espalier::test {
namespace {

using program::AccessKind;
using Pairs = std::set<std::pair<Instance, Instance>>;

constexpr unsigned programs = 200;
/// Of isl operations for one program, which few exceed: as many may be left out.
constexpr unsigned long budget = 1'000'000;
constexpr unsigned greatest_left_out = programs / 12;
constexpr long greatest_constant = 5;
constexpr std::size_t greatest_size = 40; ///< instances of one execution
constexpr long line = 3;

/// The line that an element lies on; a scalar has one of its own.
Instance line_of(Instance element)
{
    if (!element.at.empty()) {
        long &last = element.at.back();
        last = last >= 0 ? last / line : -((line - 1 - last) / line);
    }
    return element;
}

/// One execution of a program, without its kills.
class ProximityInExecution {
public:
    explicit ProximityInExecution(std::vector<Visit> visits)
    {
        for (Visit &visit : visits)
            if (!visit.is_kill)
                add(visit);
    }

    /// Each instance with the last one before it that reads an element that it accesses, and the
    /// last one that writes it.
    const Pairs &temporal() const { return temporal_; }

    /// Whether the first runs before the second, and both access the same line of an array.
    bool share_line_in_order(const Instance &first, const Instance &second) const
    {
        return position_.at(first) < position_.at(second) &&
               std::ranges::any_of(
                   lines_.at(first),
                   [&](const Instance &one) {
                       return !one.at.empty() && lines_.at(second).contains(one);
                   });
    }

private:
    void add(const Visit &visit)
    {
        position_[visit.instance] = position_.size();
        lines_[visit.instance];
        for (const ElementAccess &access : visit.accesses)
            for (const LastAccesses *last : {&reads_, &writes_})
                if (auto place = last->find(access.element); place != last->end())
                    temporal_.emplace(place->second, visit.instance);
        for (const ElementAccess &access : visit.accesses) {
            (access.kind == AccessKind::read ? reads_ : writes_)
                .insert_or_assign(access.element, visit.instance);
            lines_[visit.instance].insert(line_of(access.element));
        }
    }

    using LastAccesses = std::map<Instance, Instance>;

    LastAccesses reads_, writes_;
    std::map<Instance, std::size_t> position_;
    std::map<Instance, std::set<Instance>> lines_;
    Pairs temporal_;
};

/// The relations of all groups.
struct Found {
    isl::union_map temporal, spatial;
};

Found proximity(const program::Program &program)
{
    Found result = {isl::union_map::empty(program.context.ctx()),
                    isl::union_map::empty(program.context.ctx())};
    for (const dependence::ProximityGroup &group :
         dependence::proximity_groups(program, schedule::original_schedule(program), line)) {
        result.temporal = result.temporal.unite(group.temporal);
        result.spatial = result.spatial.unite(group.spatial);
    }
    return result;
}

/// Checks both relations for one execution.
/// \return the number of pairs that were checked
std::size_t check(const Found &found, const ProximityInExecution &executed,
                  const Constants &constants)
{
    Pairs temporal = elements(found.temporal, constants);
    for (const auto &[first, second] : temporal)
        if (!executed.temporal().contains({first, second}))
            ADD_FAILURE() << "temporal: " << first << " -> " << second
                          << " is not there when executed";
    for (const auto &[first, second] : executed.temporal())
        if (first.statement != second.statement && !temporal.contains({first, second}))
            ADD_FAILURE() << "temporal: " << first << " -> " << second << " is missing";
    Pairs spatial = elements(found.spatial, constants);
    for (const auto &[first, second] : spatial)
        if (!executed.share_line_in_order(first, second))
            ADD_FAILURE() << "spatial: " << first << " -> " << second
                          << " share no line in this order";
    return executed.temporal().size() + spatial.size();
}

TEST(ProximityProperty, IsThatOfExecution)
{
    unsigned left_out = 0;
    std::size_t pairs = 0;
    foreach_random_program(
        0, programs,
        [&](const program::Program &program, const presburger::Context &context, Random &) {
            std::optional<Found> found;
            if (!context.within_budget(budget, [&] { found = proximity(program); })) {
                ++left_out;
                return;
            }
            for (long n = 0; n <= greatest_constant && !testing::Test::HasFailure(); ++n) {
                Constants constants = {{"n", n}};
                std::vector<Visit> visits = original_visits(program, constants);
                if (visits.size() <= greatest_size)
                    pairs += check(*found, ProximityInExecution(visits), constants);
                if (testing::Test::HasFailure())
                    std::cerr << "  for n = " << n << "\n";
            }
        });
    EXPECT_LE(left_out, greatest_left_out);
    EXPECT_TRUE(testing::Test::HasFailure() || pairs >= 5000) << pairs << " pairs";
}

} // namespace
} // namespace espalier::test
