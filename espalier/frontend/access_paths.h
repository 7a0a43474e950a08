#pragma once

#include "espalier/frontend/cxx_library.h"
#include "espalier/frontend/polynomials.h"

#include <optional>
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
        Polynomial offset = {}; ///< what is added to them: of a local pointer
        /// The subscript counts from an element that a pointer leads to: C knows no end of the row.
        bool goes_on = false;
    };
    std::vector<Dimension> dimensions;
    std::vector<std::string> spelling;  ///< as in program::Array
    std::size_t pointer_dimensions = 0; ///< likewise
    bool through_pointer = false;       ///< the memory belongs to a pointer, not to a variable
    bool through_restrict = false;      ///< and that pointer is `restrict`
    bool through_reference = false; ///< the pointer is a reference, or `this`: it leads somewhere
    bool is_owned = false;          ///< Memory::is_owned
    clang::QualType type;           ///< of what the path names
};

/// Where a container's elements are, after its name.
inline const std::string data_call = ".data()";

/// "p->cells[].mass": a path without its subscripts, to tell paths of one variable apart.
std::string shape(const AccessPath &path);

Memory memory_of(const AccessPath &path);

/// \throws Unmodelled: an access that is no access of the model, and why
[[noreturn]] void no_access(const clang::Expr *expression, const std::string &why,
                            const std::string &help = "");

/// \throws Unmodelled for accesses that are volatile or atomic
void refuse_volatile(const clang::Expr *expression, clang::QualType type);

/// The name that a variable has in the output: its own, unless the region declares it and something
/// else that can be seen from the region's start has the same name.
/// \throws Unmodelled if it is or was a macro
std::string output_name(const clang::VarDecl *variable, const Model &model);

/// Takes lvalues and pointers apart.
class AccessPaths {
public:
    AccessPaths(Model &model, AffineExtractor &affine) : model_(model), affine_(affine) {}

    /// \throws Unmodelled
    AccessPath path(const clang::Expr *expression, const Scope &scope);

    /// The path of `*expression`.
    /// \throws Unmodelled
    AccessPath pointer_path(const clang::Expr *expression, const Scope &scope);

    /// The path of `*variable` for a pointer that still has the value that it starts the region
    /// with.
    AccessPath starting_pointer(const clang::VarDecl *variable);

    /// How C++ calls for the size of a container that stays the same object, with where it is.
    /// \return nothing if that depends on what else the region does
    std::optional<std::pair<std::string, Memory>> size_call(const clang::Expr *object);

    /// Adds the dimensions that a path leaves open: a row is an array with free subscripts.
    void open_slices(AccessPath &path);

    /// { [] -> [n] }: the number of elements of an array type; nothing if the type does not tell.
    std::optional<isl::pw_aff> extent(clang::QualType array_type);

private:
    AccessPath member_path(const clang::MemberExpr *member, const Scope &scope);
    AccessPath variable_path(const clang::DeclRefExpr *reference);
    AccessPath addressed_path(const clang::UnaryOperator *address, const Scope &scope);
    AccessPath copied_pointer(const AccessPath &pointer, const Scope &scope);
    AccessPath behind(const AccessPath &pointer, const std::string &spelling);
    AccessPath loaded_pointer(AccessPath pointer, const clang::Expr *where);
    AccessPath row_path(AccessPath pointer, const clang::Expr *where) const;
    AccessPath element_path(const ContainerUse &element, const Scope &scope);
    AccessPath container_path(const ContainerUse &use, const Scope &scope);
    std::optional<std::string> fixed_spelling(const AccessPath &path) const;
    bool is_object_of_its_own(const AccessPath &object) const;
    isl::pw_aff fixed_extent(std::uint64_t size) const;

    Model &model_;
    AffineExtractor &affine_;
};

} // namespace espalier::frontend
