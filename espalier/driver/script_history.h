#pragma once

#include "espalier/script/script.h"
#include "espalier/transform/matrix_view.h"
#include "espalier/transform/trees.h"

#include <functional>
#include <vector>

namespace espalier::driver {

/// A region at some point of a script.
struct ScriptState {
    transform::MatrixView view;
    const program::Program *reference; ///< that it is to do the same as
};

/// What a region was before each step of a script on it, and after the last one.
struct ScriptHistory {
    ScriptHistory(const program::Program &program, std::size_t number,
                  const std::vector<script::Step> &all)
        : states{{transform::original_view(program), &program}}
    {
        for (const script::Step &step : all)
            if (step.region == number) {
                steps.push_back(&step);
                states.push_back({step.after, step.reference ? step.reference.get() : &program});
            }
    }

    /// The step after which something is wrong that is so in the end and not at the start, found
    /// by bisection.
    const script::Step &culprit(const std::function<bool(const ScriptState &)> &is_wrong) const
    {
        std::size_t right = 0, wrong = steps.size();
        while (wrong - right > 1) {
            std::size_t middle = (right + wrong) / 2;
            (is_wrong(states[middle]) ? wrong : right) = middle;
        }
        return *steps[wrong - 1];
    }

    std::vector<const script::Step *> steps;
    std::vector<ScriptState> states; ///< one more than steps
};

} // namespace espalier::driver
