#include "tests/support/transformed_region.h"

#include "espalier/schedule/loops.h"

#include "espalier/base/error.h"
#include "espalier/dependence/explanations.h"
#include "espalier/dependence/storage.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/schedule/original.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/trees.h"
#include "tests/support/compiled.h"
#include "tests/support/programs.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <stdexcept>

namespace espalier::test {

namespace {

constexpr const char *main_function = R"(
int main(void)
{
    enum { N = 37 };
    static double x[N], y[N], z[N], C[N][N], D[N][N], E[N][N];
    for (int i = 0; i < N; i++) {
        x[i] = i % 7 - 3;
        y[i] = i % 5;
        z[i] = i % 3;
        for (int j = 0; j < N; j++) {
            C[i][j] = (i * j) % 9;
            D[i][j] = (i + 2 * j) % 11;
            E[i][j] = (3 * i + j) % 8;
        }
    }
    f(N, x, y, z, C, D, E);
    f(1, x, y, z, C, D, E);
    for (int i = 0; i < N; i++) {
        printf("%g %g %g", x[i], y[i], z[i]);
        for (int j = 0; j < N; j++)
            printf(" %g %g %g", C[i][j], D[i][j], E[i][j]);
        printf("\n");
    }
}
)";

std::vector<std::string> in_words(const program::Program &program,
                                  const std::vector<dependence::Violation> &violations)
{
    std::vector<std::string> result;
    for (const dependence::Violation &violation : violations)
        result.push_back(dependence::explain(program, violation));
    std::ranges::sort(result);
    return result;
}

} // namespace

schedule::Tree without_roles(const schedule::Tree &tree)
{
    return schedule::with_roles(tree, [](const schedule::Loop &) { return nullptr; });
}

schedule::Tree privatized(const schedule::Tree &tree, const schedule::Privatization &own)
{
    return schedule::with_roles(tree, [&](const schedule::Loop &loop) {
        schedule::LoopRole role = *loop.role();
        role.own = own;
        return schedule::loop_role(std::move(role));
    });
}

void TransformedRegion::region_is(const std::string &body, const std::string &definitions)
{
    file = extract("#include <stdio.h>\n" + definitions +
                       "void f(int n, double x[restrict n], double y[restrict n],\n"
                       "       double z[restrict n], double C[restrict n][n],\n"
                       "       double D[restrict n][n], double E[restrict n][n])\n{" +
                       body + "}\n" + main_function,
                   context);
    ASSERT_EQ(file->regions.size(), 1U);
    const program::Program &program = file->regions.front().program;
    dependences = dependence::analyze(program, schedule::original_schedule(program));
}

transform::MatrixView TransformedRegion::view() const
{
    return transform::original_view(file->regions.front().program);
}

std::string TransformedRegion::code(const transform::MatrixView &view) const
{
    return transformed(
        *file, transform::with_roles_of(view, without_roles(transform::schedule_tree(view))));
}

std::vector<std::string> TransformedRegion::explanations(const transform::MatrixView &view) const
{
    return in_words(view.program, dependence::storage_violations(
                                      file->regions.front().program, dependences, view.program,
                                      without_roles(transform::schedule_tree(view))));
}

std::vector<std::string>
TransformedRegion::parallel_explanations(const transform::MatrixView &view) const
{
    schedule::Tree tree = transform::schedule_tree(view);
    return in_words(view.program, dependence::storage_violations(file->regions.front().program,
                                                                 dependences, view.program, tree));
}

std::optional<schedule::Privatization>
TransformedRegion::parallelism(const transform::MatrixView &view, std::size_t row) const
{
    dependence::Dependences all =
        dependence::analyze_in_order(view.program, transform::schedule_tree(view));
    isl::union_set instances = program::instances_without_kills(view.program);
    isl::union_pw_aff member = presburger::empty_union_pw_aff(context.get());
    for (const transform::Statement &statement : view.statements)
        presburger::add_to(member, statement.time(row));
    isl::multi_union_pw_aff outer =
        isl::multi_union_pw_aff::zero(isl::space::unit(context.get()).add_unnamed_tuple(0));
    return dependence::find_parallelism(view.program, all, instances, outer, member);
}

void TransformedRegion::expect_same_output(const transform::MatrixView &view) const
{
    std::string text = code(view);
    EXPECT_EQ(output_of(text), output_of(file->text)) << text;
}

std::string
TransformedRegion::expect_same_output_in_parallel(const transform::MatrixView &view) const
{
    std::optional<schedule::Privatization> own = parallelism(view, 0);
    if (!own)
        throw std::runtime_error("the loop is not parallel");
    transform::MatrixView parallel = transform::with_kind(view, {0}, transform::LoopKind::parallel);
    const schedule::Tree tree = privatized(transform::schedule_tree(parallel), *own);
    EXPECT_TRUE(dependence::storage_violations(file->regions.front().program, dependences,
                                               parallel.program, tree)
                    .empty());
    std::string text = transformed(*file, transform::with_roles_of(parallel, tree));
    EXPECT_EQ(output_of(text), output_of(file->text)) << text;
    return text;
}

void TransformedRegion::expect_refused(const std::function<void()> &change,
                                       const std::string &message)
{
    try {
        change();
        ADD_FAILURE() << "not refused: " << message;
    } catch (const Error &error) {
        EXPECT_THAT(error.what(), testing::HasSubstr(message));
    }
}

} // namespace espalier::test
