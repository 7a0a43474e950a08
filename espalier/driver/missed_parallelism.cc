#include "espalier/driver/missed_parallelism.h"

#include "espalier/dependence/explanations.h"
#include "espalier/dependence/listing.h"
#include "espalier/dependence/violations.h"
#include "espalier/schedule/insert.h"

#include <fmt/format.h>

#include <algorithm>

namespace espalier::driver {

namespace {

using schedule::Cursor;

bool is_parallel(const schedule::Node &node, const codegen::CpuPlan &plan)
{
    return node.is<schedule::Mark>() &&
           std::ranges::any_of(plan.parallel_loops, [&](const codegen::ParallelMark &loop) {
               return loop.mark == node.as<schedule::Mark>().name;
           });
}

bool has_parallel_loop(const schedule::Node &node, const codegen::CpuPlan &plan)
{
    return is_parallel(node, plan) ||
           std::ranges::any_of(node.children(), [&](const schedule::NodePtr &child) {
               return has_parallel_loop(*child, plan);
           });
}

/// The outermost bands at or below a node that have no parallel loop around them or inside.
void collect_sequential(const Cursor &node, const codegen::CpuPlan &plan,
                        std::vector<Cursor> &bands)
{
    bool has_loops = node.is<schedule::Band>() && node.as<schedule::Band>().size() > 0;
    if (is_parallel(node.node(), plan))
        return;
    if (has_loops && !has_parallel_loop(node.node(), plan))
        return bands.push_back(node);
    for (std::size_t k = 0; k < node.child_count(); ++k)
        collect_sequential(node.child(k), plan, bands);
}

/// The statement of the first of the two references.
SourcePlace place_of(const program::Program &program, const dependence::Violation &violation)
{
    isl::space tag = violation.pairs.space().domain().unwrap();
    return dependence::find_reference(program, tag).statement->place;
}

} // namespace

std::vector<Diagnostic> missed_parallelism(const frontend::Region &region,
                                           const dependence::Dependences &dependences,
                                           const codegen::CpuPlan &plan)
{
    static const std::string wish = "if this loop ran in parallel";
    std::vector<Cursor> bands;
    collect_sequential(plan.tree.root(), plan, bands);
    std::vector<Diagnostic> result;
    for (const Cursor &band : bands) {
        schedule::Tree parallel = schedule::insert_mark(band, wish).tree();
        std::vector<dependence::Violation> broken =
            dependence::violations(region.program, dependences, parallel, {{wish, {}}});
        if (!broken.empty())
            result.push_back({Severity::remark, DiagnosticKind::sequential_loop,
                              place_of(region.program, broken.front()),
                              fmt::format("no loop around this statement can run in parallel: {}",
                                          explain(region.program, broken.front()))});
    }
    return result;
}

} // namespace espalier::driver
