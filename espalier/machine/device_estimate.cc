#include "espalier/machine/device_estimate.h"

#include "espalier/base/checked.h"
#include "espalier/machine/body_cost.h"
#include "espalier/machine/code_loops.h"
#include "espalier/machine/code_references.h"
#include "espalier/machine/loop_position.h"
#include "espalier/machine/sampled_iterations.h"

#include <algorithm>
#include <cmath>

namespace espalier::machine {

namespace {

constexpr double sector = 32; ///< bytes that memory gives at least
constexpr double warp = 32;   ///< threads that run together

/// Reads that a thread waits for together, and cycles of an operation and of an iteration for what
/// waits for it. Statements that use registers and a block's memory alone wait for nothing: there
/// are others beside them.
constexpr double reads_at_once = 4, operation_latency = 4, iteration = 4;

/// The part of a device's operations that code reaches which does not much else.
constexpr double part_of_peak = 0.6;

/// What part of the code does: on average, in a thread, or in all of a kernel's.
struct Work {
    double doubles = 0, singles = 0;      ///< operations, by what they compute with
    double nanoseconds = 0;               ///< that pass, for a thread alone
    double bytes = 0;                     ///< through the cache
    std::map<std::size_t, double> memory; ///< bytes of arrays, each piece in sight once

    void add(const Work &other, double times = 1)
    {
        doubles += times * other.doubles;
        singles += times * other.singles;
        nanoseconds += times * other.nanoseconds;
        bytes += times * other.bytes;
        for (const auto &[array, own] : other.memory)
            memory[array] += times * own;
    }
};

/// Bytes of the pieces that threads next to each other read together, for each of them.
double bytes_of(double distance, double element)
{
    return distance == 0 ? std::max(element / warp, 1.0) : std::min(std::abs(distance), sector);
}

/// The walk. Functions throw NumberTooLarge.
class DeviceEstimator {
public:
    DeviceEstimator(const program::Program &program, const ast::Node &code,
                    const std::map<std::string, DeviceGrid> &grids,
                    const PersistentLoops &persistent, const Device &device,
                    const ast::Values &sizes)
        : program_(program), grids_(grids), persistent_(persistent), device_(device), loops_(code),
          shapes_(array_shapes(program, sizes)), position_(loops_, sizes)
    {
        const Machine host;
        for (const program::Statement &statement : program.statements)
            for (const program::Access &access : statement.accesses)
                if (access.kind != program::AccessKind::read)
                    written_.insert(access.array);
        for (const program::Statement &statement : program.statements)
            if (!statement.is_kill() && statement.body)
                statements_.emplace(statement.name(),
                                    Known{&statement, body_cost(program, statement, host)});
        // Iterations of loops around are chosen by conditions in kernels, too.
        for (const auto &[mark, grid] : grids)
            for (const GridDimension &dimension : grid.dimensions)
                for (const std::string &number : {dimension.block, dimension.thread})
                    position_.define(number, 0);
    }

    DeviceEstimate run(const ast::Node &code) { return on_host(code); }

private:
    struct Known {
        const program::Statement *statement;
        BodyCost cost;
    };

    DeviceEstimate on_host(const ast::Node &node)
    {
        if (const auto *mark = std::get_if<ast::Mark>(&node.node)) {
            const auto grid = grids_.find(mark->name);
            return grid == grids_.end() ? on_host(*mark->body) : start(*mark, grid->second);
        }
        const auto *loop = std::get_if<ast::For>(&node.node);
        const bool is_persistent = loop && persistent_.contains(loop);
        const double launch_us = start_us_;
        if (is_persistent)
            start_us_ = device_.barrier_us;
        DeviceEstimate result;
        at_parts(node,
                 [&](const ast::Node &part, double times) { result.add(on_host(part), times); });
        start_us_ = launch_us;
        if (is_persistent) {
            result.seconds += start_us_ * 1e-6;
            result.launches = 1;
        }
        return result;
    }

    DeviceEstimate start(const ast::Mark &mark, const DeviceGrid &grid)
    {
        const double own = kernel(*mark.body, grid);
        return {start_us_ * 1e-6 + own, 1, {{mark.name, {own, 1}}}};
    }

    Work in_thread(const ast::Node &node)
    {
        if (const auto *user = std::get_if<ast::User>(&node.node))
            return statement(*user);
        if (const auto *mark = std::get_if<ast::Mark>(&node.node))
            return in_thread(*mark->body);
        const bool is_loop = std::holds_alternative<ast::For>(node.node);
        Work result;
        at_parts(node, [&](const ast::Node &part, double times) {
            result.add(in_thread(part), times);
            if (is_loop)
                result.nanoseconds += times * iteration / device_.gigahertz;
        });
        return result;
    }

    /// Goes to what is in a node, with how often that runs.
    template <class Visit>
    void at_parts(const ast::Node &node, const Visit &visit)
    {
        if (const auto *block = std::get_if<ast::Block>(&node.node)) {
            for (const ast::NodePtr &child : block->children)
                visit(*child, 1.0);
        } else if (const auto *choice = std::get_if<ast::If>(&node.node)) {
            if (position_.value(*choice->condition))
                visit(*choice->yes, 1.0);
            else if (choice->no)
                visit(*choice->no, 1.0);
        } else if (const auto *let = std::get_if<ast::Let>(&node.node)) {
            position_.define(let->name, position_.value(*let->value));
            visit(*let->body, 1.0);
        } else if (const auto *loop = std::get_if<ast::For>(&node.node)) {
            at_iterations(*loop, visit);
        }
    }

