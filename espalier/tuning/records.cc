#include "espalier/tuning/records.h"

#include "espalier/tuning/point.h"

#include <algorithm>

namespace espalier::tuning {

bool is_point(const Record &record)
{
    return record.point != original_name && record.point != automatic_name;
}

double seconds_of(const Record &record) { return *std::ranges::min_element(record.seconds); }

std::string title(const Record &record)
{
    return is_point(record) ? text(point_from_json(record.point)) : record.point;
}

Records::Records(Store &store) : store_(store), records_(store.records()) { file_by_code(); }

void Records::file_by_code()
{
    by_code_.clear();
    for (std::size_t k = 0; k < records_.size(); ++k)
        if (!records_[k].code.empty())
            by_code_.emplace(records_[k].code, k);
}

const Record *Records::find(const std::string &point) const
{
    auto found = std::ranges::find(records_, point, &Record::point);
    return found == records_.end() ? nullptr : &*found;
}

const Record *Records::of_code(const std::string &fingerprint) const
{
    auto found = by_code_.find(fingerprint);
    return found == by_code_.end() ? nullptr : &records_[found->second];
}

const Record *Records::best() const
{
    const Record *result = nullptr;
    for (const Record &record : records_)
        if (is_point(record) && record.status == Status::measured &&
            (result == nullptr || seconds_of(record) < seconds_of(*result)))
            result = &record;
    return result;
}

std::vector<Record> Records::points() const
{
    std::vector<Record> result;
    std::ranges::copy_if(records_, std::back_inserter(result), is_point);
    return result;
}

void Records::keep(const Record &record)
{
    store_.put(record);
    auto known = std::ranges::find(records_, record.point, &Record::point);
    if (known != records_.end())
        *known = record;
    else
        records_.push_back(record);
    file_by_code();
}

} // namespace espalier::tuning
