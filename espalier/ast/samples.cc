#include "espalier/ast/samples.h"

#include "espalier/presburger/id.h"
#include "espalier/presburger/parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>

#include <algorithm>
#include <random>
#include <set>

namespace espalier::ast {

namespace {

/// Numbers in constraints are of use as long as there are few instances.
constexpr long greatest_number = 100;

/// How many values are chosen around the numbers in constraints.
constexpr std::size_t random_samples = 16;

void add_numbers(const isl::basic_map &part, std::set<long> &numbers)
{
    auto add = [&](isl_constraint *constraint) {
        isl::val constant = isl::manage(isl_constraint_get_constant_val(constraint)).abs();
        isl_constraint_free(constraint);
        if (constant.gt(isl::val(part.ctx(), greatest_number)))
            return;
        for (long near = constant.num_si() - 1; near <= constant.num_si() + 1; ++near)
            numbers.insert({near, -near});
    };
    isl_constraint_list *list = isl_basic_map_get_constraint_list(part.get());
    for (int k = 0; k < isl_constraint_list_n_constraint(list); ++k)
        add(isl_constraint_list_get_at(list, k));
    isl_constraint_list_free(list);
}

/// Small numbers, and those around the numbers in the constraints of an order.
std::vector<long> interesting_numbers(const isl::union_map &order)
{
    std::set<long> result = {-3, -1, 0, 1, 2, 3, 4, 5, 8};
    order.foreach_map([&](const isl::map &map) {
        map.foreach_basic_map([&](const isl::basic_map &part) { add_numbers(part, result); });
    });
    return {result.begin(), result.end()};
}

class Sampler {
public:
    explicit Sampler(const Expectation &expectation)
        : context_(isl::manage(isl_set_align_params(
              isl_set_align_params(expectation.context.copy(),
                                   isl_union_map_get_space(expectation.order.get())),
              isl_union_set_get_space(expectation.unspecified.get())))),
          names_(presburger::parameter_names(context_.space()))
    {
    }

    std::vector<Constants> samples() { return std::move(samples_); }

    /// All constants near `size`, at a distance of `step` each.
    void add_near(long size, long step)
    {
        Constants values;
        for (std::size_t k = 0; k < names_.size(); ++k)
            values[names_[k]] = size + step * static_cast<long>(k);
        add(values);
    }

    /// Random ones of some numbers, as far as there are such in a region.
    void add_random(isl::set region, const std::vector<long> &numbers)
    {
        region = region.intersect(context_);
        if (region.is_empty())
            return;
        std::vector<std::string> order = names_;
        std::shuffle(order.begin(), order.end(), engine_);
        for (const std::string &name : order)
            region = fixed(region, name, numbers);
        add(point(region));
    }

private:
    /// The points of a region at which a constant has one of some numbers, if one is found.
    isl::set fixed(const isl::set &region, const std::string &name,
                   const std::vector<long> &numbers)
    {
        static constexpr int attempts = 4;
        for (int attempt = 0; attempt < attempts; ++attempt) {
            long number = numbers[engine_() % numbers.size()];
            isl::set chosen = region.intersect(as_set(region.ctx(), {{name, number}}));
            if (!chosen.is_empty())
                return chosen;
        }
        return region;
    }

    Constants point(const isl::set &region) const
    {
        isl::point sample = region.sample_point();
        Constants values;
        for (const std::string &name : names_) {
            int position = isl_set_find_dim_by_name(region.get(), isl_dim_param, name.c_str());
            values[name] =
                isl::manage(isl_point_get_coordinate_val(sample.get(), isl_dim_param, position))
                    .num_si();
        }
        return values;
    }

    void add(const Constants &values)
    {
        bool is_known = std::find(samples_.begin(), samples_.end(), values) != samples_.end();
        if (!is_known && !context_.intersect(as_set(context_.ctx(), values)).is_empty())
            samples_.push_back(values);
    }

    isl::set context_;
    std::vector<std::string> names_;
    std::vector<Constants> samples_;
    std::mt19937 engine_;
};

/// { : ... } each: where each statement is executed, and everywhere.
std::vector<isl::set> regions(const Expectation &expectation)
{
    std::vector<isl::set> result = {expectation.context};
    expectation.order.foreach_map(
        [&](const isl::map &map) { result.push_back(map.domain().params()); });
    return result;
}

} // namespace

std::vector<Constants> sample_constants(const Expectation &expectation)
{
    Sampler sampler(expectation);
    for (long size : {0L, 1L, 2L, 3L, 5L, 9L, 33L, 70L})
        sampler.add_near(size, 1);
    for (long size : {0L, 3L, 9L})
        sampler.add_near(size, 0);
    std::vector<long> numbers = interesting_numbers(expectation.order);
    std::vector<isl::set> all = regions(expectation);
    for (std::size_t k = 0; k < random_samples; ++k)
        sampler.add_random(all[k % all.size()], numbers);
    return sampler.samples();
}

isl::set as_set(isl::ctx ctx, const Constants &constants)
{
    isl::set result = isl::set::universe(isl::space::unit(ctx));
    for (const auto &[name, value] : constants) {
        isl::space space = result.space().params();
        isl::id id = presburger::make_id(ctx, name);
        result = isl::manage(isl_set_align_params(
            result.release(),
            isl_space_add_param_id(isl::space::unit(ctx).release(), id.release())));
        int position = isl_set_find_dim_by_name(result.get(), isl_dim_param, name.c_str());
        result = isl::manage(isl_set_fix_val(result.release(), isl_dim_param, unsigned(position),
                                             isl::val(ctx, value).release()));
    }
    return result;
}

} // namespace espalier::ast
