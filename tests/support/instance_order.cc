#include "tests/support/instance_order.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <isl/map.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/union_set.h>
#include <isl/val.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <stdexcept>

namespace espalier::test {

using namespace schedule;

namespace {

/// Name and number of dimensions of a statement: what isl tells spaces apart by.
using Tuple = std::pair<std::string, std::size_t>;

Tuple tuple(const isl::space &space, isl_dim_type type)
{
    const char *name = isl_space_get_tuple_name(space.get(), type);
    return {name ? name : "", std::size_t(isl_space_dim(space.get(), type))};
}

/// The least and the greatest coordinates of some instances of each statement. Bounds what isl is
/// asked to enumerate: filters and functions mostly are not bounded by themselves.
class Extent {
public:
    explicit Extent(const std::set<Instance> &instances)
    {
        for (const Instance &instance : instances)
            add(instance);
    }

    isl::set restrict(isl::set set) const
    {
        auto found = bounds_.find(tuple(set.space(), isl_dim_set));
        if (found == bounds_.end())
            return isl::set::empty(set.space());
        for (unsigned k = 0; k < found->second.size(); ++k) {
            auto [low, high] = found->second[k];
            set = isl::manage(isl_set_lower_bound_si(set.release(), isl_dim_set, k, int(low)));
            set = isl::manage(isl_set_upper_bound_si(set.release(), isl_dim_set, k, int(high)));
        }
        return set;
    }

    isl::map restrict_domain(const isl::map &map) const
    {
        return map.intersect_domain(restrict(isl::set::universe(map.space().domain())));
    }

private:
    void add(const Instance &instance)
    {
        auto &bounds = bounds_[{instance.statement, instance.at.size()}];
        bounds.resize(instance.at.size(),
                      {std::numeric_limits<long>::max(), std::numeric_limits<long>::min()});
        for (std::size_t k = 0; k < bounds.size(); ++k)
            bounds[k] = {std::min(bounds[k].first, instance.at[k]),
                         std::max(bounds[k].second, instance.at[k])};
    }

