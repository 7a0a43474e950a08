#pragma once

#include "espalier/frontend/bodies.h"

#include <string>
#include <vector>

namespace espalier::frontend {

/// The conditions on data that decide whether statements are executed: the model has the instances
/// for which no affine condition fails, and each evaluates these where it runs.
class Guards {
public:
    Guards(Model &model, BodyExtractor &bodies) : model_(model), bodies_(bodies) {}

    /// While one of these lives, statements are executed if `condition` holds, or, if not `holds`,
    /// does not. What it reads must not change before the last of them.
    class Guarding {
    public:
        Guarding(Guards &guards, const clang::Expr *condition, bool holds);
        ~Guarding();
        Guarding(const Guarding &) = delete;
        Guarding &operator=(const Guarding &) = delete;

    private:
        Guards &guards_;
        Model::OnCondition on_condition_;
    };

    /// Notes a variable that comes into being here: where the conditions fail, it has no value.
    void declare(const clang::VarDecl *variable)
    {
        if (!conditions_.empty())
            declared_.insert(variable->getCanonicalDecl());
    }

    /// The tree that assigns `value` to the lvalue `target` where the conditions hold:
    ///
    ///     if (c) A[i] = v;    ->  if (c) A[i] = v;          may write to A[i]
    ///     if (m < v) m = v;   ->  m = m < v ? v : m;        a local scalar that c reads anyway
    ///     if (c) k += v;      ->  k += c ? v : 0;           a local integer
    ///     if (c) s += v;      ->  s = c ? s + v : s;        a local scalar
    ///     if (c) k += r;      ->  k = c ? (int)(k + r) : k; which r would round, a real number
    ///
    /// \param source  what has the value in the source; null for an integer
    program::ExpressionPtr assignment(const clang::Expr *target, const std::string &op,
                                      program::ExpressionPtr value, const Scope &scope,
                                      const clang::Expr *source = nullptr);

    /// A statement of which all writes are may-writes where the conditions hold.
    program::ExpressionPtr guarded(program::ExpressionPtr statement, const Scope &scope);

private:
    struct Condition {
        const clang::Expr *expression;
        bool holds;
    };

    std::vector<program::ExpressionPtr> conditions(const Scope &scope);
    bool is_always_there(const clang::Expr *target, const std::string &op) const;
    program::ExpressionPtr choice(const clang::Expr *target, const std::string &op,
                                  program::ExpressionPtr value, bool would_round,
                                  const std::vector<program::ExpressionPtr> &conditions,
                                  const Scope &scope);

    Model &model_;
    BodyExtractor &bodies_;
    std::vector<Condition> conditions_; ///< outermost first
    VariableSet declared_;              ///< under conditions
};

/// Whether a branch may change what its condition reads, before its last statement runs.
bool may_change_condition(const clang::IfStmt *branch, const Scope &scope);

/// The operands of the `&&` that a condition is made of, in order.
std::vector<const clang::Expr *> conjuncts_of(const clang::Expr *condition);

/// A choice that `if (c) x = v; else x = w;` makes: `x = c ? v : w`.
struct Choice {
    const clang::Expr *target;
    std::string op;
    const clang::Expr *value;
};

/// The choices of a branch both parts of which assign to the same, in one order, and not to what
/// its condition reads, but for a single one:
///
///     if (c) { x = v; y = w; } else { x = s; y = t; }   ->   x = c ? v : s; y = c ? w : t;
///
/// A part may be such a branch itself, as with `else if`.
/// \return none if a part does something else
std::vector<Choice> choices_of(const clang::IfStmt *branch, const Model &model, const Scope &scope);

} // namespace espalier::frontend
