#pragma once

#include "espalier/ast/ast.h"
#include "espalier/program/inspections.h"
#include "espalier/program/program.h"
#include "espalier/targets/c/row_check.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace espalier::targets {

/// The memory that a region may touch of an array: from row `begin` to row `end`, which it does not
/// touch. A scalar has no rows, and those behind pointers have no order.
struct Extent {
    std::size_t array;
    ast::ExpressionPtr begin = nullptr, end = nullptr;
    std::optional<std::size_t> rows = {}; ///< behind pointers: position in RuntimeCheck::rows
    /// What inspections find, to be added to `begin` and `end`.
    std::vector<program::InspectedTerm> begin_terms = {}, end_terms = {};

    bool is_inspected() const { return !begin_terms.empty() || !end_terms.empty(); }
};

/// Finds the memory that the accesses to arrays touch.
class Extents {
public:
    explicit Extents(const program::Program &program);

    /// Where an array is accessed; elements that data choose may be in several places.
    /// \return nothing if an array is accessed without bounds
    const std::optional<std::vector<Extent>> &of(std::size_t array);

    /// Behind pointers, that extents name.
    std::vector<TouchedRows> rows;

    /// What has to be inspected for the extents so far.
    const std::vector<program::Inspection> &inspections() const { return inspections_.all(); }

    /// Where all bounds have values: { : ... }.
    const isl::set &inspectable() const { return inspectable_; }

private:
    std::optional<std::vector<Extent>> find(std::size_t array);
    std::optional<Extent> behind_pointers(std::size_t array);
    std::optional<std::vector<Extent>> chosen_by_data(std::size_t array);

    const program::Program &program_;
    program::Inspections inspections_;
    isl::set inspectable_;
    std::map<std::size_t, std::optional<std::vector<Extent>>> found_;
};

/// The rows of an array, by its outermost subscript, that some elements are in.
/// \param elements  { A[a] }, not empty
/// \return nothing if there is no first or last one
/// Precondition: the array has dimensions, and its rows are not behind pointers
std::optional<Extent> extent(const program::Program &program, std::size_t array,
                             const isl::set &elements);

/// What holds before anything is checked: { : ... }.
isl::set known_before(const program::Program &program);

/// \name What extents are in C.
/// @{

/// Pointers to the beginning and behind the end of an extent, as arguments.
std::string pointers(const Extent &extent, const lowering::Names &names, CPrinter &printer);

/// An expression with what inspections find added to it.
ast::ExpressionPtr with_terms(ast::ExpressionPtr known,
                              const std::vector<program::InspectedTerm> &terms,
                              const lowering::Names &names);
/// @}

} // namespace espalier::targets
