#include "espalier/ast/graft.h"

#include "tests/support/generated_code.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace espalier::ast {
namespace {

using testing::AllOf;
using testing::Gt;
using testing::Lt;

using GraftTest = test::GeneratedCode;

TEST_F(GraftTest, BranchesThatDoTheSameAreOne)
{
    std::string text = code(tree("[n] -> { S[i] : 0 <= i < n }",
                                 "[n] -> [{ S[i] -> [(i)] : n <= 10; S[i] -> [(i)] : n > 10 }]"));
    EXPECT_EQ(text.find("else"), std::string::npos) << text;
}

TEST_F(GraftTest, ChoicesInEachOtherAreFewEnoughForCompilers)
{
    const std::string text =
        code(tree("[n] -> { S[i] : 0 <= i < n <= 40 }", "[{ S[i] -> [(i)] }]", "{ unroll[0] }"));
    EXPECT_NE(text.find("S(39)"), std::string::npos);
    std::size_t open = 0, most = 0;
    for (const char character : text)
        most = std::max(most, character == '{' ? ++open : character == '}' ? --open : open);
    EXPECT_THAT(most, AllOf(Gt(8U), Lt(36U)));
}

} // namespace
} // namespace espalier::ast
