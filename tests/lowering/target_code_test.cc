// What threads, vectors and registers do, and the check of it: by hand, each part is broken.

#include "espalier/lowering/target_code.h"

#include "tests/lowering/target_code_region.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

namespace espalier::lowering {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

/// Four sums along rows, for vectors of columns.
class VectorSums : public TargetCode {
protected:
    void SetUp() override
    {
        make("for (int i = 0; i < 4; i++) for (int j = 0; j < n; j++) x[i] += C[i][j] * y[j];",
             "domain: \"[n] -> { S0[i, j] : 0 <= i < 4 and 0 <= j < n }\"\n"
             "child:\n"
             "  schedule: \"[{ S0[i, j] -> [(j)] }]\"\n"
             "  roles: [ strict_vector ]\n"
             "  child:\n"
             "    schedule: \"[{ S0[i, j] -> [(i)] }]\"\n"
             "    options: \"{ unroll[0] }\"\n");
    }

    /// Changes the loop.
    void edit(const std::function<void(VectorLoop &)> &change)
    {
        auto loop = std::get<VectorLoop>(code->kind);
        change(loop);
        code = lowering::code(std::move(loop));
    }

    template <class Kind>
    static std::vector<Kind *> instructions(VectorLoop &loop)
    {
        std::vector<Kind *> result;
        for (VectorInstruction &instruction : loop.body)
            if (auto *found = std::get_if<Kind>(&instruction))
                result.push_back(found);
        return result;
    }
};

TEST_F(VectorSums, KeepTheirOrder)
{
    EXPECT_THAT(part<VectorLoop>().sums, SizeIs(1));
    EXPECT_EQ(difference(), "");
}

TEST_F(VectorSums, InAnotherOrder)
{
    edit([](VectorLoop &loop) {
        auto sums = instructions<Accumulate>(loop);
        ASSERT_THAT(sums, SizeIs(4));
        std::swap(sums[1]->terms, sums[2]->terms);
    });
    EXPECT_THAT(difference(), HasSubstr("x[0]"));
}

TEST_F(VectorSums, OfTheWrongLanes)
{
    edit([](VectorLoop &loop) {
        auto &lanes = instructions<Shuffle>(loop).front()->lanes;
        std::swap(lanes[0], lanes[1]);
    });
    EXPECT_THAT(difference(), HasSubstr("x["));
}

TEST_F(VectorSums, OneColumnShort)
{
    edit([](VectorLoop &loop) {
        auto rest = std::get<Loop>(loop.rest->kind);
        rest.head.init = plus(loop.start, 1);
        loop.rest = lowering::code(std::move(rest));
    });
    EXPECT_THAT(difference(), HasSubstr("x["));
}

TEST_F(VectorSums, WithTheRowBelow)
{
    edit([](VectorLoop &loop) {
        auto loads = instructions<Load>(loop);
        auto other = std::ranges::find_if(loads, [&](const Load *load) {
            return load->first.array == loads[0]->first.array && load != loads[0];
        });
        ASSERT_NE(other, loads.end());
        loads[0]->first = (*other)->first;
    });
    EXPECT_THAT(difference(), HasSubstr("x["));
}

/// Columns that are changed, beside the sums along rows.
class VectorUpdates : public VectorSums {
protected:
    void SetUp() override
    {
        make("for (int i = 0; i < 4; i++) for (int j = 0; j < n; j++) {"
             "  x[i] += C[i][j] * y[j]; z[j] += C[i][j]; }",
             "domain: \"[n] -> { S0[i, j] : 0 <= i < 4 and 0 <= j < n; "
             "S1[i, j] : 0 <= i < 4 and 0 <= j < n }\"\n"
             "child:\n"
             "  schedule: \"[{ S0[i, j] -> [(j)]; S1[i, j] -> [(j)] }]\"\n"
             "  roles: [ strict_vector ]\n"
             "  child:\n"
             "    schedule: \"[{ S0[i, j] -> [(i)]; S1[i, j] -> [(i)] }]\"\n"
             "    options: \"{ unroll[0] }\"\n"
             "    child:\n"
             "      sequence:\n"
             "      - filter: \"[n] -> { S0[i, j] }\"\n"
             "      - filter: \"[n] -> { S1[i, j] }\"\n");
    }
};

TEST_F(VectorUpdates, AreStored)
{
    EXPECT_EQ(difference(), "");
    edit([](VectorLoop &loop) {
        std::erase_if(loop.body, [](const VectorInstruction &instruction) {
            return std::holds_alternative<Store>(instruction);
        });
    });
    EXPECT_THAT(difference(), HasSubstr("z["));
}

/// Several places of a row.
class NarrowVectors : public VectorSums {
protected:
    void SetUp() override
    {
        make("for (int j = 1; j < n - 1; j++) { z[j] = 0; z[j] += y[j - 1] * x[0];"
             " z[j] -= y[j + 1]; }",
             "domain: \"[n] -> { S0[j] : 0 < j < n - 1; S1[j] : 0 < j < n - 1; "
             "S2[j] : 0 < j < n - 1 }\"\n"
             "child:\n"
             "  schedule: \"[{ S0[j] -> [(j)]; S1[j] -> [(j)]; S2[j] -> [(j)] }]\"\n"
             "  roles: [ narrow_vector ]\n"
             "  child:\n"
             "    sequence:\n"
             "    - filter: \"[n] -> { S0[j] }\"\n"
             "    - filter: \"[n] -> { S1[j] }\"\n"
             "    - filter: \"[n] -> { S2[j] }\"\n");
    }