    std::map<Tuple, std::vector<std::pair<long, long>>> bounds_;
};

void refuse_other_constants(const isl::space &space, const Constants &constants)
{
    for (isl_size k = 0; k < isl_space_dim(space.get(), isl_dim_param); ++k) {
        std::string name = isl_space_get_dim_name(space.get(), isl_dim_param, unsigned(k));
        if (!constants.contains(name))
            throw std::invalid_argument("no value for the symbolic constant " + name);
    }
}

isl::set as_set(isl::ctx ctx, const Constants &constants)
{
    std::vector<std::string> names, values = {"true"};
    for (const auto &[name, value] : constants) {
        names.push_back(name);
        values.push_back(fmt::format("{} = {}", name, value));
    }
    return isl::set(
        ctx, fmt::format("[{}] -> {{ : {} }}", fmt::join(names, ", "), fmt::join(values, " and ")));
}

isl::union_set bound(const isl::union_set &set, const Constants &constants)
{
    refuse_other_constants(set.space(), constants);
    isl::union_set fixed = set.intersect_params(as_set(set.ctx(), constants));
    return isl::manage(isl_union_set_project_out_all_params(fixed.release()));
}

isl::union_map bound(const isl::union_map &map, const Constants &constants)
{
    refuse_other_constants(map.space(), constants);
    return map.intersect_params(as_set(map.ctx(), constants)).project_out_all_params();
}

std::vector<long> coordinates(const isl::point &point)
{
    std::vector<long> result;
    isl_size count = isl_set_dim(isl::set(point).get(), isl_dim_set);
    for (isl_size k = 0; k < count; ++k) {
        isl::val value =
            isl::manage(isl_point_get_coordinate_val(point.get(), isl_dim_set, int(k)));
        result.push_back(value.num_si());
    }
    return result;
}

void add_elements(const isl::set &set, std::set<Instance> &result)
{
    std::string statement = tuple(set.space(), isl_dim_set).first;
    set.foreach_point(
        [&](const isl::point &point) { result.insert({statement, coordinates(point)}); });
}

void add_elements(const isl::map &map, std::set<std::pair<Instance, Instance>> &result)
{
    auto [from, from_size] = tuple(map.space(), isl_dim_in);
    std::string to = tuple(map.space(), isl_dim_out).first;
    map.wrap().flatten().foreach_point([&, from = from, size = from_size](const isl::point &point) {
        std::vector<long> all = coordinates(point);
        auto middle = all.begin() + std::ptrdiff_t(size);
        result.insert({{from, {all.begin(), middle}}, {to, {middle, all.end()}}});
    });
}

} // namespace

std::string to_string(const Instance &instance)
{
    return fmt::format("{}[{}]", instance.statement, fmt::join(instance.at, ", "));
}

std::ostream &operator<<(std::ostream &stream, const Instance &instance)
{
    return stream << to_string(instance);
}

std::set<Instance> elements(const isl::union_set &set, const Constants &constants)
{
    std::set<Instance> result;
    bound(set, constants).foreach_set([&](const isl::set &part) { add_elements(part, result); });
    return result;
}

std::set<std::pair<Instance, Instance>> elements(const isl::union_map &map,
                                                 const Constants &constants)
{
    std::set<std::pair<Instance, Instance>> result;
    bound(map, constants).foreach_map([&](const isl::map &part) { add_elements(part, result); });
    return result;
}

namespace {

/// The pairs of a relation whose first element is in the extent of some instances.
std::set<std::pair<Instance, Instance>>
elements_from(const isl::union_map &map, const std::set<Instance> &from, const Constants &constants)
{
    std::set<std::pair<Instance, Instance>> result;
    Extent extent(from);
    bound(map, constants).foreach_map([&](const isl::map &part) {
        add_elements(extent.restrict_domain(part), result);
    });
    return result;
}

} // namespace

std::set<Instance> selected(const isl::union_set &set, const std::set<Instance> &from,
                            const Constants &constants)
{
    std::set<Instance> near, result;
    Extent extent(from);
    bound(set, constants).foreach_set([&](const isl::set &part) {
        add_elements(extent.restrict(part), near);
    });
    std::set_intersection(near.begin(), near.end(), from.begin(), from.end(),
                          std::inserter(result, result.end()));
    return result;
}

std::map<Instance, std::vector<long>> values(const isl::multi_union_pw_aff &function,
                                             const std::set<Instance> &at,
                                             const Constants &constants)
{
    std::map<Instance, std::vector<long>> result;
    for (const Instance &instance : at)
        result[instance] = {};
    for (unsigned k = 0; k < function.size(); ++k) {
        isl::multi_union_pw_aff member(function.at(int(k)));
        for (const auto &[instance, value] :
             elements_from(isl::union_map::from(member), at, constants))
            if (auto found = result.find(instance); found != result.end())
                found->second.push_back(value.at.front());
    }
    for (const auto &[instance, value] : result)
        if (value.size() != function.size())
            throw std::logic_error("the function has no value for " + to_string(instance));
    return result;
}

Order compare(const Key &first, const Key &second)
{
    for (std::size_t k = 0; k < std::min(first.size(), second.size()); ++k) {
        if (first[k].kind != second[k].kind)
            throw std::logic_error("two executions part where no sequence or set is");
        if (first[k].value == second[k].value)
            continue;
        if (first[k].kind == Step::Kind::set)
            return Order::unordered;
        return first[k].value < second[k].value ? Order::before : Order::after;
    }
    return Order::unordered;
}

std::vector<long> schedule_values(const Key &key)
{
    std::vector<long> result;
    for (const Step &step : key)
        if (step.kind == Step::Kind::band)
            result.insert(result.end(), step.value.begin(), step.value.end());
    return result;
}

namespace {

/// Walks down a tree with all executions that are still under way.
class Walk {
public:
    using Executions = std::vector<Execution>;

    /// \param end  where executions are followed no further, if there is such a place
    Walk(const Constants &constants, std::optional<Path> end)
        : constants_(constants), end_(std::move(end))
    {
    }

    Executions run(const Node &root)
    {
        visit(root, {});
        return std::move(finished_);
    }

private:
    void visit(const Node &node, Executions executions)
    {
        bool is_end = end_ ? way_ == *end_ : node.is<Leaf>();
        if (is_end) {
            for (Execution &execution : executions) {
                execution.way = way_;
                finished_.push_back(std::move(execution));
            }
            return;
        }
        if (end_ &&
            (way_.size() >= end_->size() || !std::equal(way_.begin(), way_.end(), end_->begin())))
            return;
        std::visit([&](const auto &payload) { enter(node, payload, std::move(executions)); },
                   node.payload());
    }

    void descend(const Node &node, std::size_t position, Executions executions)
    {
        way_.push_back(position);
        visit(*node.child(position), std::move(executions));
        way_.pop_back();
    }

    /// The same with a step of the key at this node.
    void descend(const Node &node, std::size_t position, Step step, Executions executions)
    {
        outer_.push_back(std::move(step));
        descend(node, position, std::move(executions));
        outer_.pop_back();
    }

