#include "tests/support/region_with_kernels.h"

#include "espalier/transform/trees.h"
#include "tests/support/compiled.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace espalier::test {

std::vector<std::string> RegionWithKernels::labels() const
{
    transform::MatrixView view = transform::matrix_view(made->program, made->tree);
    std::vector<std::string> result;
    for (const transform::Statement *statement : transform::statements_in(view, {}))
        result.push_back(statement->label);
    return result;
}

std::string RegionWithKernels::expect_same_results() const
{
    std::string text = fmt::format("{}{}", fmt::join(made->definitions, "\n"),
                                   code(transform::matrix_view(made->program, made->tree)));
    EXPECT_EQ(output_of(text), output_of(file->text)) << text;
    return text;
}

} // namespace espalier::test
