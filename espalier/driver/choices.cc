#include "espalier/driver/choices.h"

#include "espalier/ast/walk.h"
#include "espalier/base/error.h"
#include "espalier/lowering/loops.h"
#include "espalier/machine/assumed_sizes.h"
#include "espalier/machine/estimate.h"
#include "espalier/schedule/loops.h"
#include "espalier/strategies/contractions/unblocked.h"
#include "espalier/strategies/parallel_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <span>

namespace espalier::driver {

namespace {

/// How much faster than the order of the source other code has to be: what estimates are off by
/// for loops that differ little, and for tiles, whose measured speeds lie further from them. What
/// compilers have to find out when code runs, in front of each innermost loop, takes longer than
/// estimates have it where these are short.
constexpr double clear_gain = 1.2, clear_gain_by_tiles = 1.5, clear_gain_of_same_loops = 1.03;

/// Cycles of a step for an element, in a block of a contraction.
constexpr double element_step = 0.125;

/// Names that no program uses: the code is not for compilers.
const char *const iterator_prefix = "$";

/// A program of which code is made by the domains of statements alone.
program::Program without_guards(program::Program program)
{
    for (program::Statement &statement : program.statements)
        statement.guards = 0;
    return program;
}

/// \throws Error{impossible_code}
EvaluatedCode evaluated_code(const Choice &choice)
{
    const transform::Plan &plan = choice.plan;
    const schedule::Tree tree =
        schedule::has_blocked_loops(plan.tree) ? strategies::unblocked(plan.tree) : plan.tree;
    if (choice.is_source && !schedule::has_threads(tree))
        return {plan.program, plan.tree,
                lowering::plain_loops({plan.program, tree}, iterator_prefix), true};
    return {without_guards(plan.program), plan.tree,
            lowering::loops({plan.program, tree}, iterator_prefix), false};
}

/// A tree with those of its parallel loops that pay.
schedule::Tree with_threads_that_pay(const program::Program &program, const schedule::Tree &tree,
                                     std::span<const strategies::SizedEstimate> estimates)
{
    return schedule::has_blocked_loops(tree)
               ? strategies::with_conditions_beside_kernels(program, tree, estimates)
               : strategies::with_loops_that_pay(program, tree, estimates);
}

void assess(Choice &choice, const machine::Machine &machine)
{
    transform::Plan &plan = choice.plan;
    std::optional<ast::Values> sizes = machine::assumed_sizes(plan.program);
    if (!sizes)
        return;
    if (schedule::has_blocked_loops(plan.tree))
        plan.tree = strategies::with_work_conditions(plan.program, plan.tree, element_step, machine,
                                                     *sizes);
    auto code = std::make_shared<const EvaluatedCode>(evaluated_code(choice));
    std::optional<machine::Estimate> found =
        machine::estimate(code->program, code->loops, machine, *sizes);
    if (!found)
        return;
    const strategies::SizedEstimate usual{*found, *sizes};
    // First what may take more than the budget allows: it is all or nothing.
    plan.tree = with_threads_that_pay(plan.program, plan.tree, {&usual, 1});
    choice.code = code;
    choice.cycles = found->cycles;
    choice.kernel_cycles = found->kernel_cycles;
    // Without the threads that do not pay, it is the source, whose text stays.
    if (choice.is_source && !code->is_kept && !schedule::has_threads(plan.tree))
        assess(choice, machine);
}

/// Sizes beside usual ones for which threads may begin to pay: those of several loops in each
/// other, and of single ones.
constexpr std::array<long, 5> smaller_sizes = {250, 120, 60, 30, 15};
constexpr std::array<long, 3> larger_sizes = {16'000, 64'000, 250'000};

bool some_pay(const machine::Estimate &estimate)
{
    return std::ranges::any_of(estimate.parallel_loops,
                               [](const auto &loop) { return loop.second.pays(); });
}

bool all_pay(const machine::Estimate &estimate)
{
    return std::ranges::all_of(estimate.parallel_loops,
                               [](const auto &loop) { return loop.second.pays(); });
}

void settle_threads(Choice &choice, const machine::Machine &machine)
{
    const EvaluatedCode &code = *choice.code;
    const machine::AssumedSizes assumed(choice.plan.program); // as assess() has them
    auto estimated = [&](long usual) -> std::optional<strategies::SizedEstimate> {
        std::optional<ast::Values> sizes = assumed.values(usual);
        auto found =
            sizes ? machine::estimate(code.program, code.loops, machine, *sizes) : std::nullopt;
        if (!found)
            return std::nullopt;
        return strategies::SizedEstimate{std::move(*found), std::move(*sizes)};
    };
    std::vector<strategies::SizedEstimate> estimates = {estimated(machine::usual_size).value()};
    auto add_while = [&](std::span<const long> sizes, const auto &leaves_open) {
        std::optional<strategies::SizedEstimate> last = estimates.front();
        for (std::size_t k = 0; k < sizes.size() && last && leaves_open(last->estimate); ++k)
            if ((last = estimated(sizes[k])))
                estimates.push_back(*last);
    };
    add_while(smaller_sizes, some_pay);
    add_while(larger_sizes, std::not_fn(all_pay));
    choice.plan.tree = with_threads_that_pay(choice.plan.program, code.tree, estimates);
}

/// How much slower something may be by the estimate that pays by a model of its strategy's own,
/// which knows more of such nests.
constexpr double trust = 1.2;

double gain_of_loops(const Choice &choice)
{
    return choice.made && choice.made->keeps_loops ? clear_gain_of_same_loops : clear_gain;
}

/// Cycles by which choices are compared.
double rank(const Choice &choice)
{
    double cycles = choice.cycles.value();
    return choice.is_source                        ? cycles
           : choice.made && choice.made->has_model ? cycles / trust
           : choice.is_tiled                       ? cycles * clear_gain_by_tiles
                                                   : cycles * gain_of_loops(choice);
}

bool is_by_strategy(const Choice &choice) { return choice.made && !choice.made->strategy.empty(); }

/// The strategy that has made a choice, or what was done.
std::string name(const Choice &choice)
{
    return is_by_strategy(choice) ? choice.made->strategy : choice.description;
}

} // namespace

void assess(Choice &choice, const machine::Machine &machine, const presburger::Context &context,
            unsigned long budget)
{
    try {
        context.within_budget(budget, [&] { assess(choice, machine); });
    } catch (const Error &) {
        // There is no code for it, which whoever takes it all the same gets to know.
    }
}

void settle_threads(Choice &choice, const machine::Machine &machine,
                    const presburger::Context &context, unsigned long budget)
{
    if (choice.code && schedule::has_threads(choice.plan.tree))
        context.within_budget(budget, [&] { settle_threads(choice, machine); });
}

ast::NodePtr on_one_thread(const ast::NodePtr &code)
{
    ast::NodePtr inside = ast::map_children(code, on_one_thread);
    const auto *loop = std::get_if<ast::For>(&inside->node);
    if (!loop || kind_of(loop->role) != schedule::LoopKind::parallel)
        return inside;
    ast::For result = *loop;
    result.role = schedule::with_kind(loop->role, schedule::LoopKind::sequential);
    return std::make_shared<const ast::Node>(std::move(result));
}

std::optional<double> cycles_on_one_thread(const Choice &choice, const machine::Machine &machine)
{
    const std::optional<ast::Values> sizes = machine::assumed_sizes(choice.plan.program);
    if (!choice.code || !sizes)
        return std::nullopt;
    const auto found =
        machine::estimate(choice.code->program, on_one_thread(choice.code->loops), machine, *sizes);
    return found ? std::optional(found->cycles) : std::nullopt;
}

bool is_clearly_faster(const Choice &choice, double cycles, double than)
{
    return cycles * gain_of_loops(choice) < than;
}

bool is_near_peak(const Choice &choice, const Choice &source)
{
    constexpr double most = 0.5; // of the cycles, without kernels
    return choice.cycles && choice.kernel_cycles >= (1 - most) * *choice.cycles &&
           (!source.cycles || *choice.cycles < *source.cycles);
}

const Choice &best(const std::vector<Choice> &choices)
{
    return *std::ranges::min_element(choices, [](const Choice &one, const Choice &two) {
        if (!one.cycles || !two.cycles)
            return one.cycles.has_value() && !two.cycles;
        return rank(one) < rank(two);
    });
}

const Choice *named(const std::vector<Choice> &choices, const std::string &name)
{
    auto found = std::ranges::find(choices, name, driver::name);
    return found == choices.end() ? nullptr : &*found;
}

std::string title(const Choice &choice)
{
    if (!is_by_strategy(choice))
        return choice.description;
    return fmt::format("{}, by `{}`", choice.description, choice.made->strategy);
}

std::string compare(const std::vector<Choice> &choices)
{
    auto is_plain = [](const Choice &choice) {
        return choice.is_source && !schedule::has_threads(choice.plan.tree);
    };
    auto source = std::ranges::find_if(choices, is_plain);
    if (source == choices.end() || !source->cycles)
        return "";
    std::string speeds;
    for (const Choice &choice : choices)
        if (!is_plain(choice))
            speeds += fmt::format(
                "{}{} {}", speeds.empty() ? "; relative speeds: " : ", ",
                is_by_strategy(choice) ? fmt::format("`{}`", name(choice)) : name(choice),
                choice.cycles ? fmt::format("{:.2f}", *source->cycles / *choice.cycles)
                              : "not known");
    return fmt::format("the source takes {:.2g} cycles{}", *source->cycles, speeds);
}

} // namespace espalier::driver
