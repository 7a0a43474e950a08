#include "espalier/machine/thread_division.h"

#include "espalier/machine/sampled_iterations.h"

#include <algorithm>
#include <cmath>

namespace espalier::machine {

namespace {

/// Work in an iteration from which on handing out each by itself costs little.
constexpr double hand_out_cycles = 3'000;

/// How often a thread gets iterations, at least, and how many at a time, at most: where there are
/// far fewer than assumed, all threads are to have some.
constexpr double least_turns = 32;
constexpr long most_handed_out = 8;

/// Parts of the iterations of a loop in sequence that one thread may get more than others before
/// they are handed out as threads become free.
constexpr double tolerated_imbalance = 1.2, dynamic_imbalance = 1.05;

/// What the thread with the most to do does, relative to the mean, where what iterations have to
/// do grows or falls linearly and each thread takes a run of them.
double heaviest_share(double first, double second, double threads)
{
    double mean = (first + second) / 2;
    double slope = (second - first) / (second_place - first_place);
    return mean > 0 ? 1 + std::abs(slope) / mean * (1 - 1 / threads) / 2 : 1;
}

} // namespace

double busy_threads(long count, const Machine &machine)
{
    return std::min(double(sharing_threads(machine)), double(count));
}

Division divide(long count, double first, double second, bool has_loops, double threads)
{
    const double longest_run = std::ceil(double(count) / threads) / double(count);
    double imbalance = heaviest_share(first, second, threads);
    bool is_coarse = has_loops && (first + second) / 2 >= hand_out_cycles;
    bool is_uneven = is_coarse && imbalance > tolerated_imbalance;
    const double part = (is_uneven ? dynamic_imbalance : imbalance) / threads;
    const long handed_out =
        is_uneven ? std::clamp(long(double(count) / (threads * least_turns)), 1L, most_handed_out)
                  : 0;
    return {std::max(part, longest_run), handed_out};
}

double transfer_cycles(const CodePart &iteration, double own, const Machine &machine)
{
    const double line = double(machine.line);
    double lines = 0;
    for (std::size_t k = 0; k < iteration.references.size(); ++k) {
        const Reference &reference = iteration.references[k];
        double stride = std::abs(iteration.origins[k].strides.back());
        double touched = units_of(reference, line);
        if (reference.is_write && touched > 1 && stride > 0 && stride < line)
            lines += touched * own * std::min(line / (stride * own), 1.0);
    }
    return lines * double(machine.line_transfer);
}

double handed_over_cycles(const CodePart &iteration, double own, const std::vector<double> &around,
                          double threads, const Machine &machine)
{
    std::vector<Reference> all = iteration.references;
    for (std::size_t k = 0; k < all.size(); ++k) {
        const std::vector<double> &strides = iteration.origins[k].strides;
        all[k].moves.push_back({strides.back(), own});
        for (std::size_t depth = around.size(); depth-- > 0;)
            all[k].moves.push_back({strides[depth], around[depth]});
    }
    double executions = 1;
    for (double count : around)
        executions *= count;
    const double lines = bytes_in_lines(all, machine) / double(machine.line) / executions;
    return lines * double(machine.line_transfer) * (1 - 1 / threads);
}

long elements_worth_sharing(const Machine &machine)
{
    constexpr double element_cycles = 0.5;
    const auto threads = double(sharing_threads(machine));
    const double elements =
        double(machine.thread_start) / (element_cycles * (1 - 1 / std::max(threads, 2.0)));
    const double digit = std::pow(10, std::floor(std::log10(std::max(elements, 1.0))));
    return std::lround(std::ceil(elements / digit) * digit);
}

} // namespace espalier::machine
