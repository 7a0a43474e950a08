#pragma once

#include "espalier/presburger/context.h"
#include "espalier/presburger/integer_rows.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace espalier::presburger {

/// The lines and extreme rays of a polyhedral cone, which half-spaces are taken from one by one: a
/// vector is in the cone iff it is a combination of them with factors >= 0 for the rays.
/// The double description method (Motzkin et al. (1953)) with the combinatorial test of adjacency
/// (Fukuda and Prodon, Double Description Method Revisited (1996), section 2.2).
template <class Number>
class Cone {
public:
    /// The linear space of these lines. Precondition: they are linearly independent
    /// \param max_constraints  how often `intersect` may be called
    /// \param max_comparisons  of rays with each other, which there may be exponentially many of
    Cone(std::vector<Row<Number>> lines, std::size_t max_constraints, std::size_t max_comparisons)
        : lines_(std::move(lines)), dimensions_(lines_.size()),
          words_((max_constraints + bits - 1) / bits), comparisons_left_(max_comparisons)
    {
    }

    /// Keeps what the linear function is not negative on.
    /// \throws BudgetExhausted if that takes too many comparisons
    void intersect(const Row<Number> &function)
    {
        auto crossing = std::ranges::find_if(
            lines_, [&](const Row<Number> &line) { return sgn(product(function, line)) != 0; });
        if (crossing != lines_.end()) {
            Row<Number> line = std::move(*crossing);
            lines_.erase(crossing);
            halve(line, function);
        } else {
            cut(function);
        }
        ++constraints_;
    }

    /// Linearly independent.
    const std::vector<Row<Number>> &lines() const { return lines_; }

    /// Each primitive; none is a combination of the others and the lines.
    std::vector<Row<Number>> rays() const
    {
        std::vector<Row<Number>> result;
        for (const Ray &ray : rays_)
            result.push_back(ray.vector);
        return result;
    }

private:
    static constexpr std::size_t bits = 64;

    struct Ray {
        Row<Number> vector;
        /// One bit for each constraint: whether the ray is on its hyperplane.
        std::vector<std::uint64_t> tight;
    };

    /// Turns a line into the ray on the positive side of the function, and moves all else along it
    /// onto the hyperplane.
    void halve(Row<Number> line, const Row<Number> &function)
    {
        Number height = product(function, line);
        if (sgn(height) < 0) {
            height = -height;
            for (Number &number : line)
                number = -number;
        }
        auto move = [&](Row<Number> &vector) {
            Number excess = product(function, vector);
            if (sgn(excess) != 0)
                vector = combination<Number>(height, vector, -excess, line);
        };
        std::ranges::for_each(lines_, move);
        for (Ray &ray : rays_) {
            move(ray.vector);
            set_tight(ray, constraints_);
        }
        Ray side{std::move(line), std::vector<std::uint64_t>(words_)};
        for (std::size_t constraint = 0; constraint < constraints_; ++constraint)
            set_tight(side, constraint);
        rays_.push_back(std::move(side));
    }

    /// Replaces the rays on the negative side by where the faces of dimension 2 cross the
    /// hyperplane. Precondition: the function is 0 on the lines
    void cut(const Row<Number> &function)
    {
        std::vector<Number> values;
        for (const Ray &ray : rays_)
            values.push_back(product(function, ray.vector));
        std::vector<Ray> crossings;
        for (std::size_t above = 0; above < rays_.size(); ++above)
            for (std::size_t below = 0; sgn(values[above]) > 0 && below < rays_.size(); ++below)
                if (sgn(values[below]) < 0 && are_adjacent(above, below))
                    crossings.push_back({combination<Number>(values[above], rays_[below].vector,
                                                             -values[below], rays_[above].vector),
                                         common(rays_[above], rays_[below])});
        std::vector<Ray> kept;
        for (std::size_t k = 0; k < rays_.size(); ++k)
            if (sgn(values[k]) >= 0) {
                if (sgn(values[k]) == 0)
                    set_tight(rays_[k], constraints_);
                kept.push_back(std::move(rays_[k]));
            }
        for (Ray &crossing : crossings) {
            set_tight(crossing, constraints_);
            kept.push_back(std::move(crossing));
        }
        rays_ = std::move(kept);
    }

    /// Whether the two span a face: no other ray is on all the hyperplanes that both are on. Those
    /// must be as many at least as take all dimensions but two.
    bool are_adjacent(std::size_t first, std::size_t second)
    {
        if (comparisons_left_ < rays_.size())
            throw BudgetExhausted();
        comparisons_left_ -= rays_.size();
        std::vector<std::uint64_t> shared = common(rays_[first], rays_[second]);
        std::size_t count = 0;
        for (std::uint64_t word : shared)
            count += std::size_t(std::popcount(word));
        if (count + 2 < dimensions_ - lines_.size())
            return false;
        for (std::size_t other = 0; other < rays_.size(); ++other)
            if (other != first && other != second && includes(rays_[other].tight, shared))
                return false;
        return true;
    }

    static std::vector<std::uint64_t> common(const Ray &first, const Ray &second)
    {
        std::vector<std::uint64_t> result = first.tight;
        for (std::size_t k = 0; k < result.size(); ++k)
            result[k] &= second.tight[k];
        return result;
    }

    static bool includes(const std::vector<std::uint64_t> &all,
                         const std::vector<std::uint64_t> &part)
    {
        for (std::size_t k = 0; k < all.size(); ++k)
            if ((part[k] & ~all[k]) != 0)
                return false;
        return true;
    }

    static void set_tight(Ray &ray, std::size_t constraint)
    {
        ray.tight[constraint / bits] |= std::uint64_t(1) << (constraint % bits);
    }

    std::vector<Row<Number>> lines_;
    std::vector<Ray> rays_;
    /// Of the linear space that the cone was at first.
    std::size_t dimensions_;
    std::size_t words_;
    std::size_t comparisons_left_;
    std::size_t constraints_ = 0;
};

} // namespace espalier::presburger
