#include "espalier/targets/c/innermost_guards.h"

#include "espalier/ast/innermost_guards.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace espalier::targets {

std::vector<std::string> describe_innermost_guards(const ast::NodePtr &code, CPrinter &printer)
{
    std::vector<std::string> result;
    for (const ast::InnermostGuard &guard : ast::innermost_guards(code))
        result.push_back(fmt::format("the innermost loop over {} evaluates `{}` for {} in each "
                                     "iteration",
                                     guard.loop, printer.expression(guard.condition),
                                     fmt::join(guard.statements, ", ")));
    return result;
}

} // namespace espalier::targets
