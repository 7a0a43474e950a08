#include "espalier/schedule/validity.h"

#include "espalier/base/error.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/presburger/parameters.h"
#include "espalier/presburger/print.h"
#include "espalier/schedule/queries.h"
#include "espalier/schedule/reach.h"

#include <isl/aff.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/union_set.h>

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace espalier::schedule {

namespace {

using Constants = std::set<std::string>;

/// What is known where a node stands.
struct Place {
    Reach reach;
    Constants constants; ///< the symbolic constants introduced above
    std::size_t depth;   ///< number of outer schedule dimensions
};

void add_constants(const isl::space &space, Constants &constants)
{
    for (const std::string &name : presburger::parameter_names(space))
        constants.insert(name);
}

/// \name The symbolic constants that an object depends on, as opposed to those in its space.
/// @{
template <class Object>
void add_used(const Object &object,
              isl_bool (*involves)(decltype(object.get()), isl_dim_type, unsigned, unsigned),
              Constants &used)
{
    std::vector<std::string> names = presburger::parameter_names(object.space());
    for (unsigned k = 0; k < names.size(); ++k)
        if (involves(object.get(), isl_dim_param, k, 1) == isl_bool_true)
            used.insert(names[k]);
}

Constants used_in(const isl::set &set)
{
    Constants result;
    add_used(set, isl_set_involves_dims, result);
    return result;
}

Constants used_in(const isl::union_set &sets)
{
    Constants result;
    sets.foreach_set([&](const isl::set &set) { result.merge(used_in(set)); });
    return result;
}

Constants used_in(const isl::union_map &maps)
{
    Constants result;
    maps.foreach_map([&](const isl::map &map) { add_used(map, isl_map_involves_dims, result); });
    return result;
}

Constants used_in(const Band &band)
{
    Constants result;
    for (std::size_t k = 0; k < band.size(); ++k)
        isl::union_pw_multi_aff(band.member(k))
            .as_union_map()
            .foreach_map(
                [&](const isl::map &map) { add_used(map, isl_map_involves_dims, result); });
    if (band.isolation)
        add_used(*band.isolation, isl_map_involves_dims, result);
    return result;
}
/// @}

/// One of `instances`: "S[0, 3]", or "S[0, 3] for n = 5" where there are symbolic constants.
std::string sample(const isl::union_set &instances)
{
    std::string point = presburger::to_string(instances.sample_point()); // "[n = 5] -> { S[0, 3] }"
    std::size_t begin = point.find("{ ") + 2, end = point.rfind(" }");
    std::string instance = point.substr(begin, end - begin);
    return point[0] == '['
               ? fmt::format("{} for {}", instance, point.substr(1, point.find(']') - 1))
               : instance;
}

/// Whether a function has a value that is no integer somewhere in `set`.
bool is_fractional(const isl::pw_aff &function, const isl::set &set)
{
    bool has_denominator = false;
    function.foreach_piece([&](const isl::set &, const isl::multi_aff &piece) {
        isl::val denominator = isl::manage(isl_aff_get_denominator_val(piece.at(0).get()));
        has_denominator = has_denominator || !denominator.is_one();
    });
    return has_denominator && !set.subtract(function.floor().eq_set(function)).is_empty();
}

bool is_named(const isl::set &tuple) { return isl_set_has_tuple_id(tuple.get()) == isl_bool_true; }

/// Checks the rules for one kind of node each; the message of the first that is broken, or "".
class NodeRules {
public:
    NodeRules(const Node &node, const Place &place) : node_(node), place_(place) {}

    std::string operator()(const Domain &) const
    {
        return "a domain node can only stand at the root";
    }

    std::string operator()(const Context &context) const
    {
        return about_dimensions(context.constraints);
    }

    std::string operator()(const Filter &filter) const
    {
        return introduced(used_in(filter.instances));
    }

    std::string operator()(const Sequence &) const { return children_are_a_partition(); }
    std::string operator()(const Set &) const { return children_are_a_partition(); }
    std::string operator()(const Leaf &) const { return ""; }

    std::string operator()(const Band &band) const
    {
        if (band.schedule.size() != band.size())
            return fmt::format("the schedule has {} dimensions, the band {} members",
                               band.schedule.size(), band.size());
        if (band.schedule.involves_nan())
            return "the schedule has the value NaN";
        if (std::string problem = introduced(used_in(band)); !problem.empty())
            return problem;
        if (band.isolation &&
            (is_named(band.isolation->domain()) || is_named(band.isolation->range())))
            return "the isolation has a named tuple; schedule dimensions have no name";
        if (band.isolation && (band.isolation->domain_tuple_dim() != place_.depth ||
                               band.isolation->range_tuple_dim() != band.size()))
            return fmt::format("the isolation is about {} outer dimensions and {} members; there "
                               "are {} and {}",
                               band.isolation->domain_tuple_dim(),
                               band.isolation->range_tuple_dim(), place_.depth, band.size());
        return is_total(band);
    }

    std::string operator()(const Mark &mark) const
    {
        bool is_writable = std::none_of(mark.name.begin(), mark.name.end(), [](unsigned char c) {
            return c == '"' || c == '\\' || c < ' ' || c == 127;
        });
        return !mark.name.empty() && is_writable
                   ? ""
                   : "a mark needs a name without quotes, backslashes and control characters";
    }

    std::string operator()(const Expansion &expansion) const
    {
        isl::union_map contraction = expansion.contraction.as_union_map();
        Constants used = used_in(expansion.expansion);
        used.merge(used_in(contraction));
        if (std::string problem = introduced(used); !problem.empty())
            return problem;
        isl::union_set missing = place_.reach.instances.subtract(expansion.expansion.domain());
        if (!missing.is_empty())
            return fmt::format("{} reaches it and expands to nothing", sample(missing));
        isl::union_map taken = expansion.expansion.intersect_domain(place_.reach.instances);
        if (!contraction.intersect_domain(taken.range()).is_equal(taken.reverse()))
            return "the contraction is not the inverse of the expansion";
        return "";
    }

    std::string operator()(const Extension &extension) const
    {
        std::string problem = introduced(used_in(extension.relation));
        extension.relation.foreach_map([&](const isl::map &map) {
            if (problem.empty() &&
                (is_named(map.domain()) || map.domain_tuple_dim() != place_.depth))
                problem = fmt::format("the extension {} is not about the {} outer schedule "
                                      "dimensions",
                                      presburger::to_string(map), place_.depth);
        });
        if (!problem.empty())
            return problem;
        isl::union_set again = extension.relation.range().intersect(place_.reach.instances);
        return again.is_empty()
                   ? ""
                   : fmt::format("{} is added, but reaches the node already", sample(again));
    }

    std::string operator()(const Guard &guard) const
    {
        std::string problem = about_dimensions(guard.constraints);
        return problem.empty() ? introduced(used_in(guard.constraints)) : problem;
    }

private:
    std::string introduced(const Constants &used) const
    {
        for (const std::string &constant : used)
            if (!place_.constants.contains(constant))
                return fmt::format("the symbolic constant {} is used, but neither the domain nor "
                                   "a context above introduces it",
                                   constant);
        return "";
    }

    std::string about_dimensions(const isl::set &constraints) const
    {
        if (isl_set_is_params(constraints.get()) == isl_bool_true)
            return "";
        if (is_named(constraints))
            return "the constraints are on a named tuple; schedule dimensions have no name";
        if (is_symbolic(constraints) || constraints.tuple_dim() == place_.depth)
            return "";
        return fmt::format("the constraints are about {} schedule dimensions; there are {} outer "
                           "ones",
                           constraints.tuple_dim(), place_.depth);
    }

    std::string is_total(const Band &band) const
    {
        std::string problem;
        place_.reach.instances.foreach_set([&](const isl::set &set) {
            for (std::size_t k = 0; k < band.size() && problem.empty(); ++k)
                problem = member_problem(band.member_on(k, set.space()), k, set);
        });
        return problem;
    }

    static std::string member_problem(const isl::pw_aff &function, std::size_t k,
                                      const isl::set &reaching)
    {
        isl::set missing = reaching.subtract(function.domain());
        if (!missing.is_empty())
            return fmt::format("member {} has no value for {}, which reaches the band", k,
                               sample(missing.to_union_set()));
        if (is_fractional(function, reaching))
            return fmt::format("member {}, {}, has values that are no integers", k,
                               presburger::to_string(function));
        return "";
    }

    std::string children_are_a_partition() const
    {
        const isl::union_set &reaching = place_.reach.instances;
        isl::union_set covered = isl::union_set::empty(reaching.ctx());
        for (std::size_t k = 0; k < node_.child_count(); ++k) {
            if (!node_.child(k)->is<Filter>())
                return fmt::format("child {} is a {} node; it has to be a filter", k,
                                   name(node_.child(k)->type()));
            isl::union_set kept = node_.child(k)->as<Filter>().instances.intersect(reaching);
            isl::union_set again = kept.intersect(covered);
            if (!again.is_empty())
                return fmt::format("child {} has {}, and so has a child before it", k,
                                   sample(again));
            presburger::add_to(covered, kept);
        }
        isl::union_set missing = reaching.subtract(covered);
        return missing.is_empty()
                   ? ""
                   : fmt::format("no child has {}, which reaches the node", sample(missing));
    }

    const Node &node_;
    const Place &place_;
};

std::string arity_problem(const Node &node)
{
    std::size_t count = node.child_count();
    if (node.is<Leaf>())
        return count == 0 ? "" : "a leaf has no child";
    if (node.is<Sequence>() || node.is<Set>())
        return count > 0 ? "" : "it has no child";
    return count == 1 ? "" : fmt::format("it has {} children; it has to have one", count);
}

/// The first rule that the node itself breaks, in words; "" if there is none.
std::string problem_of(const Node &node, const Place &place)
{
    std::string problem = arity_problem(node);
    if (problem.empty())
        problem = std::visit(NodeRules(node, place), node.payload());
    return problem.empty()
               ? ""
               : fmt::format("the {} node is not valid: {}", name(node.type()), problem);
}

/// The place of the children of a node at `place`.
Place below(const Node &node, const Place &place)
{
    Place result{below(node, place.reach), place.constants, place.depth};
    if (node.is<Context>())
        add_constants(node.as<Context>().constraints.space(), result.constants);
    if (node.is<Band>())
        result.depth += node.as<Band>().size();
    return result;
}

/// \param path  of `node`; as it was where there is no violation
std::optional<Violation> find_violation(const Node &node, const Place &place,
                                        std::vector<std::size_t> &path)
{
    std::string problem = problem_of(node, place);
    if (!problem.empty())
        return Violation{path, problem};
    Place place_below = below(node, place);
    for (std::size_t k = 0; k < node.child_count(); ++k) {
        path.push_back(k);
        std::optional<Violation> violation = find_violation(*node.child(k), place_below, path);
        if (violation)
            return violation;
        path.pop_back();
    }
    return std::nullopt;
}

bool has_statements_only(const Domain &domain)
{
    return domain.instances.every_set(
        [](const isl::set &set) { return isl_set_is_params(set.get()) == isl_bool_false; });
}

Place place_below_root(const Domain &domain)
{
    Place result{reach_below_root(domain), {}, 0};
    add_constants(domain.instances.space(), result.constants);
    return result;
}

Place place_of(const Cursor &node)
{
    isl::union_set instances = private_copy(reaching_instances(node));
    Place result{
        {instances, isl::set::universe(instances.space().params())}, {}, node.schedule_depth()};
    for (Cursor up = node.above();; up = up.above()) {
        if (up.is<Domain>()) {
            add_constants(up.as<Domain>().instances.space(), result.constants);
            result.reach.instances = instances.intersect_params(result.reach.known);
            return result;
        }
        if (up.is<Context>()) {
            const isl::set &constraints = up.as<Context>().constraints;
            add_constants(constraints.space(), result.constants);
            result.reach.known = result.reach.known.intersect(constraints.params());
        }
    }
}

} // namespace

std::optional<Violation> find_violation(const Cursor &subtree)
{
    std::vector<std::size_t> path = subtree.path();
    if (subtree.has_parent())
        return find_violation(subtree.node(), place_of(subtree), path);
    if (!subtree.is<Domain>())
        return Violation{path,
                         fmt::format("the root has to be a domain node, not a node of type {}",
                                     name(subtree.type()))};
    std::string problem = arity_problem(subtree.node());
    if (problem.empty() && !has_statements_only(subtree.as<Domain>()))
        problem = "a set without a tuple is no set of statement instances";
    if (!problem.empty())
        return Violation{path, "the domain node is not valid: " + problem};
    path.push_back(0);
    return find_violation(*subtree.node().child(0), place_below_root(subtree.as<Domain>()), path);
}

namespace {

[[noreturn]] void refuse(const Violation &violation)
{
    std::string path = fmt::format("{}", fmt::join(violation.path, "."));
    throw Error(Fault::input, DiagnosticKind::invalid_schedule_tree,
                fmt::format("{} (at {})", violation.message, path.empty() ? "the root" : path));
}

} // namespace

void check_validity(const Cursor &subtree)
{
    if (std::optional<Violation> violation = find_violation(subtree))
        refuse(*violation);
}

void check_node_validity(const Cursor &node)
{
    Place place = place_of(node);
    std::string problem = problem_of(node.node(), place);
    if (!problem.empty())
        refuse({node.path(), problem});
}

} // namespace espalier::schedule
