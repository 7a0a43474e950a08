#pragma once

#include "espalier/frontend/frontend.h"
#include "espalier/presburger/context.h"

namespace espalier::driver {

/// Finds static variables that only ever carry values inside of a region: every place that names
/// one is in a region that reads nothing of it but what it has written itself. Regions have these
/// work arrays as arrays of their own then (Array::is_local).
///     static double cp[64];  void solve(...) { cp[0] = ...; for (i = 1; ...) cp[i] = f(cp[i - 1]);
///     }
/// \param operations  of isl that this may take; what takes more is not found out
void note_dead_statics(frontend::Extraction &extraction, const presburger::Context &context,
                       unsigned long operations);

} // namespace espalier::driver
