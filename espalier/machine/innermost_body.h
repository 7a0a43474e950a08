#pragma once

#include "espalier/ast/ast.h"
#include "espalier/machine/code_part.h"
#include "espalier/machine/code_references.h"
#include "espalier/machine/innermost_cost.h"
#include "espalier/machine/loop_position.h"

#include <cstddef>
#include <vector>

namespace espalier::machine {

/// One iteration of an innermost loop, once compilers have replaced short loops in it by copies of
/// their bodies: what innermost_cost needs to know of it.
struct InnermostBody {
    CodePart part;                           ///< references; cycles are left to innermost_cost
    std::vector<MovingStatement> statements; ///< in the order of execution
    double guards = 0;                       ///< conditions that iterations evaluate
    bool has_nest = false;                   ///< of short loops, one inside of another

    /// Adds what another part of the same body does, which is executed after this one.
    void append(InnermostBody other);
};

/// What the body of an innermost loop does in the iteration of `position`.
/// \param node      the body; precondition: !has_loop(node)
/// \param place     of the first reference in `node`
/// \param position  in that loop and those around it; it stays there
/// \throws NumberTooLarge
InnermostBody innermost_body(const ast::Node &node, std::size_t place,
                             const CodeReferences &references, LoopPosition &position);

} // namespace espalier::machine
