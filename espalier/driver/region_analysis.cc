#include "espalier/driver/region_analysis.h"

#include "espalier/dependence/promises.h"
#include "espalier/schedule/original.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/update_forms.h"

namespace espalier::driver {

namespace {

strategies::CpuStrategy strategy_of(const OptimizeOptions &options)
{
    return {.tiling = options.tiling, .parallel = options.target == Target::openmp};
}

/// A program whose writes need not happen.
program::Program with_writes_that_may_happen(program::Program program)
{
    for (program::Statement &statement : program.statements)
        for (program::Access &access : statement.accesses)
            if (access.kind == program::AccessKind::write)
                access.kind = program::AccessKind::may_write;
    return program;
}

} // namespace

bool is_never_executed(const program::Program &program)
{
    isl::set possible =
        program::possible_constants(program).intersect(program::parameter_ranges(program));
    return program::instances_without_kills(program).intersect_params(possible).is_empty();
}

ReductionOptions reduction_options(const OptimizeOptions &options)
{
    return {options.fast_math, options.explain};
}

RegionAnalysis analyze(const frontend::Region &region, const OptimizeOptions &options,
                       Timings &timings)
{
    program::Program program = transform::with_normal_updates(region.program);
    schedule::Tree original = schedule::original_schedule(program);
    strategies::CpuStrategy strategy = strategy_of(options);
    dependence::Dependences dependences = timings.measure("dependences", [&] {
        return dependence::without_promised(dependence::analyze(program, original), program,
                                            region.independent_loops);
    });
    if (strategy.parallel)
        timings.measure("reductions", [&] {
            // Which others there are is of interest to remarks alone.
            permit_reductions({.fast_math = options.fast_math, .explain = false}, program, original,
                              strategy);
        });
    return {std::move(program), std::move(original), std::move(dependences), std::move(strategy)};
}

RegionAnalysis analyze_roughly(const frontend::Region &region, const OptimizeOptions &options,
                               Timings &timings)
{
    program::Program program = transform::with_normal_updates(region.program);
    schedule::Tree original = schedule::original_schedule(program);
    dependence::Dependences dependences = timings.measure("dependences", [&] {
        return dependence::analyze(with_writes_that_may_happen(program), original);
    });
    return {std::move(program), std::move(original), std::move(dependences), strategy_of(options)};
}

} // namespace espalier::driver
