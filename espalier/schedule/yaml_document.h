#pragma once

#include "espalier/base/diagnostic.h"

#include <string>
#include <vector>

namespace espalier::schedule {

/// A value in a YAML document, with its place: unlike yaml-cpp's own, a tree of plain values, built
/// in time linear in the text.
struct YamlValue {
    enum class Kind { null, scalar, sequence, map };
    Kind kind = Kind::null;
    SourcePlace place;
    std::string scalar;
    std::vector<YamlValue> items; ///< of a sequence; the values of a map
    std::vector<YamlValue> keys;  ///< of a map: scalars, one for each item

    /// The value of a key in a map; null if there is none.
    const YamlValue *find(const std::string &key) const;
};

/// The document in a text. Further documents, aliases, keys that are not scalars, and keys that
/// stand twice in one map are refused. Sets, relations and functions need no quotes.
/// \param file  names the text in messages
/// \throws Error{malformed_model} with line and column
YamlValue read_yaml_document(const std::string &text, const std::string &file);

} // namespace espalier::schedule
