#pragma once

#include "espalier/frontend/function_usage.h"
#include "espalier/frontend/symbolic_constants.h"
#include "espalier/frontend/unmodelled.h"
#include "espalier/frontend/usage.h"
#include "espalier/program/program.h"

#include <clang/AST/ASTContext.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace espalier::frontend {

struct AccessPath;
struct Polynomial;

/// Bounds of an integer, { [i] -> [v] } each, as far as they are known.
struct ValueBounds {
    std::optional<isl::pw_aff> least = {}, greatest = {};
};

/// Where extraction stands: the loops around, what is known there, and which iterations get there.
struct Scope {
    isl::set domain; ///< { [i] : ... }: iterations of the loops around that reach this place
    std::vector<const clang::VarDecl *> loops; ///< their variables, outermost first
    /// Integer variables whose value here is an affine function { [i] -> [v] } of the loop
    /// variables and parameters: the loop variables themselves, and what straight-line code
    /// assigned.
    std::map<const clang::VarDecl *, isl::pw_aff> values;
    /// What is known of integer variables that data choose.
    std::map<const clang::VarDecl *, ValueBounds> bounds = {};
    /// The same as `values` of variables whose value is a polynomial, of the loops around where
    /// they got it.
    std::map<const clang::VarDecl *, std::shared_ptr<const Polynomial>> polynomials;
    /// And of pointers: what they lead to.
    std::map<const clang::VarDecl *, std::shared_ptr<const AccessPath>> pointers;
    /// Variables that need not have the values any more that they have when the region starts.
    VariableSet changed;
    /// Variables of loops around in whose place others count: their values are in `values`.
    VariableSet replaced = {};

    std::size_t depth() const { return loops.size(); }
    /// The position of the loop whose variable `variable` is.
    std::optional<std::size_t> dimension_of(const clang::VarDecl *variable) const;
    /// Forgets the values of `variables`, integers and pointers.
    void forget(const VariableSet &variables);
    /// The value of the innermost loop variable: { [i] -> [i_last] }.
    isl::pw_aff innermost() const;
};

/// The program under construction, and what its rooms share: parameters, assumptions, types.
class Model {
public:
    Model(const clang::ASTContext &ast, isl::ctx ctx, const FunctionUsage &function,
          const std::vector<const clang::Stmt *> &region);

    const clang::ASTContext &ast() const { return ast_; }
    isl::ctx ctx() const { return ctx_; }
    const FunctionUsage &function() const { return function_; }
    const std::vector<const clang::Stmt *> &region() const { return region_; }
    const Usage &usage() const { return usage_; }
    program::Program &program() { return program_; }
    const program::Program &program() const { return program_; }

    /// { [] }: executed once.
    Scope outermost_scope() const;

    SymbolicConstants &constants() { return constants_; }

    /// Whether a variable still has the value that it was declared with when the region starts.
    bool starts_as_declared(const clang::VarDecl *variable) const
    {
        return variable->hasInit() && is_run_once_ &&
               !function_.is_assigned_beside(variable, region_);
    }

    /// Whether the function never assigns to a variable beside the region, after its declaration,
    /// and has no other one of that name: at the region's start, its name stands for the value that
    /// it was declared with, or passed as.
    bool keeps_declared_value(const clang::VarDecl *variable) const;

    /// Whether the variable's address is taken anywhere in the function, or it is shared with
    /// others, or volatile.
    bool may_be_aliased(const clang::VarDecl *variable) const;

    /// The same, or whether a pointer may lead to an array, or to a part of a structure.
    bool may_be_pointed_to(const clang::VarDecl *variable) const;

    /// \throws Unmodelled if `name` is or was a macro: printed anew, it would be expanded again
    void refuse_macro(const std::string &name, clang::SourceLocation where) const;

    /// Whether a pointer is the region's own: no one else changes it or looks at it after the
    /// region.
    bool is_own_pointer(const clang::VarDecl *variable) const
    {
        return variable->hasLocalStorage() && !may_be_aliased(variable) &&
               (usage_.declared.contains(variable) || function_.is_dead_after(variable, region_));
    }

    /// Whether the model knows what a pointer leads to, wherever the region takes it: no one else
    /// changes it. One that is no own pointer has to have its last value behind the region.
    bool is_followed_pointer(const clang::VarDecl *variable) const
    {
        return variable->hasLocalStorage() && !may_be_aliased(variable);
    }

