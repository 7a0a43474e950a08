#pragma once

#include "espalier/ilp/nontrivial.h"
#include "espalier/ilp/problem.h"

#include <isl/cpp.h>

#include <optional>
#include <string>
#include <vector>

namespace espalier::test {

/// A problem with up to six variables and coefficients up to `size`, of equalities and inequalities
/// that hold at some points and not at others. Variables are at most `bound`.
ilp::Problem random_problem(unsigned seed, long size, long bound);

/// A problem with two variables, and with coefficients around two to the power of `bits`.
ilp::Problem random_large_problem(unsigned seed, unsigned bits);

/// Some parts of the solution of a problem.
std::vector<ilp::NontrivialRegion> random_regions(unsigned seed, std::size_t variables);

/// What a scheduler asks: coefficients of affine functions of statements, such that no dependence
/// is violated and their distances are small (Feautrier, Some Efficient Solutions to the Affine
/// Scheduling Problem (1992)).
struct CoefficientProblem {
    ilp::Problem problem;
    std::vector<ilp::NontrivialRegion> regions; ///< one for each statement
};

struct SchedulingSize {
    unsigned statements, depth, dependences;
};

CoefficientProblem random_scheduling_problem(unsigned seed, const SchedulingSize &size);

/// { [f_1, ..., f_k, x] }: values of the objectives and points of the problem.
isl::basic_set as_set(isl::ctx ctx, const ilp::Problem &problem);

/// The problem's solution, by isl.
std::optional<ilp::LexicographicMinimum::Solution> minimum_by_isl(isl::ctx ctx,
                                                                  const ilp::Problem &problem);

} // namespace espalier::test
