#pragma once

#include <string>
#include <vector>

namespace espalier {

/// "; did you mean `tile`?": the one of `names` that is spelt most like `name`, the first one of
/// several; empty if all differ from it in more than every third letter.
std::string did_you_mean(const std::string &name, const std::vector<std::string> &names);

} // namespace espalier
