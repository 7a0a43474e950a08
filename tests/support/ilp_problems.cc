#include "tests/support/ilp_problems.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/val.h>

#include <cstdlib>
#include <memory>
#include <random>

namespace espalier::test {

namespace {

using ilp::Integer;
using ilp::LinearFunction;
using ilp::Problem;

class Draw {
public:
    explicit Draw(unsigned seed) : engine_(seed) {}

    long between(long least, long greatest)
    {
        return least + long(engine_() % std::uint64_t(greatest - least + 1));
    }

    LinearFunction function(std::size_t variables, long size)
    {
        LinearFunction result{std::vector<Integer>(variables), between(-3 * size, 2 * size)};
        for (Integer &coefficient : result.coefficients)
            coefficient = between(0, 2) == 0 ? 0 : between(-size, size);
        return result;
    }

private:
    std::mt19937 engine_;
};

/// The variables of a scheduling problem: bounds on the distances (of one symbolic constant and
/// without), then for each statement the constant, the coefficient of the symbolic constant, and
/// for each loop the negative and the positive part of its coefficient.
class SchedulingLayout {
public:
    explicit SchedulingLayout(const SchedulingSize &size) : size_(size) {}

    std::size_t variables() const { return first(size_.statements); }
    std::size_t symbolic_bound() const { return 0; }
    std::size_t bound() const { return 1; }
    std::size_t constant(unsigned statement) const { return first(statement); }
    std::size_t symbolic(unsigned statement) const { return first(statement) + 1; }
    std::size_t negative(unsigned statement, unsigned loop) const
    {
        return first(statement) + 2 + 2 * loop;
    }
    std::size_t positive(unsigned statement, unsigned loop) const
    {
        return negative(statement, loop) + 1;
    }

private:
    std::size_t first(unsigned statement) const { return 2 + statement * (2 + 2 * size_.depth); }

    SchedulingSize size_;
};

class SchedulingMaker {
public:
    SchedulingMaker(unsigned seed, const SchedulingSize &size)
        : size_(size), layout_(size), draw_(seed)
    {
    }

    CoefficientProblem make()
    {
        result_.problem.variables = layout_.variables();
        add_objectives();
        add_regions();
        for (unsigned k = 0; k < size_.dependences; ++k)
            add_dependence();
        return std::move(result_);
    }

private:
    LinearFunction zero() const { return {std::vector<Integer>(layout_.variables())}; }

    void add_objectives()
    {
        LinearFunction symbolic = zero(), loops = zero();
        for (unsigned s = 0; s < size_.statements; ++s) {
            symbolic.coefficients[layout_.symbolic(s)] = 1;
            for (unsigned k = 0; k < size_.depth; ++k)
                loops.coefficients[layout_.negative(s, k)] =
                    loops.coefficients[layout_.positive(s, k)] = 1;
        }
        LinearFunction symbolic_bound = zero(), bound = zero();
        symbolic_bound.coefficients[layout_.symbolic_bound()] = 1;
        bound.coefficients[layout_.bound()] = 1;
        result_.problem.objectives = {symbolic_bound, bound, symbolic, loops};
    }

    void add_regions()
    {
        for (unsigned s = 0; s < size_.statements; ++s) {
            ilp::NontrivialRegion region;
            for (unsigned k = 0; k < size_.depth; ++k) {
                region.functions.push_back(zero());
                region.functions.back().coefficients[layout_.negative(s, k)] = -1;
                region.functions.back().coefficients[layout_.positive(s, k)] = 1;
            }
            result_.regions.push_back(region);
        }
    }

    /// The dependence is a cone over a few points (source, sink, symbolic constant), of which the
    /// sink comes a bit later: the distance is at least 0 and at most the bound at each of them.
    void add_dependence()
    {
        auto source = unsigned(draw_.between(0, long(size_.statements) - 1)),
             sink = unsigned(draw_.between(0, long(size_.statements) - 1));
        std::vector<long> shift(size_.depth);
        for (long &one : shift)
            one = draw_.between(-1, 2);
        shift[0] = draw_.between(0, 1);
        for (unsigned corner = 0; corner < (1U << size_.depth); ++corner)
            for (bool is_ray : {false, true})
                add_distance(source, sink, corner, shift, is_ray);
    }

    void add_distance(unsigned source, unsigned sink, unsigned corner,
                      const std::vector<long> &shift, bool is_ray)
    {
        LinearFunction distance = zero();
        auto add = [&](unsigned statement, long sign, bool is_shifted) {
            if (!is_ray)
                distance.coefficients[layout_.constant(statement)] += sign;
            distance.coefficients[layout_.symbolic(statement)] += sign * (is_ray ? 1 : 4);
            for (unsigned k = 0; k < size_.depth; ++k) {
                long value = (corner >> k & 1) * (is_ray ? 1 : 3);
                value += is_shifted && !is_ray ? shift[k] : 0;
                distance.coefficients[layout_.negative(statement, k)] -= sign * value;
                distance.coefficients[layout_.positive(statement, k)] += sign * value;
            }
        };
        add(source, -1, false);
        add(sink, 1, true);
        result_.problem.inequalities.push_back(distance);
        LinearFunction slack = -distance;
        slack.coefficients[layout_.symbolic_bound()] += is_ray ? 1 : 4;
        slack.coefficients[layout_.bound()] += is_ray ? 0 : 1;
        result_.problem.inequalities.push_back(slack);
    }

