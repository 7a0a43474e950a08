#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace espalier::frontend {

using VariableSet = std::set<const clang::VarDecl *>;
using FunctionSet = std::set<const clang::FunctionDecl *>;

/// An lvalue without its subscripts: the variable that it starts from, null for `this`, and what
/// follows in the same form however it is spelled, "[].cells[].mass" for `p->cells[i].mass` and
/// `(*p).cells[i].mass`.
using Place = std::pair<const clang::VarDecl *, std::string>;

/// \return nothing if the lvalue does not start from a variable
std::optional<Place> place_of(const clang::Expr *lvalue);

/// What a list of statements does to variables, by syntax alone. Variables are canonical
/// declarations.
struct Usage {
    VariableSet declared;      ///< declared in it
    VariableSet referenced;    ///< named in it, in whatever way
    FunctionSet functions;     ///< likewise
    VariableSet modified;      ///< assigned, incremented, or declared with a value
    VariableSet assigned;      ///< assigned or incremented
    std::set<Place> stored;    ///< assigned or incremented: elements, fields, variables
    VariableSet address_taken; ///< operand of &
    /// Named in a value that is stored in a pointer, passed on as one, or made a number.
    VariableSet copied;
};

/// \param apart  increments and decrements that count as mere uses
Usage usage_of(const std::vector<const clang::Stmt *> &statements,
               const std::set<const clang::Stmt *> &apart = {});

/// Adds what a statement or expression does itself, without those in it.
void add_effect(const clang::Stmt &part, Usage &usage);

/// Adds what a declaration does itself, with the value that the variable gets.
void add_effect(const clang::VarDecl &variable, Usage &usage);

/// Whether a jump may lead into the statement: it holds a label, `case` or `default`.
bool contains_label(const clang::Stmt *statement);

/// \param statement  may be null
bool contains_return(const clang::Stmt *statement);

/// Whether code does something for a part itself: computes, accesses memory, or calls.
bool is_operation(const clang::Stmt &part);

/// A part of the first clause of a `for`: a declaration, or an operand of its commas. Of
/// `i = j = 0`, the assignment to `j` is a part of its own, before that of `j` to `i`.
struct Initialization {
    const clang::VarDecl
        *variable;                 ///< that it declares, or assigns by `=`; null if it does neither
    const clang::Expr *value;      ///< that the variable gets; null if it gets none
    const clang::Expr *expression; ///< null for a declaration
};

/// The parts of an expression that is done for what it changes, in order.
std::vector<Initialization> initializations(const clang::Expr *expression);

/// The parts of the first clause, in order.
std::vector<Initialization> first_clause(const clang::ForStmt *loop);

/// Whether a statement is a `for`, `while` or `do`.
bool is_loop(const clang::Stmt *statement);

/// The greatest number of loops in each other.
/// \param statement  may be null
std::size_t loop_depth(const clang::Stmt *statement);

/// Whether `break` or `continue` ends an iteration of a loop.
bool leaves_early(const clang::Stmt *loop);

/// Whether something may jump to a place in a statement, but for those in switches inside of it.
bool has_jump_target(const clang::Stmt *statement);

/// The statements of a body: one, or those in its braces.
std::vector<const clang::Stmt *> children_of(const clang::Stmt *statement);

/// `expression` without parentheses and casts, as a reference to a variable; null if it is none.
const clang::VarDecl *variable_of(const clang::Expr *expression);

} // namespace espalier::frontend
