#pragma once

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
    conditional,
    equal,
    less,
    less_equal,
    greater,
    greater_equal,
    logical_and, ///< either order of evaluation is fine
    logical_or,
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
/// `init`, has neither condition nor step.
struct For {
    std::string iterator;
    std::size_t depth; ///< the schedule dimension that the loop runs over
    ExpressionPtr init, condition, step;
    NodePtr body;
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

struct Node {
    std::variant<For, If, Block, User, Mark> node;
};

} // namespace espalier::ast
