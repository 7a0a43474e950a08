#pragma once

#include "espalier/ast/evaluate.h"
#include "espalier/program/program.h"

#include <isl/cpp.h>

#include <optional>
#include <string>
#include <vector>

namespace espalier::machine {

/// What sizes are taken to be of which nothing is known.
constexpr long usual_size = 1000;

/// Values for the parameters of a program that it may well run with, found out once for several
/// sizes.
class AssumedSizes {
public:
    explicit AssumedSizes(const program::Program &program);

    /// A value for each parameter: `usual`, or 1 for those that loops only start from, `for (i =
    /// first; i <= last; i++)`, and half of it where others end; where arrays have three dimensions
    /// or more, a fifth or a twentieth of it. Or the nearest that the context and the assumptions
    /// allow, given those before it, and with which all statements are executed, if that can be.
    /// \param where  { : ... }: what the values are to be like besides
    /// \return nothing if the context has no such point
    std::optional<ast::Values> values(long usual) const;
    std::optional<ast::Values> values(long usual, const isl::set &where) const;

private:
    /// What a parameter does to the number of iterations as it grows.
    struct Parameter {
        std::string name;
        bool grows = false, shrinks = false;
    };

    isl::set context_; ///< { : ... }: where as many statements as can be are executed together
    std::vector<Parameter> parameters_;
    long divisor_; ///< of the size, by the dimensions of arrays
};

/// AssumedSizes::values() for usual_size.
std::optional<ast::Values> assumed_sizes(const program::Program &program);

} // namespace espalier::machine
