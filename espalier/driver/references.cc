#include "espalier/driver/references.h"

#include "espalier/schedule/original.h"

#include <utility>

namespace espalier::driver {

const dependence::Dependences &References::dependences(const program::Program &reference)
{
    auto known = dependences_.find(&reference);
    if (known != dependences_.end())
        return known->second;
    dependence::Dependences found = timings_.measure("dependences", [&] {
        return dependence::analyze(reference, schedule::original_schedule(reference));
    });
    return dependences_.emplace(&reference, std::move(found)).first->second;
}

const Legality &References::legality(const program::Program &reference)
{
    auto known = legalities_.find(&reference);
    if (known != legalities_.end())
        return known->second;
    Legality made(reference, dependences(reference), reductions_, parallel_);
    return legalities_.emplace(&reference, std::move(made)).first->second;
}

} // namespace espalier::driver
