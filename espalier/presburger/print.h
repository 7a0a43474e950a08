#pragma once

#include <isl/cpp.h>

#include <sstream>
#include <string>

namespace espalier::presburger {

/// An isl object in isl's notation.
template <class Object>
std::string to_string(const Object &object)
{
    std::ostringstream stream;
    stream << object;
    return stream.str();
}

} // namespace espalier::presburger
