#include "bench/sample_run.h"

#include "espalier/ast/interpreter.h"
#include "espalier/presburger/parameters.h"

#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/union_set.h>

#include <algorithm>
#include <functional>

namespace espalier::bench {

namespace {

constexpr std::size_t enough_instances = 10'000, max_instances = 3'000'000;
constexpr long greatest_size = 1 << 16;

/// { : ... }: values for which there is code to run, with instances of every statement if there are
/// such values.
isl::set interesting_parameters(const schedule::Tree &tree)
{
    isl::set result =
        tree.context().intersect(isl::manage(isl_union_set_params(tree.domain().release())));
    tree.domain().foreach_set([&](const isl::set &statement) {
        isl::set both = result.intersect(statement.params());
        if (!both.is_empty())
            result = both;
    });
    return result;
}

/// The least of the values { [v] } that is not below `wanted`, or else the greatest.
/// Precondition: `values` is not empty
long nearest(const isl::set &values, long wanted)
{
    isl::val bound(values.ctx(), wanted);
    isl::set above =
        isl::manage(isl_set_lower_bound_val(values.copy(), isl_dim_set, 0, bound.release()));
    isl::set best = above.is_empty() ? values.lexmax() : above.lexmin();
    isl::point point = best.sample_point();
    return isl::manage(isl_point_get_coordinate_val(point.get(), isl_dim_set, 0)).num_si();
}

/// The point of { : ... } that is near to `wanted`, one parameter after the other.
/// Precondition: `allowed` is not empty
std::map<std::string, long> nearest_point(const isl::set &allowed, const std::vector<long> &wanted)
{
    std::vector<std::string> names = presburger::parameter_names(allowed.space());
    unsigned count = unsigned(names.size());
    // { [p0, p1, ...] : ... }
    isl::set rest = isl::manage(isl_set_move_dims(isl_set_from_params(allowed.copy()), isl_dim_set,
                                                  0, isl_dim_param, 0, count));
    std::map<std::string, long> point;
    for (unsigned k = 0; k < count; ++k) {
        isl::set values =
            isl::manage(isl_set_project_out(rest.copy(), isl_dim_set, 1, count - k - 1));
        long value = nearest(values, wanted[k]);
        point[names[k]] = value;
        rest = isl::manage(isl_set_fix_si(rest.release(), isl_dim_set, 0, int(value)));
        rest = isl::manage(isl_set_project_out(rest.release(), isl_dim_set, 0, 1));
    }
    return point;
}

void extend(std::vector<Extent> &extents, const std::vector<long> &coordinates)
{
    for (std::size_t k = 0; k < coordinates.size(); ++k) {
        if (k == extents.size())
            extents.push_back({coordinates[k], coordinates[k]});
        extents[k].least = std::min(extents[k].least, coordinates[k]);
        extents[k].greatest = std::max(extents[k].greatest, coordinates[k]);
    }
}

/// \return nothing if there are too many instances
std::optional<SampleRun> run(const ast::NodePtr &code, std::map<std::string, long> parameters)
{
    const ast::Execution execution = ast::interpret(code, parameters, max_instances);
    if (execution.end != ast::Execution::End::complete)
        return std::nullopt;
    SampleRun result{std::move(parameters), {}, execution.instances.size()};
    for (const ast::Instance &instance : execution.instances)
        extend(result.statements[instance.statement], instance.coordinates);
    return result;
}

/// How large the k-th of n parameters is to be in a run of some size.
using Shape = std::function<long(long size, long k, long n)>;

/// Parameters that are bounds of one range may have to be apart.
const std::vector<Shape> shapes = {
    [](long size, long, long) { return size; },
    [](long size, long k, long) { return (k + 1) * size; },
    [](long size, long k, long n) { return (n - k) * size; },
    [](long size, long k, long) { return k % 2 == 0 ? 1 : size; },
    [](long size, long k, long) { return k % 2 == 0 ? size : 1; },
};

/// The longest run of a shape, looked for by doubling the size.
std::optional<SampleRun> longest_run(const isl::set &allowed, const ast::NodePtr &code,
                                     const Shape &shape)
{
    long count = long(presburger::parameter_names(allowed.space()).size());
    std::optional<SampleRun> best;
    for (long size = 1; size <= greatest_size; size *= 2) {
        std::vector<long> wanted;
        for (long k = 0; k < count; ++k)
            wanted.push_back(shape(size, k, count));
        std::map<std::string, long> parameters = nearest_point(allowed, wanted);
        if (best && parameters == best->parameters)
            continue;
        std::optional<SampleRun> next = run(code, std::move(parameters));
        if (!next)
            break;
        if (!best || next->instances > best->instances)
            best = std::move(next);
        if (best->instances >= enough_instances)
            break;
    }
    return best;
}

} // namespace

std::optional<SampleRun> choose_run(const schedule::Tree &tree, const ast::NodePtr &code)
{
    isl::set allowed = interesting_parameters(tree);
    if (allowed.is_empty())
        return std::nullopt;
    std::optional<SampleRun> best;
    for (const Shape &shape : shapes) {
        std::optional<SampleRun> next = longest_run(allowed, code, shape);
        if (next && (!best || next->instances > best->instances))
            best = std::move(next);
        if (best && best->instances >= enough_instances)
            break;
    }
    return best;
}

} // namespace espalier::bench
