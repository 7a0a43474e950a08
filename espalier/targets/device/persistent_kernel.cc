#include "espalier/ast/expressions.h"
#include "espalier/ast/generator.h"
#include "espalier/targets/device/device_region.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace espalier::targets {

/// Prints what the blocks of a persistent kernel do, a list of blocks of another kernel after the
/// other.
class DeviceRegion::Turns : public LaunchPrinter {
public:
    /// \param threads  of a block
    Turns(DeviceRegion &region, long threads) : region_(region), threads_(threads) {}

    std::string launch(const lowering::Launch &launch, const std::string &indentation) override
    {
        const strategies::DeviceKernel &kernel = region_.shapes_.at(launch.kernel);
        const bool has_rows = kernel.dimensions.size() > 1;
        add_wanted(kernel);
        const std::vector<std::string> counts = this->counts(kernel);
        std::string text = indentation + "{\n", inner = indentation + unit;
        for (std::size_t k = 0; k < counts.size(); ++k)
            text += fmt::format("{}const unsigned {} = {};\n", inner, count(k), counts[k]);
        if (has_rows) {
            text += loop(inner, row(), region_.language_.block[1],
                         counts.size() > 2 ? count(1) + " * " + count(2) : count(1),
                         region_.language_.blocks[1]);
            inner += unit;
        }
        text += loop(inner, column(), first(kernel), count(0), step(kernel)) +
                turn(launch, kernel, inner + unit) + inner + "}\n";
        if (has_rows)
            text += indentation + unit + "}\n";
        return text + indentation + "}\n" + indentation + region_.language_.grid_barrier + "\n";
    }

    /// Kernels do not start others.
    std::string launch(const lowering::PersistentKernel &kernel,
                       const std::string &indentation) override
    {
        return region_.printer_.print(kernel.body, indentation, unit);
    }

    /// \name What kernels would be launched with, as the host computes it: "one, other, ".
    /// @{
    std::string blocks;
    std::string columns; ///< blocks along x, where there are rows of them
    /// @}

private:
    inline static const std::string unit = "    ";

    std::string column() const { return region_.names_.device + "_column"; }
    std::string row() const { return region_.names_.device + "_row"; }
    std::string count(std::size_t k) const
    {
        return fmt::format("{}_blocks{}", region_.names_.device, k);
    }

    static std::string loop(const std::string &indentation, const std::string &variable,
                            const std::string &first, const std::string &end,
                            const std::string &step)
    {
        return fmt::format("{0}for (unsigned {1} = {2}; {1} < {3}; {1} += {4}) {{\n", indentation,
                           variable, first, end, step);
    }

    /// What a block does in place of one of the kernel's.
    std::string turn(const lowering::Launch &launch, const strategies::DeviceKernel &kernel,
                     const std::string &indentation)
    {
        const std::string body = region_.body(launch, kernel, indentation);
        const bool is_deep = kernel.dimensions.size() > 2;
        const std::array<std::string, 3> blocks = {
            column(), is_deep ? row() + " % " + count(1) : row(), row() + " / " + count(1)};
        std::string text =
            region_.numbers(body, kernel, blocks, thread_numbers(kernel), indentation) +
            region_.shared_arrays(body, kernel, indentation) +
            region_.own_arrays(body, kernel, indentation) + body;
        if (!kernel.memory.barriers.empty())
            text += indentation + region_.language_.barrier + "\n";
        return text;
    }

    /// Of the blocks along x; where there are no rows, all blocks take these, and blocks of fewer
    /// threads go together.
    std::string first(const strategies::DeviceKernel &kernel) const
    {
        const auto &[x, y, z] = region_.language_.block;
        if (kernel.dimensions.size() > 1)
            return x;
        const std::string block = fmt::format("({} * {} + {})", y, region_.language_.blocks[0], x);
        const long threads = kernel.threads();
        return threads == threads_ ? block
                                   : fmt::format("({} * {} + {}) / {}", block, threads_,
                                                 region_.language_.thread[0], threads);
    }

    std::string step(const strategies::DeviceKernel &kernel) const
    {
        const auto &[x, y] = region_.language_.blocks;
        if (kernel.dimensions.size() > 1)
            return x;
        const long together = threads_ / kernel.threads();
        return fmt::format("{} * {}", x, y) + (together > 1 ? fmt::format(" * {}", together) : "");
    }

    /// As many blocks along x, y and z as a launch would have.
    std::vector<std::string> counts(const strategies::DeviceKernel &kernel) const
    {
        std::vector<std::string> result;
        for (const strategies::DeviceDimension &dimension : kernel.dimensions) {
            std::vector<ast::ExpressionPtr> bounds;
            if (dimension.blocks)
                bounds.push_back(ast::apply(
                    ast::Operator::maximum,
                    {ast::value(*dimension.blocks, program::code_context(region_.program_)),
                     ast::integer(0)}));
            if (dimension.max_blocks)
                bounds.push_back(ast::integer(*dimension.max_blocks));
            result.push_back(
                region_.printer_.expression(ast::join(ast::Operator::minimum, bounds)));
        }
        return result.empty() ? std::vector<std::string>{"1"} : result;
    }

    void add_wanted(const strategies::DeviceKernel &kernel)
    {
        std::vector<std::string> sides;
        const std::vector<std::string> counts = region_.blocks(kernel);
        for (std::size_t k = 0; k < counts.size(); ++k)
            sides.push_back(fmt::format(
                "{}_blocks({}, {})", region_.names_.device, counts[k],
                kernel.dimensions.empty() ? 0 : kernel.dimensions[k].max_blocks.value_or(0)));
        blocks += fmt::format("{}, ", fmt::join(sides, " * "));
        if (sides.size() > 1)
            columns += sides.front() + ", ";
    }

    /// Of a block's threads, the first ones along x.
    std::array<std::string, 3> thread_numbers(const strategies::DeviceKernel &kernel) const
    {
        std::array<std::string, 3> result;
        long below = 1;
        for (std::size_t k = 0; k < kernel.dimensions.size(); ++k) {
            result[k] = region_.language_.thread[0];
            if (below > 1)
                result[k] += fmt::format(" / {}", below);
            below *= kernel.dimensions[k].threads;
            if (below < threads_)
                result[k] += fmt::format(" % {}", kernel.dimensions[k].threads);
        }
        return result;
    }

    DeviceRegion &region_;
    long threads_;
};

/// Loads may not pass barriers for the whole grid, as compilers take it that those of restricted
/// pointers may.
std::string DeviceRegion::launch(const lowering::PersistentKernel &kernel,
                                 const std::string &indentation)
{
    const std::string unit = "    ";
    Turns turns(*this, kernel.threads);
    printer_.launch_by(turns);
    const std::string body = printer_.print(kernel.body, unit, unit);
    std::string arguments;
    const std::string parameters = this->parameters(body, {}, "", arguments);
    kernels_.start_together = true;
    return indentation +
           fmt::format("{0}_launch_together({1}, {2}, (const long[]){{{3}0}}, (const "
                       "long[]){{{4}0}}, (const struct {0}_argument[]){{{5}{{0, 0}}}});\n",
                       names_.device, language_.reference(add_kernel(parameters, body)),
                       kernel.threads, turns.blocks, turns.columns, arguments);
}

} // namespace espalier::targets