    SchedulingSize size_;
    SchedulingLayout layout_;
    Draw draw_;
    CoefficientProblem result_;
};

std::string text(const LinearFunction &function)
{
    std::string result = function.constant.get_str();
    for (std::size_t k = 0; k < function.coefficients.size(); ++k)
        if (function.coefficients[k] != 0)
            result += fmt::format(" {} {}x{}", function.coefficients[k] < 0 ? "-" : "+",
                                  Integer(abs(function.coefficients[k])).get_str(), k);
    return result;
}

Integer coordinate(const isl::point &point, std::size_t position)
{
    isl::val value =
        isl::manage(isl_point_get_coordinate_val(point.get(), isl_dim_set, int(position)));
    std::unique_ptr<char, decltype(&std::free)> digits(isl_val_to_str(value.get()), &std::free);
    return Integer(digits.get());
}

} // namespace

Problem random_problem(unsigned seed, long size, long bound)
{
    Draw draw(seed);
    Problem problem;
    problem.variables = std::size_t(draw.between(1, 6));
    size = draw.between(1, size);
    for (long k = draw.between(-2, 2); k > 0; --k) {
        problem.objectives.push_back(draw.function(problem.variables, size));
        for (Integer &coefficient : problem.objectives.back().coefficients)
            coefficient = abs(coefficient);
    }
    for (long k = draw.between(-2, 2); k > 0; --k)
        problem.equalities.push_back(draw.function(problem.variables, size));
    for (long k = draw.between(1, 8); k > 0; --k)
        problem.inequalities.push_back(draw.function(problem.variables, size));
    for (std::size_t k = 0; k < problem.variables; ++k) {
        LinearFunction below{std::vector<Integer>(problem.variables), bound};
        below.coefficients[k] = -1;
        problem.inequalities.push_back(below);
    }
    return problem;
}

Problem random_large_problem(unsigned seed, unsigned bits)
{
    Draw draw(seed);
    const Integer large = Integer(1) << bits;
    auto add = [&](std::vector<LinearFunction> &functions) {
        LinearFunction function = draw.function(2, 3);
        for (Integer *number :
             {&function.coefficients[0], &function.coefficients[1], &function.constant})
            *number = *number * large + draw.between(-5, 5);
        functions.push_back(function);
    };
    Problem problem;
    problem.variables = 2;
    for (long k = draw.between(1, 3); k > 0; --k)
        add(problem.inequalities);
    if (draw.between(0, 3) == 0)
        problem.equalities.push_back(draw.function(2, 7));
    problem.inequalities.push_back({{-1, 0}, large});
    problem.inequalities.push_back({{0, -1}, large});
    return problem;
}

std::vector<ilp::NontrivialRegion> random_regions(unsigned seed, std::size_t variables)
{
    Draw draw(seed);
    std::vector<ilp::NontrivialRegion> result(std::size_t(draw.between(0, 3)));
    for (ilp::NontrivialRegion &region : result)
        for (long k = draw.between(1, 3); k > 0; --k) {
            region.functions.push_back(draw.function(variables, 1));
            region.functions.back().constant = 0;
        }
    return result;
}

CoefficientProblem random_scheduling_problem(unsigned seed, const SchedulingSize &size)
{
    return SchedulingMaker(seed, size).make();
}

isl::basic_set as_set(isl::ctx ctx, const Problem &problem)
{
    std::vector<std::string> names, constraints = {"0 <= 0"};
    for (std::size_t k = 0; k < problem.objectives.size(); ++k) {
        names.push_back(fmt::format("f{}", k));
        constraints.push_back(fmt::format("f{} = {}", k, text(problem.objectives[k])));
    }
    for (std::size_t k = 0; k < problem.variables; ++k) {
        names.push_back(fmt::format("x{}", k));
        constraints.push_back(names.back() + " >= 0");
    }
    for (const LinearFunction &function : problem.equalities)
        constraints.push_back(text(function) + " = 0");
    for (const LinearFunction &function : problem.inequalities)
        constraints.push_back(text(function) + " >= 0");
    return isl::basic_set(ctx, fmt::format("{{ [{}] : {} }}", fmt::join(names, ", "),
                                           fmt::join(constraints, " and ")));
}

std::optional<ilp::LexicographicMinimum::Solution> minimum_by_isl(isl::ctx ctx,
                                                                  const Problem &problem)
{
    isl::set least = as_set(ctx, problem).lexmin();
    if (least.is_empty())
        return std::nullopt;
    isl::point point = least.sample_point();
    ilp::LexicographicMinimum::Solution result;
    std::size_t objectives = problem.objectives.size();
    for (std::size_t k = 0; k < objectives + problem.variables; ++k)
        (k < objectives ? result.objectives : result.point).push_back(coordinate(point, k));
    return result;
}

} // namespace espalier::test
