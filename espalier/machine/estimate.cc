#include "espalier/machine/estimate.h"

#include "espalier/ast/worksharing.h"
#include "espalier/base/checked.h"
#include "espalier/machine/alias_checks.h"
#include "espalier/machine/blocked_cost.h"
#include "espalier/machine/code_loops.h"
#include "espalier/machine/code_part.h"
#include "espalier/machine/code_references.h"
#include "espalier/machine/innermost_body.h"
#include "espalier/machine/innermost_cost.h"
#include "espalier/machine/loop_position.h"
#include "espalier/machine/sampled_iterations.h"
#include "espalier/machine/shared_buffers.h"
#include "espalier/machine/thread_division.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace espalier::machine {

namespace {

/// Cycles for threads that run to wait for each other, of an operation in a bound, of a condition
/// outside innermost loops, and of an iteration of a loop around others; of one of few that the
/// code gives numbers for, which compilers write out in part.
constexpr double barrier = 5'000, bound_operation = 1, condition = 2, outer_iteration = 3,
                 one_of_few_iterations = 1;

/// How many times as long the body of a loop takes that compilers make by themselves of short loops
/// in each other: they find vectors around these, but not as good ones as around copies.
constexpr double nest_of_copies = 1.5;

/// Iterations of loops whose lines that vectors cross are fetched while others run, as in strips.
constexpr double longest_strip = 64;

/// The part of work that is left on the clock at most, by which less is not worth sharing.
constexpr double max_part = 0.95;

std::size_t operators(const ast::Expression &expression)
{
    std::size_t result = expression.operands.empty() ? 0 : 1;
    for (const ast::ExpressionPtr &operand : expression.operands)
        result += operators(*operand);
    return result;
}

/// Cycles of a part with those that memory takes, most of which pass while something is computed,
/// or the other way round.
/// \param kept  levels that hold all data already
double cycles_with_misses(const CodePart &part, const LevelFlags &kept, const Machine &machine)
{
    constexpr double exposed = 0.25;
    double misses = 0;
    for (const Reference &reference : part.references)
        misses += miss_cycles(reference, kept, machine);
    return std::max(part.cycles, misses) + exposed * std::min(part.cycles, misses);
}

/// How a loop runs.
struct LoopShape {
    long count;
    bool is_innermost, is_few; ///< as IterationCount has it
};

/// What a loop does, by the mean of its iterations.
/// \param body  the mean; its last strides are those in the loop. That of an innermost loop has the
///              cycles of all iterations.
CodePart enclosed(const ast::For &loop, LoopShape shape, CodePart body, const Machine &machine)
{
    const auto count = double(shape.count);
    if (count == 0)
        return {condition};
    std::vector<double> strides;
    for (CodePart::Origin &origin : body.origins) {
        strides.push_back(origin.strides.back());
        origin.strides.pop_back();
    }
    if (!shape.is_innermost)
        body.cycles =
            count * (body.cycles + (shape.is_few ? one_of_few_iterations : outer_iteration));
    body.kernel_cycles *= count;
    if (!shape.is_few)
        body.cycles += bound_operation * double(operators(*loop.init) + operators(*loop.condition));
    enclose(body.references, strides, count, machine);
    return body;
}

/// What a parallel loop does where threads share its work.
/// \param part   what one thread does that does all of it
/// \param start  cycles to start the threads
CodePart shared(CodePart part, double start, const Division &division, const Machine &machine)
{
    part.cycles = start + division.part * part.cycles;
    part.kernel_cycles *= division.part;
    for (Reference &reference : part.references)
        reference.share *= std::max(division.part, 1 / machine.memory_threads);
    return part;
}

/// Work from which on, in cycles, threads pay that take so long to start.
/// \param part  of the work, that one thread does
double enough_work(double start, double part)
{
    return clear_gain * start / (1 - std::min(part, max_part));
}

/// The work of a parallel loop in each of its executions so far: where some have nothing to share,
/// as the first and last waves of a wavefront, that may pay in sum.
class WorkSum {
public:
    /// \param start   cycles to start the threads
    /// \param asleep  and of those that sleep
    void add(const ParallelWork &work, double start, double asleep)
    {
        sum_.cycles += work.cycles;
        sum_.parallel_cycles += work.parallel_cycles;
        start_ += start;
        start_asleep_ += asleep;
        sum_.handed_out = std::max(sum_.handed_out, work.handed_out);
        ++count_;
    }

