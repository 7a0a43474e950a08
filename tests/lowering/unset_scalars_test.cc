// Scalars that compilers may see read before they are written.

#include "espalier/lowering/unset_scalars.h"

#include "tests/lowering/target_code_region.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace espalier::lowering {
namespace {

class UnsetScalars : public TargetCode {
protected:
    /// Whether it looks so for `s`, of which S0[i] gives a value to S1[i], in a loop over times.
    bool looks_unset(const std::string &first, const std::string &second)
    {
        make("{ double s; for (int i = 0; i < n; i++) { s = x[i]; y[i] = s; } }",
             fmt::format("domain: \"[n] -> {{ S0[i] : 0 <= i < n; S1[i] : 0 <= i < n }}\"\n"
                         "child:\n"
                         "  schedule: \"[n] -> [{{ S0[i] -> [({0})]; S1[i] -> [({1})] }}]\"\n"
                         "  child:\n"
                         "    sequence:\n"
                         "    - filter: \"{{ S0[i] }}\"\n"
                         "    - filter: \"{{ S1[i] }}\"\n",
                         first, second));
        for (std::size_t array = 0; array < program->arrays.size(); ++array)
            if (program->arrays[array].name == "s")
                return may_look_unset(*program, *code, array);
        ADD_FAILURE() << "no scalar";
        return false;
    }
};

TEST_F(UnsetScalars, WhereConditionsAreBetween)
{
    EXPECT_TRUE(looks_unset("i", "2 * i"));
    EXPECT_TRUE(looks_unset("i", "i - 1"));
}

TEST_F(UnsetScalars, NotWhereTheWriteComesFirst) { EXPECT_FALSE(looks_unset("i", "i")); }

} // namespace
} // namespace espalier::lowering
