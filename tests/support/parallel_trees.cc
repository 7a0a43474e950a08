#include "tests/support/parallel_trees.h"

#include "espalier/schedule/original.h"
#include "espalier/strategies/cpu_strategy.h"
#include "tests/support/inputs.h"

namespace espalier::test {

std::string function(const std::string &parameters, const std::string &body)
{
    return "void f(" + parameters + ")\n{\n#pragma scop\n" + body + "\n#pragma endscop\n}\n";
}

schedule::Tree in_order_of_source(const program::Program &program, bool parallel)
{
    const AnalyzedRegion region = analyzed(program);
    const strategies::CpuStrategy strategy{{strategies::Tiling::Mode::off}, parallel};
    return strategies::tiled(strategy, program, region.dependences,
                             schedule::original_schedule_without_kills(program))
        .tree;
}

} // namespace espalier::test
