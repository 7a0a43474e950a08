#pragma once

#include "espalier/ilp/lexicographic_minimum.h"
#include "espalier/scheduler/graph.h"

#include <cstddef>
#include <set>
#include <vector>

namespace espalier::scheduler {

/// A linear function of the variables of an integer program: their coefficients, then a constant.
using Row = Vector;

/// The variables of an integer program that stand for one unknown function per node, after those
/// that the objective needs. For each node they are the constant term and the coefficients of
/// symbolic constants, which need not be negative, as only differences between nodes count; then
/// the coefficients of dimensions, each as the difference of two variables, negative part first.
/// The last dimension comes first, so that of equally good functions the smallest has zeros for the
/// inner dimensions (Spatial Locality (2018), sections 3.2 and 3.3).
class Unknowns {
public:
    /// \param first  how many variables come before
    Unknowns(const Graph &graph, std::size_t first);

    std::size_t count() const { return count_; }

    /// The distance of a relation's pairs on a generator.
    Row distance(const Relation &relation, const Vector &generator) const;

    /// A linear function of a node's coefficients of dimensions.
    Row on_node(std::size_t node, const Vector &factors) const;

    /// \name Sums over all nodes.
    /// @{
    Row sum_of_parameters() const;
    Row sum_of_magnitudes() const;
    /// @}

    std::size_t constant(std::size_t node) const { return starts_[node]; }
    /// The variables of the negative and the positive part of a coefficient, the last dimension's
    /// first.
    std::size_t first_part(std::size_t node) const { return parameter(node, graph_.parameters); }

    /// The functions at a solution.
    Functions functions(const std::vector<ilp::Integer> &point) const;

private:
    std::size_t parameter(std::size_t node, std::size_t k) const { return starts_[node] + 1 + k; }
    std::size_t negative_part(std::size_t node, std::size_t k) const;

    const Graph &graph_;
    std::vector<std::size_t> starts_;
    std::size_t count_;
};

/// The constraints of an integer program, each once, and without those that hold for all x >= 0.
class ConstraintSystem {
public:
    /// Demands row >= 0.
    void add_inequality(Row row);
    /// Demands row = 0.
    void add_equality(Row row) { equalities_.push_back(std::move(row)); }

    /// The search for the smallest point with these constraints, in which the objectives count
    /// first.
    ilp::Problem problem(std::size_t variables, const std::vector<Row> &objectives) const;

private:
    std::set<Row> inequalities_;
    std::vector<Row> equalities_;
};

/// Demands that the sink is not before the source, for all pairs (Farkas's lemma, section 2.1).
void demand_validity(ConstraintSystem &system, const Unknowns &unknowns, const Relation &relation);

/// Demands that source and sink are at the same time, for all pairs.
void demand_coincidence(ConstraintSystem &system, const Unknowns &unknowns,
                        const Relation &relation);

ilp::LinearFunction linear_function(const Row &row);

} // namespace espalier::scheduler
