#pragma once

#include "espalier/ast/expectation.h"
#include "espalier/ast/verdict.h"
#include "espalier/lowering/code.h"

namespace espalier::lowering {

/// Executes loops and the code that was made of them for several small values of the symbolic
/// constants (ast::sample_constants), and compares what they leave in memory: each value has to be
/// computed in the same way, of the same terms in the same order (interpreter.h). Undecided where
/// all samples execute too much.
/// \param loops     with the values of requested_expressions
/// \param code      target_code of these
/// \param expected  of the loops
ast::Verdict check_code(const program::Program &program, const ast::NodePtr &loops,
                        const CodePtr &code, const ast::Expectation &expected);

} // namespace espalier::lowering