    /// Whether the region's first statements, before anything else is done, declare `variable`.
    bool is_declared_at_start(const clang::VarDecl *variable) const;

    /// Whether the function stores the pointer `variable`, or one computed from it, in another. In
    /// the region, the other is modelled by what it leads to.
    bool is_copied(const clang::VarDecl *variable) const
    {
        return function_.is_copied_beside(variable, region_);
    }

    /// \name Increments and decrements whose effect is modelled apart from the expression that they
    /// are in: their operand has the value there that they have.
    /// @{
    void do_apart(const clang::Stmt *step) { done_apart_.insert(step); }
    void do_in_place(const clang::Stmt *step) { done_apart_.erase(step); }
    bool is_done_apart(const clang::Stmt *step) const { return done_apart_.contains(step); }
    const std::set<const clang::Stmt *> &done_apart() const { return done_apart_; }
    /// @}

    /// Restricts the model to the parameter values for which none of `bad`, { [i] : ... }, is
    /// reached: they are checked at run time.
    /// \throws Unmodelled if no parameter values are left
    void assume_never(const isl::set &bad, clang::SourceLocation where, const std::string &what);

    /// Runs `work` and returns, instead of acting on them, what it asked to `assume_never`.
    struct Obligation {
        isl::set bad;
        clang::SourceLocation where;
        std::string what;
    };
    std::vector<Obligation> obligations_of(const std::function<void()> &work);

    /// While one of these lives, what is extracted may not be evaluated where it stands: a
    /// condition on data decides.
    class OnCondition {
    public:
        explicit OnCondition(Model &model) : model_(model) { ++model_.conditions_; }
        ~OnCondition() { --model_.conditions_; }
        OnCondition(const OnCondition &) = delete;
        OnCondition &operator=(const OnCondition &) = delete;

    private:
        Model &model_;
    };

    /// While one of these lives, so many of the conditions around are only about to be evaluated.
    class AheadOfConditions {
    public:
        AheadOfConditions(Model &model, std::size_t count) : model_(model), count_(unsigned(count))
        {
            model_.conditions_ -= count_;
        }
        ~AheadOfConditions() { model_.conditions_ += count_; }
        AheadOfConditions(const AheadOfConditions &) = delete;
        AheadOfConditions &operator=(const AheadOfConditions &) = delete;

    private:
        Model &model_;
        unsigned count_;
    };
    bool is_on_condition() const { return conditions_ > 0; }

    bool is_cxx() const { return ast_.getLangOpts().CPlusPlus; }

    /// A parameter that stands for `this`, always the same one.
    /// \param type  of `this`
    const clang::VarDecl *this_object(clang::QualType type);

    bool is_this(const clang::VarDecl *variable) const { return variable == this_object_; }

    /// A new local variable of the region; its name is not in the file yet.
    const clang::VarDecl *new_variable(const std::string &name, clang::QualType type);

    /// What an integer type can hold.
    struct Range {
        isl::val least, greatest;
    };
    Range range(clang::QualType type) const;

    /// The type as C spells it, without qualifiers.
    std::string spell(clang::QualType type) const;

    SourcePlace place(clang::SourceLocation location) const;

private:
    const clang::ASTContext &ast_;
    isl::ctx ctx_;
    const FunctionUsage &function_;
    std::vector<const clang::Stmt *> region_;
    Usage usage_;
    bool is_run_once_; ///< the region, each time that the function is called
    program::Program program_;
    SymbolicConstants constants_{*this};
    std::set<const clang::Stmt *> done_apart_;
    std::vector<Obligation> *deferred_ = nullptr;
    clang::IdentifierTable new_names_; ///< of new_variable
    const clang::VarDecl *this_object_ = nullptr;
    unsigned conditions_ = 0; ///< on data, around what is extracted
};

/// The line and column of a location, macros expanded, with the text of its line.
SourcePlace place_of(const clang::SourceManager &sources, clang::SourceLocation location);

/// Whether a type is an integer (or bool, char, enumeration) of up to 64 bits.
bool is_modelled_integer(const clang::ASTContext &ast, clang::QualType type);

} // namespace espalier::frontend