    template <class Visit>
    void at_iterations(const ast::For &loop, const Visit &visit)
    {
        const long count = loop.is_degenerate() ? 1 : position_.count(loop);
        if (count == 0)
            return;
        position_.enter(loop);
        if (count == 1)
            visit(*loop.body, 1.0);
        else
            for (const SampledIteration &chosen : sampled_iterations(loop, count, position_)) {
                position_.move_to(chosen.offset);
                visit(*loop.body, chosen.weight * double(count));
            }
        position_.leave();
    }

    Work statement(const ast::User &user)
    {
        const auto known = statements_.find(user.statement);
        if (known == statements_.end()) // a barrier
            return {};
        const auto &[statement, cost] = known->second;
        const std::vector<double> here = addresses(user, *statement, shapes_, position_);
        std::vector<double> beside = here;
        if (!grid_->dimensions.empty()) {
            const std::string &thread = grid_->dimensions.front().thread;
            position_.define(thread, thread_ + 1);
            beside = addresses(user, *statement, shapes_, position_);
            position_.define(thread, thread_);
        }
        Work result;
        bool reads_memory = false, uses_memory = false, is_double = false;
        double on_chip = 0;
        for (std::size_t k = 0; k < here.size(); ++k) {
            const program::Access &access = statement->accesses[k];
            const ArrayShape &shape = shapes_[access.array];
            if (is_value(access))
                continue;
            is_double |= shape.element_bytes > 4;
            if (grid_->on_chip.contains(access.array)) {
                ++on_chip;
                continue;
            }
            const double bytes = bytes_of(beside[k] - here[k], shape.element_bytes);
            uses_memory = true;
            reads_memory |= access.kind == program::AccessKind::read;
            result.bytes += bytes;
            double &own = result.memory[access.array];
            own = std::max(own, bytes);
        }
        const double operations = cost.operations + 4 * cost.slow;
        (is_double ? result.doubles : result.singles) = operations;
        const double latency = uses_memory ? operation_latency : 1;
        result.nanoseconds = (reads_memory ? device_.latency_ns / reads_at_once : 0) +
                             latency * (operations + on_chip) / device_.gigahertz;
        return result;
    }

    /// Whether threads are given what is read.
    bool is_value(const program::Access &access) const
    {
        return program_.arrays[access.array].extents.empty() && !written_.contains(access.array);
    }

    /// The seconds of a kernel, once it runs.
    double kernel(const ast::Node &code, const DeviceGrid &grid)
    {
        grid_ = &grid;
        double blocks = 1, threads = 1;
        for (const GridDimension &dimension : grid.dimensions) {
            blocks *= double(std::max(1L, position_.value(*dimension.blocks)));
            threads *= double(dimension.threads);
        }
        Work work;
        at_blocks(code, 0, 1, work);
        const double own = work.nanoseconds;
        const double turns =
            std::max(1.0, blocks * threads / (device_.multiprocessors * device_.threads));
        Work all;
        all.add(work, blocks * threads);
        return std::max(
            {(all.doubles / device_.double_gflops + all.singles / device_.single_gflops) * 2e-9 /
                 part_of_peak,
             all.bytes / device_.cache_gbs * 1e-9, from_memory(all) / device_.memory_gbs * 1e-9,
             own * turns * 1e-9});
    }

    /// Bytes that do not stay in the cache.
    double from_memory(const Work &all) const
    {
        double touched = 0, result = 0;
        for (const auto &[array, bytes] : all.memory)
            touched += std::min(bytes, shapes_[array].bytes);
        for (const auto &[array, bytes] : all.memory)
            result += touched <= device_.cache_bytes ? 0 : bytes;
        return result;
    }

    /// What a thread does, on average, of some in some blocks.
    void at_blocks(const ast::Node &code, std::size_t dimension, double weight, Work &sum)
    {
        if (dimension == grid_->dimensions.size()) {
            sum.add(in_thread(code), weight);
            return;
        }
        const GridDimension &here = grid_->dimensions[dimension];
        const long blocks = std::max(1L, position_.value(*here.blocks));
        const long thread = here.threads / 2;
        position_.define(here.thread, thread);
        if (dimension == 0)
            thread_ = thread;
        auto at = [&](double place, double part) {
            position_.define(here.block, std::min(blocks - 1, long(place * double(blocks))));
            at_blocks(code, dimension + 1, weight * part, sum);
        };
        if (blocks == 1)
            return at(0, 1);
        at(first_place, 0.5);
        at(second_place, 0.5);
    }

    const program::Program &program_;
    const std::map<std::string, DeviceGrid> &grids_;
    const PersistentLoops &persistent_;
    const Device &device_;
    double start_us_ = device_.launch_us; ///< until a kernel runs, where the walk is
    const CodeLoops loops_;
    std::vector<ArrayShape> shapes_;
    std::map<std::string, Known> statements_; ///< by names
    std::set<std::size_t> written_;           ///< arrays
    LoopPosition position_;
    const DeviceGrid *grid_ = nullptr; ///< of the kernel that the walk is in
    long thread_ = 0;                  ///< along x
};

} // namespace

void DeviceEstimate::add(const DeviceEstimate &other, double times)
{
    seconds += times * other.seconds;
    launches += times * other.launches;
    for (const auto &[mark, own] : other.kernels) {
        kernels[mark].seconds += times * own.seconds;
        kernels[mark].runs += times * own.runs;
    }
}

std::optional<DeviceEstimate> estimate(const program::Program &program, const ast::NodePtr &code,
                                       const std::map<std::string, DeviceGrid> &grids,
                                       const PersistentLoops &persistent, const Device &device,
                                       const ast::Values &sizes)
{
    try {
        return DeviceEstimator(program, *code, grids, persistent, device, sizes).run(*code);
    } catch (const NumberTooLarge &) {
        return std::nullopt;
    }
}

} // namespace espalier::machine
