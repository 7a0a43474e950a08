#pragma once

#include "espalier/program/program.h"

#include <cstddef>
#include <map>

namespace espalier::transform {

/// A part of a statement's body as that of another statement.
struct PartialValue {
    program::Statement statement; ///< the source's instances and what the part accesses; no body
    program::ExpressionPtr value; ///< names accesses of `statement`
};

/// What computes a part of a statement's body.
/// \param target  an array that the part does not read; also functions in it do not
PartialValue value_apart(const program::Statement &source, const program::ExpressionPtr &part,
                         std::size_t target);

/// An expression that names other positions in Statement::accesses.
/// \param moved  from all that it names
program::ExpressionPtr with_accesses_moved(const program::ExpressionPtr &value,
                                           const std::map<std::size_t, std::size_t> &moved);

} // namespace espalier::transform
