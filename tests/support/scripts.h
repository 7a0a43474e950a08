#pragma once

#include "espalier/presburger/context.h"
#include "espalier/script/script.h"

#include <gtest/gtest.h>

#include <string>

namespace espalier::test {

/// Tests that run scripts on the introductory example of Girbal et al. (2006), figure 1.
class ScriptTest : public testing::Test {
protected:
    ScriptTest();

    /// \param regions  if empty, the example
    script::Result run_all(const std::string &script, std::vector<script::Region> regions = {});

    /// What a script makes of the example.
    transform::MatrixView run(const std::string &script)
    {
        return run_all(script).regions.front().view;
    }

    /// What a script that fails says, with its kind.
    Diagnostic failure(const std::string &script);
    std::string message(const std::string &script) { return failure(script).message; }

    /// "LINE:COLUMN MESSAGE".
    std::string placed_message(const std::string &script);

    presburger::Context context;
    transform::MatrixView view;
    script::Hooks hooks;
    script::Limits limits;
};

/// The unified representation as text: labels, beta vectors, matrices, instances, names and kinds
/// of loops.
std::string text(const transform::MatrixView &view);

} // namespace espalier::test
