#include "espalier/base/error.h"
#include "espalier/transform/iteration_order.h"
#include "tests/support/scripts.h"

#include <gmock/gmock.h>

namespace espalier::script {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class ScriptSession : public test::ScriptTest {
protected:
    std::vector<Region> regions(const std::vector<std::string> &functions) const
    {
        std::vector<Region> result;
        for (const std::string &function : functions)
            result.push_back({function, {"kernel.c", unsigned(6 + result.size()), 1, ""}, view});
        return result;
    }

    std::string failure_with(const std::string &script, const std::vector<std::string> &functions)
    {
        try {
            run_all(script, regions(functions));
        } catch (const Error &error) {
            return error.what();
        }
        return "nothing thrown";
    }
};

TEST_F(ScriptSession, SelectsRegions)
{
    Result result = run_all("region('g') reverse('i') region(1) reverse('k')", regions({"f", "g"}));
    EXPECT_EQ(test::text(result.regions[0].view), test::text(reverse(view, {1}, 0)));
    EXPECT_EQ(test::text(result.regions[1].view), test::text(reverse(view, {0}, 0)));
    EXPECT_EQ(result.steps[0].region, 1u);
    EXPECT_EQ(result.steps[1].region, 0u);
}

TEST_F(ScriptSession, SaysWhichRegionsThereAre)
{
    EXPECT_EQ(failure_with("reverse('i')", {"f", "g"}),
              "the script does not say which region it is about; there are region(1) in `f` on "
              "line 6, region(2) in `g` on line 7");
    EXPECT_THAT(failure_with("region('h')", {"f", "g"}),
                HasSubstr("no function `h` has a region; there are region(1)"));
    EXPECT_THAT(failure_with("region('f')", {"f", "f"}),
                HasSubstr("`f` has more than one region; there are region(1)"));
    EXPECT_THAT(failure_with("region(3)", {"f", "g"}), HasSubstr("there is no region 3"));
    EXPECT_THAT(failure_with("region(0)", {"f", "g"}), HasSubstr("there is no region 0"));
    EXPECT_EQ(failure_with("tyle('i')", {"f", "g"}),
              "there is no transformation `tyle`; did you mean `tile`?");
}

TEST_F(ScriptSession, Prints)
{
    EXPECT_THAT(run_all("print('a', 1, 2.0, nil, {1, 'x', y = true}) print()").prints,
                ElementsAre("a\t1\t2.0\tnil\t{y = true, 1, \"x\"}", ""));
    EXPECT_THAT(message("while true do print('again and again and again and again') end"),
                HasSubstr("the script prints more than"));
}

TEST_F(ScriptSession, Chooses)
{
    EXPECT_EQ(run_all("print(choose{16, 32})").prints.front(), "16");
    std::vector<std::string> seen;
    hooks.choose = [&](const Choice &choice) {
        seen.push_back(choice.name);
        seen.insert(seen.end(), choice.alternatives.begin(), choice.alternatives.end());
        return choice.alternatives.size() - 1;
    };
    EXPECT_EQ(run_all("choose{print, function() print('chosen') end}()\n"
                      "print(choose{name = 'sizes', {8, 8}, {16, 16}})")
                  .prints,
              (std::vector<std::string>{"chosen", "{16, 16}"}));
    EXPECT_THAT(seen, ElementsAre("choice 1", "alternative 1", "alternative 2", "sizes", "{8, 8}",
                                  "{16, 16}"));
    EXPECT_THAT(message("choose{}"), HasSubstr("at least one alternative"));
    EXPECT_THAT(message("choose{names = 'x', 1}"), HasSubstr("it is called as choose{"));
}

TEST_F(ScriptSession, ChecksAndLegalizes)
{
    std::vector<std::size_t> checked;
    hooks.check = [&](std::size_t region, const std::vector<Step> &steps) {
        checked.push_back(region);
        checked.push_back(steps.size());
    };
    hooks.legalize = [](std::size_t, const Outcome &before, std::vector<std::string> &done) {
        done.emplace_back("reversed it");
        return transform::reverse(before.view, {0}, 0);
    };
    Result result = run_all("check() reverse('i') check() print(legalize())");
    EXPECT_THAT(checked, ElementsAre(0, 0, 0, 1));
    EXPECT_EQ(result.prints.front(), "{\"reversed it\"}");
    EXPECT_EQ(result.steps.size(), 2u);
    EXPECT_EQ(test::text(result.regions.front().view), test::text(view));
}

TEST_F(ScriptSession, LimitsTransformations)
{
    limits.transformations = 3;
    EXPECT_THAT(message("for k = 1, 4 do reverse('i') end"),
                HasSubstr("more than 3 transformations"));
}

} // namespace
} // namespace espalier::script
