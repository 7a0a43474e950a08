#include "espalier/strategies/strategy.h"

#include <utility>

namespace espalier::strategies {

std::function<void(const Subject &, const Offer &)> at_most_one(Find find)
{
    return [find = std::move(find)](const Subject &subject, const Offer &offer) {
        if (std::optional<Candidate> found = find(subject))
            offer(*found);
    };
}

Find in_forms(Find find, std::function<std::optional<program::Program>(const Subject &)> form,
              std::string step)
{
    return [find = std::move(find), form = std::move(form),
            step = std::move(step)](const Subject &subject) -> std::optional<Candidate> {
        if (std::optional<Candidate> found = find(subject))
            return found;
        std::optional<program::Program> other = form(subject);
        if (!other)
            return std::nullopt;
        const auto changed = analyzed(std::move(*other));
        std::optional<Candidate> result = find({.program = changed->program,
                                                .dependences = changed->dependences,
                                                .machine = subject.machine,
                                                .tiling = subject.tiling,
                                                .parallel = subject.parallel,
                                                .services = subject.services,
                                                .is_reassociable = subject.is_reassociable});
        if (result) {
            result->plan.steps = step + result->plan.steps;
            if (!result->reference)
                result->reference = changed;
        }
        return result;
    };
}

} // namespace espalier::strategies
