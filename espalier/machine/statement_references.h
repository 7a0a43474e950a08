#pragma once

#include "espalier/machine/array_shapes.h"
#include "espalier/machine/code_part.h"
#include "espalier/machine/innermost_cost.h"
#include "espalier/machine/loop_position.h"

#include <map>
#include <string>
#include <vector>

namespace espalier::machine {

/// What the statements of a program touch where code executes them.
class StatementReferences {
public:
    /// \param sizes  values of the symbolic constants
    StatementReferences(const program::Program &program, const Machine &machine,
                        const ast::Values &sizes);

    /// How many references a statement has; 0 if it is none of the program's.
    std::size_t count(const std::string &statement) const;

    /// The references of a statement, which are added to `statements` with their strides in the
    /// innermost loop around it.
    /// \param place  of the first of them in the code
    CodePart touch(const ast::User &user, LoopPosition &position, std::size_t place,
                   std::vector<MovingStatement> &statements) const;

private:
    struct Known {
        const program::Statement *statement;
        BodyCost cost;
    };

    std::vector<double> addresses(const ast::User &user, const program::Statement &statement,
                                  const LoopPosition &position) const;
    std::vector<std::vector<double>> all_strides(const ast::User &user,
                                                 const program::Statement &statement,
                                                 LoopPosition &position,
                                                 const std::vector<double> &here) const;

    const Machine &machine_;
    std::map<std::string, Known> statements_;
    std::vector<ArrayShape> shapes_;
};

} // namespace espalier::machine
