#include "espalier/machine/estimate.h"

#include "espalier/ast/walk.h"
#include "espalier/ast/worksharing.h"
#include "espalier/base/checked.h"
#include "espalier/machine/array_shapes.h"
#include "espalier/machine/code_loops.h"
#include "espalier/machine/code_part.h"
#include "espalier/machine/innermost_cost.h"
#include "espalier/machine/loop_position.h"
#include "espalier/machine/sampled_iterations.h"

#include <algorithm>
#include <cmath>

namespace espalier::machine {

namespace {

/// Cycles for threads that run to wait for each other, of an operation in a bound, of a condition
/// outside innermost loops, and of an iteration of a loop around others.
constexpr double barrier = 2'000, bound_operation = 1, condition = 2, outer_iteration = 3;

/// The part of a machine's operations that a kernel's blocks reach, with what packing takes.
constexpr double kernel_efficiency = 0.6;

/// Work in an iteration from which on handing out each by itself costs little.
constexpr double hand_out_cycles = 3'000;

/// Cycles to get a line that another thread has just written, some of which pass meanwhile.
constexpr double line_transfer = 40;

/// Parts of the iterations of a loop in sequence that one thread may get more than others before
/// they are handed out as threads become free.
constexpr double tolerated_imbalance = 1.2, dynamic_imbalance = 1.05;

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

class Estimator {
public:
    Estimator(const program::Program &program, const Machine &machine, ast::Values sizes)
        : program_(program), machine_(machine), shapes_(array_shapes(program, sizes)),
          position_(std::move(sizes))
    {
        for (const program::Statement &statement : program.statements)
            if (!statement.is_kill())
                statements_[statement.name()] = {&statement, body_cost(program, statement)};
    }

    Estimate run(const ast::NodePtr &code)
    {
        Estimate result;
        // A first walk tells what stays in caches from whatever ran before.
        kept_ = levels_that_hold(visit(*code, 0).references, machine_);
        works_.clear();
        const CodePart whole = visit(*code, 0);
        result.cycles = all_cycles(whole);
        result.kernel_cycles = whole.kernel_cycles;
        for (auto &[role, sum] : works_) {
            sum.work.cycles /= sum.count;
            sum.work.parallel_cycles /= sum.count;
            sum.work.least_cycles /= sum.count;
            result.parallel_loops[role] = sum.work;
        }
        return result;
    }

private:
    struct Known {
        const program::Statement *statement;
        BodyCost cost;
    };

    struct WorkSum {
        ParallelWork work;
        double count = 0;
    };

    /// A loop's iterations, as far as they were looked into.
    struct Iterations {
        long count;
        std::vector<Sample> samples;
    };

    // ---- Places in the code ----

    /// How many places references can have in a part of the code.
    std::size_t places(const ast::Node &node)
    {
        auto [found, is_new] = places_.emplace(&node, 0);
        if (!is_new)
            return found->second;
        std::size_t result = 0;
        if (const auto *user = std::get_if<ast::User>(&node.node)) {
            auto known = statements_.find(user->statement);
            result = known == statements_.end() ? 0 : known->second.cost.latencies.size();
        }
        ast::foreach_child(node, [&](const ast::NodePtr &child) { result += places(*child); });
        if (const auto *loop = std::get_if<ast::For>(&node.node))
            result *= std::size_t(std::max(1L, copies_of_body(*loop)));
        return places_[&node] = result;
    }

    // ---- References ----

    /// Bytes from the beginning of the array, for each access of a statement.
    std::vector<double> addresses(const ast::User &user, const program::Statement &statement) const
    {
        std::vector<double> result;
        std::size_t value = 0;
        for (const program::Access &access : statement.accesses) {
            double address = 0;
            for (std::size_t k = 0; k < access.subscripts.size(); ++k, ++value)
                address +=
                    shapes_[access.array].strides[k] * double(position_.value(*user.values[value]));
            result.push_back(address);
        }
        return result;
    }

    // ---- Parts of the code ----

    CodePart visit(const ast::Node &node, std::size_t place)
    {
        return std::visit([&](const auto &kind) { return part(kind, place); }, node.node);
    }

    CodePart part(const ast::User &user, std::size_t place)
    {
        std::vector<MovingStatement> moving;
        CodePart result = touch(user, place, moving);
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
            result = visit(*choice.no, place + places(*choice.yes));
        result.cycles += condition;
        return result;
    }

    CodePart part(const ast::Block &block, std::size_t place)
    {
        CodePart result;
        for (const ast::NodePtr &child : block.children) {
            result.append(visit(*child, place));
            place += places(*child);
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
        double cycles = updates(ast::Node{loop}) * double(blocking.contraction.by_column.size()) /
                        (at_a_time * kernel_efficiency);
        if (loop.role->kind == schedule::LoopKind::parallel)
            cycles =
                (runs_threads_ ? barrier : region_entry) + cycles / threads(position_.count(loop));
        return {cycles, cycles};
    }

    /// How often the statement in some loops is executed.
    double updates(const ast::Node &node)
    {
        const auto *loop = std::get_if<ast::For>(&node.node);
        if (!loop) {
            double result = std::holds_alternative<ast::User>(node.node) ? 1 : 0;
            ast::foreach_child(node, [&](const ast::NodePtr &child) { result += updates(*child); });
            return result;
        }
        if (loop->is_degenerate()) {
            position_.enter(*loop);
            const double result = updates(*loop->body);
            position_.leave();
            return result;
        }
        const long count = position_.count(*loop);
        if (count == 0)
            return 0;
        double result = 0;
        position_.enter(*loop);
        for (const SampledIteration &chosen : sampled_iterations(*loop, count, position_)) {
            position_.move_to(chosen.offset);
            result += chosen.weight * updates(*loop->body);
        }
        position_.leave();
        return double(count) * result;
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
            return touch(*user, place, statements);
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
            place += places(*child);
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
            place += places(*loop.body);
        }
        result.drop_last_strides();
        position_.leave();
        return result;
    }

