#include "espalier/program/identity.h"

#include "espalier/presburger/print.h"
#include "espalier/program/print.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace espalier::program {

std::string identity(const Statement &statement, const Expression &expression)
{
    LeafPrinter leaves;
    leaves.iterator = [](const IteratorValue &value) {
        return fmt::format("i{}", value.dimension);
    };
    leaves.affine = [](const AffineValue &value) { return presburger::to_string(value.value); };
    leaves.access = [&](std::size_t access) {
        return presburger::to_string(statement.accesses[access].relation);
    };
    leaves.indirect = [&](std::size_t access, const std::vector<std::string> &subscripts) {
        return fmt::format("{}[{}]", statement.accesses[access].array, fmt::join(subscripts, ", "));
    };
    return print(expression, leaves);
}

} // namespace espalier::program
