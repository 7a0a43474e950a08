#include "espalier/program/dead_statements.h"

#include "espalier/program/subprogram.h"

#include <isl/set.h>

#include <set>
#include <string>

namespace espalier::program {

Program without_dead_statements(Program program)
{
    const isl::set context = code_context(program);
    std::set<std::string> kept;
    bool is_empty = true;
    for (const Statement &statement : program.statements)
        if (!statement.domain.intersect_params(context).is_empty()) {
            kept.insert(statement.name());
            is_empty = is_empty && statement.is_kill();
        }
    const bool keeps_all = kept.size() == program.statements.size();
    return is_empty || keeps_all ? program : with_statements(std::move(program), kept);
}

} // namespace espalier::program
