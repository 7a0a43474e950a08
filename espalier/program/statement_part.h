#pragma once

#include "espalier/program/program.h"

namespace espalier::program {

/// A statement on some of its instances, under its own name or another; under another one its
/// references have names of their own (part_reference).
/// \param instances  { S[i] }
Statement on_part(const Program &program, Statement statement, const isl::set &instances,
                  const isl::id &name);

/// What a reference is called in a part of its statement with a name of its own.
isl::id part_reference(const isl::id &reference, const isl::id &part);

} // namespace espalier::program
