#pragma once

#include "espalier/program/expression.h"

#include <cstddef>
#include <set>

namespace espalier::program {

/// The positions in Statement::accesses that a part of a body names. Compound assignments and
/// functions read others, which have no names in it.
inline std::set<std::size_t> named_accesses(const Expression &expression)
{
    std::set<std::size_t> result;
    for_each_part(expression, [&](const Expression &part) {
        if (const std::optional<std::size_t> access = access_named_by(part))
            result.insert(*access);
    });
    return result;
}

} // namespace espalier::program
