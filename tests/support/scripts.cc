#include "tests/support/scripts.h"

#include "espalier/base/error.h"
#include "espalier/presburger/print.h"
#include "espalier/transform/matrices.h"
#include "espalier/transform/trees.h"
#include "tests/support/scops.h"

#include <fmt/format.h>

namespace espalier::test {

ScriptTest::ScriptTest() : view(introductory_example(context))
{
    limits.instructions = 4'000'000;
    limits.memory = std::size_t(16) << 20;
}

script::Result ScriptTest::run_all(const std::string &script, std::vector<script::Region> regions)
{
    if (regions.empty())
        regions.push_back({"kernel", {"kernel.c", 6, 1, ""}, view});
    return script::run({"test.lua", script}, std::move(regions), hooks, limits);
}

Diagnostic ScriptTest::failure(const std::string &script)
{
    try {
        run(script);
    } catch (const Error &error) {
        EXPECT_EQ(error.fault(), Fault::input);
        EXPECT_EQ(error.diagnostic().place.file, "test.lua");
        return error.diagnostic();
    }
    ADD_FAILURE() << "the script does not fail: " << script;
    return {};
}

std::string ScriptTest::placed_message(const std::string &script)
{
    Diagnostic diagnostic = failure(script);
    return fmt::format("{}:{} {}", diagnostic.place.line, diagnostic.place.column,
                       diagnostic.message);
}

std::string text(const transform::MatrixView &view)
{
    std::string result = to_string(view);
    for (const transform::Statement &statement : view.statements) {
        result += fmt::format("{} {}", statement.label, presburger::to_string(statement.instances));
        for (const transform::Row &row : statement.rows)
            result += fmt::format(" {}/{}/{}", row.name, int(row.kind()), int(row.option));
        result += "\n";
    }
    return result + presburger::to_string(view.program.assumptions);
}

} // namespace espalier::test
