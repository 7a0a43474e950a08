#pragma once

#include "espalier/transform/matrix_view.h"

#include <functional>
#include <string>
#include <vector>

namespace espalier::script {

/// A named transformation of the rows of a statement, or of a loop whose statements all want it.
struct RowEdit {
    std::string name;      ///< of the function in scripts
    std::string arguments; ///< behind the statement or loop
    std::function<transform::MatrixView(const transform::MatrixView &, const transform::Beta &)>
        apply;

    /// The call, for a statement or loop of this name.
    std::string line(const std::string &place) const;

    bool operator==(const RowEdit &other) const
    {
        return name == other.name && arguments == other.arguments;
    }
};

/// Gives a statement the rows of `target`, as functions of its instances.
RowEdit explicit_functions(const transform::Statement &target);

/// What makes the rows of `target` of those of a statement: a unimodular transformation, by the
/// simplest names for it, shifts, loops of a single iteration, and where that does not do, explicit
/// functions.
/// \param statement  has the rows of the source: its iterators, or their negations
std::vector<RowEdit> edits(const transform::Statement &statement,
                           const transform::Statement &target);

} // namespace espalier::script
