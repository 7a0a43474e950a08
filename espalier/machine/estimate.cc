#include "espalier/machine/estimate.h"

#include "espalier/ast/walk.h"
#include "espalier/ast/worksharing.h"
#include "espalier/base/checked.h"
#include "espalier/machine/code_loops.h"
#include "espalier/machine/code_part.h"
#include "espalier/machine/innermost_cost.h"
#include "espalier/machine/loop_position.h"
#include "espalier/machine/sampled_iterations.h"
#include "espalier/machine/statement_references.h"
#include "espalier/machine/thread_division.h"

#include <algorithm>
#include <cmath>

namespace espalier::machine {

namespace {

/// Cycles for threads that run to wait for each other, of an operation in a bound, of a condition
/// outside innermost loops, and of an iteration of a loop around others.
constexpr double barrier = 2'000, bound_operation = 1, condition = 2, outer_iteration = 3;

/// The part of a machine's operations that a kernel's blocks reach, with what packing takes.
constexpr double kernel_efficiency = 0.6;

/// The part of work that is left on the clock at most, by which less is not worth sharing.
constexpr double most_part = 0.95;

/// Threads that memory serves as fast as one.
constexpr double memory_threads = 4;

std::size_t operators(const ast::Expression &expression)
{
    std::size_t result = expression.operands.empty() ? 0 : 1;
    for (const ast::ExpressionPtr &operand : expression.operands)
        result += operators(*operand);
    return result;
}

/// How often the statement in some loops is executed.
double updates(const ast::Node &node, LoopPosition &position)
{
    const auto *loop = std::get_if<ast::For>(&node.node);
    if (!loop) {
        double result = std::holds_alternative<ast::User>(node.node) ? 1 : 0;
        ast::foreach_child(node,
                           [&](const ast::NodePtr &child) { result += updates(*child, position); });
        return result;
    }
    if (loop->is_degenerate()) {
        position.enter(*loop);
        const double result = updates(*loop->body, position);
        position.leave();
        return result;
    }
    const long count = position.count(*loop);
    if (count == 0)
        return 0;
    double result = 0;
    position.enter(*loop);
    for (const SampledIteration &chosen : sampled_iterations(*loop, count, position)) {
        position.move_to(chosen.offset);
        result += chosen.weight * updates(*loop->body, position);
    }
    position.leave();
    return double(count) * result;
}

/// Cycles of a part with those that memory takes, most of which pass while something is computed,
/// or the other way round.
double all_cycles(const CodePart &part, const LevelFlags &kept, const Machine &machine)
{
    constexpr double exposed = 0.25;
    double misses = 0;
    for (const Reference &reference : part.references)
        misses += miss_cycles(reference, kept, machine);
    return std::max(part.cycles, misses) + exposed * std::min(part.cycles, misses);
}

/// Places that references have in code.
class Places {
public:
    explicit Places(const StatementReferences &statements) : statements_(statements) {}

    /// How many places references can have in a part of the code.
    std::size_t of(const ast::Node &node)
    {
        auto [found, is_new] = places_.emplace(&node, 0);
        if (!is_new)
            return found->second;
        std::size_t result = 0;
        if (const auto *user = std::get_if<ast::User>(&node.node))
            result = statements_.count(user->statement);
        ast::foreach_child(node, [&](const ast::NodePtr &child) { result += of(*child); });
        if (const auto *loop = std::get_if<ast::For>(&node.node))
            result *= std::size_t(std::max(1L, copies_of_body(*loop)));
        return places_[&node] = result;
    }

private:
    const StatementReferences &statements_;
    std::map<const ast::Node *, std::size_t> places_;
};

/// What a parallel loop does, each time that it runs.
struct WorkSum {
    ParallelWork work;
    double count = 0;

    ParallelWork mean() const
    {
        ParallelWork result = work;
        result.cycles /= count;
        result.parallel_cycles /= count;
        result.least_cycles /= count;
        return result;
    }
};

class Estimator {
public:
    Estimator(const program::Program &program, const Machine &machine, ast::Values sizes)
        : machine_(machine), statements_(program, machine, sizes), position_(std::move(sizes))
    {
    }

