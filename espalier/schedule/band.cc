#include "espalier/schedule/band.h"

#include "espalier/presburger/isl_additions.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/space.h>

namespace espalier::schedule {

bool Member::operator==(const Member &other) const
{
    return is_coincident == other.is_coincident && option == other.option &&
           isolated_option == other.isolated_option && schedule::is_equal(role, other.role);
}

Band::Band(isl::multi_union_pw_aff schedule)
    : schedule(std::move(schedule)), members(this->schedule.size())
{
}

isl::union_pw_aff Band::member(std::size_t k) const { return schedule.at(static_cast<int>(k)); }

isl::pw_aff Band::member_on(std::size_t k, const isl::space &statement) const
{
    isl_space *space = isl_space_from_domain(statement.copy());
    space = isl_space_add_dims(space, isl_dim_out, 1);
    return isl::manage(isl_union_pw_aff_extract_pw_aff(member(k).get(), space));
}

isl::union_map append(const isl::union_map &prefix, const Band &band)
{
    isl::union_map result = isl::union_map::empty(prefix.ctx());
    prefix.foreach_map([&](isl::map values) {
        isl::space statement = values.space().domain();
        for (std::size_t k = 0; k < band.size(); ++k)
            values = presburger::flat_range_product(
                values, isl::manage(isl_map_from_pw_aff(band.member_on(k, statement).release())));
        presburger::add_to(result, values.to_union_map());
    });
    return result;
}

Band restricted(const Band &band, const isl::union_set &statements)
{
    Band result = band;
    for (std::size_t k = 0; k < band.size(); ++k) {
        isl::union_pw_aff member = presburger::empty_union_pw_aff(band.schedule.ctx());
        statements.foreach_set([&](const isl::set &set) {
            presburger::add_to(member, band.member_on(k, set.space()));
        });
        result.schedule = result.schedule.set_at(static_cast<int>(k), member);
    }
    return result;
}

isl::multi_union_pw_aff select(const isl::multi_union_pw_aff &schedule,
                               const std::vector<std::size_t> &members)
{
    isl::union_pw_aff_list list(schedule.ctx(), static_cast<int>(members.size()));
    for (std::size_t member : members)
        list = list.add(schedule.at(static_cast<int>(member)));
    isl::space space = schedule.space().params().add_unnamed_tuple(unsigned(members.size()));
    return isl::multi_union_pw_aff(space, list);
}

Band select(const Band &band, const std::vector<std::size_t> &members)
{
    Band result(select(band.schedule, members));
    result.is_permutable = band.is_permutable;
    for (std::size_t k = 0; k < members.size(); ++k)
        result.members[k] = band.members[members[k]];
    return result;
}

bool is_equal(const Band &first, const Band &second)
{
    if (first.is_permutable != second.is_permutable || first.members != second.members ||
        first.isolation.has_value() != second.isolation.has_value() ||
        (first.isolation && !first.isolation->is_equal(*second.isolation)) ||
        first.schedule.has_range_tuple_id() != second.schedule.has_range_tuple_id() ||
        (first.schedule.has_range_tuple_id() &&
         first.schedule.range_tuple_id().name() != second.schedule.range_tuple_id().name()))
        return false;
    for (std::size_t k = 0; k < first.size(); ++k)
        if (!isl::union_map::from(isl::multi_union_pw_aff(first.member(k)))
                 .is_equal(isl::union_map::from(isl::multi_union_pw_aff(second.member(k)))))
            return false;
    return true;
}

} // namespace espalier::schedule
