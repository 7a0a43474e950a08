#pragma once

#include "espalier/dependence/constraints.h"
#include "espalier/presburger/context.h"
#include "espalier/program/program.h"

#include <filesystem>
#include <string>
#include <vector>

namespace espalier::test {

/// The files of a folder whose names end so, sorted; none if there is no such folder.
std::vector<std::filesystem::path> files(const std::filesystem::path &folder,
                                         const std::string &extension);

/// "jacobi_2d": the name of a file, for tests.
std::string test_name(const std::filesystem::path &file);

/// A region, ready to be scheduled.
struct AnalyzedRegion {
    program::Program program;
    dependence::Dependences dependences;
    dependence::Constraints constraints; ///< with live-range reordering
};

AnalyzedRegion analyzed(const program::Program &program);

/// All regions of a C file.
std::vector<AnalyzedRegion> analyzed_regions(const std::string &file,
                                             const presburger::Context &context);

/// The constraints without any of coincidence: what a target without parallel loops asks for.
dependence::Constraints without_coincidence(dependence::Constraints constraints);

} // namespace espalier::test
