#pragma once

#include <isl/cpp.h>
#include <isl/id.h>

#include <string>

namespace espalier::presburger {

/// The identifier with this name, whatever it is made of: isl::id's own constructor parses it, and
/// stumbles over words such as "exists".
inline isl::id make_id(isl::ctx ctx, const std::string &name)
{
    return isl::manage(isl_id_alloc(ctx.get(), name.c_str(), nullptr));
}

} // namespace espalier::presburger
