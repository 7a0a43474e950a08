#include "espalier/ast/sampled_check.h"

#include "espalier/ast/interpreter.h"
#include "espalier/ast/samples.h"

#include <fmt/format.h>

#include <isl/map.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

namespace espalier::ast {

namespace {

using Time = std::vector<long>;

/// The times of each instance, in order.
using Times = std::map<Instance, std::vector<Time>>;

/// One sample has no more instances, and all samples not many times as many.
constexpr std::size_t max_instances = 6000, max_in_all = 30000;

/// Nothing if one of them is not a long: code that is run here has no such numbers.
std::optional<std::vector<long>> coordinates(const isl::point &point, int begin, int end)
{
    const isl::val greatest(point.ctx(), std::numeric_limits<long>::max());
    std::vector<long> result;
    for (int k = begin; k < end; ++k) {
        isl::val value = isl::manage(isl_point_get_coordinate_val(point.get(), isl_dim_set, k));
        if (value.abs().gt(greatest))
            return std::nullopt;
        result.push_back(value.num_si());
    }
    return result;
}

std::string tuple_name(const isl::map &map)
{
    const char *name = isl_map_get_tuple_name(map.get(), isl_dim_in);
    return name ? name : "";
}

/// The points of a relation { S[i] -> [t] } without symbolic constants, one after the other.
class Enumeration {
public:
    Enumeration(const isl::map &map, Times &times, std::size_t &count)
        : statement_(tuple_name(map)),
          inputs_(static_cast<int>(isl_map_dim(map.get(), isl_dim_in))),
          all_(inputs_ + static_cast<int>(isl_map_dim(map.get(), isl_dim_out))), times_(times),
          count_(count)
    {
    }

    /// \return whether there are few enough, and all have coordinates of the machine's size
    bool run(const isl::set &pairs)
    {
        return isl_set_is_bounded(pairs.get()) == isl_bool_true &&
               isl_set_foreach_point(pairs.get(), add, this) == isl_stat_ok;
    }

private:
    /// Ends the enumeration, without an error of isl's, when there are too many points, or one has
    /// too large a coordinate.
    static isl_stat add(isl_point *given, void *user)
    {
        isl::point point = isl::manage(given);
        auto &self = *static_cast<Enumeration *>(user);
        if (++self.count_ > max_instances)
            return isl_stat_error;
        auto instance = coordinates(point, 0, self.inputs_);
        auto time = coordinates(point, self.inputs_, self.all_);
        if (!instance || !time)
            return isl_stat_error;
        self.times_[{self.statement_, *instance}].push_back(*time);
        return isl_stat_ok;
    }

    std::string statement_;
    int inputs_, all_;
    Times &times_;
    std::size_t &count_;
};

/// All instances with their times; nothing if there are too many, or too large ones.
/// \param order  { S[i] -> [t] }, without symbolic constants
std::optional<Times> enumerate(const isl::union_map &order)
{
    Times result;
    std::size_t count = 0;
    bool is_small = true;
    order.foreach_map([&](const isl::map &map) {
        is_small = is_small && Enumeration(map, result, count).run(map.wrap());
    });
    if (!is_small)
        return std::nullopt;
    for (auto &[instance, times] : result)
        std::sort(times.begin(), times.end());
    return result;
}

/// An instance that was executed, with the time at which it should have been.
struct Executed {
    const Instance *instance;
    const Time *time;
};

/// Looks for executions in an order that is not allowed.
class OrderCheck {
public:
    explicit OrderCheck(const std::vector<SetPlace> &sets) : sets_(sets) {}

    /// \param executed  in the order of execution, with times that agree in the coordinates before
    ///                  `depth`
    std::optional<std::string> find_difference(const std::vector<Executed> &executed,
                                               std::size_t depth) const
    {
        if (executed.size() < 2 || depth == executed.front().time->size())
            return std::nullopt;
        std::map<long, std::vector<Executed>> groups;
        bool is_ordered = !is_set(*executed.front().time, depth);
        for (const Executed &one : executed) {
            long value = (*one.time)[depth];
            if (is_ordered && !groups.empty() && groups.rbegin()->first > value)
                return fmt::format("the code runs {} after {}, against the schedule",
                                   to_string(*one.instance),
                                   to_string(*groups.rbegin()->second.back().instance));
            groups[value].push_back(one);
        }
        for (const auto &[value, group] : groups)
            if (auto difference = find_difference(group, depth + 1))
                return difference;
        return std::nullopt;
    }

private:
    bool is_set(const Time &time, std::size_t depth) const
    {
        auto agrees = [](long value, std::optional<long> position) {
            return !position || *position == value;
        };
        return std::any_of(sets_.begin(), sets_.end(), [&](const SetPlace &place) {
            return place.size() == depth &&
                   std::equal(place.begin(), place.end(), time.begin(),
                              [&](std::optional<long> position, long value) {
                                  return agrees(value, position);
                              });
        });
    }

