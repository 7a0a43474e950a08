#pragma once

#include "espalier/schedule/loop_role.h"

#include <isl/cpp.h>

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace espalier::ast {

/// Operators of AST expressions (Polyhedral AST Generation (2015), section 5.10). All values are
/// integers; comparisons give truth values.
enum class Operator {
    integer, ///< a constant: `text`
    name,    ///< a loop variable or symbolic constant: `text`
    negate,
    add,
    subtract,
    multiply,
    minimum,           ///< of two
    maximum,           ///< of two
    divide_exactly,    ///< without remainder
    divide_floor,      ///< rounds to minus infinity
    divide_nonneg,     ///< of a non-negative dividend by a positive constant
    remainder_nonneg,  ///< likewise
    remainder_or_zero, ///< a remainder that is only compared with zero
    conditional,       ///< the first operand decides which of the others is evaluated
    select,            ///< the same; all may be evaluated
    equal,
    less,
    less_equal,
    greater,
    greater_equal,
    and_then,    ///< the second operand is evaluated only if the first holds
    or_else,     ///< the second operand is evaluated only if the first does not hold
    logical_and, ///< both may be evaluated, in any order
    logical_or,  ///< likewise
};

struct Expression;
using ExpressionPtr = std::shared_ptr<const Expression>;

struct Expression {
    Operator op;
    std::string text;
    std::vector<ExpressionPtr> operands;
};

struct Node;
using NodePtr = std::shared_ptr<const Node>;

/// for (iterator = init; condition; iterator += step) body; a loop that runs once, with the value
/// `init` ("degenerate"), has neither condition nor step; one that never ends has no condition.
struct For {
    std::string iterator;
    std::size_t depth; ///< the schedule dimension that the loop runs over
    ExpressionPtr init, condition, step;

    bool is_degenerate() const { return !step; }

    NodePtr body;
    schedule::LoopRolePtr role = nullptr; ///< of the band member; has no effect if degenerate
};

struct If {
    ExpressionPtr condition;
    NodePtr yes;
    NodePtr no; ///< null if there is none
};

struct Block {
    std::vector<NodePtr> children;
};

/// One statement instance.
struct User {
    std::string statement;
    std::vector<ExpressionPtr> iterators; ///< the instance's coordinates
    std::vector<ExpressionPtr> values;    ///< of the requested expressions, in their order
};

struct Mark {
    std::string name;
    NodePtr body;
};

/// const name = value; body: a value that does not change, computed once.
struct Let {
    std::string name;
    ExpressionPtr value;
    NodePtr body;
};

using NodeKind = std::variant<For, If, Block, User, Mark, Let>;

struct Node {
    NodeKind node;
};

} // namespace espalier::ast
