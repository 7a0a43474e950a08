#include "espalier/strategies/candidate.h"

#include "espalier/schedule/original.h"

#include <utility>

namespace espalier::strategies {

std::shared_ptr<const AnalyzedProgram> analyzed(program::Program program)
{
    dependence::Dependences dependences =
        dependence::analyze(program, schedule::original_schedule(program));
    return std::make_shared<const AnalyzedProgram>(
        AnalyzedProgram{std::move(program), std::move(dependences)});
}

} // namespace espalier::strategies
