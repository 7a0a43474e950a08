#pragma once

#include "espalier/frontend/access_paths.h"

#include <map>
#include <string>
#include <vector>

namespace espalier::frontend {

/// Finds the arrays of a region, and their elements that an lvalue names.
class AccessExtractor {
public:
    AccessExtractor(Model &model, AffineExtractor &affine)
        : model_(model), affine_(affine), paths_(model, affine)
    {
    }

    /// The access of kind `kind` that the lvalue `expression` makes in `scope`, at `domain`.
    /// Its relation { [i] -> A[a] } has no statement yet.
    /// \throws Unmodelled
    program::Access access(const clang::Expr *expression, program::AccessKind kind,
                           const Scope &scope, const isl::set &domain);

    /// The access of kind `kind` to the row (or element) that a pointer argument of a function
    /// leads to.
    /// \throws Unmodelled
    program::Access argument(const clang::Expr *pointer, program::AccessKind kind,
                             const Scope &scope, const isl::set &domain);

    /// The arrays made so far of a variable, by position.
    std::vector<std::size_t> arrays_of(const clang::VarDecl *variable) const;

    /// An access of kind `kind` to all elements of an array.
    program::Access whole(std::size_t array, program::AccessKind kind, const isl::set &domain);

    /// Arrays that may overlap in memory (Program::may_overlap), and variables that a write through
    /// a pointer may change.
    /// \throws Unmodelled for a parameter that may change so
    void find_overlaps();

private:
    struct Origin {
        const clang::VarDecl *root;
        std::string
            memory; ///< the variable, or the pointer, that the memory belongs to, as spelled
        bool through_pointer, through_restrict;
        clang::QualType element;
        clang::SourceLocation where;
    };

    std::vector<isl::pw_aff> subscripts_of(const AccessPath &path, const Scope &scope,
                                           const isl::set &domain);
    std::size_t array_of(const AccessPath &path, const clang::Expr *where);
    program::Access make_access(std::size_t array, program::AccessKind kind,
                                std::vector<isl::pw_aff> subscripts, const isl::set &domain);
    bool may_overlap(const Origin &one, const Origin &two) const;
    std::string declaration_of(const clang::VarDecl *variable, const std::string &name,
                               clang::SourceLocation where);
    std::string unique_name(const std::string &wish) const;

    Model &model_;
    AffineExtractor &affine_;
    AccessPaths paths_;
    std::map<std::pair<const clang::VarDecl *, std::string>, std::size_t> known_;
    std::vector<Origin> origins_; ///< of the arrays, by position
    std::vector<bool> written_;   ///< likewise
    std::size_t references_ = 0;  ///< how many accesses have been made
};

} // namespace espalier::frontend
