#pragma once

#include "espalier/base/timings.h"
#include "espalier/driver/legality.h"

#include <map>

namespace espalier::driver {

/// What is known of the programs that regions are to do the same as, found out when it is first
/// asked for. Adds to the phase "dependences".
class References {
public:
    References(const ReductionOptions &reductions, bool parallel, Timings &timings)
        : reductions_(reductions), parallel_(parallel), timings_(timings)
    {
    }

    /// \param reference  outlives this
    const dependence::Dependences &dependences(const program::Program &reference);

    /// \param reference  outlives this
    const Legality &legality(const program::Program &reference);

private:
    ReductionOptions reductions_;
    bool parallel_;
    Timings &timings_;
    std::map<const program::Program *, dependence::Dependences> dependences_;
    std::map<const program::Program *, Legality> legalities_;
};

} // namespace espalier::driver
