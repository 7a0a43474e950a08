#pragma once

#include "espalier/ast/ast.h"
#include "espalier/program/program.h"
#include "espalier/targets/c/c_printer.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace espalier::targets {

/// The rows behind pointers (Array::pointer_dimensions) that a region touches, of an array and of
/// all others in the same rows.
struct TouchedRows {
    std::size_t array;
    /// Visits each row once. Coordinates: the subscripts that choose its pointer; values: the first
    /// element behind the pointer that the region touches, and the one behind the last.
    ast::NodePtr visit;
};

/// How C names the pointers to the rows that an array is in, without subscripts: arrays that share
/// them are in the same rows.
std::string row_pointers(const program::Array &array);

/// The rows that statements touch through the pointers of an array.
/// \param context  { : ... }: holds where they are visited
/// \return nothing if there is no first or last row, or no first or last element of one
std::optional<TouchedRows> touched_rows(const program::Program &program, std::size_t array,
                                        const isl::set &context);

/// What is asked about rows behind pointers.
struct RowCheck {
    std::vector<TouchedRows> rows;
    std::set<std::size_t> pointers; ///< positions of rows of whose pointers something is asked, too
    /// In C, on the variables below: what is to hold.
    std::vector<std::string> conditions;

    bool is_empty() const { return rows.empty(); }
};

/// \name Variables of C that hold what is known of some rows, by their position, and of the
/// pointers to them.
/// @{
std::string rows_variable(const lowering::Names &names, std::size_t rows);
std::string pointers_variable(const lowering::Names &names, std::size_t rows);
/// @}

/// Statements of C that set the variable `name` to whether what a check asks holds, where it was
/// true before; it is declared with the value `condition`.
///
///     int name = condition;
///     if (name) {
///         struct espalier_rows espalier_rows0 = {...};
///         for (long c0 = 0; c0 < n; c0++)
///             espalier_rows_add(&espalier_rows0, A[c0], A[c0] + n);
///         espalier_rows_sort(&espalier_rows0);
///         name = conditions;
///         __builtin_free(espalier_rows0.parts);
///     }
std::string print(const RowCheck &check, const std::string &name, const std::string &condition,
                  const lowering::Names &names, CPrinter &printer, const std::string &indentation,
                  const std::string &unit);

/// Definitions of what the code calls.
std::string define_rows(const std::string &prefix);

} // namespace espalier::targets
