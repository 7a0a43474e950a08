#include "espalier/targets/c/reduction_clause.h"

#include <fmt/format.h>

namespace espalier::targets {

std::string clause_item(const program::Array &array)
{
    std::string result = array.spelling.front();
    const std::vector<long> extents = program::copied_extents(array).value();
    for (long extent : extents)
        result += fmt::format("[0:{}]", extent);
    return result;
}

} // namespace espalier::targets