    /// The references of a statement, which are added to `statements` with their strides in the
    /// innermost loop around it.
    CodePart touch(const ast::User &user, std::size_t place,
                   std::vector<MovingStatement> &statements)
    {
        auto found = statements_.find(user.statement);
        if (found == statements_.end())
            return {1};
        const program::Statement &statement = *found->second.statement;
        CodePart result;
        MovingStatement moving{&found->second.cost, {}};
        std::vector<double> here = addresses(user, statement);
        std::vector<std::vector<double>> strides = all_strides(user, statement, here);
        for (std::size_t k = 0; k < here.size(); ++k) {
            const program::Access &access = statement.accesses[k];
            const ArrayShape &shape = shapes_[access.array];
            bool is_write = access.kind != program::AccessKind::read;
            result.references.push_back(
                {access.array, shape.bytes, shape.element_bytes, here[k], is_write});
            moving.accesses.push_back(
                {access.array, is_write, here[k], innermost_of(strides[k]), shape.element_bytes});
            result.origins.push_back({place + k, std::move(strides[k])});
        }
        statements.push_back(std::move(moving));
        reuse_across(result.references, machine_);
        return result;
    }

    /// For each access of a statement, its strides in the loops around, outermost first, in bytes.
    std::vector<std::vector<double>> all_strides(const ast::User &user,
                                                 const program::Statement &statement,
                                                 const std::vector<double> &here)
    {
        std::vector<std::vector<double>> result(here.size());
        for (std::size_t depth = 0; depth < position_.depth(); ++depth) {
            std::vector<double> next =
                position_.at_next(depth, [&] { return addresses(user, statement); });
            for (std::size_t k = 0; k < here.size(); ++k)
                result[k].push_back(next[k] - here[k]);
        }
        return result;
    }

    /// The stride in the innermost loop around the present place that is not degenerate.
    double innermost_of(const std::vector<double> &strides) const
    {
        for (std::size_t depth = strides.size(); depth-- > 0;)
            if (position_.is_loop(depth))
                return strides[depth];
        return 0;
    }

    /// With those that memory takes, most of which pass while something is computed, or the other
    /// way round.
    double all_cycles(const CodePart &part) const
    {
        constexpr double exposed = 0.25;
        double misses = 0;
        for (const Reference &reference : part.references)
            misses += miss_cycles(reference, kept_, machine_);
        return std::max(part.cycles, misses) + exposed * std::min(part.cycles, misses);
    }

    // ---- Parallel loops ----

    /// A loop whose iterations threads share, if that pays.
    CodePart share(const ast::For &loop, Iterations all)
    {
        if (all.count == 0)
            return {condition};
        Division division = divide(loop, all);
        CodePart iteration = mean(std::move(all.samples));
        double start = (runs_threads_ ? barrier : region_entry) + transfers(iteration, all.count);
        CodePart result = enclosed(loop, all.count, std::move(iteration));
        double work = all_cycles(result);
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

    /// Cycles for lines that several threads write: where each iteration writes to many lines, next
    /// to what the others write, and all those of a thread fill few of each, as along the diagonals
    /// of a wavefront.
    double transfers(const CodePart &iteration, long count) const
    {
        const double line = double(machine_.line), own = double(count) / threads(count);
        double lines = 0;
        for (std::size_t k = 0; k < iteration.references.size(); ++k) {
            const Reference &reference = iteration.references[k];
            double stride = std::abs(iteration.origins[k].strides.back());
            double touched = units_of(reference, line);
            if (reference.is_write && touched > 1 && stride > 0 && stride < line)
                lines += touched * own * std::min(line / (stride * own), 1.0);
        }
        return lines * line_transfer;
    }

    /// Who asks for threads means to run the code on several cores.
    double threads(long count) const
    {
        return std::min(std::max(2.0, double(machine_.cores)), double(count));
    }

    /// How threads divide a loop's work.
    struct Division {
        double part; ///< that the thread with the most to do does
        bool is_uneven;
    };

    /// Precondition: the loop has iterations
    Division divide(const ast::For &loop, const Iterations &all) const
    {
        double first = all_cycles(all.samples[0].part);
        double second = all_cycles(all.samples[1].part);
        double imbalance = heaviest_share(first, second, threads(all.count));
        bool is_coarse = has_loop(*loop.body) && (first + second) / 2 >= hand_out_cycles;
        bool is_uneven = is_coarse && imbalance > tolerated_imbalance;
        return {(is_uneven ? dynamic_imbalance : imbalance) / threads(all.count), is_uneven};
    }

    /// What the thread with the most to do does, relative to the mean, where what iterations have
    /// to do grows or falls linearly and each thread takes a run of them.
    static double heaviest_share(double first, double second, double threads)
    {
        double mean = (first + second) / 2;
        double slope = (second - first) / (second_place - first_place);
        return mean > 0 ? 1 + std::abs(slope) / mean * (1 - 1 / threads) / 2 : 1;
    }

    const program::Program &program_;
    const Machine &machine_;
    std::map<std::string, Known> statements_;
    std::vector<ArrayShape> shapes_;
    LoopPosition position_;
    std::map<const ast::Node *, std::size_t> places_;
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
