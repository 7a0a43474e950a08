#pragma once

#include "espalier/ast/evaluate.h"
#include "espalier/program/program.h"

#include <optional>

namespace espalier::machine {

/// What sizes are taken to be of which nothing is known.
constexpr long usual_size = 1000;

/// A value for each parameter of a program that it may well run with: usual_size, or 1 for those
/// that loops only start from, `for (i = first; i <= last; i++)`, and half of it where others end;
/// where arrays have three dimensions or more, a fifth or a twentieth of it. Or the nearest that
/// the context and the assumptions allow, given those before it, and with which all statements are
/// executed, if that can be.
/// \param usual  in place of usual_size
/// \param where  { : ... }: what the values are to be like besides
/// \return nothing if the context has no such point
std::optional<ast::Values> assumed_sizes(const program::Program &program, long usual = usual_size);
std::optional<ast::Values> assumed_sizes(const program::Program &program, long usual,
                                         const isl::set &where);

} // namespace espalier::machine