    /// Changes the loop behind what is in variables.
    void edit_loop(const std::function<void(VectorLoop &)> &change)
    {
        auto replacement = std::get<ScalarReplacement>(code->kind);
        auto loop = std::get<VectorLoop>(replacement.body->kind);
        change(loop);
        replacement.body = lowering::code(std::move(loop));
        code = lowering::code(std::move(replacement));
    }
};

TEST_F(NarrowVectors, HaveElementsOfTheirLanes)
{
    edit_loop([](VectorLoop &loop) {
        EXPECT_EQ(loop.lanes, 4);
        EXPECT_THAT(instructions<Load>(loop), SizeIs(2));
        EXPECT_THAT(instructions<Store>(loop), SizeIs(1));
        EXPECT_TRUE(instructions<Compute>(loop).front()->is_spread);
    });
    EXPECT_THAT(std::get<ScalarReplacement>(code->kind).variables, SizeIs(1)); // x[0]
    EXPECT_EQ(difference(), "");
}

TEST_F(NarrowVectors, HaveSoManyBytes)
{
    code = target_code(*program, ast, Names(), {.narrow_vector = 64});
    edit_loop([](VectorLoop &loop) { EXPECT_EQ(loop.lanes, 8); });
    EXPECT_EQ(difference(), "");
}

TEST_F(NarrowVectors, AtAnotherPlace)
{
    edit_loop([](VectorLoop &loop) {
        auto loads = instructions<Load>(loop);
        std::swap(loads.front()->first, loads.back()->first);
    });
    EXPECT_THAT(difference(), HasSubstr("z["));
}

TEST_F(TargetCode, ReplacesScalarsInTheCodeOfThreads)
{
    make("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) x[i] += C[i][j] * y[j];",
         "domain: \"[n] -> { S0[i, j] : 0 <= i < n and 0 <= j < n }\"\n"
         "child:\n"
         "  schedule: \"[{ S0[i, j] -> [(i)] }, { S0[i, j] -> [(j)] }]\"\n"
         "  roles: [ parallel, sequential ]\n");
    auto replaced = part<ScalarReplacement>();
    EXPECT_THAT(replaced.variables, SizeIs(1));
    EXPECT_EQ(difference(), "");

    auto threads = std::get<Loop>(code->kind);
    auto loop = std::get<Loop>(replaced.body->kind);
    auto instance = std::get<Instance>(loop.body->kind);
    instance.variables.clear();
    loop.body = lowering::code(std::move(instance));
    replaced.body = lowering::code(std::move(loop));
    threads.body = lowering::code(std::move(replaced));
    code = lowering::code(std::move(threads));
    EXPECT_THAT(difference(), HasSubstr("x["));
}

/// In threads, an iteration that writes an element several times does so once.
TEST_F(TargetCode, HasElementsOfIterationsInVariables)
{
    const std::string tree = "domain: \"[n] -> { S0[i]: 0 <= i < n; S1[i]: 0 <= i < n }\"\n"
                             "child:\n"
                             "  schedule: \"[{ S0[i] -> [(i)]; S1[i] -> [(i)] }]\"\n"
                             "  roles: [ parallel ]\n"
                             "  child:\n"
                             "    sequence:\n"
                             "    - filter: \"[n] -> { S0[i] }\"\n"
                             "    - filter: \"[n] -> { S1[i] }\"\n";
    make("for (int i = 0; i < n; i++) { x[i] = 0; x[i] += y[i]; }", tree);
    auto replaced = part<ScalarReplacement>();
    ASSERT_THAT(replaced.variables, SizeIs(1));
    EXPECT_FALSE(replaced.condition);
    EXPECT_FALSE(replaced.variables.front().is_loaded);
    EXPECT_EQ(difference(), "");
    make("for (int i = 0; i < n; i++) { x[i] += 2; x[i] += y[i]; }", tree);
    EXPECT_TRUE(part<ScalarReplacement>().variables.front().is_loaded);
    EXPECT_EQ(difference(), "");

    replaced = part<ScalarReplacement>();
    replaced.variables.front().is_loaded = false;
    auto threads = std::get<Loop>(code->kind);
    threads.body = lowering::code(std::move(replaced));
    code = lowering::code(std::move(threads));
    EXPECT_THAT(difference(), HasSubstr("x[")) << "what it was is lost";

    make("for (int i = 0; i < n; i++) { x[i] = 0; x[i + 1] += y[i]; }", tree);
    EXPECT_ANY_THROW(part<ScalarReplacement>()) << "another element";
}

TEST_F(TargetCode, SharesALoopWithTheOneInside)
{
    auto is_taken = [&](const std::string &bound) {
        make("for (int i = 0; i < n; i++) for (int j = 0; j < " + bound + "; j++) C[i][j] = y[j];",
             "domain: \"[n] -> { S0[i, j] : 0 <= i < n and 0 <= j < " + bound +
                 " }\"\n"
                 "child:\n"
                 "  schedule: \"[{ S0[i, j] -> [(i)] }, { S0[i, j] -> [(j)] }]\"\n"
                 "  roles: [ parallel, joined ]\n");
        EXPECT_EQ(difference(), "");
        return std::get<Loop>(code->kind).takes_inner;
    };
    EXPECT_TRUE(is_taken("n"));
    EXPECT_FALSE(is_taken("i")) << "not the same iterations each time";
}

/// Of the row that is written, one element stays.
TEST_F(TargetCode, ReadsElementsThatStayOnce)
{
    const std::string tree = "domain: \"[n] -> { S0[k, j] : 0 <= k < n and 0 <= j < k }\"\n"
                             "child:\n"
                             "  schedule: \"[{ S0[k, j] -> [(k)] }, { S0[k, j] -> [(j)] }]\"\n"
                             "  roles: [ sequential, vector ]\n";
    make("for (int k = 0; k < n; k++) for (int j = 0; j < k; j++) x[j] += x[k] * y[j];", tree);
    const auto &replaced = part<ScalarReplacement>();
    ASSERT_THAT(replaced.variables, SizeIs(1));
    EXPECT_FALSE(replaced.variables.front().is_stored);
    EXPECT_EQ(difference(), "");
    make("for (int k = 0; k < n; k++) for (int j = 0; j < k; j++) x[j] += x[k - 1] * y[j];", tree);
    EXPECT_ANY_THROW(part<ScalarReplacement>()) << "the last iteration writes it";
}

/// Loops over j in front of and behind j = k.
class DividedLoops : public TargetCode {
protected:
    void divide(const std::string &body, const std::string &behind = "j > k")
    {
        auto part = [](const std::string &filter, const std::string &child) {
            return "    - filter: \"[n] -> { S0[k, j] : " + filter + " }\"\n" + child;
        };
        const std::string loop = "      child:\n"
                                 "        schedule: \"[{ S0[k, j] -> [(j)] }]\"\n"
                                 "        roles: [ vector ]\n";
        make("for (int k = 0; k < n; k++) for (int j = 0; j < n; j++) " + body,
             "domain: \"[n] -> { S0[k, j] : 0 <= k < n and 0 <= j < n and (j <= k or " + behind +
                 ") }\"\n"
                 "child:\n"
                 "  schedule: \"[{ S0[k, j] -> [(k)] }]\"\n"
                 "  child:\n"
                 "    sequence:\n" +
                 part("j < k", loop) + part("j = k", "") + part(behind, loop));
    }
};

TEST_F(DividedLoops, AreOneIfTheElementStays)
{
    divide("x[j] += x[k] * y[j];");
    const auto &either = part<OneLoopIfUnchanged>();
    EXPECT_TRUE(std::holds_alternative<Instance>(either.between->kind));
    const auto &whole = std::get<Loop>(either.whole->kind);
    EXPECT_EQ(whole.head.init->text, "0");
    EXPECT_EQ(whole.head.condition->operands[1]->text, "n");
    for (const auto &[loop, variable] :
         {std::pair(either.whole, either.before), std::pair(either.first, either.before),
          std::pair(either.second, either.after)}) {
        const auto &instance = std::get<Instance>(std::get<Loop>(loop->kind).body->kind);
        ASSERT_THAT(instance.variables, SizeIs(1));
        EXPECT_EQ(instance.variables.begin()->second, variable);
    }
    EXPECT_EQ(difference(), "");
}

TEST_F(DividedLoops, WithTheWrongVariable)
{
    divide("x[j] += x[k] * y[j];");
    auto broken = part<OneLoopIfUnchanged>();
    broken.second = broken.first;
    Loop around = std::get<Loop>(code->kind);
    around.body = lowering::code(std::move(broken));
    code = lowering::code(std::move(around));
    EXPECT_NE(difference(), "");
}

TEST_F(DividedLoops, OfWhichIterationsAreMissing)
{
    divide("x[j] += x[k] * y[j];", "j > k + 1");
    EXPECT_ANY_THROW(part<OneLoopIfUnchanged>());
}

TEST_F(DividedLoops, WhoseIterationsDepend)
{
    divide("x[j] += x[k] * x[j + 1];");
    EXPECT_ANY_THROW(part<OneLoopIfUnchanged>());
}

/// In vectors.
class SearchedLoops : public TargetCode {
protected:
    void vectors(const std::string &body, const std::string &order)
    {
        make("for (int i = 0; i < n; i++) " + body, "domain: \"[n] -> { " + order +
                                                        " : 0 <= i < n }\"\n"
                                                        "child:\n"
                                                        "  schedule: \"[{ " +
                                                        order +
                                                        " -> [(i)] }]\"\n"
                                                        "  roles: [ vector ]\n");
    }
};

TEST_F(SearchedLoops, FromTheFirstIterationsOnWithSomethingToDo)
{
    vectors("if (x[i] < y[i]) D[0][i] = z[3] + C[1][i];", "S0[i]");
    const auto &search = part<Search>();
    EXPECT_TRUE(search.before.empty());
    const auto &read = std::get<ScalarReplacement>(search.body->kind);
    EXPECT_THAT(read.variables, SizeIs(1)) << "z[3]";
    EXPECT_EQ(std::get<Loop>(read.body->kind).head.init->text, search.start);
    EXPECT_EQ(difference(), "");
}

TEST_F(SearchedLoops, WhichReadNothingWithoutTheCondition)
{
    vectors("if (x[i] < y[i]) D[0][i] = C[1][i];", "S0[i]");
    EXPECT_NO_THROW(part<Guard>()) << "a plain loop";
    vectors("if (x[i] < z[3]) D[0][i] = C[1][i];", "S0[i]");
    EXPECT_NO_THROW(part<Guard>()) << "reads it anyway";
    vectors("if (x[i] < y[i]) D[0][i] = D[1][i] + D[0][0];", "S0[i]");
    EXPECT_NO_THROW(part<Guard>()) << "it may change";
    vectors("if (sin(x[i]) < y[i]) D[0][i] = z[3];", "S0[i]");
    EXPECT_NO_THROW(part<Guard>()) << "takes long to find out";
}

TEST_F(TargetCode, IsThereOnceMoreForOneThread)
{
    make("for (int i = 0; i < n; i++) x[i] = y[i];", "domain: \"[n] -> { S0[i] : 0 <= i < n }\"\n"
                                                     "child:\n"
                                                     "  schedule: \"[{ S0[i] -> [(i)] }]\"\n"
                                                     "  roles: [ parallel ]\n");
    auto loop = std::get<ast::For>(ast->node);
    schedule::LoopRole role = *loop.role;
    role.condition = schedule::WorkCondition{{}, 1000};
    loop.role = schedule::loop_role(std::move(role));
    ast = std::make_shared<const ast::Node>(ast::Node{loop});
    code = target_code(*program, ast, Names(), {.has_code_for_one_thread = true});
    const auto &choice = part<IfEnough>();
    EXPECT_THAT(choice.conditions, SizeIs(1));
    const auto &threads = std::get<Loop>(choice.threads->kind).head;
    EXPECT_EQ(threads.role->kind, schedule::LoopKind::parallel);
    EXPECT_FALSE(threads.role->condition);
    EXPECT_EQ(std::get<Loop>(choice.alone->kind).head.role, nullptr);
    EXPECT_EQ(difference(), "");
    code = target_code(*program, ast, Names());
    EXPECT_TRUE(part<Loop>().head.role->condition);
}

TEST_F(TargetCode, StartsThreadsInFrontOfALoop)
{
    make("for (int t = 0; t < n; t++) { y[0] += z[t]; for (int i = 0; i < n; i++) x[i] += y[0]; }",
         "domain: \"[n] -> { S0[t] : 0 <= t < n; S1[t, i] : 0 <= t < n and 0 <= i < n }\"\n"
         "child:\n"
         "  schedule: \"[{ S0[t] -> [(t)]; S1[t, i] -> [(t)] }]\"\n"
         "  child:\n"
         "    sequence:\n"
         "    - filter: \"[n] -> { S0[t] }\"\n"
         "    - filter: \"[n] -> { S1[t, i] }\"\n"
         "      child:\n"
         "        schedule: \"[{ S1[t, i] -> [(i)] }]\"\n"
         "        roles: [ parallel ]\n");
    const auto &team = std::get<Team>(code->kind);
    EXPECT_THAT(team.shared, SizeIs(1));
    const auto &parts = part<Block>().children;
    ASSERT_THAT(parts, SizeIs(2));
    EXPECT_TRUE(std::holds_alternative<Single>(parts[0]->kind));
    EXPECT_TRUE(std::get<Loop>(parts[1]->kind).is_in_team);
    EXPECT_EQ(difference(), "");
}

TEST_F(TargetCode, LanesOfVectorsStartNoThreads)
{
    make("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) C[i][j] = 1;",
         "domain: \"[n] -> { S0[i, j] : 0 <= i < n and 0 <= j < n }\"\n"
         "child:\n"
         "  schedule: \"[{ S0[i, j] -> [(i)] }, { S0[i, j] -> [(j)] }]\"\n"
         "  roles: [ vector, parallel ]\n");
    const Loop &outer = part<Loop>();
    EXPECT_EQ(outer.head.role, nullptr);
    EXPECT_EQ(std::get<Loop>(outer.body->kind).head.role->kind, schedule::LoopKind::parallel);
}

} // namespace
} // namespace espalier::lowering