    const std::vector<SetPlace> &sets_;
};

/// What is wrong with the instances executed, if anything.
class Comparison {
public:
    /// \param unspecified  { S[i] }, without symbolic constants
    Comparison(const Times &times, const isl::union_set &unspecified,
               const std::vector<SetPlace> &sets)
        : times_(times), unspecified_(unspecified), sets_(sets)
    {
    }

    std::optional<std::string> find_difference(const std::vector<Instance> &found)
    {
        for (const Instance &instance : found)
            ++counts_[instance];
        for (const auto &[instance, times] : times_)
            if (counts_[instance] < times.size())
                return fmt::format("the code does not run {}{}", to_string(instance),
                                   times.size() == 1 ? "" : " as often as the schedule has it");
        for (auto &[instance, count] : counts_)
            if (auto difference = find_surplus(instance, count))
                return difference;
        return OrderCheck(sets_).find_difference(executed(found), 0);
    }

private:
    /// \return nothing also if the instance is unspecified; then it counts no more
    std::optional<std::string> find_surplus(const Instance &instance, std::size_t &count)
    {
        auto expected = times_.find(instance);
        std::size_t most = expected == times_.end() ? 0 : expected->second.size();
        if (count == most)
            return std::nullopt;
        isl::union_set point(unspecified_.ctx(), fmt::format("{{ {} }}", to_string(instance)));
        if (point.is_subset(unspecified_)) {
            count = 0;
            return std::nullopt;
        }
        return fmt::format("the code runs {}{}", to_string(instance),
                           most == 0   ? ", which the schedule does not have"
                           : most == 1 ? " more than once"
                                       : fmt::format(" more than {} times", most));
    }

    /// The executions that count, the k-th of each instance with the k-th of its times.
    std::vector<Executed> executed(const std::vector<Instance> &found) const
    {
        std::vector<Executed> result;
        std::map<Instance, std::size_t> done;
        for (const Instance &instance : found)
            if (counts_.at(instance) > 0) {
                auto expected = times_.find(instance);
                result.push_back({&expected->first, &expected->second[done[instance]++]});
            }
        return result;
    }

    const Times &times_;
    const isl::union_set &unspecified_;
    const std::vector<SetPlace> &sets_;
    std::map<Instance, std::size_t> counts_;
};

std::string describe(const Constants &constants)
{
    std::string result;
    for (const auto &[name, value] : constants)
        result += fmt::format(", {} = {}", name, value);
    return result;
}

/// How far the samples have come.
struct Progress {
    std::size_t samples = 0, instances = 0;
};

/// \return the first difference for these values; nothing if there is none, or it takes too long to
///         find
std::optional<std::string> check(const NodePtr &code, const Expectation &expectation,
                                 const Constants &constants, Progress &progress)
{
    isl::set values = as_set(expectation.context.ctx(), constants);
    auto times = enumerate(expectation.order.intersect_params(values).project_out_all_params());
    if (!times)
        return std::nullopt;
    isl::union_set unspecified = isl::manage(isl_union_set_project_out_all_params(
        expectation.unspecified.intersect_params(values).release()));
    const Execution found = interpret(code, constants, 2 * max_instances);
    using End = Execution::End;
    if (found.end == End::too_many_iterations ||
        (found.end != End::complete && !unspecified.is_empty()))
        return std::nullopt;
    if (found.end == End::too_many_instances)
        return "the code runs more instances than the schedule has" + describe(constants);
    if (found.end == End::number_too_large)
        return "the code computes a number that does not fit into 64 bits" + describe(constants);
    ++progress.samples;
    progress.instances += found.instances.size();
    auto difference =
        Comparison(*times, unspecified, expectation.sets).find_difference(found.instances);
    return difference ? std::optional(*difference + describe(constants)) : std::nullopt;
}

} // namespace

Verdict check_samples(const NodePtr &code, const Expectation &expectation)
{
    Progress progress;
    for (const Constants &constants : sample_constants(expectation)) {
        if (auto difference = check(code, expectation, constants, progress))
            return Verdict::wrong(*difference);
        if (progress.instances > max_in_all)
            break;
    }
    return progress.samples > 0
               ? Verdict::right()
               : Verdict::undecided("there are too many instances for all values that were tried");
}

} // namespace espalier::ast
