#pragma once

#include "espalier/ast/ast.h"

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace espalier::machine {

/// What compilers put copies of bodies in the place of: iterations of a loop, and statement
/// instances in them all.
constexpr long max_unrolled_iterations = 16, max_unrolled_instances = 32;

/// Whether the code says how often a loop runs: between two numbers, or from a value on, as in
/// `for (i = a; i <= a + 15; i++)`.
bool has_constant_count(const ast::For &loop);

/// What compilers make of the loops in some code, found out once for all its parts.
class CodeLoops {
public:
    /// \param code  stays valid, where it is, as long as this
    explicit CodeLoops(const ast::Node &code) { look_into(code, {}); }

    /// How many copies of its body compilers make of a loop: those of an innermost loop between two
    /// numbers, if they are few; one for a degenerate loop; 0 where it stays a loop.
    long copies_of_body(const ast::For &loop) const { return copies_.at(&loop); }

    /// Whether a loop goes between numbers, or such as the loops around that do so give: as the
    /// inner ones of `for (i = 0; i < 4; i++) for (j = i + 1; j < 5; j++)`.
    bool is_between_numbers(const ast::For &loop) const { return between_numbers_.contains(&loop); }

    /// Whether some loop is left in a part of the code once compilers have replaced what they can.
    bool has_loop(const ast::Node &node) const { return facts_.at(&node).has_loop; }

    /// Whether a loop is in a condition.
    bool has_conditional_loop(const ast::Node &node) const
    {
        return facts_.at(&node).has_conditional_loop;
    }

private:
    struct Facts {
        long instances = 0; ///< of statements; of no meaning with loops that stay
        bool has_loop = false, has_conditional_loop = false;
    };

    /// \param numbers  variables of loops around, between numbers
    Facts look_into(const ast::Node &node, const std::vector<std::string> &numbers);
    long copies(const ast::For &loop, const Facts &body) const;

    std::unordered_map<const ast::Node *, Facts> facts_;
    std::unordered_map<const ast::For *, long> copies_;
    std::unordered_set<const ast::For *> between_numbers_;
};

} // namespace espalier::machine
