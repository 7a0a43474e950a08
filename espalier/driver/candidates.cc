#include "espalier/driver/candidates.h"

#include "espalier/base/error.h"
#include "espalier/lowering/loops.h"
#include "espalier/machine/assumed_sizes.h"
#include "espalier/machine/estimate.h"
#include "espalier/schedule/loops.h"
#include "espalier/strategies/parallel_work.h"

#include <fmt/format.h>

#include <algorithm>

namespace espalier::driver {

namespace {

/// How much faster than the order of the source other code has to be: what estimates are off by
/// for loops that differ little.
constexpr double clear_gain = 1.2;

/// Names that no program uses: the code is not for compilers.
const char *const iterator_prefix = "$";

void assess(Candidate &candidate, const machine::Machine &machine)
{
    transform::Plan &plan = candidate.plan;
    std::optional<ast::Values> sizes = machine::assumed_sizes(plan.program);
    if (!sizes)
        return;
    ast::NodePtr code = lowering::loops({plan.program, plan.tree}, iterator_prefix);
    std::optional<machine::Estimate> found = machine::estimate(plan.program, code, machine, *sizes);
    if (!found)
        return;
    candidate.cycles = found->cycles;
    plan.tree = strategies::with_loops_that_pay(plan.program, plan.tree, *found, *sizes);
}

/// How much slower something may be by the estimate that pays by a model of its strategy's own,
/// which knows more of such nests.
constexpr double trust = 1.2;

/// Cycles by which candidates are compared.
double rank(const Candidate &candidate)
{
    double cycles = candidate.cycles.value();
    return candidate.is_source   ? cycles
           : candidate.has_model ? cycles / trust
                                 : cycles * clear_gain;
}

} // namespace

void assess(Candidate &candidate, const machine::Machine &machine,
            const presburger::Context &context, unsigned long budget)
{
    try {
        context.within_budget(budget, [&] { assess(candidate, machine); });
    } catch (const Error &) {
        // There is no code for it, which whoever takes it all the same gets to know.
    }
}

const Candidate &best(const std::vector<Candidate> &candidates)
{
    return *std::ranges::min_element(candidates, [](const Candidate &one, const Candidate &two) {
        if (!one.cycles || !two.cycles)
            return one.cycles.has_value() && !two.cycles;
        return rank(one) < rank(two);
    });
}

std::string compare(const std::vector<Candidate> &candidates)
{
    auto is_plain = [](const Candidate &candidate) {
        return candidate.is_source && !schedule::has_threads(candidate.plan.tree);
    };
    auto source = std::ranges::find_if(candidates, is_plain);
    std::string result;
    for (const Candidate &candidate : candidates)
        if (source != candidates.end() && source->cycles && candidate.cycles &&
            !is_plain(candidate))
            result += fmt::format("{}{} {:.2f}", result.empty() ? "" : ", ", candidate.description,
                                  *source->cycles / *candidate.cycles);
    return result;
}

} // namespace espalier::driver
