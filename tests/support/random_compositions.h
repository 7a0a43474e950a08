#pragma once

#include "espalier/transform/matrix_view.h"
#include "tests/support/random_functions.h"

#include <cstddef>
#include <string>
#include <vector>

namespace espalier::test {

/// What compositions of transformations are made of.
struct CompositionKnobs {
    std::size_t greatest_depth = 6; ///< at which no loop is added any more
    std::size_t max_statements = 8; ///< at which none is split any more
    bool cuts = true;               ///< domains, so that instances are lost; seldom
    bool marks = true;              ///< kinds of loops, and options for AST generation
};

/// A random transformation of a region that has the symbolic constant n: mostly one that is
/// possible, but not always legal, and often odd.
class RandomTransformation {
public:
    RandomTransformation(Random &random, const CompositionKnobs &knobs)
        : random_(random), knobs_(knobs)
    {
    }

    /// \throws Error{impossible_transformation} if it is not possible
    transform::MatrixView applied_to(const transform::MatrixView &view);

    /// The last one, as a call; also if it was not possible.
    const std::string &description() const { return description_; }

private:
    using MatrixView = transform::MatrixView;
    using Beta = transform::Beta;

    MatrixView reordered(const MatrixView &view);
    MatrixView with_other_rows(const MatrixView &view);
    MatrixView with_more_loops(const MatrixView &view);
    MatrixView with_other_domain(const MatrixView &view);
    MatrixView with_marks(const MatrixView &view);

    const transform::Statement &any_statement(const MatrixView &view);
    Beta any_prefix(const MatrixView &view);
    Beta any_loop(const MatrixView &view);
    Beta any_place(const MatrixView &view, std::size_t size);
    std::string any_condition(const MatrixView &view, const Beta &loop);
    std::vector<std::vector<long>> unimodular_matrix(std::size_t size);
    isl::aff constant(const MatrixView &view);
    std::size_t small() { return std::size_t(random_.between(0, 3)); }

    template <class... Arguments>
    void describe(const char *name, const Arguments &...arguments);

    Random &random_;
    CompositionKnobs knobs_;
    std::string description_;
};

/// A region after some transformations.
struct Composition {
    transform::MatrixView view;
    std::vector<std::string> steps; ///< those that were possible
    std::size_t refused = 0;        ///< the others
};

/// The program's own order after at most `count` random transformations.
Composition random_composition(const program::Program &program, std::size_t count, Random &random,
                               const CompositionKnobs &knobs = {});

} // namespace espalier::test
