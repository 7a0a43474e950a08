#include "espalier/ast/graft.h"

#include "tests/support/generated_code.h"

namespace espalier::ast {
namespace {

using GraftTest = test::GeneratedCode;

TEST_F(GraftTest, BranchesThatDoTheSameAreOne)
{
    std::string text = code(tree("[n] -> { S[i] : 0 <= i < n }",
                                 "[n] -> [{ S[i] -> [(i)] : n <= 10; S[i] -> [(i)] : n > 10 }]"));
    EXPECT_EQ(text.find("else"), std::string::npos) << text;
}

} // namespace
} // namespace espalier::ast
