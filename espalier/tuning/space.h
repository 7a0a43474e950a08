#pragma once

#include "espalier/script/script.h"
#include "espalier/tuning/point.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

namespace espalier::tuning {

/// The points of a script, as a tree: its nodes are choices, and its leaves are points. The tree is
/// not known beforehand: each run of the script shows one way through it. Runs take the points one
/// after the other, depth-first, if all that are left can be tried, or else at random; none twice.
class Space {
public:
    /// \param seed  of the random sample; the same gives the same one
    explicit Space(std::uint64_t seed);
    ~Space();

    /// Leaves out a point that an earlier search has tried.
    void leave_out(const Point &point);

    /// Whether there is no point left. Before the first run there is one.
    bool is_exhausted() const;

    /// How many points are left: exact where all choices are known; elsewhere as if what is not
    /// known were as large as what is, on the average.
    double estimated_rest() const;

    /// Begins a run. The first one takes the first alternatives. What was chosen in a run that does
    /// not finish() is to be tried yet.
    /// Precondition: not is_exhausted()
    /// \param budget  how many points can be tried from now on, with this one
    void begin(std::size_t budget);

    /// Whether this run is one of a random sample.
    bool is_random() const { return is_random_; }

    /// The alternative that this run takes.
    /// \throws Error{script_error} if the script makes too many choices
    std::size_t choose(const script::Choice &choice);

    /// Ends a run, at its point.
    Point finish();

private:
    struct Node;

    std::size_t pick(const Node &node);

    std::unique_ptr<Node> root_;
    std::vector<Node *> path_;
    Point point_;
    std::mt19937_64 random_;
    std::size_t visited_ = 0;
    bool is_random_ = false;
};

} // namespace espalier::tuning
