#include "espalier/program/cases.h"

#include "espalier/program/statement_part.h"

#include <utility>

namespace espalier::program {

Program in_case(Program program, const isl::set &condition)
{
    program.assumptions = program.assumptions.intersect(condition);
    for (Statement &statement : program.statements)
        statement = on_part(program, statement, statement.domain.intersect_params(condition),
                            statement.id());
    return program;
}

} // namespace espalier::program
