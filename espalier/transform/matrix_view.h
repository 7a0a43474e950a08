#pragma once

#include "espalier/program/program.h"
#include "espalier/schedule/band.h"
#include "espalier/transform/beta.h"

#include <isl/cpp.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace espalier::transform {

using schedule::LoopKind;

/// What a loop over strips divides: so many iterations of the loop with this name.
struct Strip {
    std::string loop;
    long size;
    /// The name of the loop over strips; empty: the loop that this is said of.
    std::string starts = {};
};

/// What a band of a tree says of a part of its loops that gets code of its own.
struct IsolatedPart {
    isl::map times;                            ///< { [t] -> [b] }, as Band::isolation
    std::vector<schedule::LoopOption> options; ///< there, of the members of the band
};

/// A loop around a statement: a row of the matrices A and Gamma (section 2.3.3).
struct Row {
    /// { [x] -> [t] }, x: iterators of the statement. The coefficients of x are a row of A, those
    /// of the symbolic constants and the constant a row of Gamma; all are integers.
    isl::aff time;
    std::string name; ///< by which scripts call the loop
    /// Which of the loops around the statement in the source it is, counted from the outermost;
    /// nothing for loops that are none of the source's.
    std::optional<std::size_t> source_loop = {};
    schedule::LoopRolePtr role = nullptr;
    schedule::LoopOption option = schedule::LoopOption::none;
    /// Of a loop over strips, or one further in: the iterations with a full strip get code of their
    /// own, in which the loops further in are unrolled that say so (section 3.2).
    std::optional<Strip> separated = {};
    /// Of the last row of a band that has it in the tree which the rows are of. It is lost once
    /// there are other rows around or in the band.
    std::optional<IsolatedPart> isolated = {};

    LoopKind kind() const { return kind_of(role); }
};

/// A statement of the program or, after its iteration domain was split, a part of one, with its own
/// label. Three of the four attributes of section 2.3 are here; the fourth, access functions and
/// data layout, is in the program.
struct Statement {
    std::string label;
    isl::set instances; ///< { S[i] }
    /// { S[i] -> [x] }: the iterators of the extended domain, of which rows are made: those of the
    /// program, and what EXTEND has inserted between them, functions of the instance.
    isl::multi_pw_aff iterators;
    std::vector<std::string> iterator_names; ///< one for each dimension of `iterators`
    std::vector<Row> rows;                   ///< outermost first
    Beta beta;                               ///< one entry more than there are rows

    // Not inline: whoever includes this header would compile them anew.
    Statement();
    Statement(const Statement &other);
    Statement(Statement &&other) noexcept;
    Statement &operator=(const Statement &other);
    Statement &operator=(Statement &&other) noexcept;
    ~Statement();

    std::size_t depth() const { return rows.size(); }

    /// { S[i] -> [t] }: when a loop executes each instance.
    isl::pw_aff time(std::size_t row) const;
};

/// { S[i] -> [t] }: when the outermost loops execute each instance of a statement.
isl::map outer_time(const Statement &statement, std::size_t rows);

/// A static control part in the unified representation (section 2.3): what transformations take and
/// return. It is a value; nothing in it refers to a syntactic form.
struct MatrixView {
    program::Program program; ///< without order: `nest` is that of the source
    std::vector<Statement> statements;
};

/// The statements whose vectors start with a prefix, in their order.
std::vector<const Statement *> statements_in(const MatrixView &view, const Beta &prefix);

/// The same, for changing them.
/// \throws Error{impossible_transformation} if there is none
std::vector<Statement *> required_statements_in(MatrixView &view, const Beta &prefix);

/// The same, for a prefix that names a loop.
/// \throws Error{impossible_transformation} if there is none
std::vector<Statement *> statements_in_loop(MatrixView &view, const Beta &loop);

/// { [t] }: when the outermost loops execute what is in a loop.
/// Precondition: something is
isl::set times_in(const MatrixView &view, const Beta &loop, std::size_t rows);

/// { [x] -> [x_k] }: an iterator of a statement.
isl::aff iterator(const Statement &statement, std::size_t position);

/// The statement of the program that instances belong to.
const program::Statement &source_of(const program::Program &program, const isl::set &instances);

/// The statement with a label. Precondition: there is one
/// @{
Statement &labelled(MatrixView &view, const std::string &label);
const Statement &labelled(const MatrixView &view, const std::string &label);
/// @}

std::vector<std::string> names_of(const std::vector<Row> &rows);

/// A name for a loop or an iterator that none of `taken` has: `wish`, or the shortest that repeats
/// its first letter more often.
std::string unused_name(const std::string &wish, const std::vector<std::string> &taken);

/// What parts of a statement are called, up to their numbers 1, 2, ...: its label and "_", with
/// more of these if the label of another statement starts so.
std::string part_label(const std::string &label, const std::vector<std::string> &labels);

} // namespace espalier::transform
