#pragma once

#include "espalier/frontend/access_paths.h"
#include "espalier/frontend/delinearisation.h"

#include <map>
#include <string>
#include <vector>

namespace espalier::frontend {

/// Finds the arrays of a region, and their elements that an lvalue names.
class AccessExtractor {
public:
    AccessExtractor(Model &model, AffineExtractor &affine)
        : model_(model), affine_(affine), paths_(model, affine), polynomials_(model, affine),
          delinearisation_(model, polynomials_)
    {
    }

    /// The access of kind `kind` that the lvalue `expression` makes in `scope`, at `domain`.
    /// Its relation { [i] -> A[a] } has no statement yet.
    /// \throws Unmodelled
    program::Access access(const clang::Expr *expression, program::AccessKind kind,
                           const Scope &scope, const isl::set &domain);

    /// The same of an element that data may choose.
    struct Element {
        /// A write is a may-write if data choose.
        program::Access access;
        /// The path with its subscripts, if data choose: the access is to all elements that it may
        /// lead to.
        std::optional<AccessPath> chosen;
    };
    Element element(const clang::Expr *expression, program::AccessKind kind, const Scope &scope,
                    const isl::set &domain);

    /// The access of kind `kind` to the row (or element) that a pointer argument of a function
    /// leads to.
    /// \throws Unmodelled
    program::Access argument(const clang::Expr *pointer, program::AccessKind kind,
                             const Scope &scope, const isl::set &domain);

    PolynomialExtractor &polynomials() { return polynomials_; }

    /// The arrays made so far of a variable, by position.
    std::vector<std::size_t> arrays_of(const clang::VarDecl *variable) const;

    /// An access of kind `kind` to all elements of an array.
    program::Access whole(std::size_t array, program::AccessKind kind, const isl::set &domain);

    /// Gives the arrays with linearised subscripts their dimensions.
    /// \throws Unmodelled as Delinearisation::apply
    void delinearise() { delinearisation_.apply(); }

    /// Arrays that may overlap in memory (Program::may_overlap), and symbolic constants that a
    /// write may change (Program::may_change).
    /// \throws Unmodelled if one certainly does
    void find_overlaps();

private:
    std::optional<Polynomial> linear_subscript(const AccessPath &path, const Scope &scope,
                                               const isl::set &domain);
    std::vector<isl::pw_aff> subscripts_of(const AccessPath &path, const Scope &scope,
                                           const isl::set &domain);
    program::Access access_to_all(const AccessPath &path, program::AccessKind kind,
                                  const Scope &scope, const isl::set &domain,
                                  const clang::Expr *where);
    std::optional<std::vector<isl::pw_aff>> subscripts_if_affine(const AccessPath &path,
                                                                 const Scope &scope,
                                                                 const isl::set &domain);
    void stay_in_row(const AccessPath::Dimension &dimension, const isl::pw_aff &subscript,
                     const isl::set &domain, const clang::Expr *where);
    std::size_t array_of(const AccessPath &path, const clang::Expr *where);
    program::Access make_access(std::size_t array, program::AccessKind kind,
                                std::vector<isl::pw_aff> subscripts, const isl::set &domain);
    void note_change(std::size_t parameter, std::size_t array);
    std::string unique_name(const std::string &wish) const;

    Model &model_;
    AffineExtractor &affine_;
    AccessPaths paths_;
    PolynomialExtractor polynomials_;
    Delinearisation delinearisation_;
    std::map<std::pair<const clang::VarDecl *, std::string>, std::size_t> known_;
    std::vector<Memory> memory_; ///< of the arrays, by position
    std::vector<bool> written_;  ///< likewise
    std::size_t references_ = 0; ///< how many accesses have been made
};

} // namespace espalier::frontend
