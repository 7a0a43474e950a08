#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/program/program.h"
#include "espalier/schedule/tree.h"

namespace espalier::strategies {

/// A program with its own order, and what depends on what in it.
struct OrderedProgram {
    program::Program program;
    schedule::Tree original; ///< with kills
    dependence::Dependences dependences;
};

/// A program in the order of its source.
OrderedProgram ordered(program::Program program);

/// Has a device, whose memory is large and near, use more of it where that frees iterations:
///  - Arrays that all iterations of some loops overwrite get elements for each of them
///    (transform::expanded), if nothing else ties these iterations.
///  - What is read as it was in front of the region is copied first, where writes would have to
///    wait for that (transform::with_input_copy).
/// New arrays come behind those that there were, and are local.
OrderedProgram with_device_storage(OrderedProgram given);

} // namespace espalier::strategies
