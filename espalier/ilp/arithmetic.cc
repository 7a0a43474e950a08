#include "espalier/ilp/arithmetic.h"

#include <algorithm>
#include <limits>

namespace espalier::ilp {

static_assert(sizeof(long) == sizeof(std::int64_t), "GMP's interface knows long only");

bool is_narrow(const Integer &number)
{
    return number.fits_slong_p() && number.get_si() != std::numeric_limits<long>::min();
}

Numbers settled(Wide numbers)
{
    if (!std::ranges::all_of(numbers, is_narrow))
        return numbers;
    Narrow narrow;
    narrow.reserve(numbers.size());
    for (const Integer &number : numbers)
        narrow.push_back(number.get_si());
    return narrow;
}

} // namespace espalier::ilp
