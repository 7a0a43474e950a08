#include "tests/support/scops.h"

#include "espalier/transform/matrices.h"
#include "espalier/transform/normal_form.h"
#include "espalier/transform/trees.h"
#include "tests/support/programs.h"

#include <isl/set.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

namespace espalier::test {

transform::MatrixView introductory_example(const presburger::Context &context)
{
    return transform::original_view(extract_program(R"(
void kernel(int M, int N, int P, int Q, double A[restrict M][N], double B[restrict N][M],
            double X[restrict N], double Y[restrict Q], double Z[restrict M])
{
#pragma scop
    for (int i = 0; i < M; i++) {
S1:     Z[i] = 0;
        for (int j = 0; j < N; j++)
S2:         Z[i] += (A[i][j] + B[j][i]) * X[j];
    }
    for (int k = 0; k < P; k++)
        for (int l = 0; l < Q; l++)
S3:         Z[k] += A[k][l] * Y[l];
#pragma endscop
}
)",
                                                    context));
}

transform::MatrixView scop_in_function(const std::string &body, const presburger::Context &context)
{
    return transform::original_view(extract_program(in_function(body), context));
}

const transform::Statement &statement(const transform::MatrixView &view, const std::string &label)
{
    auto found = std::ranges::find(view.statements, label, &transform::Statement::label);
    if (found == view.statements.end())
        throw std::out_of_range("no statement is called " + label);
    return *found;
}

long stride(const transform::Statement &statement, std::size_t row)
{
    const isl::map times = outer_time(statement, row + 1);
    return isl::manage(isl_set_get_stride(times.range().get(), int(row))).num_si();
}

std::string beta_vectors(const transform::MatrixView &view)
{
    std::vector<std::string> all;
    for (const transform::Statement &statement : view.statements)
        all.push_back(statement.label + transform::to_string(statement.beta));
    return fmt::format("{}", fmt::join(all, " "));
}

std::string rows(const transform::MatrixView &view, const std::string &label)
{
    const transform::Statement &found = statement(view, label);
    transform::Matrices all = transform::matrices(view, found);
    std::vector<std::string> result;
    for (std::size_t k = 0; k < found.depth(); ++k)
        result.push_back(fmt::format("{}: [{} | {}]", found.rows[k].name, fmt::join(all.a[k], " "),
                                     fmt::join(all.gamma[k], " ")));
    return fmt::format("{}", fmt::join(result, "; "));
}

namespace {

/// Without statements that have no instances.
transform::MatrixView executed(transform::MatrixView view)
{
    std::erase_if(view.statements, [](const transform::Statement &statement) {
        return statement.instances.is_empty();
    });
    return transform::normalized(std::move(view));
}

bool is_same_order(const transform::Statement &one, const transform::Statement &other)
{
    if (one.beta != other.beta || !one.instances.is_equal(other.instances))
        return false;
    for (std::size_t k = 0; k < one.depth(); ++k) {
        isl::map time = one.time(k).as_map().intersect_domain(one.instances);
        if (!time.is_equal(other.time(k).as_map().intersect_domain(one.instances)))
            return false;
    }
    return true;
}

} // namespace

bool is_same_order(const transform::MatrixView &one, const transform::MatrixView &other)
{
    return std::ranges::equal(
        executed(one).statements, executed(other).statements,
        [](const auto &first, const auto &second) { return is_same_order(first, second); });
}

std::vector<Instance> execution(const transform::MatrixView &view, const Constants &constants)
{
    schedule::Tree tree = transform::schedule_tree(view);
    std::vector<Execution> all = executions(tree.node(), constants);
    std::ranges::sort(all, [](const Execution &one, const Execution &other) {
        return compare(one.key, other.key) == Order::before;
    });
    std::vector<Instance> result;
    for (const Execution &one : all)
        result.push_back(one.instance());
    return result;
}

} // namespace espalier::test
