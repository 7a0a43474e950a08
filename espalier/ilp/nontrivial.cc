#include "espalier/ilp/nontrivial.h"

#include <algorithm>
#include <numeric>

namespace espalier::ilp {

namespace {

using Solution = LexicographicMinimum::Solution;

LinearFunction minus_one(LinearFunction function)
{
    function.constant -= 1;
    return function;
}

bool is_zero(const LinearFunction &function, const std::vector<Integer> &point)
{
    Integer value = 0;
    for (std::size_t k = 0; k < point.size(); ++k)
        if (function.coefficients[k] != 0)
            value += function.coefficients[k] * point[k];
    return value == 0;
}

bool is_trivial(const NontrivialRegion &region, const std::vector<Integer> &point)
{
    return std::ranges::all_of(
        region.functions, [&](const LinearFunction &function) { return is_zero(function, point); });
}

/// Adds to a problem, for each sign in turn, what gives the region this sign.
/// \param visit  called with each; returns whether to stop
template <class Visit>
void for_each_sign(LexicographicMinimum &minimum, const NontrivialRegion &region, Visit visit)
{
    bool is_done = false;
    minimum.push();
    for (const LinearFunction &function : region.functions) {
        for (const LinearFunction &directed : {function, -function}) {
            minimum.push();
            minimum.add_inequality(minus_one(directed));
            is_done = is_done || visit();
            minimum.pop();
        }
        if (is_done)
            break;
        minimum.add_equality(function);
    }
    minimum.pop();
}

class Search {
public:
    Search(LexicographicMinimum &minimum, const std::vector<NontrivialRegion> &regions,
           std::size_t prefix, std::size_t budget)
        : minimum_(minimum), regions_(regions), is_possible_(regions.size()), prefix_(prefix),
          budget_(budget)
    {
    }

    std::optional<Solution> run()
    {
        LexicographicMinimum given = minimum_;
        try {
            if (std::optional<Solution> relaxed = minimum_.solve()) {
                lower_bound_ = leading(*relaxed);
                root_ = minimum_;
                explore(*relaxed);
            }
        } catch (const Exhausted &) {
            is_done_ = true;
        }
        minimum_ = std::move(given);
        return best_;
    }

private:
    void explore(const Solution &relaxed);
    void take_apart(std::size_t region);
    bool is_possible(std::size_t region);
    std::vector<Integer> leading(const Solution &solution) const;

    LexicographicMinimum &minimum_;
    std::optional<LexicographicMinimum> root_; ///< the problem without any signs
    const std::vector<NontrivialRegion> &regions_;
    std::vector<bool> is_possible_; ///< for each region: known to have a sign at the root
    std::size_t prefix_, budget_;
    bool is_done_ = false;
    std::optional<Solution> best_;
    std::vector<Integer> best_prefix_, lower_bound_;
};

/// Looks for better points in the current branch.
/// \param relaxed  its smallest point, smaller than the best in the prefix
void Search::explore(const Solution &relaxed)
{
    auto trivial = std::ranges::find_if(regions_, [&](const NontrivialRegion &region) {
        return is_trivial(region, relaxed.point);
    });
    if (trivial != regions_.end()) {
        take_apart(std::size_t(trivial - regions_.begin()));
        return;
    }
    best_ = relaxed;
    best_prefix_ = leading(relaxed);
    is_done_ = best_prefix_ == lower_bound_;
}

/// Visits the branches for the signs of a region. If it can have none, this may be due to other
/// regions' signs, and others are tried for them; or to none of these, which ends the search.
void Search::take_apart(std::size_t region)
{
    bool has_branch = false;
    for_each_sign(minimum_, regions_[region], [&] {
        is_done_ = is_done_ || budget_ == 0;
        if (is_done_)
            return true;
        --budget_;
        if (std::optional<Solution> relaxed = minimum_.solve(best_prefix_)) {
            has_branch = true;
            explore(*relaxed);
        }
        return is_done_;
    });
    if (!has_branch && !best_ && !is_possible(region))
        is_done_ = true;
}

bool Search::is_possible(std::size_t region)
{
    if (!is_possible_[region])
        for_each_sign(*root_, regions_[region], [&] {
            is_possible_[region] = root_->solve().has_value();
            return is_possible_[region];
        });
    return is_possible_[region];
}

std::vector<Integer> Search::leading(const Solution &solution) const
{
    std::vector<Integer> result = solution.objectives;
    result.insert(result.end(), solution.point.begin(), solution.point.end());
    result.resize(prefix_);
    return result;
}

} // namespace

std::optional<Solution> smallest_nontrivial(LexicographicMinimum &minimum,
                                            const std::vector<NontrivialRegion> &regions,
                                            std::size_t prefix, std::size_t budget)
{
    return Search(minimum, regions, prefix, budget).run();
}

} // namespace espalier::ilp
