#include "espalier/schedule/normal_form.h"

#include "espalier/presburger/context.h"
#include "espalier/schedule/text.h"
#include "espalier/schedule/yaml.h"

#include <gtest/gtest.h>

namespace espalier::schedule {
namespace {

TEST(NormalForm, DropsWhatSaysNothing)
{
    presburger::Context context;
    Tree tree = read_yaml(context.get(), R"(
domain: "[n] -> { A[i] : 0 <= i < n; B[i] : 0 <= i < n; C[] : n < 0 }"
child:
  context: "[n] -> { : n >= 0 }"
  child:
    context: "[n] -> { : n >= 4 }"
    child:
      filter: "{ A[i]; B[i]; C[] }"
      child:
        sequence:
        - filter: "{ A[i] }"
          child:
            sequence:
            - filter: "{ A[i] : i < 2 }"
            - filter: "{ A[i] : i >= 2 }"
              child:
                schedule: "[{ A[i] -> [(5)] }, { A[i] -> [(i)] }]"
        - filter: "{ B[i]; C[] }"
          child:
            set:
            - filter: "{ B[i] }"
              child:
                schedule: "[{ B[i] -> [(7)] }]"
                child:
                  guard: "{ : }"
            - filter: "{ C[] }"
)",
                          "test.st");
    EXPECT_EQ(to_text(normal_form(tree)), R"(domain [n] -> { A[i] : 0 <= i < n;
                B[i] : 0 <= i < n;
                C[] : n < 0 }
  context { : n >= 4 }
    sequence
      filter { A[i] : i <= 1 }
      filter { A[i] : i >= 2 }
        band A[i] -> (i)
      filter { B[i] }
)");
    EXPECT_TRUE(is_equal(normal_form(normal_form(tree)), normal_form(tree)));
}

} // namespace
} // namespace espalier::schedule
