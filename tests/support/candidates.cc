#include "tests/support/candidates.h"

#include "espalier/dependence/storage.h"
#include "espalier/transform/normal_form.h"
#include "espalier/transform/trees.h"
#include "tests/support/transformed_region.h"

#include <gtest/gtest.h>

namespace espalier::test {

std::optional<transform::MatrixView>
legal_scop(const AnalyzedRegion &region, const std::optional<strategies::Candidate> &candidate)
{
    if (!candidate)
        return std::nullopt;
    transform::MatrixView result = transform::matrix_view(candidate->plan);
    EXPECT_EQ(find_irregularity(result), std::nullopt);
    const auto &reference = candidate->reference;
    EXPECT_TRUE(
        dependence::storage_violations(reference ? reference->program : region.program,
                                       reference ? reference->dependences : region.dependences,
                                       candidate->plan.program, without_roles(candidate->plan.tree))
            .empty());
    return result;
}

} // namespace espalier::test
