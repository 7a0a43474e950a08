// What a statement that collects numbers reads from memory, once its terms are there.

#include "espalier/transform/stored_terms.h"

#include "espalier/transform/trees.h"
#include "tests/support/transformed_region.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace espalier::transform {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class StoredTerms : public test::TransformedRegion {
protected:
    const program::Program &program() const { return file->regions.front().program; }

    void body_is(const std::string &body)
    {
        region_is("\n#pragma scop\nfor (int i = 0; i < n; i++) { " + body + " }\n#pragma endscop\n",
                  "#include <math.h>\nstatic double s;\nstatic float g;\nstatic long count;\n"
                  "static long double wide;\ndouble pure(double) __attribute__((pure));\n");
    }

    /// All statements of a loop with the terms of its first one that collects in memory; those that
    /// were there keep their places in the list.
    std::vector<std::string> statements(const std::string &body)
    {
        body_is(body);
        const std::vector<CollectingStatement> found = collecting_statements(program());
        if (found.empty())
            return {};
        const std::string name = program().statements[found.front().statement].name();
        const std::optional<program::Program> stored = with_terms_stored(program(), name, 0, 16);
        std::vector<std::string> result;
        for (const program::Statement &statement : stored->statements)
            result.push_back(program::describe(*stored, statement));
        return result;
    }
};

TEST_F(StoredTerms, OfUpdates)
{
    EXPECT_THAT(statements("s += x[i] * y[i];"),
                ElementsAre("s += terms[(i) mod 16]", "terms[(i) mod 16] = x[i] * y[i]"));
    EXPECT_THAT(statements("s = s * 0.5 - x[i];"),
                ElementsAre("s = s * 0.5 - terms[(i) mod 16]", "terms[(i) mod 16] = x[i]"));
    EXPECT_THAT(statements("s = fmax(s, x[i]);"),
                ElementsAre("s = fmax(s, terms[(i) mod 16])", "terms[(i) mod 16] = x[i]"));
}

TEST_F(StoredTerms, OnConditions)
{
    EXPECT_THAT(statements("s = x[i] > 0 ? s + y[i] : s;"),
                ElementsAre("s = conditions[(i) mod 16] ? s + terms[(i) mod 16] : s",
                            "conditions[(i) mod 16] = x[i] > 0 ? 1 : 0",
                            "terms[(i) mod 16] = conditions[(i) mod 16] ? y[i] : 0"));
    EXPECT_THAT(statements("s = x[i] > s ? x[i] : s;"),
                ElementsAre("s = terms[(i) mod 16] > s ? terms[(i) mod 16] : s",
                            "terms[(i) mod 16] = x[i]"));
}

TEST_F(StoredTerms, AreConvertedAsTheSourceDoes)
{
    EXPECT_THAT(statements("g += (float)x[i] * 2.5f;"),
                ElementsAre("g += terms[(i) mod 16]", "terms[(i) mod 16] = (float)x[i] * 2.5f"));
    EXPECT_THAT(statements("g += (float)x[i] * 2.5;"), IsEmpty());
    EXPECT_THAT(statements("g += x[i];"), IsEmpty());
    EXPECT_THAT(statements("s += wide;"), IsEmpty());
    EXPECT_THAT(statements("s += pure(x[i]);"), IsEmpty());
}

TEST_F(StoredTerms, AreComputedOnlyWhereTheSourceDoes)
{
    EXPECT_THAT(statements("s = s < 0 ? s + y[i] : s;"), IsEmpty());
}

TEST_F(StoredTerms, NeedAStatementThatReadsItsOwnElement)
{
    EXPECT_THAT(statements("s = x[i];"), IsEmpty());
    EXPECT_THAT(statements("count += i;"), IsEmpty());
    EXPECT_THAT(statements("y[i] += y[n - 1 - i];"), IsEmpty());
}

TEST_F(StoredTerms, DoTheSame)
{
    body_is("y[i] = x[i] * 0.5; s += y[i] * x[i]; z[i] = x[i] > 0 ? s : y[i];");
    const std::string name =
        program().statements[collecting_statements(program()).front().statement].name();
    MatrixView after = view();
    after = original_view(*with_terms_stored(after.program, name, 0, 16));
    expect_same_output(after);
}

} // namespace
} // namespace espalier::transform
