#pragma once

#include <isl/cpp.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <set>
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

/// The element of an array that data choose: the access names all elements that it may be.
struct IndirectValue {
    std::size_t access;                    ///< position in Statement::accesses
    std::vector<ExpressionPtr> subscripts; ///< as C has them
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
    /// What a short function computes that compilers are sure to put in place of the call.
    std::optional<unsigned> operations = {};
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

/// \name Parts of a body with a loop whose iterations data decide about. It is executed as a whole.
/// @{

/// The value of a variable that lives in the body alone; the target of assignments to it.
struct LocalValue {
    std::string name, type;
};

/// A variable that lives in the body alone comes into being.
struct LocalDeclaration {
    std::string type, name;
    ExpressionPtr value; ///< null if it has none yet
};

/// Statements one after the other.
struct Sequence {
    std::vector<ExpressionPtr> statements;
};

struct Branch {
    ExpressionPtr condition, yes;
    ExpressionPtr no; ///< null if there is none
};

/// `for (init; condition; steps) body`, or `do body while (condition)`.
struct DataLoop {
    std::vector<ExpressionPtr> init; ///< one declaration, or assignments
    ExpressionPtr condition;         ///< null if there is none
    std::vector<ExpressionPtr> steps;
    ExpressionPtr body;
    bool runs_once; ///< at least: the condition is tested behind the body
};

/// `break` or `continue`.
struct Jump {
    std::string keyword;
};
/// @}

/// What a statement computes: a tree that any target can print, with other subscripts and other
/// names for the loop variables.
struct Expression {
    std::variant<Literal, ConstantVariable, IteratorValue, AccessValue, IndirectValue, AffineValue,
                 UnaryOperation, BinaryOperation, ConditionalOperation, CallOperation,
                 CastOperation, Assignment, Guarded, LocalValue, LocalDeclaration, Sequence, Branch,
                 DataLoop, Jump>
        node;
};

template <class Node>
ExpressionPtr make_expression(Node node)
{
    return std::make_shared<const Expression>(Expression{std::move(node)});
}

/// The position in Statement::accesses of the access that an expression is the element of; nothing
/// for other expressions.
std::optional<std::size_t> access_named_by(const Expression &expression);

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

/// Adds the names of the variables that live in an expression alone.
void add_local_names(const Expression &expression, std::set<std::string> &names);

} // namespace espalier::program
