#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/program/program.h"

#include <vector>

namespace espalier::dependence {

/// \name Statements whose instances become those of several statements.
/// A plan in which functions execute some instances, with data of another layout, is compared with
/// a program that is divided like it (storage_violations).
/// @{

/// A part of a statement.
struct StatementPart {
    isl::set instances; ///< { S[i] }
    isl::id name;       ///< of the part: no statement of the program has it
};

/// The program with each part as a statement of its own (program::on_part), that has those of the
/// instances that the statement has and no part before. The order is not kept.
program::Program divided(program::Program program, const std::vector<StatementPart> &parts);

/// The dependences of a program, those of parts between these.
/// \param program  that is divided, and has the dependences
Dependences divided(const Dependences &dependences, const program::Program &program,
                    const std::vector<StatementPart> &parts);

/// Reductions whose updates are those of parts, too.
std::vector<program::Reduction> divided(std::vector<program::Reduction> reductions,
                                        const program::Program &program,
                                        const std::vector<StatementPart> &parts);
/// @}

} // namespace espalier::dependence
