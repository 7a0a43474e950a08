#include "espalier/strategies/stencils/time_tile_sizes.h"

#include "espalier/program/value_type.h"

#include <algorithm>
#include <set>
#include <utility>

namespace espalier::strategies {

namespace {

/// The number of iterations of a loop, if it is a constant.
std::optional<long> iterations(const TimeNest &nest, std::size_t row)
{
    std::optional<isl::val> least, greatest;
    for (const transform::Statement &statement : nest.view.statements) {
        isl::set times = statement.time(row).as_map().intersect_domain(statement.instances).range();
        isl::val first = times.dim_min_val(0), last = times.dim_max_val(0);
        least = least && least->lt(first) ? least : first;
        greatest = greatest && greatest->gt(last) ? greatest : last;
    }
    if (!least->is_int() || !greatest->is_int())
        return std::nullopt;
    return greatest->sub(*least).num_si() + 1;
}

double bytes(const program::Program &program, const program::Array &array)
{
    constexpr double wide = 8, narrow = 4, bits = 8;
    program::ValueType type = program::element_type(program, array);
    if (type.is_integer())
        return std::max(1.0, type.bits / bits);
    return array.element_type == "float" ? narrow : wide;
}

/// The bytes that one iteration of all loops over space has in the arrays that it updates.
double bytes_of_point(const TimeNest &nest)
{
    std::set<std::size_t> arrays;
    for (const program::Statement &statement : nest.view.program.statements)
        for (const program::Access &access : statement.accesses)
            if (nest.view.program.arrays[access.array].extents.size() + 1 >= nest.depth)
                arrays.insert(access.array);
    double result = 0;
    for (std::size_t array : arrays)
        result += bytes(nest.view.program, nest.view.program.arrays[array]);
    return result;
}

class Search {
public:
    Search(const TimeNest &nest, std::vector<long> factors, const machine::Machine &machine,
           bool parallel)
        : factors_(std::move(factors)), point_(bytes_of_point(nest)), steps_(iterations(nest, 0)),
          workers_(parallel ? machine::sharing_threads(machine) : 0)
    {
        for (std::size_t row = 1; row < nest.depth; ++row)
            space_.push_back(iterations(nest, row));
        first_cache_ = double(machine.first_cache);
        second_cache_ = double(machine.second_cache);
        capacity_ = usable * (space_.size() == 1 ? first_cache_ : second_cache_);
        if (tiles_rows() && space_.size() > 1 && row_length() <= longest_whole_row)
            factors_.pop_back();
    }

    bool stays_in_cache() const
    {
        bool is_known = std::ranges::all_of(space_, &std::optional<long>::has_value);
        double data = point_;
        for (const std::optional<long> &size : space_)
            data *= double(size.value_or(1));
        return is_known && data <= second_cache_;
    }

    bool pays() const
    {
        return point_ > 0 && !factors_.empty() && !stays_in_cache() &&
               steps_.value_or(fewest_steps) >= fewest_steps;
    }

    std::optional<std::vector<long>> best()
    {
        for (long steps = 2; steps <= std::min(max_steps, steps_.value_or(max_steps)); steps *= 2) {
            sizes_.assign(1, steps);
            extend();
        }
        return best_;
    }

private:
    static constexpr double usable = 0.75;  ///< of a cache, by what is planned for
    static constexpr long fewest_steps = 4; ///< in all
    static constexpr long max_steps = 32;   ///< in a tile
    static constexpr long longest_whole_row = 400;

    /// Whether the innermost loops are tiled.
    bool tiles_rows() const { return factors_.size() == space_.size(); }

    /// The iterations of a loop over space; a guess where they are not known.
    long length(std::size_t loop) const
    {
        constexpr long in_line = 1L << 20, in_plane = 1 << 10, in_volume = 1 << 7;
        long typical = space_.size() == 1 ? in_line : space_.size() == 2 ? in_plane : in_volume;
        return space_[loop].value_or(typical);
    }

    long row_length() const { return length(space_.size() - 1); }

    /// Tries all sizes of the loops that have none yet.
    void extend()
    {
        constexpr long least = 8, greatest = 64, min_of_row = 64, greatest_of_row = 2048;
        std::size_t loop = sizes_.size() - 1;
        if (loop == factors_.size())
            return weigh();
        bool is_row = loop + 1 == space_.size();
        for (long size = is_row ? min_of_row : least; size <= (is_row ? greatest_of_row : greatest);
             size *= 2) {
            sizes_.push_back(size);
            if (!is_row || rows_fit())
                extend();
            sizes_.pop_back();
        }
    }

    /// Whether a row of a tile, and those that its neighbours in the loop around it update for it,
    /// stay in the first-level cache.
    bool rows_fit() const
    {
        if (space_.size() == 1)
            return true;
        double rows = 1 + double(factors_[factors_.size() - 2]);
        return rows * double(sizes_.back()) * point_ <= usable * first_cache_;
    }

    void weigh()
    {
        double live = point_, touched = 1, updated = double(sizes_[0]);
        for (std::size_t k = 0; k < factors_.size(); ++k) {
            live *= double(sizes_[k + 1] + 2 * factors_[k]);
            touched *= double(sizes_[k + 1] + factors_[k] * sizes_[0]);
            updated *= double(sizes_[k + 1]);
        }
        if (!tiles_rows())
            live *= double(row_length());
        constexpr double start_of_row = 16;
        double row = double(tiles_rows() ? sizes_.back() : row_length());
        double cost = (1 + touched / updated + start_of_row / row) * (1 + idle_share());
        if (live <= capacity_ && (!best_ || cost < min_cost_)) {
            best_ = sizes_;
            min_cost_ = cost;
        }
    }

    /// The last round of a wavefront leaves half of the workers idle, on average.
    double idle_share() const
    {
        constexpr double half = 0.5;
        return half * double(workers_) * double(sizes_[1] + factors_[0] * sizes_[0]) /
               double(length(0));
    }

    std::vector<long> factors_;
    double point_; ///< bytes
    std::optional<long> steps_;
    std::size_t workers_;                    ///< that run tiles of a wavefront at the same time
    std::vector<std::optional<long>> space_; ///< iterations of the loops over space
    double first_cache_, second_cache_, capacity_; ///< bytes
    std::vector<long> sizes_;                      ///< that are being tried
    std::optional<std::vector<long>> best_;
    double min_cost_ = 0;
};

} // namespace

bool stays_in_cache(const TimeNest &nest, const machine::Machine &machine)
{
    return Search(nest, {}, machine, false).stays_in_cache();
}

std::optional<std::vector<long>> time_tile_sizes(const TimeNest &nest,
                                                 const std::vector<long> &factors,
                                                 const machine::Machine &machine, bool parallel)
{
    Search search(nest, factors, machine, parallel);
    return search.pays() ? search.best() : std::nullopt;
}

} // namespace espalier::strategies
