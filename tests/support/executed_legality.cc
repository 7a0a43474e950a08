#include "tests/support/executed_legality.h"

#include "espalier/presburger/print.h"
#include "espalier/schedule/original.h"
#include "tests/support/executed_meaning.h"

#include <isl/map.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace espalier::test {

namespace {

using dependence::Violation;

constexpr long greatest_constant = 15;
constexpr std::size_t greatest_size = 30; ///< instances of one execution of a legal schedule

/// The pairs of instances of a violation.
std::set<std::pair<Instance, Instance>> instance_pairs(const Violation &violation,
                                                       const Constants &constants)
{
    isl::map pairs = violation.kind == Violation::Kind::missing ? violation.pairs
                                                                : violation.pairs.factor_domain();
    return elements(pairs.to_union_map(), constants);
}

/// Whether each reported pair is in order in the program, and out of order in the reordering, in
/// the way that the violation says.
void check_pairs(const std::vector<Violation> &found, const std::vector<Visit> &visits,
                 const Reordering &reordering, const Constants &constants, LegalityCounts &counts)
{
    std::map<Instance, std::size_t> times;
    for (std::size_t time = 0; time < visits.size(); ++time)
        times[visits[time].instance] = time;
    for (const Violation &violation : found)
        for (const auto &[first, second] : instance_pairs(violation, constants)) {
            if (violation.kind == Violation::Kind::missing) {
                EXPECT_FALSE(reordering.executes(first)) << first;
                continue;
            }
            EXPECT_LT(times.at(first), times.at(second)) << first << " and " << second;
            if (!reordering.executes(first) || !reordering.executes(second))
                ++counts.pairs_that_do_not_run;
            else
                EXPECT_EQ(reordering.order(first, second),
                          violation.is_unordered() ? Order::unordered : Order::after)
                    << first << " and " << second;
        }
}

/// The least n for which there are pairs of a violation; nothing if it is not small.
std::optional<long> min_constant(const std::vector<Violation> &found)
{
    for (long n = 0; n <= greatest_constant; ++n)
        for (const Violation &violation : found) {
            isl::set params = isl::manage(isl_map_params(violation.pairs.copy()));
            isl::set value(params.ctx(), "[n] -> { : n = " + std::to_string(n) + " }");
            if (!params.intersect(value).is_empty())
                return n;
        }
    return std::nullopt;
}

} // namespace

std::optional<dependence::Dependences> dependences_of(const program::Program &program,
                                                      const presburger::Context &context,
                                                      unsigned long budget)
{
    std::optional<dependence::Dependences> result;
    context.within_budget(budget, [&] {
        result = dependence::analyze(program, schedule::original_schedule(program));
    });
    return result;
}

void compare_with_executions(const program::Program &program, const std::vector<Violation> &found,
                             const schedule::Tree &tree, LegalityCounts &counts)
{
    bool is_other_order = false, has_other_conflicts = false;
    long decisive = min_constant(found).value_or(0);
    for (long n = 0; n <= std::max(decisive, 5L); ++n) {
        Constants constants = {{"n", n}};
        std::vector<Visit> visits = original_visits(program, constants);
        if (n > 2 && n != decisive && visits.size() > greatest_size) {
            if (found.empty())
                break;
            continue;
        }
        Reordering reordering(visits, tree, constants);
        check_pairs(found, visits, reordering, constants, counts);
        if (!reordering.preserves_meaning()) {
            EXPECT_FALSE(found.empty()) << "no violation is found, but there is one for n = " << n;
            ++counts.illegal;
            return;
        }
        is_other_order = is_other_order || reordering.is_other_order();
        has_other_conflicts = has_other_conflicts || reordering.is_other_order_of_conflicts();
    }
    for (const Violation &violation : found)
        ADD_FAILURE() << "a violation of kind " << int(violation.kind)
                      << " is found, but executions show none: "
                      << presburger::to_string(violation.pairs)
                      << (violation.is_unordered() ? ", unordered" : "");
    counts.legal += is_other_order;
    counts.legal_with_reordered_conflicts += has_other_conflicts;
}

} // namespace espalier::test
