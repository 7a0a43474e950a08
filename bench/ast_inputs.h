#pragma once

#include "espalier/schedule/tree.h"

#include <string>
#include <vector>

namespace espalier::bench {

/// A schedule tree that AST generation is measured on.
struct AstInput {
    std::string name; ///< its file's, without the extension
    std::string text; ///< see schedule::read_yaml
};

/// The input in a file.
AstInput read_input(const std::string &path);

/// All trees (*.st) in some folders, sorted by name in each. Of a folder that is missing, standard
/// error is told.
std::vector<AstInput> read_inputs(const std::vector<std::string> &folders);

/// Options that an input is tried with: none (those that it has), atomic, separate, and unroll if
/// that leaves a program of reasonable size.
std::vector<schedule::LoopOption> options_for(const AstInput &input);

/// The input's tree in an isl context, with an option on all band members (see
/// test::with_option_everywhere).
schedule::Tree tree_of(isl::ctx ctx, const AstInput &input, schedule::LoopOption option);

/// "as-is", "atomic", "separate", "unroll".
std::string option_name(schedule::LoopOption option);

} // namespace espalier::bench
