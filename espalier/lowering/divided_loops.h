#pragma once

#include "espalier/lowering/elements.h"

#include <optional>

namespace espalier::lowering {

/// A loop of which one iteration stands between the others, since it changes an element that all of
/// them read, as d[i][k] in
///
///     for (j = 0; j < k; j++) d[i][j] = min(d[i][j], d[i][k] + d[k][j]);
///     d[i][k] = min(d[i][k], d[i][k] + d[k][k]);
///     for (j = k + 1; j < n; j++) d[i][j] = min(d[i][j], d[i][k] + d[k][j]);
struct DividedLoop {
    const ast::For *first, *second;
    ast::Block between; ///< the statement instances of an iteration
    ast::For whole;     ///< all iterations
    Element element;
    std::size_t parts; ///< children of the block: of `between`, and two
};

/// \param first  a child of the block; what follows it may be the other parts
/// \return nothing if there are no parts of a loop of independent iterations, but for an element
///         that the first and the last part leave alone
std::optional<DividedLoop> divided_loop(const program::Program &program, const ast::Block &block,
                                        std::size_t first);

} // namespace espalier::lowering
