// What calls of kernels and row functions execute, held against the dependences of the source: all
// that they make is right, and what is broken by hand is refused, with a witness.

#include "espalier/lowering/executed_plan.h"

#include "espalier/driver/legality.h"
#include "espalier/lowering/buffer_scopes.h"
#include "espalier/lowering/kernel_calls.h"
#include "espalier/lowering/vector_rows.h"
#include "espalier/strategies/contractions/blocked_contractions.h"
#include "espalier/transform/trees.h"
#include "tests/support/region_with_kernels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

namespace espalier::lowering {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class ExecutedPlans : public test::RegionWithKernels {
protected:
    /// A machine with blocks of 2 rows and 4 columns, and few more in the caches.
    static machine::Machine machine()
    {
        machine::Machine result;
        result.vector = 16;
        result.vector_registers = 8;
        result.first_cache = result.second_cache = result.last_cache = 4096;
        return result;
    }

    void block(const std::string &body, std::size_t threads = 1)
    {
        region_is("\n#pragma scop\n" + body + "\n#pragma endscop\n");
        is_parallel = threads > 1;
        auto blocked = strategies::blocked_contractions(view(), std::nullopt, {}, machine(),
                                                        {threads, schedule::ic_loop});
        ASSERT_TRUE(blocked);
        KernelLibrary library{Names()};
        made = with_kernels(resolved(blocked->view), library);
    }

    void vectorize(const std::string &body)
    {
        region_is("\n#pragma scop\n" + body + "\n#pragma endscop\n");
        transform::MatrixView order = view();
        for (transform::Statement &statement : order.statements)
            statement.rows.back().role =
                schedule::loop_role({.kind = schedule::LoopKind::vector, .has_row_function = true});
        KernelLibrary library{Names()};
        const transform::Plan plan = resolved(order);
        made = with_vector_rows({plan.program, plan.tree}, machine(), library);
        ASSERT_FALSE(made->contracts.empty());
    }

    const program::Program &source() const { return file->regions.front().program; }

    driver::Legality legality() const
    {
        return {source(), dependences, {false, false}, is_parallel};
    }

    transform::Plan resolved(const transform::MatrixView &view) const
    {
        return {view.program, legality().check(view.program, transform::schedule_tree(view)).tree};
    }

    /// What the check says; empty if nothing is wrong.
    std::string verdict() const
    {
        return legality().objection(with_buffer_scopes(*made)).value_or("");
    }

    /// Changes a statement of the order.
    void change(const std::string &label, const std::function<void(transform::Statement &)> &edit)
    {
        transform::MatrixView view = transform::matrix_view(made->program, made->tree);
        edit(labelled(view, label));
        made->tree = transform::schedule_tree(view);
    }

    /// Leaves a statement the instances with smaller values of an iterator.
    void shorten(const std::string &label, int dimension, long end)
    {
        program::Statement &shorter = statement(label);
        const isl::aff value = shorter.domain.space().identity_multi_aff_on_domain().at(dimension);
        shorter.domain = shorter.domain.intersect(isl::pw_aff(value).lt_set(
            isl::pw_aff(shorter.domain.space().zero_aff_on_domain().add_constant(end))));
        for (program::Access &access : shorter.accesses)
            access.relation = access.relation.intersect_domain(shorter.domain);
        const isl::set left = shorter.domain;
        change(label, [&](transform::Statement &order) {
            order.instances = order.instances.intersect(left);
        });
    }

    program::CallOperation &call(const std::string &name)
    {
        program::Statement &statement = this->statement(name);
        auto edited = std::make_shared<program::Expression>(*statement.body);
        statement.body = edited;
        return std::get<program::CallOperation>(edited->node);
    }

    program::Statement &statement(const std::string &name)
    {
        return *std::ranges::find(made->program.statements, name, &program::Statement::name);
    }

    /// Adds to an argument of a call.
    void add_to_argument(const std::string &name, std::size_t argument, long value)
    {
        program::CallOperation &changed = call(name);
        program::AffineValue given =
            std::get<program::AffineValue>(changed.arguments[argument]->node);
        given.value = given.value.add_constant(value);
        changed.arguments[argument] = program::make_expression(std::move(given));
    }

    /// Moves the address that a call gets, in its last subscript or another one from the last.
    void move_address(const std::string &name, std::size_t access, std::size_t from_last)
    {
        std::vector<isl::pw_aff> &subscripts = statement(name).accesses[access].subscripts;
        isl::pw_aff &moved = subscripts[subscripts.size() - 1 - from_last];
        moved = moved.add_constant(1);
    }

    bool is_parallel = false;

