#pragma once

#include "espalier/presburger/context.h"
#include "espalier/schedule/band_forest.h"
#include "espalier/schedule/kelly.h"
#include "espalier/schedule/tree.h"
#include "espalier/schedule/two_d_plus_one.h"
#include "tests/support/instance_order.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// The order of instances in each schedule representation, by its definition and not by conversion,
/// so that the conversions can be checked.
namespace espalier::test {

/// What decides on the order of each instance (see `compare`).
using Keys = std::map<Instance, Key>;

/// \name The instances of a schedule with their keys, for given values of the symbolic constants.
/// @{
Keys keys(const schedule::Tree &tree, const Constants &constants);
Keys keys(const schedule::KellySchedule &schedule, const Constants &constants);
Keys keys(const schedule::TwoDPlusOneSchedule &schedule, const Constants &constants);
/// \param schedule  a union map: { S[i] -> [t] }, all of one dimension
Keys keys(const isl::union_map &schedule, const Constants &constants);
Keys keys(const schedule::BandForest &forest, const Constants &constants);
/// @}

/// In words, an instance that only one of two schedules has, or a pair that they order differently;
/// "" if there is none.
std::string difference(const Keys &first, const Keys &second);

/// The same, but for pairs that `original` leaves unordered: these may have any order.
std::string lost_order(const Keys &original, const Keys &other);

/// The pairs of an instance and one that is to be executed after it.
std::set<std::pair<Instance, Instance>> ordered_pairs(const Keys &keys);

/// The same as `precedes` (queries.h) finds them in a tree.
std::set<std::pair<Instance, Instance>> ordered_pairs(const schedule::Tree &tree,
                                                      const Constants &constants);

/// Code and message of the error that `action` throws; "" if it throws none.
std::string refusal(const std::function<void()> &action);

/// A fixture with short names for what trees are made of, from isl's notation.
class ScheduleFormsTest : public testing::Test {
protected:
    isl::ctx ctx() const { return context_.get(); }
    isl::set set(const char *text) const { return isl::set(ctx(), text); }
    isl::union_set instances(const char *text) const { return isl::union_set(ctx(), text); }
    isl::union_map map(const char *text) const { return isl::union_map(ctx(), text); }

    schedule::Tree tree(const char *domain,
                        const schedule::NodePtr &child = schedule::leaf()) const;
    schedule::NodePtr filter(const char *instances,
                             const schedule::NodePtr &child = schedule::leaf()) const;
    schedule::NodePtr band(const char *schedule,
                           const schedule::NodePtr &child = schedule::leaf()) const;
    schedule::NodePtr empty_band(const schedule::NodePtr &child) const;

    /// Schedule Trees (2014), figure 1.
    schedule::Tree figure_1() const;

    /// A tree each with an expansion, an extension and a guard, which no other representation has.
    std::vector<schedule::Tree> trees_of_other_nodes() const;

private:
    presburger::Context context_;
};

/// The message with which conversions refuse the trees of other nodes, in their order.
std::vector<std::string> refusals_of_other_nodes();

} // namespace espalier::test
