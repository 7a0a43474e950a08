#include "espalier/program/reduction.h"

#include "espalier/program/program.h"

#include <algorithm>
#include <cctype>

#include <algorithm>
#include <map>

namespace espalier::program {

bool is_logical(ReductionOperator op)
{
    return op == ReductionOperator::logical_and || op == ReductionOperator::logical_or;
}

std::string spelling(ReductionOperator op)
{
    static const std::map<ReductionOperator, std::string> spellings = {
        {ReductionOperator::add, "+"},         {ReductionOperator::multiply, "*"},
        {ReductionOperator::bitwise_and, "&"}, {ReductionOperator::bitwise_or, "|"},
        {ReductionOperator::bitwise_xor, "^"}, {ReductionOperator::minimum, "min"},
        {ReductionOperator::maximum, "max"},   {ReductionOperator::logical_and, "&&"},
        {ReductionOperator::logical_or, "||"},
    };
    return spellings.at(op);
}

bool Reduction::has(const isl::id &reference) const
{
    return std::ranges::any_of(references,
                               [&](const isl::id &one) { return one.get() == reference.get(); });
}

namespace {

/// 64 KiB of the largest elements.
constexpr long max_elements = 4096;

bool is_variable(const Array &array)
{
    auto is_word = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
    return array.has_own_memory && std::ranges::all_of(array.spelling.front(), is_word) &&
           std::all_of(array.spelling.begin() + 1, array.spelling.end(),
                       [](const std::string &part) { return part.empty(); });
}

} // namespace

std::optional<std::vector<long>> copied_extents(const Array &array)
{
    if (!is_variable(array))
        return std::nullopt;
    std::vector<long> result;
    long elements = 1;
    for (const std::optional<isl::pw_aff> &extent : array.extents) {
        std::optional<long> count = constant_extent(extent, max_elements);
        if (!count || elements * *count > max_elements)
            return std::nullopt;
        elements *= *count;
        result.push_back(*count);
    }
    return result;
}

} // namespace espalier::program