    const std::string product = R"(
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
S1:             C[i][j] += D[i][k] * E[k][j];
)";
    const std::string stencil = R"(
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
S1:         D[i][j] = 0.25 * (C[i - 1][j] + C[i][j - 1] - 2 * C[i][j + 1] + C[i][j]) + x[i];
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
S2:         E[i][j] = D[i][j] * y[i];
)";
};

TEST_F(ExecutedPlans, OfProductsAreLegal)
{
    block(product);
    EXPECT_EQ(verdict(), "");
    block(product, 4);
    EXPECT_EQ(verdict(), "");
    block("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = i + 1; k < n; k++)"
          " S1: C[i][j] += D[k][i] * E[k][j];");
    EXPECT_EQ(verdict(), "") << "steps behind the row";
    block("for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++) for (int k = 0; k < n; k++)"
          " S1: C[i][j] += D[i][k] * E[j][k] + E[i][k] * D[j][k];");
    EXPECT_EQ(verdict(), "") << "two operands of each kind";
    block("for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < n; k++)"
          " S1: C[i][j] += 2.0 * D[i][k] * E[k][j];"
          "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < n; k++)"
          " S2: D[i][j] += C[i][k] * E[k][j];");
    EXPECT_EQ(verdict(), "") << "one after the other";
}

TEST_F(ExecutedPlans, OfRowsAreLegal)
{
    vectorize(stencil);
    EXPECT_EQ(verdict(), "");
}

/// A product with something broken by hand, one thing at a time.
class BrokenBlocks : public ExecutedPlans {
protected:
    void SetUp() override { block(product); }
};

TEST_F(BrokenBlocks, ACopyIsMissing)
{
    shorten("pack_D", 0, 0);
    EXPECT_THAT(verdict(), HasSubstr("must not see"));
}

TEST_F(BrokenBlocks, ACopyIsOneElementShort)
{
    shorten("pack_E", 3, 35);
    EXPECT_THAT(verdict(), HasSubstr("E_packed"));
}

TEST_F(BrokenBlocks, ACopyIsLate)
{
    change("pack_D", [](transform::Statement &copy) { copy.beta[3] = 9; });
    EXPECT_THAT(verdict(), HasSubstr("must not see"));
}

TEST_F(BrokenBlocks, ABlockHasAStepLess)
{
    add_to_argument("block_S1", 0, -1);
    EXPECT_THAT(verdict(), HasSubstr("S1[i=0, j=0, k=3] (line 11) is not executed"));
}

TEST_F(BrokenBlocks, ABlockHasAStepMore)
{
    add_to_argument("block_S1", 0, 1);
    EXPECT_THAT(verdict(), HasSubstr("S1[i=0, j=0, k=4] (line 11) is executed, and the program has "
                                     "no such instance"));
}

TEST_F(BrokenBlocks, AnOperandBeginsAStepLate)
{
    move_address("block_S1", 0, 1);
    EXPECT_THAT(verdict(), HasSubstr("D_packed"));
}

TEST_F(BrokenBlocks, ATargetBeginsAColumnLate)
{
    move_address("block_S1", 2, 0);
    EXPECT_THAT(verdict(), AllOf(HasSubstr("block_S1"), HasSubstr("C[0][")));
}

TEST_F(BrokenBlocks, APartIsNotStored)
{
    shorten("store_S1", 4, 36);
    EXPECT_THAT(verdict(), HasSubstr("C_block"));
}

TEST_F(BrokenBlocks, APartIsNotLoaded)
{
    shorten("load_S1", 4, 36);
    EXPECT_THAT(verdict(), HasSubstr("C_block"));
}

class BrokenRows : public ExecutedPlans {
protected:
    void SetUp() override { vectorize(stencil); }
};

TEST_F(BrokenRows, AnElementShort)
{
    add_to_argument("row_S1", 1, -1);
    EXPECT_THAT(verdict(), HasSubstr("S1[i=1, j=1] (line 10) is not executed"));
}

TEST_F(BrokenRows, AnElementTooMany)
{
    add_to_argument("row_S1", 1, 1);
    EXPECT_THAT(verdict(), HasSubstr("the program has no such instance"));
}

TEST_F(BrokenRows, OfTheWrongRow)
{
    move_address("row_S1", 1, 1);
    EXPECT_THAT(verdict(), HasSubstr("reads C[1][1]"));
}

TEST_F(BrokenRows, AnIterationLate)
{
    change("row_S2", [](transform::Statement &row) { row.beta[0] = -1; });
    EXPECT_THAT(verdict(), HasSubstr("which S2[i=1, j=1] (line 13) reads and has to see"));
}

} // namespace
} // namespace espalier::lowering
