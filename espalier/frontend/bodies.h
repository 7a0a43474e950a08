#pragma once

#include "espalier/frontend/accesses.h"
#include "espalier/frontend/body_locals.h"

namespace espalier::frontend {

/// Turns C's expressions into program::Expression, and collects the accesses that they make.
class BodyExtractor {
public:
    BodyExtractor(Model &model, AffineExtractor &affine, AccessExtractor &accesses)
        : model_(model), affine_(affine), access_extractor_(accesses)
    {
    }

    /// The tree of an expression without side effects, evaluated at `domain`.
    /// \throws Unmodelled
    program::ExpressionPtr value(const clang::Expr *expression, const Scope &scope,
                                 const isl::set &domain);

    /// The same of what is asked whether it is zero: a pointer, too, if that stays the same.
    program::ExpressionPtr condition(const clang::Expr *expression, const Scope &scope,
                                     const isl::set &domain);

    /// The tree that assigns `value` to the lvalue `target` with the operator `op`.
    /// \param kind  write or may_write
    program::ExpressionPtr assignment(const clang::Expr *target, const std::string &op,
                                      program::ExpressionPtr value, program::AccessKind kind,
                                      const Scope &scope);

    BodyLocals &locals() { return locals_; }

    /// Adds an access that no expression names.
    void add(program::Access access) { collected_.push_back(std::move(access)); }

    /// The accesses made since the last call.
    std::vector<program::Access> take_accesses();

    /// Whether an expression since the last call may read any memory, through a `pure` function.
    bool take_reads_memory() { return std::exchange(reads_memory_, false); }

    /// The tree that reads an lvalue.
    program::ExpressionPtr read(const clang::Expr *lvalue, const Scope &scope,
                                const isl::set &domain);

    /// The tree that reads an lvalue from the array that it is an element of.
    program::ExpressionPtr read_element(const clang::Expr *lvalue, const Scope &scope);

private:
    program::ExpressionPtr extremum(const ExtremumCall &call, const Scope &scope,
                                    const isl::set &domain);
    program::ExpressionPtr call(const clang::CallExpr *call, const Scope &scope,
                                const isl::set &domain);
    program::ExpressionPtr cast(const clang::CastExpr *cast, const Scope &scope,
                                const isl::set &domain);
    program::ExpressionPtr unary(const clang::UnaryOperator *operation, const Scope &scope,
                                 const isl::set &domain);
    program::ExpressionPtr binary(const clang::BinaryOperator *operation, const Scope &scope,
                                  const isl::set &domain);
    program::ExpressionPtr conditional(const clang::ConditionalOperator *operation,
                                       const Scope &scope, const isl::set &domain);
    program::ExpressionPtr element(const clang::Expr *lvalue, program::AccessKind kind,
                                   const Scope &scope, const isl::set &domain);
    program::ExpressionPtr access_value(program::Access access);

    Model &model_;
    AffineExtractor &affine_;
    AccessExtractor &access_extractor_;
    std::vector<program::Access> collected_;
    BodyLocals locals_{model_};
    bool reads_memory_ = false;
    unsigned nesting_ = 0;
};

} // namespace espalier::frontend
