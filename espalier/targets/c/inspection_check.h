#pragma once

#include "espalier/targets/c/extents.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace espalier::targets {

/// What is asked about memory that data choose.
struct InspectionCheck {
    std::vector<program::Inspection> inspections;
    /// The bounds of subscripts, as numbers of which none may be negative.
    std::vector<Extent> chosen = {};
    /// In C: what is to hold after the inspections.
    std::vector<std::string> conditions = {};
    /// From how many elements on threads share a pass; nothing if none do.
    std::optional<long> shared_elements = {};
    /// Whether what was found is kept while loops run that change none of it (steady_code.h).
    bool is_kept = false;

    bool is_empty() const { return inspections.empty(); }
};

/// Whether inspections read nothing that the region need not read: the elements that others choose
/// are those that it reads as long as it does not change the others.
/// \param plain  pairs of arrays that are known to be apart before anything is inspected
bool may_inspect(const program::Program &program,
                 const std::vector<program::Inspection> &inspections,
                 const std::vector<std::pair<std::size_t, std::size_t>> &plain);

/// Statements of C that set the variable `name` to whether what a check asks holds, where
/// `condition` holds; it is declared with its value.
///
///     int name = condition;
///     long name_least0 = 0, name_greatest0 = -1;
///     if (name) {
///         int least = A[0], greatest = A[0];
///         #pragma omp parallel for reduction(min : least) reduction(max : greatest) if(n >= 60000)
///         for (long c0 = 0; c0 < n; c0++) {
///             least = A[c0] < least ? A[c0] : least;
///             greatest = A[c0] > greatest ? A[c0] : greatest;
///         }
///         name_least0 = least;
///         name_greatest0 = greatest;
///         name = (unsigned long)name_least0 <= 2147483647 && ...;
///     }
///     name = name && conditions;
std::string print(const InspectionCheck &check, const std::string &name,
                  const std::string &condition, const lowering::Names &names, CPrinter &printer,
                  const std::string &indentation, const std::string &unit);

} // namespace espalier::targets
