#pragma once

#include <optional>
#include <string>

namespace espalier::tuning {

/// What a program has printed, taken apart.
struct PrintedTime {
    std::optional<double> seconds;
    std::string rest; ///< of the output, that does not depend on the time
};

/// The lines that start with `time:` are about time, and the last number on the last of them that
/// has one is the seconds. Where there is no such line and `is_last_number`, it is the last line
/// with a number, and the last number on that.
PrintedTime printed_time(const std::string &output, bool is_last_number);

} // namespace espalier::tuning
