#include "espalier/program/reduction.h"

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

} // namespace espalier::program
