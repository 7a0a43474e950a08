#pragma once

#include <chrono>
#include <string>
#include <utility>
#include <vector>

namespace espalier {

/// Seconds spent in each phase, in the order in which the phases first ran, and operations on sets,
/// which are what budgets count.
class Timings {
public:
    /// Runs `work` and adds its time to `phase`, also if it throws.
    template <class Work>
    auto measure(const std::string &phase, Work &&work)
    {
        Stopwatch stopwatch(*this, phase);
        return work();
    }

    const std::vector<std::pair<std::string, double>> &phases() const { return phases_; }
    double total() const;

    void add_operations(unsigned long count) { operations_ += count; }
    unsigned long operations() const { return operations_; }

private:
    class Stopwatch {
    public:
        Stopwatch(Timings &timings, std::string phase) : timings_(timings), phase_(std::move(phase))
        {
        }
        Stopwatch(const Stopwatch &) = delete;
        Stopwatch &operator=(const Stopwatch &) = delete;
        ~Stopwatch()
        {
            std::chrono::duration<double> elapsed = Clock::now() - start_;
            timings_.add(phase_, elapsed.count());
        }

    private:
        using Clock = std::chrono::steady_clock;
        Timings &timings_;
        std::string phase_;
        Clock::time_point start_ = Clock::now();
    };

    void add(const std::string &phase, double seconds);

    std::vector<std::pair<std::string, double>> phases_;
    unsigned long operations_ = 0;
};

} // namespace espalier