    void enter(const Node &node, const Domain &domain, const Executions &)
    {
        Executions introduced;
        for (const Instance &instance : elements(domain.instances, constants_))
            introduced.push_back({{{instance, depth()}}, {}, {}, {}});
        descend(node, 0, std::move(introduced));
    }

    void enter(const Node &node, const Context &, Executions all)
    {
        descend(node, 0, std::move(all));
    }

    void enter(const Node &node, const Guard &, Executions all)
    {
        descend(node, 0, std::move(all));
    }

    void enter(const Node &node, const Mark &, Executions all) { descend(node, 0, std::move(all)); }

    void enter(const Node &, const Leaf &, const Executions &) {}

    void enter(const Node &node, const Filter &filter, Executions all)
    {
        std::set<Instance> kept = selected(filter.instances, instances(all), constants_);
        std::erase_if(all, [&](const Execution &one) { return !kept.contains(one.instance()); });
        descend(node, 0, std::move(all));
    }

    void enter(const Node &node, const Sequence &, const Executions &all)
    {
        enter_children(node, Step::Kind::sequence, all);
    }

    void enter(const Node &node, const Set &, const Executions &all)
    {
        enter_children(node, Step::Kind::set, all);
    }

    void enter_children(const Node &node, Step::Kind kind, const Executions &all)
    {
        for (std::size_t position = 0; position < node.child_count(); ++position) {
            Step step{kind, {long(position)}, depth()};
            Executions here = all;
            for (Execution &execution : here)
                execution.key.push_back(step);
            descend(node, position, step, std::move(here));
        }
    }

    void enter(const Node &node, const Band &band, Executions all)
    {
        auto value = values(band.schedule, instances(all), constants_);
        for (Execution &execution : all)
            execution.key.push_back({Step::Kind::band, value.at(execution.instance()), depth()});
        Step step{Step::Kind::band, std::vector<long>(band.schedule.size()), depth()};
        descend(node, 0, step, std::move(all));
    }

    void enter(const Node &node, const Expansion &expansion, const Executions &all)
    {
        std::multimap<Instance, Instance> images;
        for (const auto &[from, to] :
             elements_from(expansion.expansion, instances(all), constants_))
            images.emplace(from, to);
        Executions expanded;
        for (const Execution &execution : all) {
            auto [begin, end] = images.equal_range(execution.instance());
            if (begin == end)
                throw std::logic_error("no expansion of " + to_string(execution.instance()));
            for (; begin != end; ++begin) {
                expanded.push_back(execution);
                expanded.back().stages.push_back({begin->second, depth()});
            }
        }
        descend(node, 0, std::move(expanded));
    }

    void enter(const Node &node, const Extension &extension, Executions all)
    {
        for (const auto &[at, instance] : elements(extension.relation, constants_))
            all.push_back({{{instance, depth()}}, at.at, key_at(at.at), {}});
        descend(node, 0, std::move(all));
    }

    /// The key of an execution that starts here, at these values of the outer bands.
    Key key_at(const std::vector<long> &values) const
    {
        Key result = outer_;
        auto next = values.begin();
        for (Step &step : result)
            if (step.kind == Step::Kind::band)
                for (long &value : step.value)
                    value = *next++;
        return result;
    }

    static std::set<Instance> instances(const Executions &all)
    {
        std::set<Instance> result;
        for (const Execution &execution : all)
            result.insert(execution.instance());
        return result;
    }

    std::size_t depth() const { return way_.size(); }

    const Constants &constants_;
    std::optional<Path> end_;
    Path way_;
    Key outer_; ///< the steps above the current node; values of bands are those of no instance
    Executions finished_;
};

} // namespace

std::vector<Execution> executions(const Node &root, const Constants &constants)
{
    return Walk(constants, std::nullopt).run(root);
}

std::vector<Execution> reaching(const Node &root, const Constants &constants, const Path &path)
{
    return Walk(constants, path).run(root);
}

bool passes(const Execution &execution, const Path &path)
{
    return path.size() <= execution.way.size() &&
           std::equal(path.begin(), path.end(), execution.way.begin());
}

std::optional<Instance> instance_at(const Execution &execution, const Path &path)
{
    std::optional<Instance> result;
    for (const Execution::Stage &stage : execution.stages)
        if (stage.depth < path.size() && passes(execution, path))
            result = stage.instance;
    return result;
}

KeyParts split_at(const Execution &execution, const Path &path)
{
    KeyParts result;
    for (const Step &step : execution.key) {
        Key &part = step.depth < path.size()    ? result.above
                    : step.depth == path.size() ? result.own
                                                : result.below;
        part.push_back(step);
    }
    return result;
}

} // namespace espalier::test
