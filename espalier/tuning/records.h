#pragma once

#include "espalier/tuning/store.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace espalier::tuning {

/// \name The names of the programs that the points of a script are compared with.
/// @{
constexpr const char *original_name = "original", *automatic_name = "automatic";
/// @}

/// Whether a record is that of a point, not that of a program which points are compared with.
bool is_point(const Record &record);

/// How long the fastest run took. Precondition: it was measured
double seconds_of(const Record &record);

/// A record's point, or the name of its program.
std::string title(const Record &record);

/// What a search knows: what its store held, and what it adds.
class Records {
public:
    /// \throws Error{unreadable_file} as Store::records
    explicit Records(Store &store);

    /// \name Records; null if there is none. They stay where they are until the next `keep`.
    /// @{
    const Record *find(const std::string &point) const;
    const Record *of_code(const std::string &fingerprint) const; ///< the first
    const Record *best() const; ///< of the points that are measured and right: the fastest
    /// @}

    /// Those of points, in the order in which they became known.
    std::vector<Record> points() const;

    /// Adds a record, or replaces the one of its point, here and in the store.
    void keep(const Record &record);

private:
    void file_by_code();

    Store &store_;
    std::vector<Record> records_;
    std::map<std::string, std::size_t> by_code_; ///< the first record for a fingerprint
};

} // namespace espalier::tuning
