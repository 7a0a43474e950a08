#include "espalier/program/kills.h"

#include "espalier/presburger/id.h"

#include <isl/set.h>
#include <isl/space.h>

#include <fmt/format.h>

#include <algorithm>

namespace espalier::program {

Statement kill_of(const Program &program, std::size_t array)
{
    isl::ctx ctx = program.context.ctx();
    std::string name = "kill";
    auto is_taken = [&](const Statement &one) { return one.name() == name; };
    while (std::ranges::any_of(program.statements, is_taken))
        name += fmt::format("_{}", program.statements.size());
    Statement result;
    result.domain = isl::set::universe(
        isl::space::unit(ctx).add_named_tuple(presburger::make_id(ctx, name), 0));
    result.accesses = {{AccessKind::kill,
                        array,
                        presburger::make_id(ctx, name),
                        access_relation(result.domain, {}, program.arrays[array]),
                        {}}};
    return result;
}

} // namespace espalier::program
