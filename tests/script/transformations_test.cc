// Each function of scripts does what the transformation of its name does.

#include "espalier/base/error.h"
#include "espalier/presburger/print.h"
#include "espalier/transform/context.h"
#include "espalier/transform/explicit_schedule.h"
#include "espalier/transform/expressions.h"
#include "espalier/transform/iteration_domain.h"
#include "espalier/transform/iteration_order.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/normal_form.h"
#include "espalier/transform/statement_order.h"
#include "tests/support/scripts.h"

#include <gmock/gmock.h>

namespace espalier::transform {
namespace {

class ScriptTransformations : public test::ScriptTest {
protected:
    void expect(const std::string &script, const MatrixView &expected)
    {
        MatrixView found = run(script);
        EXPECT_EQ(test::text(found), test::text(expected)) << script;
        EXPECT_EQ(find_irregularity(found), std::nullopt) << script;
    }

    isl::aff value(const std::string &text) const { return constant_value(view.program, text); }
};

TEST_F(ScriptTransformations, OrderStatements)
{
    expect("fuse(beta{}, 0)", fusion(view, {}, 0));
    expect("fuse('i', 'k')", fusion(view, {}, 0));
    expect("fusion(loop('i'), loop('k'))", fusion(view, {}, 0));
    expect("fission(beta{}, 0, 1)", fission(view, {}, 0, 1));
    expect("distribute('i', S2)", fission(view, {}, 0, 1));
    expect("distribute('i', 'j')", fission(view, {}, 0, 1));
    expect("motion(S1, after('j'))", motion(view, {0, 0}, {0, 2}));
    expect("motion(enclose(S3, 2), before('i'))", motion(view, {1}, {0}));
    expect("reorder(beta{}, {1, 0})", reorder(view, {}, {1, 0}));
    expect("reorder('i', {1, 0})", reorder(view, {0}, {1, 0}));
}

TEST_F(ScriptTransformations, OrderIterations)
{
    expect("unimodular('j', {{1, 1}, {0, 1}})", unimodular(view, {0, 1}, {{1, 1}, {0, 1}}));
    expect("interchange('j')", interchange(view, {0, 1}, 0, 1));
    expect("interchange('i', 'j')", interchange(view, {0, 1}, 0, 1));
    expect("interchange(S3, 0)", interchange(view, {1, 0, 0}, 0, 1));
    expect("skew('j', 'i', 2)", skew(view, {0, 1}, 1, 0, 2));
    expect("skew('i', 'j', -1)", skew(view, {0, 1}, 0, 1, -1));
    expect("skew(S2, 0, 1, 3)", skew(view, {0, 1, 0}, 0, 1, 3));
    const isl::multi_pw_aff &time = view.statements[1].iterators;
    expect("schedule(S2, '" + presburger::to_string(time) + "')",
           with_explicit_schedule(view, {0, 1, 0}, time));
    expect("reverse('i')", reverse(view, {0}, 0));
    expect("reverse(S2, 1)", reverse(view, {0, 1, 0}, 1));
}

TEST_F(ScriptTransformations, Shift)
{
    expect("shift('j', 'N - 3')", shift(view, {0, 1}, 1, value("N - 3")));
    expect("shift('i', 2)", shift(view, {0}, 0, value("2")));
    expect("shift(S1, {'1'})", shift(view, {0, 0}, 0, value("1")));
    expect("shift(enclose(S2), {'1', 'N'})",
           shift(shift(view, {0, 1}, 0, value("1")), {0, 1}, 1, value("N")));
}

TEST_F(ScriptTransformations, ChangeDomains)
{
    expect("extend(S1, 2, '0', 'j')", extend(view, {0, 0}, 2, "0", "j"));
    expect("extend(S2, 3, 'i + 1', 'k')", extend(view, {0, 1, 0}, 3, "i + 1", "k"));
    expect("cutdom('j', 'j >= 1')", cut_domain(view, {0, 1}, "j >= 1"));
    expect("split('j', 'j < 5')", split(view, {0, 1}, "j < 5"));
    expect("peel('j', 'N - 3')", peel(view, {0, 1}, "N - 3"));
    expect("peel('j', 3)", peel(view, {0, 1}, "3"));
    expect("stripmine('j', 16)", strip_mine(view, {0, 1}, 16));
    expect("stripmine('j', 16.0)", strip_mine(view, {0, 1}, 16));
    expect("stripmine('j', 16, 'js')", strip_mine(view, {0, 1}, 16, "js"));
    expect("stripmine('j', 2, 16)", strip_mine(view, {0, 1}, 16));
    expect("stripmine('k', 2, 16)", strip_mine(view, {1, 0}, 16));
    expect("sink(S1, 'j')", sink(view, {0, 0}, {0, 1}));
    expect("addContext(S1, 'N >= 500')", add_context(view, "N >= 500"));
    expect("assume('N == M')", add_context(view, "N = M"));
}

TEST_F(ScriptTransformations, Tile)
{
    MatrixView tiled = tile(view, {0, 1}, {32, 16});
    expect("tile('j', {32, 16})", tiled);
    expect("tile(enclose(S2), {32, 16})", tiled);
    expect("tile('i', 'j', {32, 16})", tiled);
    expect("tile('i', 'j', 32, 16)", tiled);
    expect("tile(beta{0}, 1, 32, 16)", tiled);
    expect("tile('k', 8)", tile(view, {1}, {8}));
}

TEST_F(ScriptTransformations, MarkLoops)
{
    expect("parallel('i')", with_kind(view, {0}, LoopKind::parallel));
    expect("vector('j')", with_kind(view, {0, 1}, LoopKind::vector));
    expect("parallel('i') sequential('i')", view);
    expect("separate('i')", with_option(view, {0}, schedule::LoopOption::separate));
    expect("atomic('i')", with_option(view, {0}, schedule::LoopOption::atomic));
    expect("fullunroll('l')", full_unroll(view, {1, 0}));
    expect("unroll('l', 4)", unroll(view, {1, 0}, 4));
    expect("separate_strips('l', 'k', 'l', 4)", separate_full_strips(view, {1, 0}, {1}, {1, 0}, 4));
    expect("unroll_and_jam('k', 'l', 2)", unroll_and_jam(view, {1}, {1, 0}, 2));
    expect("strip_inwards('k', 16)", strip_mine_inwards(view, {1}, 16, {}));
    expect("strip_inwards('k', 16, 'l')", strip_mine_inwards(view, {1}, 16, {{1, 0}}));
}

TEST_F(ScriptTransformations, AreRefused)
{
    auto refusal = [&](const std::string &script) -> std::string {
        try {
            run(script);
        } catch (const Error &error) {
            return error.what();
        }
        return "none";
    };
    EXPECT_THAT(refusal("unroll_and_jam('i', 'j', 'k', 2)"), testing::HasSubstr("directly inside"));
    EXPECT_THAT(refusal("pack_operand(S2, 'W', 'i', 'i', 8, 'j', 8, 8)"),
                testing::HasSubstr("`S2` reads `W` in 0 places, and one is needed"));
}

TEST_F(ScriptTransformations, AreRecorded)
{
    script::Result result = run_all("function twice(S)\n"
                                    "    reverse(S)\n"
                                    "end\n"
                                    "twice(loop('i', S1)) tile('j', {32, 2 * 8})");
    ASSERT_EQ(result.steps.size(), 2u);
    EXPECT_EQ(result.steps[0].call, "reverse(loop(\"i\", S1))");
    EXPECT_EQ(result.steps[0].line, 2u);
    EXPECT_EQ(test::text(result.steps[0].after), test::text(reverse(view, {0}, 0)));
    EXPECT_EQ(result.steps[1].call, "tile(\"j\", {32, 16})");
    EXPECT_EQ(result.steps[1].line, 4u);
    EXPECT_EQ(test::text(result.steps[1].after), test::text(result.regions[0].view));
}

} // namespace
} // namespace espalier::transform