    /// Precondition: something was added
    ParallelWork mean() const
    {
        ParallelWork result = sum_;
        result.cycles /= count_;
        result.parallel_cycles /= count_;
        const double shared = (sum_.parallel_cycles - start_) / std::max(sum_.cycles, 1.0);
        result.min_cycles = enough_work(start_ / count_, shared);
        result.min_cycles_asleep = enough_work(start_asleep_ / count_, shared);
        return result;
    }

private:
    ParallelWork sum_;
    double start_ = 0, start_asleep_ = 0, count_ = 0;
};

/// The walk through the code, with what each part of it takes from the loops around: iterations,
/// threads that run, and data that caches keep. Functions throw NumberTooLarge.
class Estimator {
public:
    Estimator(const program::Program &program, const ast::Node &code, const Machine &machine,
              const ast::Values &sizes)
        : program_(program), code_(code), machine_(machine), loops_(code),
          references_(program, code, machine, sizes, loops_), position_(loops_, sizes)
    {
    }

    Estimate run()
    {
        // A first walk tells what stays in caches from whatever ran before.
        const CodePart first = visit(code_, 0);
        kept_ = levels_that_hold(first.references, machine_);
        near_part_ = part_in_second_cache(first.references, machine_);
        works_.clear();
        const CodePart whole = visit(code_, 0);
        Estimate result{all_cycles(whole), whole.kernel_cycles, {}};
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

    /// What a part of the code does in one execution, in the iterations of the position.
    /// \param place  of the first reference in `node`
    CodePart visit(const ast::Node &node, std::size_t place)
    {
        return std::visit([&](const auto &kind) { return part(kind, place); }, node.node);
    }

    CodePart part(const ast::User &user, std::size_t place)
    {
        StatementPart statement = references_.part(user, place, position_);
        if (statement.moving)
            statement.part.cycles += straight_cycles(*statement.moving);
        return std::move(statement.part);
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
            result = visit(*choice.no, place + references_.places(*choice.yes));
        result.cycles += condition;
        return result;
    }

    CodePart part(const ast::Block &block, std::size_t place)
    {
        CodePart result;
        for (const ast::NodePtr &child : block.children) {
            result.append(visit(*child, place));
            place += references_.places(*child);
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
        enter(loop, 1);
        CodePart result = visit(*loop.body, place);
        result.drop_last_strides();
        leave();
        return result;
    }

    /// A loop that is not degenerate, as its role says.
    CodePart around(const ast::For &loop, std::size_t place)
    {
        using schedule::LoopKind;
        const LoopKind kind = kind_of(loop.role);
        const bool starts_threads =
            kind == LoopKind::sequential && !runs_threads_ && is_region(loop);
        runs_threads_ = runs_threads_ || starts_threads;
        Iterations all = iterations(loop, place, kind);
        if (kind == LoopKind::parallel)
            return share(loop, std::move(all));
        CodePart result =
            enclosed(loop, shape(loop, all.count), mean(std::move(all.samples)), machine_);
        if (starts_threads)
            result.cycles += double(machine_.thread_start);
        runs_threads_ = runs_threads_ && !starts_threads;
        return result;
    }

    /// Some iterations of a loop; those of an innermost loop have the cycles of all.
    /// \param place  of the first reference in the loop's body
    /// \param kind   what the code says of how iterations depend on each other
    Iterations iterations(const ast::For &loop, std::size_t place, schedule::LoopKind kind)
    {
        Iterations result{position_.count(loop), {}};
        if (result.count == 0)
            return result;
        enter(loop, double(result.count));
        for (const SampledIteration &chosen : sampled_iterations(loop, result.count, position_)) {
            position_.move_to(chosen.offset);
            CodePart part = is_innermost(loop) ? innermost(loop, place, double(result.count), kind)
                                               : visit(*loop.body, place);
            result.samples.push_back({std::move(part), chosen.weight});
        }
        leave();
        return result;
    }

    /// One iteration of an innermost loop, with the cycles of all.
    /// \param kind  as iterations() has it
    CodePart innermost(const ast::For &loop, std::size_t place, double count,
                       schedule::LoopKind kind)
    {
        InnermostBody body = innermost_body(*loop.body, place, references_, position_);
        reuse_across(body.part.references, machine_);
        const Independence independence =
            kind == schedule::LoopKind::vector || kind == schedule::LoopKind::narrow_vector
                ? Independence::stated
            : kind == schedule::LoopKind::strict_vector ? Independence::summed
            : alias_checks(body.statements, program_.may_overlap) > max_alias_checks
                ? Independence::hidden
                : Independence::seen;
        const InnermostCost cost = innermost_cost(
            body.statements, body.guards, {count, has_constant_count(loop), is_few(loop, count)},
            independence, machine_);
        if (cost.is_vector && kind != schedule::LoopKind::narrow_vector &&
            machine_.compilers_vector >= machine_.line && count > longest_strip)
            note_crossings(body.part, machine_);
        body.part.cycles = cost.cycles * (body.has_nest ? nest_of_copies : 1);
        return std::move(body.part);
    }

    /// Loops that a kernel executes in blocks.
    CodePart blocks(const ast::For &loop)
    {
        double cycles = blocked_cycles(loop, position_, machine_);
        if (loop.role->kind == schedule::LoopKind::parallel)
            cycles = start_cycles() +
                     cycles / busy_threads(std::max(1L, position_.count(loop)), machine_);
        return {cycles, cycles};
    }

    /// A loop whose iterations threads share, if that pays.
    CodePart share(const ast::For &loop, Iterations all)
    {
        if (all.count == 0)
            return {condition};
        const double threads = busy_threads(all.count, machine_);
        const Division division =
            divide(all.count, all_cycles(all.samples[0].part), all_cycles(all.samples[1].part),
                   !is_innermost(loop), threads);
        CodePart iteration = mean(std::move(all.samples));
        const double own = double(all.count) / threads;
        const double transfer =
            transfer_cycles(iteration, own, machine_) +
            near_part_ * handed_over_cycles(iteration, own, around_, threads, machine_);
        const double start = start_cycles() + transfer;
        CodePart result = enclosed(loop, shape(loop, all.count), std::move(iteration), machine_);
        const double cycles = all_cycles(result);
        const ParallelWork work = {cycles, start + division.part * cycles, division.handed_out,
                                   enough_work(start, division.part)};
        works_[loop.role].add(work, start, double(machine_.thread_wake) + transfer);
        if (work.cycles < work.min_cycles)
            return result;
        return shared(std::move(result), start, division, machine_);
    }

    void enter(const ast::For &loop, double count)
    {
        position_.enter(loop);
        around_.push_back(count);
    }

    void leave()
    {
        position_.leave();
        around_.pop_back();
    }

    bool is_innermost(const ast::For &loop) const { return !loops_.has_loop(*loop.body); }

    bool is_few(const ast::For &loop, double count) const
    {
        return loops_.is_between_numbers(loop) && count <= max_unrolled_iterations;
    }

    LoopShape shape(const ast::For &loop, long count) const
    {
        return {count, is_innermost(loop), is_few(loop, double(count))};
    }

    /// Whether threads that have started before can run a loop.
    bool is_region(const ast::For &loop)
    {
        const auto [known, is_new] = regions_.try_emplace(&loop, false);
        if (is_new)
            known->second = !ast::worksharing_loops(ast::Node{loop}).empty() &&
                            !passes_through_buffers(program_, *loop.body);
        return known->second;
    }

    /// Cycles until the threads of a parallel loop have begun with it and are done together.
    double start_cycles() const
    {
        const auto start = double(machine_.thread_start);
        return runs_threads_ ? std::min(barrier, start) : start;
    }

    double all_cycles(const CodePart &part) const
    {
        return cycles_with_misses(part, kept_, machine_);
    }

    const program::Program &program_;
    const ast::Node &code_;
    const Machine &machine_;
    const CodeLoops loops_;
    CodeReferences references_;
    LoopPosition position_;
    std::vector<double> around_; ///< iterations of the loops around the position
    std::map<schedule::LoopRolePtr, WorkSum> works_; ///< by roles
    std::map<const ast::For *, bool> regions_;       ///< whether loops that were met are
    double near_part_ = 0;      ///< of what the code touches: what a thread's caches may hold
    LevelFlags kept_ = {};      ///< levels that hold all that the code touches
    bool runs_threads_ = false; ///< in a loop around those that threads share
};

} // namespace

std::optional<Estimate> estimate(const program::Program &program, const ast::NodePtr &code,
                                 const Machine &machine, const ast::Values &sizes)
{
    try {
        return Estimator(program, *code, machine, sizes).run();
    } catch (const NumberTooLarge &) {
        return std::nullopt;
    }
}

} // namespace espalier::machine
