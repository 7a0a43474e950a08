#include "espalier/lowering/names.h"

#include <gtest/gtest.h>

namespace espalier::lowering {
namespace {

TEST(Names, ArePlainWhereNothingCollides)
{
    Names names = choose_names({"main", "counter", "c", "cx1"});
    EXPECT_EQ(names.minimum, "min");
    EXPECT_EQ(names.floor_division, "floord");
    EXPECT_EQ(names.iterator_prefix, "c");
}

TEST(Names, AvoidWhatTheFileUses)
{
    Names names = choose_names({"min", "espalier_min", "c0", "t12"});
    EXPECT_EQ(names.minimum, "espalier_min_2");
    EXPECT_EQ(names.maximum, "espalier_max") << "all helpers look alike";
    EXPECT_EQ(names.iterator_prefix, "it");
}

} // namespace
} // namespace espalier::lowering