    Estimate run(const ast::NodePtr &code)
    {
        Estimate result;
        // A first walk tells what stays in caches from whatever ran before.
        kept_ = levels_that_hold(visit(*code, 0).references, machine_);
        works_.clear();
        const CodePart whole = visit(*code, 0);
        result.cycles = all_cycles(whole, kept_, machine_);
        result.kernel_cycles = whole.kernel_cycles;
        for (const auto &[role, sum] : works_)
            result.parallel_loops[role] = sum.mean();
        return result;
    }

private:
    /// A loop's iterations, as far as they were looked into.
    struct Iterations {
        long count;
        std::vector<Sample> samples;
    };

    // ---- Parts of the code ----

    CodePart visit(const ast::Node &node, std::size_t place)
    {
        return std::visit([&](const auto &kind) { return part(kind, place); }, node.node);
    }

    CodePart part(const ast::User &user, std::size_t place)
    {
        std::vector<MovingStatement> moving;
        CodePart result = statements_.touch(user, position_, place, moving);
        for (const MovingStatement &statement : moving)
            result.cycles += straight_cycles(statement);
        return result;
    }

    CodePart part(const ast::Mark &mark, std::size_t place) { return visit(*mark.body, place); }

    CodePart part(const ast::Let &let, std::size_t place)
    {
        position_.define(let.name, position_.value(*let.value));
        return visit(*let.body, place);
    }

    CodePart part(const ast::If &choice, std::size_t place)
    {
        CodePart result;
        if (position_.value(*choice.condition))
            result = visit(*choice.yes, place);
        else if (choice.no)
            result = visit(*choice.no, place + places_.of(*choice.yes));
        result.cycles += condition;
        return result;
    }

    CodePart part(const ast::Block &block, std::size_t place)
    {
        CodePart result;
        for (const ast::NodePtr &child : block.children) {
            result.append(visit(*child, place));
            place += places_.of(*child);
        }
        reuse_across(result.references, machine_);
        return result;
    }

    CodePart part(const ast::For &loop, std::size_t place)
    {
        if (loop.role && loop.role->blocking)
            return blocks(loop);
        if (!loop.is_degenerate())
            return around(loop, place);
        position_.enter(loop);
        CodePart result = visit(*loop.body, place);
        result.drop_last_strides();
        position_.leave();
        return result;
    }

    /// A loop that is not degenerate, as its role says.
    CodePart around(const ast::For &loop, std::size_t place)
    {
        using schedule::LoopKind;
        const LoopKind kind = kind_of(loop.role);
        const bool is_region = kind == LoopKind::sequential && !runs_threads_ &&
                               !ast::worksharing_loops(ast::Node{loop}).empty();
        runs_threads_ = runs_threads_ || is_region;
        Iterations all = iterations(loop, place, kind == LoopKind::vector);
        if (kind == LoopKind::parallel)
            return share(loop, std::move(all));
        CodePart result = enclosed(loop, all.count, mean(std::move(all.samples)));
        if (is_region)
            result.cycles += region_entry;
        runs_threads_ = runs_threads_ && !is_region;
        return result;
    }

    /// A loop around a part that is the mean of its iterations.
    CodePart enclosed(const ast::For &loop, long count, CodePart body)
    {
        if (count == 0)
            return {condition};
        std::vector<double> strides;
        for (CodePart::Origin &origin : body.origins) {
            strides.push_back(origin.strides.back());
            origin.strides.pop_back();
        }
        bool is_innermost = !has_loop(*loop.body);
        body.cycles = is_innermost ? body.cycles : double(count) * (body.cycles + outer_iteration);
        body.kernel_cycles *= double(count);
        body.cycles += bound_operation * double(operators(*loop.init) + operators(*loop.condition));
        enclose(body.references, strides, double(count), machine_);
        return body;
    }

    /// The samples of an innermost loop have the cycles of all of its iterations.
    /// \param is_independent  the code says so of the iterations, for vectors
    Iterations iterations(const ast::For &loop, std::size_t place, bool is_independent)
    {
        Iterations result{position_.count(loop), {}};
        if (result.count == 0)
            return result;
        bool is_innermost = !has_loop(*loop.body);
        position_.enter(loop);
        for (const SampledIteration &chosen : sampled_iterations(loop, result.count, position_)) {
            position_.move_to(chosen.offset);
            CodePart part = is_innermost
                                ? innermost(loop, place, double(result.count), is_independent)
                                : visit(*loop.body, place);
            result.samples.push_back({std::move(part), chosen.weight});
        }
        position_.leave();
        return result;
    }

    // ---- Blocks ----

