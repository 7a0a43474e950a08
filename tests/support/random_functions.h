#pragma once

#include <isl/cpp.h>

#include <compare>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace espalier::test {

/// A statement's space.
struct Statement {
    std::string name;
    std::size_t dimensions;

    auto operator<=>(const Statement &) const = default;
};

/// In alphabetical order.
std::vector<Statement> statements(const isl::union_set &instances);

/// \name Parts of isl's notation.
/// @{
/// "x0, x1"
std::string variables(std::size_t count, const std::string &letter = "x");
/// "S0[x0, x1]"
std::string any_instance(const Statement &statement);
/// "[n, m] -> "
std::string introduction(const std::vector<std::string> &constants);
/// @}

/// Draws numbers, and functions and sets on statements.
class Random {
public:
    Random(isl::ctx ctx, unsigned seed) : ctx_(ctx), engine_(seed) {}

    isl::ctx ctx() const { return ctx_; }

    /// At least `low`, less than `high`.
    long between(long low, long high);

    bool chance(unsigned percent) { return between(0, 100) < long(percent); }

    template <class T>
    const T &pick(const std::vector<T> &choices)
    {
        return choices[std::size_t(between(0, long(choices.size())))];
    }

    /// Each of 0, ..., size - 1 once.
    std::vector<std::size_t> permutation(std::size_t size);

    /// { S[i] -> [b] }: piecewise quasi-affine, total on the statements.
    isl::multi_union_pw_aff schedule(const std::vector<Statement> &statements,
                                     const std::vector<std::string> &constants,
                                     std::size_t members);

    /// { [x] -> [y] }: of the same kind, total.
    isl::multi_pw_aff transformation(std::size_t from, std::size_t to);

    /// { S[i] }: some of all instances of some of the statements.
    isl::union_set part(const std::vector<Statement> &statements,
                        const std::vector<std::string> &constants);

    /// { S[i] } each, disjoint, together all instances of all statements.
    /// \param may_split  whether instances of one statement go to different parts
    std::vector<isl::union_set> partition(const std::vector<Statement> &statements,
                                          const std::vector<std::string> &constants,
                                          std::size_t parts, bool may_split);

    /// { [t] -> [b] }
    isl::map isolation(std::size_t depth, std::size_t members,
                       const std::vector<std::string> &constants);

    /// A condition on the variables x0, x1, ..., in isl's notation.
    std::string condition(std::size_t variables, const std::vector<std::string> &constants);

private:
    std::string affine(std::size_t variables, const std::vector<std::string> &constants);
    std::string quasi_affine(std::size_t variables, const std::vector<std::string> &constants);
    std::string member(const std::vector<Statement> &statements,
                       const std::vector<std::string> &constants);

    isl::ctx ctx_;
    std::mt19937 engine_;
};

} // namespace espalier::test
