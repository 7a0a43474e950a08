#pragma once

#include "espalier/script/value.h"

#include <map>
#include <string>

namespace espalier::script {

/// What a script talks of: places in regions, and names of them.
class References {
public:
    /// A reference that lives as long as this; the same for the same text.
    /// \throws Error{script_error} if there are too many, or the text is too long
    const Reference *remember(Reference reference);

    /// The reference of a name that is no variable of the script.
    /// \throws Error{script_error} as `remember`
    const Reference *name(const std::string &name);

private:
    std::map<std::string, Reference> known_; ///< by their texts
};

} // namespace espalier::script
