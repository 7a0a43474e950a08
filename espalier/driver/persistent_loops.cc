#include "espalier/driver/persistent_loops.h"

#include "espalier/ast/walk.h"
#include "espalier/machine/array_shapes.h"
#include "espalier/machine/estimate.h"

#include <algorithm>

namespace espalier::driver {

namespace {

/// A kernel that takes so many times as long as it takes to start is none of these; and more of
/// them than that are not started, whatever they take.
constexpr double not_brief = 10, most_launches = 1000;

class PersistentLoopFinder {
public:
    PersistentLoopFinder(const DeviceCandidate &candidate, long block_bytes)
        : candidate_(candidate), block_bytes_(block_bytes)
    {
    }

    void find(const ast::Node &node)
    {
        if (const auto *loop = std::get_if<ast::For>(&node.node); loop && add_if_better(*loop))
            return;
        if (const auto *mark = std::get_if<ast::Mark>(&node.node);
            !mark || !kernels().contains(mark->name))
            ast::foreach_child(node, [&](const ast::NodePtr &child) { find(*child); });
    }

    machine::PersistentLoops result;

private:
    using Marks = std::set<std::string>;

    bool add_if_better(const ast::For &loop)
    {
        Marks marks;
        collect(*loop.body, marks);
        const std::optional<long> threads = shared_threads(marks);
        const bool is_better = !loop.is_degenerate() && threads && are_brief(marks);
        if (is_better)
            result.emplace(&loop, *threads);
        return is_better;
    }

    /// \param marks  gets those of kernels inside of a node
    void collect(const ast::Node &node, Marks &marks) const
    {
        if (const auto *mark = std::get_if<ast::Mark>(&node.node);
            mark && kernels().contains(mark->name))
            marks.insert(mark->name);
        else
            ast::foreach_child(node, [&](const ast::NodePtr &child) { collect(*child, marks); });
    }

    /// The threads of the greatest blocks of some kernels, if they may take over what those of the
    /// others do, and have memory for all of them.
    std::optional<long> shared_threads(const Marks &marks) const
    {
        long most = 1;
        double bytes = 0;
        for (const std::string &mark : marks)
            most = std::max(most, kernels().at(mark).threads());
        for (const std::string &mark : marks) {
            const strategies::DeviceKernel &kernel = kernels().at(mark);
            if (most % kernel.threads() != 0 ||
                ((!kernel.memory.barriers.empty() || kernel.dimensions.size() > 1) &&
                 kernel.threads() != most))
                return std::nullopt;
            for (const auto &[array, lengths] : kernel.memory.shared) {
                const program::Program &program = candidate_.tree.program;
                double own = machine::element_bytes(program, program.arrays[array]);
                for (const long length : lengths)
                    own *= double(length);
                bytes += own;
            }
        }
        return !marks.empty() && bytes <= double(block_bytes_) ? std::optional(most) : std::nullopt;
    }

    bool are_brief(const Marks &marks)
    {
        const double launch = candidate_.device.launch_us * 1e-6;
        if (launch == 0 || !estimate())
            return true;
        machine::KernelSeconds all;
        for (const auto &[mark, own] : estimate()->kernels)
            if (marks.contains(mark)) {
                all.seconds += own.seconds;
                all.runs += own.runs;
            }
        return all.runs > most_launches || all.seconds <= all.runs * not_brief * launch;
    }

    /// For usual sizes, as soon as there is a loop to judge; nothing if there is none.
    const std::optional<machine::DeviceEstimate> &estimate()
    {
        if (!is_estimated_)
            if (const auto sizes = machine::assumed_sizes(candidate_.region))
                estimate_ = estimate_on_device(candidate_, *sizes);
        is_estimated_ = true;
        return estimate_;
    }

    const std::map<std::string, strategies::DeviceKernel> &kernels() const
    {
        return candidate_.tree.kernels;
    }

    const DeviceCandidate &candidate_;
    long block_bytes_;
    bool is_estimated_ = false;
    std::optional<machine::DeviceEstimate> estimate_;
};

} // namespace

machine::PersistentLoops persistent_loops(const DeviceCandidate &candidate, long block_bytes)
{
    PersistentLoopFinder finder(candidate, block_bytes);
    finder.find(*candidate.loops);
    return std::move(finder.result);
}

} // namespace espalier::driver
