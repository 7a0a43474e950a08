#pragma once

#include "espalier/frontend/access_paths.h"
#include "espalier/frontend/delinearisation.h"
#include "espalier/frontend/region_arrays.h"
#include "espalier/frontend/value_bounds.h"

#include <string>
#include <vector>

namespace espalier::frontend {

/// Finds the elements that lvalues name.
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

    RegionArrays &arrays() { return arrays_; }

    /// An access of kind `kind` to all elements of an array.
    program::Access whole(std::size_t array, program::AccessKind kind, const isl::set &domain);

    /// Whether the elements of an access may become fewer by `delinearise`.
    bool may_become_narrower(const program::Access &access) const
    {
        return delinearisation_.is_noted(access);
    }

    /// Gives the arrays with linearised subscripts their dimensions.
    /// \throws Unmodelled as Delinearisation::apply
    void delinearise() { delinearisation_.apply(); }

private:
    std::optional<Polynomial> linear_subscript(const AccessPath &path, const Scope &scope,
                                               const isl::set &domain);
    std::vector<isl::pw_aff> subscripts_of(const AccessPath &path, const Scope &scope,
                                           const isl::set &domain);
    program::Access access_to_all(const AccessPath &path, program::AccessKind kind,
                                  const Scope &scope, const isl::set &domain,
                                  const clang::Expr *where);
    /// A subscript that data choose: what is known of it, and bounds of what products are
    /// multiplied with in the rest, one at least.
    struct ChosenSubscript {
        Polynomial known;
        std::map<Monomial, ValueBounds> rest;
    };
    ChosenSubscript chosen_subscript(const AccessPath::Dimension &dimension, const Scope &scope,
                                     const isl::set &domain);
    void add_chosen(ChosenSubscript &sum, const AccessPath::Term &term, const Monomial &factors,
                    const Scope &scope, const isl::set &domain);
    bool is_better_chosen(const AccessPath::Dimension &dimension, const Scope &scope,
                          const isl::set &domain);
    bool stays_inside(const AccessPath::Dimension &dimension, const ChosenSubscript &subscript,
                      const isl::set &domain);
    void note_chosen(const program::Access &access, const ChosenSubscript &subscript,
                     const clang::Expr *where);
    void bound(program::Access &access, std::size_t dimension, const ChosenSubscript &subscript,
               const isl::set &domain);
    void stay_in_array(program::Access &access, const isl::set &domain) const;
    std::optional<std::vector<isl::pw_aff>>
    subscripts_if_affine(const AccessPath &path, const Scope &scope, const isl::set &domain);
    void stay_in_row(const AccessPath::Dimension &dimension, const isl::pw_aff &subscript,
                     const isl::set &domain, const clang::Expr *where);
    program::Access make_access(std::size_t array, program::AccessKind kind,
                                std::vector<isl::pw_aff> subscripts, const isl::set &domain);

    Model &model_;
    AffineExtractor &affine_;
    AccessPaths paths_;
    RegionArrays arrays_{model_, paths_};
    PolynomialExtractor polynomials_;
    BoundsExtractor bounds_{model_, affine_};
    Delinearisation delinearisation_;
    std::size_t references_ = 0; ///< how many accesses have been made
};

} // namespace espalier::frontend
