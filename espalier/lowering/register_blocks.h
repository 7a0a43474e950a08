#pragma once

#include "espalier/lowering/call_contract.h"
#include "espalier/lowering/kernel_library.h"
#include "espalier/strategies/contractions/blocked_contractions.h"

#include <string>
#include <vector>

namespace espalier::lowering {

/// A control part in which a kernel executes blocks of a contraction.
struct WithRegisterBlocks {
    transform::MatrixView view;
    std::vector<std::string> definitions; ///< of the kernel, in C, in order
    std::vector<CallContract> contracts;  ///< of its calls
};

/// Replaces the instances of a blocked contraction, block by block, by calls of a kernel. The order
/// of all updates of an element stays as the rows have it; steps that not all elements of a block
/// have stay instances of the statement, before or behind the call. A block of which the statement
/// updates only a part is copied to a buffer of zeros and back, and the kernel computes whatever
/// comes out for the other elements of the buffer. So are all blocks whose rows are behind
/// pointers: they have no stride.
/// \param view  in which the operands are packed, and nothing else uses the target in the loops
/// over
///              blocks
WithRegisterBlocks with_register_blocks(transform::MatrixView view,
                                        const strategies::BlockedContraction &block,
                                        KernelLibrary &library);

} // namespace espalier::lowering
