#pragma once

#include "espalier/ast/ast.h"
#include "espalier/ast/evaluate.h"
#include "espalier/machine/code_loops.h"

#include <cstddef>
#include <vector>

namespace espalier::machine {

/// A place in code, with an iteration of each of the loops around it, and the values that names
/// have there. All functions throw NumberTooLarge.
class LoopPosition {
public:
    /// Outside all loops.
    /// \param loops  of the code; stays valid as long as this, as does the code
    /// \param sizes  values of the symbolic constants
    LoopPosition(const CodeLoops &loops, const ast::Values &sizes) : loops_(loops), values_(sizes)
    {
    }

    const CodeLoops &loops() const { return loops_; }

    /// \param expression  of the code
    long value(const ast::Expression &expression) { return values_.value(expression); }

    void define(const std::string &name, long value)
    {
        values_.define(values_.number(name), value);
    }

    /// Goes into the first iteration of a loop.
    void enter(const ast::For &loop);

    /// Goes into the first copy of a loop that is replaced by copies of its body.
    void enter_copies(const ast::For &loop);

    /// Goes to another iteration of the innermost loop.
    /// \param offset  iterations before it
    void move_to(long offset);

    /// Goes out of the innermost loop.
    void leave() { frames_.pop_back(); }

    /// How many loops are around the place, and whether one of them stays a loop, being neither
    /// degenerate nor replaced; 0: the outermost.
    std::size_t depth() const { return frames_.size(); }
    bool is_loop(std::size_t depth) const { return frames_[depth].is_loop; }

    /// The variable of that loop.
    const std::string &iterator(std::size_t depth) const { return frames_[depth].loop->iterator; }

    /// What `query` says one iteration further in the loop at `depth`, in those inside as far from
    /// their beginnings as here.
    template <class Query>
    auto at_next(std::size_t depth, const Query &query)
    {
        shift(depth, 1);
        auto result = query();
        shift(depth, -1);
        return result;
    }

    /// How many iterations a loop has, if it is entered here: 2^40 if it does not end before.
    long count(const ast::For &loop);

private:
    struct Frame {
        const ast::For *loop;
        std::size_t iterator; ///< number of its name
        long offset;          ///< iterations before the present one
        bool is_loop;
    };

    void update(const Frame &frame);
    void shift(std::size_t depth, long iterations);

    const CodeLoops &loops_;
    ast::Valuation values_;
    std::vector<Frame> frames_; ///< outermost first
};

} // namespace espalier::machine
