#pragma once

#include "espalier/dependence/parallelism.h"
#include "espalier/frontend/frontend.h"
#include "espalier/presburger/context.h"
#include "espalier/transform/matrix_view.h"

#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace espalier::test {

/// A tree whose loops are all sequential.
schedule::Tree without_roles(const schedule::Tree &tree);

/// A tree whose loops with roles all privatize the same.
schedule::Tree privatized(const schedule::Tree &tree, const schedule::Privatization &own);

/// For transformations of a region: the code that they make, what it prints when it is run, and
/// what the check says of them.
class TransformedRegion : public testing::Test {
protected:
    /// \param body         of a function with `int n, double x[n], y[n], z[n], C[n][n], D[n][n],
    ///                     E[n][n]`, all `restrict`, with one region; its first line has the number
    ///                     5 + those of the definitions
    /// \param definitions  before the function
    void region_is(const std::string &body, const std::string &definitions = "");

    /// In the source's own order.
    transform::MatrixView view() const;

    /// The whole file; loops are sequential.
    std::string code(const transform::MatrixView &view) const;

    /// What the check says; loops are sequential.
    std::vector<std::string> explanations(const transform::MatrixView &view) const;

    /// The same; loops that say so are parallel, without variables of their own.
    std::vector<std::string> parallel_explanations(const transform::MatrixView &view) const;

    /// Whether the iterations of a row of all statements are independent, with copies for threads.
    std::optional<schedule::Privatization> parallelism(const transform::MatrixView &view,
                                                       std::size_t row) const;

    void expect_same_output(const transform::MatrixView &view) const;

    /// The same, with the one loop around all statements parallel, which the check allows.
    /// \return the code
    std::string expect_same_output_in_parallel(const transform::MatrixView &view) const;

    /// \param message  a part of what the error says
    static void expect_refused(const std::function<void()> &change, const std::string &message);

    presburger::Context context;
    std::optional<frontend::Extraction> file;
    dependence::Dependences dependences;
};

} // namespace espalier::test
