#include "espalier/script/recorded.h"

#include "tests/support/scripts.h"

namespace espalier::script {
namespace {

using test::text;

class RecordedScript : public test::ScriptTest {
protected:
    std::vector<Region> two_regions() const
    {
        return {{"first", {"kernel.c", 6, 1, ""}, view}, {"second", {"kernel.c", 20, 1, ""}, view}};
    }
};

TEST_F(RecordedScript, HasNoChoices)
{
    hooks.choose = [](const Choice &) { return 1U; };
    Result result = run_all("local size = choose{name = 'size', 16, 2 * 16}\n"
                            "if choose{false, true} then fuse('i', 'k') end\n"
                            "for k = 1, 2 do stripmine(enclose(S2), size // k) end");
    std::string script = recorded(result.steps, 1);
    EXPECT_EQ(script, "fuse(\"i\", \"k\")\n"
                      "stripmine(enclose(S2), 32)\n"
                      "stripmine(enclose(S2), 16)\n");
    hooks = {};
    EXPECT_EQ(text(run(script)), text(result.regions.front().view));
}

/// References in variables are looked up when they are used, in both scripts.
TEST_F(RecordedScript, MakesTheSame)
{
    for (const char *script :
         {"fuse('i', 'k') fuse('j', 'l') distribute('i', S2) tile(enclose(S2), {64, 64})",
          "local outer = enclose(S2, 2) distribute('i', S2) shift(outer, 'N') skew('k', 'l', -2)",
          "local place = before(enclose(S3)) local P = beta('j') interchange('l') motion(P, place)",
          "split('i', 'i < 5 and 2 * i >= 3') unimodular(loop('j', S2_1), {{1, 1}, {0, 1}})",
          "assume('N >= 5') parallel('i') unroll(loop{line = 8}, 4) peel(path{0, 1}, '3')"}) {
        Result result = run_all(script);
        ASSERT_FALSE(result.steps.empty());
        std::string again = recorded(result.steps, 1);
        EXPECT_EQ(text(run(again)), text(result.regions.front().view)) << again;
    }
}

TEST_F(RecordedScript, SelectsRegions)
{
    Result result = run_all("region('second') reverse('i') check = 1 reverse('j')\n"
                            "region(1) reverse('k') region(2) reverse('k')",
                            two_regions());
    std::string script = recorded(result.steps, 2);
    EXPECT_EQ(script, "region(2)\nreverse(\"i\")\nreverse(\"j\")\n"
                      "region(1)\nreverse(\"k\")\n"
                      "region(2)\nreverse(\"k\")\n");
    Result again = run_all(script, two_regions());
    for (std::size_t k = 0; k < 2; ++k)
        EXPECT_EQ(text(again.regions[k].view), text(result.regions[k].view));
}

TEST_F(RecordedScript, IsEmptyIfNothingWasDone) { EXPECT_EQ(recorded({}, 2), ""); }

} // namespace
} // namespace espalier::script
