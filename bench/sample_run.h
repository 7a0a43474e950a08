#pragma once

#include "espalier/ast/ast.h"
#include "espalier/schedule/tree.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace espalier::bench {

/// The values that one coordinate of a statement's instances takes in a run.
struct Extent {
    long least, greatest;

    long size() const { return greatest - least + 1; }
};

/// An execution of code for some values of the symbolic constants.
struct SampleRun {
    std::map<std::string, long> parameters;
    std::map<std::string, std::vector<Extent>> statements; ///< an extent per coordinate
    std::size_t instances = 0;
};

/// A run of ten thousand instances or somewhat more, or of as many as there can be, with parameters
/// of similar sizes that the tree's context allows, and if possible with instances of every
/// statement.
/// \param code  what ast::interpret is to run: code for the tree
/// \return nothing if there is no run, or only such as take too long
std::optional<SampleRun> choose_run(const schedule::Tree &tree, const ast::NodePtr &code);

} // namespace espalier::bench
