#include "espalier/strategies/strategy.h"

#include <utility>

namespace espalier::strategies {

std::function<void(const Subject &, const Offer &)>
at_most_one(std::function<std::optional<Candidate>(const Subject &)> find)
{
    return [find = std::move(find)](const Subject &subject, const Offer &offer) {
        if (std::optional<Candidate> found = find(subject))
            offer(*found);
    };
}

} // namespace espalier::strategies
