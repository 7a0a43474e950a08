#include "espalier/transform/legalize.h"

#include "espalier/transform/corrections.h"
#include "espalier/transform/impossible.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace espalier::transform {

namespace {

using dependence::Violation;

constexpr std::size_t max_corrections = 40; ///< in a row
constexpr std::size_t max_second_tries = 12;

/// A control part on the way to a legal one.
struct Attempt {
    MatrixView view;
    std::vector<Violation> violations;
    std::vector<std::string> calls;
};

/// One more correction of the first violation, in the order of how many are left.
std::vector<Attempt> next(const Attempt &attempt, const FindViolations &violations)
{
    std::vector<Attempt> result;
    for (Correction &correction : corrections(attempt.view, attempt.violations.front())) {
        std::vector<std::string> calls = attempt.calls;
        calls.push_back(correction.call);
        std::vector<Violation> left = violations(correction.result);
        result.push_back({std::move(correction.result), std::move(left), std::move(calls)});
    }
    std::ranges::stable_sort(result, {}, [](const Attempt &one) { return one.violations.size(); });
    return result;
}

Error impossible_to_mend(const Attempt &attempt)
{
    return impossible(
        fmt::format("no shift, skew or split was found that makes this legal: after {} "
                    "corrections, {} pairs of references are at odds",
                    attempt.calls.size(), attempt.violations.size()));
}

} // namespace

MatrixView legalize(const MatrixView &view, const FindViolations &violations,
                    std::vector<std::string> &what_was_done)
{
    Attempt current{view, violations(view), {}};
    std::size_t least = current.violations.size();
    std::optional<Attempt> legal;
    while (!current.violations.empty() && current.calls.size() < max_corrections) {
        std::vector<Attempt> nearest = next(current, violations);
        if (nearest.empty())
            throw impossible_to_mend(current);
        bool is_mended = nearest.front().violations.empty();
        for (std::size_t k = 0;
             !is_mended && current.calls.empty() && k < std::min(nearest.size(), max_second_tries);
             ++k) {
            std::vector<Attempt> second = next(nearest[k], violations);
            if (!second.empty() && second.front().violations.empty())
                legal = std::move(second.front());
            if (legal)
                break;
        }
        current = legal ? std::move(*legal) : std::move(nearest.front());
        if (current.violations.size() >= least && current.calls.size() > least + 4)
            throw impossible_to_mend(current);
    }
    if (!current.violations.empty())
        throw impossible_to_mend(current);
    what_was_done = std::move(current.calls);
    return std::move(current.view);
}

} // namespace espalier::transform
