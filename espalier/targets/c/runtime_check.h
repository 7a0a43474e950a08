#pragma once

#include "espalier/ast/ast.h"
#include "espalier/ast/value_ranges.h"
#include "espalier/program/program.h"
#include "espalier/targets/c/c_printer.h"
#include "espalier/targets/c/extents.h"
#include "espalier/targets/c/inspection_check.h"
#include "espalier/targets/c/row_check.h"

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace espalier::targets {

/// Memory that must not overlap; of the same rows twice, no two of them.
struct Apart {
    Extent one, two;
    bool may_be_same = false; ///< or both may be in the same place
};

/// What the code of a region checks before it runs, in this order; later parts may rely on earlier
/// ones. Whether there is enough work is asked first where that cannot overflow: no part relies on
/// it, and small sizes are to find out soon.
struct RuntimeCheck {
    isl::set ranges; ///< { : ... }: of the symbolic constants
    /// Conditions of the model on symbolic constants; null if the ranges imply them.
    ast::ExpressionPtr assumptions = nullptr;
    std::vector<TouchedRows> rows = {}; ///< behind pointers, of arrays below
    /// What finds the bounds of elements that data choose, of arrays below.
    std::vector<program::Inspection> inspections = {};
    /// The condition on symbolic constants under which there is something to inspect; null if there
    /// always is.
    ast::ExpressionPtr inspectable = nullptr;
    std::vector<Apart> disjoint = {};
    /// Symbolic constants (positions) and memory that they must not lie in.
    std::vector<std::pair<std::size_t, Extent>> unchanged = {};
    /// Rows (positions) and memory that must not lie in the pointers to them.
    std::vector<std::pair<std::size_t, Extent>> kept_pointers = {};
    /// Work for threads, of which there has to be enough of one kind; empty: no matter.
    std::vector<schedule::WorkCondition> work = {};
    /// Work of which there has to be enough of each kind.
    std::vector<schedule::WorkCondition> least_work = {};
};

/// The check of code that computes with integers of 64 bits: the ranges are the widest ones, up to
/// a limit that is far above what memory can hold, for which no value in the code overflows.
/// \param code    of the whole region
/// \param values   of what else is computed where the code runs
/// \param numbers  what the code's names that are no symbolic constants of the program may be
/// \return nothing if arrays may overlap and are accessed without bounds
/// \throws Error{impossible_code} if values overflow for all but small symbolic constants
std::optional<RuntimeCheck> runtime_check(const program::Program &program, const ast::NodePtr &code,
                                          const std::vector<ast::ExpressionPtr> &values,
                                          const ast::Intervals &numbers = {});

/// The arrays (positions) that need not be apart from all others.
std::set<std::size_t> arrays_in_one_place(const RuntimeCheck &check);

/// Whether a check looks at symbolic constants, not at memory alone.
bool depends_on_constants(const RuntimeCheck &check, const program::Program &program);

/// The check in C, without what is asked about rows behind pointers and elements that data choose;
/// empty if there is nothing else.
std::string print(const RuntimeCheck &check, const program::Program &program,
                  const lowering::Names &names, CPrinter &printer);

/// What a check asks about rows behind pointers, after all the rest.
RowCheck row_check(const RuntimeCheck &check, const lowering::Names &names, CPrinter &printer);

/// What a check asks about elements that data choose, after all the rest.
InspectionCheck inspection_check(const RuntimeCheck &check, const lowering::Names &names,
                                 CPrinter &printer);

/// Whether statements touch the memory of an array, which kills alone do not.
bool is_accessed(const program::Program &program, std::size_t array);

} // namespace espalier::targets
