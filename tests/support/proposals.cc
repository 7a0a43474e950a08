#include "tests/support/proposals.h"

#include "espalier/dependence/storage.h"
#include "espalier/transform/normal_form.h"
#include "espalier/transform/trees.h"
#include "tests/support/transformed_region.h"

#include <gtest/gtest.h>

namespace espalier::test {

std::optional<transform::Scop> legal_scop(const AnalyzedRegion &region,
                                          const std::optional<strategies::Proposal> &proposal)
{
    if (!proposal)
        return std::nullopt;
    EXPECT_EQ(find_irregularity(proposal->scop), std::nullopt);
    const bool is_changed = proposal->equal_program.has_value();
    const AnalyzedRegion &source = is_changed ? analyzed(*proposal->equal_program) : region;
    EXPECT_TRUE(
        dependence::storage_violations(source.program, source.dependences, proposal->scop.program,
                                       without_roles(transform::schedule_tree(proposal->scop)))
            .empty());
    return proposal->scop;
}

} // namespace espalier::test
