#include "espalier/ast/pieces.h"

#include "espalier/presburger/context.h"
#include "espalier/presburger/print.h"

#include <gtest/gtest.h>

namespace espalier::ast {
namespace {

class PiecesTest : public testing::Test {
protected:
    isl::set set(const std::string &text) const { return isl::set(context.get(), text); }

    void expect_bounds(const std::vector<Piece> &pieces, const std::vector<std::string> &bounds)
    {
        ASSERT_EQ(pieces.size(), bounds.size());
        for (std::size_t k = 0; k < pieces.size(); ++k)
            EXPECT_TRUE(pieces[k].bounds.is_equal(set(bounds[k])))
                << presburger::to_string(pieces[k].bounds);
    }

    presburger::Context context;
};

TEST_F(PiecesTest, DisjunctsAreMadeDisjointAndSorted)
{
    expect_bounds(disjoint_pieces(set("{ [i] : 20 <= i <= 30 or 0 <= i <= 9 }"), 0),
                  {"{ [i] : 0 <= i <= 9 }", "{ [i] : 20 <= i <= 30 }"});
}

TEST_F(PiecesTest, InterleavedDisjunctsBecomeOnePiece)
{
    isl::set domain = set("{ [i] : 0 <= i <= 9 and i mod 2 = 0 or 1 <= i <= 30 and i mod 4 = 1 }");
    std::vector<Piece> pieces = disjoint_pieces(domain, 0);
    ASSERT_EQ(pieces.size(), 1U);
    ASSERT_TRUE(pieces[0].only);
    EXPECT_TRUE(pieces[0].only->is_equal(domain));
    EXPECT_TRUE(domain.is_subset(pieces[0].bounds));
}

/// Example 5.11.
TEST_F(PiecesTest, SeparationKeepsStatementsApart)
{
    std::vector<isl::set> stated = {set("[M] -> { [i] : 0 <= i <= M }"), set("[M] -> { [0] }")};
    expect_bounds(
        separate_pieces(stated[0].unite(stated[1]), stated, 0),
        {"[M] -> { [0] : M >= 0 }", "[M] -> { [0] : M < 0 }", "[M] -> { [i] : 1 <= i <= M }"});
}

TEST_F(PiecesTest, AnAtomicPieceHasTheSharedConstraints)
{
    isl::set times = set("[M] -> { [i] : 0 <= i <= M; [0] }");
    Piece piece = atomic_piece(times, times, 0);
    EXPECT_TRUE(piece.bounds.is_equal(set("[M] -> { [i] : i >= 0 }")));
    EXPECT_FALSE(piece.only);
}

/// The blocks at a border begin behind the start of a tile, which only multiples of 8 say.
TEST_F(PiecesTest, AnAtomicPieceHasBoundsThatHoldForIntegers)
{
    isl::set domain = set("[n, t] -> { [i] : n - 7 <= i < n; [i] : t <= i <= n - 8 }"),
             multiples = set("[n, t] -> { [i] : t mod 8 = 0 and i mod 8 = 0 and t < n }");
    EXPECT_TRUE(atomic_piece(domain, domain, 0).bounds.is_equal(set("[n, t] -> { [i] : i < n }")));
    EXPECT_TRUE(atomic_piece(domain, domain.intersect(multiples), 0)
                    .bounds.is_equal(set("[n, t] -> { [i] : t <= i < n }")));
}

/// Example 5.14, with the part where nothing is isolated in the first and the last part.
TEST_F(PiecesTest, IsolationHasPartsBeforeAndAfter)
{
    isl::set domain = set("[m, n] -> { [t] : m - 3 <= t < n }");
    auto parts = isolate(domain, set("[m, n] -> { [t] : m <= t and t + 3 < n }"), 0);
    ASSERT_TRUE(parts);
    EXPECT_TRUE(parts->before.is_equal(set("[m, n] -> { [t] : m - 3 <= t < m and t < n }")));
    EXPECT_TRUE(parts->center.is_equal(set("[m, n] -> { [t] : m <= t and t + 3 < n }")));
    EXPECT_TRUE(parts->after.is_equal(set("[m, n] -> { [t] : m <= t < n and t + 3 >= n }")));
    EXPECT_TRUE(parts->other.is_empty());
}

TEST_F(PiecesTest, IsolationMayDependOnConstantsAlone)
{
    isl::set domain = set("[n] -> { [t] : 0 <= t < n }");
    auto parts = isolate(domain, set("[n] -> { [t] : n >= 100 }"), 0);
    ASSERT_TRUE(parts);
    EXPECT_TRUE(parts->before.is_empty());
    EXPECT_TRUE(parts->other.is_equal(set("[n] -> { [t] : 0 <= t < n < 100 }")));
    EXPECT_FALSE(isolate(domain, set("[n] -> { [t] : t < 0 }"), 0));
}

} // namespace
} // namespace espalier::ast
