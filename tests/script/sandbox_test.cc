#include "espalier/base/error.h"
#include "espalier/script/patterns.h"
#include "tests/support/scripts.h"

#include <gmock/gmock.h>

namespace espalier::script {
namespace {

using testing::AnyOf;
using testing::HasSubstr;
using testing::StartsWith;

using ScriptSandbox = test::ScriptTest;

TEST_F(ScriptSandbox, HasNoWayOut)
{
    for (const std::string name : {"io", "os", "package", "debug", "coroutine", "_G"})
        EXPECT_THAT(message("x = " + name + ".open"),
                    HasSubstr("do not have Lua's `" + name + "`"));
    for (const std::string name :
         {"require", "load", "loadfile", "dofile", "loadstring", "collectgarbage", "pcall",
          "xpcall", "setmetatable", "getmetatable", "rawset", "rawget", "rawequal", "rawlen",
          "next", "warn"})
        EXPECT_THAT(message(name + "()"), AnyOf(HasSubstr("do not have Lua's `" + name + "`"),
                                                HasSubstr("no transformation `" + name + "`")));
    for (const std::string name : {"string.dump", "string.pack", "table.move", "math.random"})
        EXPECT_THAT(message(name + "()"), HasSubstr("attempt to call a nil value"));
    EXPECT_THAT(message("x = ('').dump.y"), HasSubstr("attempt to index a nil value"));
    EXPECT_THAT(message("_ENV.io.write('x')"), HasSubstr("do not have Lua's `io`"));
    EXPECT_THAT(message("x = _ENV._G._G"), HasSubstr("do not have Lua's `_G`"));
}

TEST_F(ScriptSandbox, HasWhatIsHarmless)
{
    EXPECT_EQ(run_all("local t = {}\n"
                      "for key, value in pairs{b = 1, a = 2, 10, [true] = 3} do\n"
                      "    t[#t + 1] = tostring(key) .. '=' .. value\n"
                      "end\n"
                      "table.sort(t)\n"
                      "print(table.concat(t, ' '), ('x'):rep(3), math.max(1, 2),\n"
                      "      string.match('S12', '%a+(%d+)'), select('#', 1, 2), type(utf8.char),\n"
                      "      string.format('%03d', 7), ('a-b'):gsub('%-', '+'), _VERSION)")
                  .prints.front(),
              "1=10 a=2 b=1 true=3\txxx\t2\t12\t2\tfunction\t007\ta+b\t_VERSION");
}

TEST_F(ScriptSandbox, GoesThroughTablesInTheOrderOfTheirKeys)
{
    EXPECT_EQ(run_all("local all = ''\n"
                      "for key in pairs{d = 1, [3] = 1, a = 1, [-1] = 1, c = 1, b = 1} do\n"
                      "    all = all .. key .. ' '\n"
                      "end\n"
                      "print(all)")
                  .prints.front(),
              "-1 3 a b c d ");
    EXPECT_THAT(placed_message("\npairs(nil)"), StartsWith("2:1 bad argument #1 to 'pairs'"));
}

TEST_F(ScriptSandbox, EndsLoopsWithoutAnEnd)
{
    EXPECT_THAT(placed_message("\nwhile true do end"),
                StartsWith("2:1 the script takes more than 4000000 instructions"));
    EXPECT_THAT(message("local function f() return f() end f()"), HasSubstr("instructions"));
    EXPECT_THAT(placed_message("local function f() f() f() end\n\nf()"), HasSubstr("1:"));
    EXPECT_THAT(message("while true do local s = string.rep('x', 1000000) end"),
                HasSubstr("instructions"));
    EXPECT_THAT(message("for k in pairs{1} do while true do end end"), HasSubstr("instructions"));
    EXPECT_THAT(message("table.sort({3, 2, 1}, function() while true do end end)"),
                HasSubstr("instructions"));
    EXPECT_THAT(message("('x'):gsub('.', function() while true do end end)"),
                HasSubstr("instructions"));
    EXPECT_EQ(run_all("print(#string.rep('', math.maxinteger))").prints.front(), "0");
}

TEST_F(ScriptSandbox, EndsPatternsThatTakeTooLong)
{
    EXPECT_THAT(message("string.find(('a'):rep(100), ('a*'):rep(20) .. 'b')"),
                HasSubstr("the pattern may take too long to be found in a text of 100 letters"));
    EXPECT_THAT(message("string.find(('a'):rep(40), ('a?'):rep(40) .. ('a'):rep(40))"),
                HasSubstr("may take too long"));
    EXPECT_THAT(message("while true do ('x'):rep(100):find('(x+)(x+)y') end"),
                HasSubstr("instructions"));
    EXPECT_EQ(matching_steps("%*", 9), 30);
    EXPECT_EQ(matching_steps("[*]", 9), 40);
    EXPECT_EQ(matching_steps("[%]*]", 9), 60);
    EXPECT_EQ(matching_steps("[]*]", 9), 50);
    EXPECT_EQ(matching_steps("a*", 9), 300);
    EXPECT_EQ(matching_steps("%a-%d?", 9), 1400);
    EXPECT_EQ(matching_steps("%", 9), 20);
    EXPECT_EQ(matching_steps("[", 9), 20);
}

TEST_F(ScriptSandbox, BoundsMemory)
{
    EXPECT_EQ(placed_message("\nx = string.rep('x', 1 << 28)"),
              "2:1 the script needs more than 16384 KiB of memory");
    EXPECT_THAT(placed_message("local t = {}\nfor k = 1, 1e9 do\n t[k] = {} end"),
                StartsWith("3:"));
    EXPECT_THAT(message("local s = 'x' while true do s = s .. s end"), HasSubstr("KiB of memory"));
    EXPECT_THAT(message("local t = {} t[1] = t reverse(t)"), HasSubstr("nested too deeply"));
    EXPECT_THAT(message("local t = {} for k = 1, 2e5 do t[k] = 1 end reorder('i', t)"),
                HasSubstr("more than 100000 values"));
    EXPECT_THAT(message("local p = S1 for k = 1, 1e5 do p = enclose(p) end"),
                HasSubstr("takes more than 1000 letters"));
    EXPECT_THAT(message("print(table.unpack({}, 1, 1000))"), HasSubstr("more than 100 arguments"));
    EXPECT_THAT(message("reverse" + std::string(300, '(') + "S1" + std::string(300, ')')),
                HasSubstr("overflow"));
}

TEST_F(ScriptSandbox, NeedsSomeMemoryToStart)
{
    std::size_t refused = 0;
    for (limits.memory = 0; limits.memory < 60'000; limits.memory += 500) {
        try {
            run_all("return 1");
        } catch (const Error &error) {
            EXPECT_THAT(error.what(), HasSubstr("memory"));
            ++refused;
        }
    }
    EXPECT_GT(refused, 20u);
    EXPECT_LT(refused, 119u);
}

/// Calls all kinds of functions of the sandbox.
const char *const busy_script = R"(
peel('i', 3) print(statements(), loops(S1_1), betaof(enclose(S2_2)))
tile(enclose(S2_1), {32, 32}) print(choose{{1, 2}, {3}})
for key, value in pairs(statements()) do
    print(key .. value:rep(3) .. value:gsub('S', 's') .. tostring(enclose(S1_1)))
end
)";

TEST_F(ScriptSandbox, RunsOutOfMemoryAnywhere)
{
    std::size_t failed = 0, tried = 0;
    for (limits.memory = 15'000; limits.memory < 60'000; limits.memory += 97) {
        ++tried;
        try {
            run_all(busy_script);
        } catch (const Error &error) {
            EXPECT_THAT(error.what(), HasSubstr("memory"));
            ++failed;
        }
    }
    EXPECT_GT(failed, 0u);
    EXPECT_LT(failed, tried);
}

TEST_F(ScriptSandbox, RunsOutOfTimeAnywhere)
{
    std::size_t failed = 0, tried = 0;
    for (limits.instructions = 0; limits.instructions < 6000; limits.instructions += 13) {
        ++tried;
        try {
            run_all(busy_script);
        } catch (const Error &error) {
            EXPECT_THAT(error.what(), HasSubstr("instructions"));
            ++failed;
        }
    }
    EXPECT_GT(failed, 0u);
    EXPECT_LT(failed, tried);
}

} // namespace
} // namespace espalier::script
