#include "espalier/lowering/origins.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace espalier::lowering {

namespace {

/// Of two that follow each other (boost::hash_combine's step).
Origin joined(Origin one, Origin two)
{
    return one ^ (two + 0x9e3779b97f4a7c15 + (one << 6) + (one >> 2));
}

/// What a place holds in the beginning.
Origin first_value(const Memory::key_type &place)
{
    return origin(fmt::format("{}[{}]", place.first, fmt::join(place.second, ", ")));
}

} // namespace

Origin origin(const std::string &text) { return std::hash<std::string>()(text); }

Origin updated(Origin old, const std::string &op, Origin value)
{
    return op == "=" ? value : origin(fmt::format("{} {} {}", old, op, value));
}

Origin Elements::load(const Memory::key_type &place,
                      const std::function<Origin(Origin)> &here) const
{
    const auto known = memory_.find(place);
    Origin result = known != memory_.end() ? here(known->second) : first_value(place);
    if (is_slice(place))
        for (auto inner = memory_.upper_bound(place); is_inside(inner, place); ++inner, look())
            // What has been written elsewhere only is here as if it had not been.
            if (const Origin value = here(inner->second); value != first_value(inner->first))
                result = joined(result, value);
    if (known == memory_.end())
        for (std::size_t length = 0; length < place.second.size(); ++length) {
            const auto first = place.second.begin();
            const auto slice = memory_.find({place.first, {first, first + long(length)}});
            if (slice != memory_.end())
                result = joined(result, slice->second);
        }
    return result;
}

void Elements::store(const Memory::key_type &place, Origin value)
{
    if (is_slice(place))
        for (auto inner = memory_.upper_bound(place); is_inside(inner, place); ++inner, look())
            inner->second = joined(inner->second, value);
    memory_[place] = value;
}

void Elements::look() const
{
    if (left_-- == 0)
        throw TooMuch();
}

bool Elements::is_slice(const Memory::key_type &place) const
{
    return place.second.size() < program_.arrays[place.first].extents.size();
}

/// Whether a place is in a slice, and not that itself. Such places are next to each other in the
/// order of places, and follow the slice.
bool Elements::is_inside(Memory::const_iterator place, const Memory::key_type &slice) const
{
    if (place == memory_.end() || place->first.first != slice.first)
        return false;
    const auto &all = place->first.second, &first = slice.second;
    return first.size() < all.size() && std::equal(first.begin(), first.end(), all.begin());
}

Origin Choices::chosen(const Decision &decision, Origin value, Origin otherwise)
{
    value = where(decision, value);
    otherwise = where({decision.decides, !decision.is_taken}, otherwise);
    if (value == otherwise)
        return value;
    const Both both = decision.is_taken ? Both{decision.decides, value, otherwise}
                                        : Both{decision.decides, otherwise, value};
    const Origin result = origin(fmt::format("{} ? {} : {}", both.decides, both.yes, both.no));
    choices_.emplace(result, both);
    return result;
}

Origin Choices::where(const std::vector<Decision> &decisions, Origin value) const
{
    for (Origin before = 0; value != before;) {
        before = value;
        for (const Decision &decision : decisions)
            value = where(decision, value);
    }
    return value;
}

Origin Choices::where(const Decision &decision, Origin value) const
{
    const auto found = choices_.find(value);
    if (found == choices_.end() || found->second.decides != decision.decides)
        return value;
    return where(decision, decision.is_taken ? found->second.yes : found->second.no);
}

} // namespace espalier::lowering
