#include "espalier/lowering/vector_type.h"

#include "espalier/program/arithmetic.h"

#include <fmt/format.h>

namespace espalier::lowering {

VectorType vector_type(const Names &names, const std::string &element, long lanes)
{
    std::size_t bytes = program::size_of_floating(element).value();
    std::string name = fmt::format("{}_{}x{}", names.vector, element, lanes);
    return {name, fmt::format("typedef {0} {1} __attribute__((vector_size({2}), aligned({3}), "
                              "may_alias));\n",
                              element, name, std::size_t(lanes) * bytes, bytes)};
}

} // namespace espalier::lowering
