#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace espalier::tuning {

/// What a run of a script took at one of its choices.
struct Decision {
    std::string name;        ///< of the choice
    std::string alternative; ///< as in the script
    std::size_t position = 0;
    std::size_t alternatives = 1; ///< how many there were

    bool operator==(const Decision &) const = default;
};

/// All that a run of a script took, in order. Later choices may depend on earlier ones.
using Point = std::vector<Decision>;

/// For people: "tile=32, unroll=4".
std::string text(const Point &point);

/// For a file: JSON, from which a point can be read back.
std::string to_json(const Point &point);

/// \throws std::invalid_argument if the text is not what to_json() gives
Point point_from_json(const std::string &json);

} // namespace espalier::tuning
