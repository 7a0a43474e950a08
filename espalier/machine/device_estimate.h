#pragma once

#include "espalier/ast/ast.h"
#include "espalier/ast/evaluate.h"
#include "espalier/machine/device.h"
#include "espalier/program/program.h"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace espalier::machine {

/// The numbers of blocks and threads along one dimension of a kernel's grid.
struct GridDimension {
    std::string block, thread; ///< symbolic constants: which one it is
    ast::ExpressionPtr blocks; ///< how many there are, in the symbolic constants
    long threads;              ///< of a block
};

/// What a kernel runs on.
struct DeviceGrid {
    std::vector<GridDimension> dimensions; ///< x first; none: one thread
    std::set<std::size_t> on_chip;         ///< arrays in registers or in a block's memory
};

/// What a kernel takes, in all of its runs.
struct KernelSeconds {
    double seconds = 0; ///< without what it takes to start it
    double runs = 0;
};

/// What running code on a device takes.
struct DeviceEstimate {
    double seconds = 0;  ///< of kernels, with what it takes to start them
    double launches = 0; ///< of kernels
    std::map<std::string, KernelSeconds> kernels = {}; ///< by the names of the marks above them

    /// Adds what other code takes that runs so many times.
    void add(const DeviceEstimate &other, double times);
};

/// Loops of the host that one kernel runs, whose blocks wait for each other where kernels would end
/// otherwise, and the threads of these blocks.
using PersistentLoops = std::map<const ast::For *, long>;

/// Walks through the host's code with some values for the parameters, a few iterations of each loop
/// in place of all, and at kernels through what a few threads of a few blocks do. A kernel takes
/// what its operations, or the bytes that go to memory or through the cache, take all together, or
/// what one thread takes after the other that waits for what it reads; whichever is the most.
/// \param code   of `program`, with requested_expressions as the values of each statement
/// \param grids  by the names of the marks above kernels
/// \param persistent  loops of `code`
/// \param sizes  values of the parameters
/// \return nothing if numbers become too large
std::optional<DeviceEstimate> estimate(const program::Program &program, const ast::NodePtr &code,
                                       const std::map<std::string, DeviceGrid> &grids,
                                       const PersistentLoops &persistent, const Device &device,
                                       const ast::Values &sizes);

} // namespace espalier::machine
