#pragma once

#include "espalier/lowering/lowered_plan.h"
#include "tests/support/transformed_region.h"

#include <optional>
#include <string>
#include <vector>

namespace espalier::test {

/// For strategies that have functions execute parts of a region: what they make, and whether it
/// does the same.
class RegionWithKernels : public TransformedRegion {
protected:
    /// The statements that come out, in their order.
    std::vector<std::string> labels() const;

    /// The code does what the source does, up to the last bit.
    /// \return the code
    std::string expect_same_results() const;

    std::optional<lowering::LoweredPlan> made; ///< for a derived class to set
};

} // namespace espalier::test