    /// Loops that a kernel executes in blocks.
    CodePart blocks(const ast::For &loop)
    {
        const schedule::Blocking &blocking = *loop.role->blocking;
        const double at_a_time = double(blocking.sizes.lanes) * (machine_.has_fma ? 2 : 1);
        double cycles = updates(ast::Node{loop}, position_) *
                        double(blocking.contraction.by_column.size()) /
                        (at_a_time * kernel_efficiency);
        if (loop.role->kind == schedule::LoopKind::parallel)
            cycles = (runs_threads_ ? barrier : region_entry) +
                     cycles / threads(position_.count(loop), machine_);
        return {cycles, cycles};
    }

    // ---- Innermost loops ----

    CodePart innermost(const ast::For &loop, std::size_t place, double count, bool is_independent)
    {
        std::vector<MovingStatement> statements;
        double guards = 0;
        CodePart result = body(*loop.body, place, statements, guards);
        reuse_across(result.references, machine_);
        result.cycles = innermost_cycles(statements, guards, count, is_independent, machine_);
        return result;
    }

    CodePart body(const ast::Node &node, std::size_t place,
                  std::vector<MovingStatement> &statements, double &guards)
    {
        if (const auto *user = std::get_if<ast::User>(&node.node))
            return statements_.touch(*user, position_, place, statements);
        if (const auto *loop = std::get_if<ast::For>(&node.node))
            return copies(*loop, place, statements, guards);
        if (const auto *let = std::get_if<ast::Let>(&node.node))
            position_.define(let->name, position_.value(*let->value));
        const auto *choice = std::get_if<ast::If>(&node.node);
        bool holds = !choice || position_.value(*choice->condition) != 0;
        guards += choice ? 1 : 0;
        CodePart result;
        ast::foreach_child(node, [&](const ast::NodePtr &child) {
            if (!choice || (child == choice->yes) == holds)
                result.append(body(*child, place, statements, guards));
            place += places_.of(*child);
        });
        return result;
    }

    CodePart copies(const ast::For &loop, std::size_t place,
                    std::vector<MovingStatement> &statements, double &guards)
    {
        CodePart result;
        position_.enter_copies(loop);
        for (long offset = 0; offset < copies_of_body(loop); ++offset) {
            position_.move_to(offset);
            result.append(body(*loop.body, place, statements, guards));
            place += places_.of(*loop.body);
        }
        result.drop_last_strides();
        position_.leave();
        return result;
    }

    // ---- Parallel loops ----

    /// A loop whose iterations threads share, if that pays.
    CodePart share(const ast::For &loop, Iterations all)
    {
        if (all.count == 0)
            return {condition};
        const Division division = divide(all_cycles(all.samples[0].part, kept_, machine_),
                                         all_cycles(all.samples[1].part, kept_, machine_),
                                         has_loop(*loop.body), threads(all.count, machine_));
        CodePart iteration = mean(std::move(all.samples));
        double start =
            (runs_threads_ ? barrier : region_entry) + transfers(iteration, all.count, machine_);
        CodePart result = enclosed(loop, all.count, std::move(iteration));
        double work = all_cycles(result, kept_, machine_);
        double least_work = clear_gain * start / (1 - std::min(division.part, most_part));
        WorkSum &sum = works_[loop.role];
        sum.work.cycles += work;
        sum.work.parallel_cycles += start + division.part * work;
        sum.work.least_cycles += least_work;
        sum.work.is_uneven = sum.work.is_uneven || division.is_uneven;
        ++sum.count;
        if (work < least_work)
            return result;
        result.cycles = start + division.part * result.cycles;
        result.kernel_cycles *= division.part;
        for (Reference &reference : result.references)
            reference.share *= std::max(division.part, 1 / memory_threads);
        return result;
    }

    const Machine &machine_;
    StatementReferences statements_;
    LoopPosition position_;
    Places places_{statements_};
    std::map<schedule::LoopRolePtr, WorkSum> works_; ///< by roles
    LevelFlags kept_ = {};                           ///< levels that hold all that the code touches
    bool runs_threads_ = false;                      ///< in a loop around those that threads share
};

} // namespace

std::optional<Estimate> estimate(const program::Program &program, const ast::NodePtr &code,
                                 const Machine &machine, const ast::Values &sizes)
{
    try {
        return Estimator(program, machine, sizes).run(code);
    } catch (const NumberTooLarge &) {
        return std::nullopt;
    }
}

} // namespace espalier::machine
