#pragma once

#include "espalier/dependence/dependences.h"
#include "espalier/machine/machine.h"
#include "espalier/strategies/rows/matrix_pass.h"
#include "espalier/transform/matrix_view.h"

#include <map>
#include <string>

namespace espalier::strategies {

/// A legal order of a region that consists of passes through matrices, and what is known of these.
class MatrixOrder {
public:
    /// The order of the source. The order refers to its arguments, but for the passes.
    /// \param parallel  whether loops may run in parallel
    /// \param passes    of `program`, by the names of statements
    MatrixOrder(const program::Program &program, const dependence::Dependences &dependences,
                const machine::Machine &machine, bool parallel,
                std::map<std::string, MatrixPass> passes);

    /// By the names of statements.
    const std::map<std::string, MatrixPass> &passes() const { return passes_; }

    /// The pass of a statement of some order; null for one that was not in two loops in the source.
    const MatrixPass *pass_of(const transform::Statement &statement) const;

    /// What the passes at a place of some order do together.
    NestPasses passes_in(const transform::MatrixView &view, const transform::Beta &prefix) const;

    const transform::MatrixView &view() const { return scop_; }
    const program::Program &program() const { return program_; }
    const dependence::Dependences &dependences() const { return dependences_; }
    const machine::Machine &machine() const { return machine_; }
    bool is_parallel() const { return parallel_; }

    /// Takes an order if it is legal.
    bool accept(transform::MatrixView view);

    /// Takes an order if it is legal.
    /// \param nest  the number of the nest that has another order than in the view, or becomes
    ///              several nests; all else is as it is
    bool accept_in(long nest, transform::MatrixView view);

    /// Whether sums along rows and along columns, which different loops can run in parallel, are to
    /// be in different nests.
    bool keeps_apart() const;

    /// Whether loops over blocks of columns are to run in parallel, which those over rows cannot.
    bool is_for_columns(const NestPasses &passes) const;

    /// Whether threads are to go through the rows one behind the other.
    bool is_for_waves(const NestPasses &passes) const;

private:
    bool accept(transform::MatrixView view, const dependence::Dependences &kept);
    bool is_legal(const transform::MatrixView &view, const dependence::Dependences &kept) const;

    const program::Program &program_;
    const dependence::Dependences &dependences_;
    const machine::Machine &machine_;
    bool parallel_;
    std::map<std::string, MatrixPass> passes_;
    transform::MatrixView scop_;
};

} // namespace espalier::strategies
