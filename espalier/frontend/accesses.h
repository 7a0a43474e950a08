#pragma once

#include "espalier/frontend/affine.h"

#include <map>
#include <string>
#include <vector>

namespace espalier::frontend {

/// An lvalue taken apart: a variable (or a pointer that stays the same), then subscripts and
/// fields.
struct AccessPath {
    const clang::VarDecl *root = nullptr;
    /// A term of a subscript: `*(p + i)` and `p[i]` have one, `(p + i)[j]` two, `*p` none.
    struct Term {
        const clang::Expr *value;
        bool is_subtracted;
    };
    struct Dimension {
        std::optional<isl::pw_aff> extent; ///< { [] -> [n] }; nothing if the type does not tell
        std::vector<Term> terms;
    };
    std::vector<Dimension> dimensions;
    std::vector<std::string> spelling; ///< as in program::Array
    bool through_pointer = false;      ///< the memory belongs to a pointer, not to a variable
    bool through_restrict = false;     ///< and that pointer is `restrict`
    clang::QualType type;              ///< of what the path names
};

/// Finds the arrays of a region, and their elements that an lvalue names.
class AccessExtractor {
public:
    AccessExtractor(Model &model, AffineExtractor &affine) : model_(model), affine_(affine) {}

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

    AccessPath path(const clang::Expr *expression);
    AccessPath pointer_path(const clang::Expr *expression);
    AccessPath member_path(const clang::MemberExpr *member);
    AccessPath variable_path(const clang::DeclRefExpr *reference);
    AccessPath loaded_pointer(AccessPath pointer, const clang::Expr *where);
    std::vector<isl::pw_aff> subscripts_of(const AccessPath &path, const Scope &scope,
                                           const isl::set &domain);
    void open_slices(AccessPath &path);
    std::size_t array_of(const AccessPath &path, const clang::Expr *where);
    std::optional<isl::pw_aff> extent(clang::QualType array_type);
    program::Access make_access(std::size_t array, program::AccessKind kind,
                                std::vector<isl::pw_aff> subscripts, const isl::set &domain);
    bool may_overlap(const Origin &one, const Origin &two) const;
    std::string declaration_of(const clang::VarDecl *variable, const std::string &name,
                               clang::SourceLocation where);
    std::string unique_name(const std::string &wish) const;
    std::string output_name(const clang::VarDecl *variable);

    Model &model_;
    AffineExtractor &affine_;
    std::map<std::pair<const clang::VarDecl *, std::string>, std::size_t> known_;
    std::vector<Origin> origins_; ///< of the arrays, by position
    std::vector<bool> written_;   ///< likewise
    std::size_t references_ = 0;  ///< how many accesses have been made
};

} // namespace espalier::frontend
