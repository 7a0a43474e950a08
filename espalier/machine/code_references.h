#pragma once

#include "espalier/ast/ast.h"
#include "espalier/ast/evaluate.h"
#include "espalier/machine/array_shapes.h"
#include "espalier/machine/body_cost.h"
#include "espalier/machine/code_part.h"
#include "espalier/machine/innermost_cost.h"
#include "espalier/machine/loop_position.h"
#include "espalier/machine/machine.h"
#include "espalier/program/program.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace espalier::machine {

/// Bytes from the beginning of the array, for each access of a statement at a position.
/// \param user    with requested_expressions as its values
/// \param shapes  array_shapes()
/// \throws NumberTooLarge
std::vector<double> addresses(const ast::User &user, const program::Statement &statement,
                              const std::vector<ArrayShape> &shapes, LoopPosition &position);

/// One execution of a statement.
struct StatementPart {
    CodePart part; ///< without what the body's operations take
    /// With strides in the innermost loop around that is neither degenerate nor replaced by copies,
    /// 0 if there is none; nothing if the statement is not the program's, as those of kills. The
    /// body is valid as long as the CodeReferences.
    std::optional<MovingStatement> moving;
    double guards = 0; ///< conditions that the source evaluates for it
};

/// The array references in some code: their places, by which the same reference is known again in
/// another iteration, and what they touch. Places are numbered in the order of the code: a
/// statement has one for each of its accesses, loops that compilers replace by copies of their
/// bodies (copies_of_body) have those of each copy.
class CodeReferences {
public:
    /// \param program  stays valid as long as this
    /// \param code     of `program`, with requested_expressions as the values of each statement
    /// \param machine  stays valid as long as this
    /// \param sizes    values of the parameters
    /// \param loops    of `code`
    /// \throws NumberTooLarge
    CodeReferences(const program::Program &program, const ast::Node &code, const Machine &machine,
                   const ast::Values &sizes, const CodeLoops &loops);

    /// How many places a part of the code takes, whatever its conditions say.
    /// \param node  the `code` of the constructor, or a node inside of it
    std::size_t places(const ast::Node &node) const { return places_.at(&node); }

    /// What a statement takes and touches at a position: each access is a reference, with its
    /// strides in all loops around, degenerate ones included.
    /// \param place     of the statement's first access
    /// \param position  in the loops around the statement; it stays there
    /// \throws NumberTooLarge
    StatementPart part(const ast::User &user, std::size_t place, LoopPosition &position) const;

private:
    struct Known {
        const program::Statement *statement;
        BodyCost cost;
        double guards; ///< that are evaluated for it, and not for the statement before
    };

    std::size_t count_places(const ast::Node &node, const CodeLoops &loops);

    const Machine &machine_;
    std::vector<ArrayShape> shapes_;          ///< by positions in Program::arrays
    std::map<std::string, Known> statements_; ///< by names; no kills
    std::map<const ast::Node *, std::size_t> places_;
};

} // namespace espalier::machine
