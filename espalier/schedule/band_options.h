#pragma once

#include "espalier/schedule/band.h"

#include <optional>
#include <string>

namespace espalier::schedule {

/// The loop options and the isolation of a band in isl's form:
///
///     { separate[0]; unroll[1]; isolate[[t] -> [b]] : ...; [isolate[] -> unroll[0]] }
///
/// \return nothing if the band has none
std::optional<isl::union_set> ast_options(const Band &band);

/// Sets the loop options and the isolation of a band from isl's form. A number that is not that of
/// a member has no effect: `separate[x]` is for all.
/// \return what cannot be read, in words; empty if all can
std::string set_ast_options(Band &band, const isl::union_set &options);

/// "separate"; "" for LoopOption::none.
const char *name(LoopOption option);

/// The option of that name; nothing if there is none.
std::optional<LoopOption> loop_option(const std::string &name);

} // namespace espalier::schedule
