#pragma once

#include <isl/cpp.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace espalier::program {

struct Expression;
using ExpressionPtr = std::shared_ptr<const Expression>;

/// A constant, as it is spelled in C.
struct Literal {
    std::string spelling;
};

/// The value of an integer variable that the region does not change, by its name.
struct ConstantVariable {
    std::string name;
};

/// The value of a loop variable around the statement.
struct IteratorValue {
    std::size_t dimension; ///< position in the statement's iteration domain
    std::string type;      ///< the C type that the variable has in the source
};

/// The array element (or scalar) that an access of the statement names.
struct AccessValue {
    std::size_t access; ///< position in Statement::accesses
};

/// The value of an affine expression of the loop variables and parameters, for example the one that
/// a loop leaves in its variable.
struct AffineValue {
    isl::pw_aff value; ///< { S[i] -> [v] }
    std::string type;  ///< the C type of the value
};

/// A prefix operator: one of + - ! ~.
struct UnaryOperation {
    std::string op;
    ExpressionPtr operand;
};

/// A binary operator of C without side effects.
struct BinaryOperation {
    std::string op;
    ExpressionPtr left, right;
};

struct ConditionalOperation {
    ExpressionPtr condition, yes, no;
};

struct CallOperation {
    std::string function;
    std::vector<ExpressionPtr> arguments;
};

/// An explicit cast to a C type.
struct CastOperation {
    std::string type;
    ExpressionPtr operand;
};

/// An assignment, with one of the operators = += -= *= /= %= <<= >>= &= |= ^=.
struct Assignment {
    std::string op;
    ExpressionPtr target, value;
};

/// An assignment, or another one of these, that is executed if a condition is not zero; the root of
/// a body.
struct Guarded {
    ExpressionPtr condition, statement;
};

/// What a statement computes: a tree that any target can print, with other subscripts and other
/// names for the loop variables.
struct Expression {
    std::variant<Literal, ConstantVariable, IteratorValue, AccessValue, AffineValue, UnaryOperation,
                 BinaryOperation, ConditionalOperation, CallOperation, CastOperation, Assignment, Guarded>
        node;
};

template <class Node>
ExpressionPtr make_expression(Node node)
{
    return std::make_shared<const Expression>(Expression{std::move(node)});
}

/// Visits an expression and all its parts, each before its own parts, in the order of the tree.
void for_each_part(const Expression &expression,
                   const std::function<void(const Expression &)> &action);

/// The same of the parts that are evaluated whenever the expression is: neither the right operands
/// of && and ||, nor what a condition chooses or guards.
void for_each_sure_part(const Expression &expression,
                        const std::function<void(const Expression &)> &action);

/// The expression with other parts in place of some of its own.
/// \param other  what takes the place of a part; null if the part stays, as far as its own parts do
ExpressionPtr replaced(const ExpressionPtr &expression,
                       const std::function<ExpressionPtr(const Expression &)> &other);

/// The affine values in an expression, in the order of its tree.
std::vector<const AffineValue *> affine_values(const ExpressionPtr &expression);

} // namespace espalier::program
