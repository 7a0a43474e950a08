#pragma once

#include <clang/AST/Decl.h>
#include <isl/cpp.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace espalier::frontend {

class Model;

/// The memory that an access leads into, to tell it apart from that of others.
struct Memory {
    const clang::VarDecl *root;
    /// The variable, or the pointer, that it belongs to, as spelled: "s" for `s.cells[i]`, "s.rows"
    /// where `rows` is a pointer.
    std::string owner;
    std::string shape; ///< as spelled, without subscripts: "p->cells[].mass"
    bool through_pointer, through_restrict;
    clang::QualType element;
    /// The elements of a container that is an object of its own: not in any variable, and not in
    /// other containers.
    bool is_owned = false;
    /// In rows that pointers in memory lead to: those of one owner may overlap one another.
    bool is_in_rows = false;
    /// What a container keeps to itself: nothing but its functions gets there. Or in no place at
    /// all: computed from constants that are watched themselves.
    bool is_hidden = false;
};

/// The symbolic constants of a program under construction (Program::parameters).
class SymbolicConstants {
public:
    explicit SymbolicConstants(Model &model) : model_(model) {}

    /// The symbolic constant that stands for `variable`, an integer that the region leaves alone.
    /// \throws Unmodelled if the region may change it, or it has no integer type of up to 64 bits
    isl::id of(const clang::VarDecl *variable, clang::SourceLocation where);

    /// The same if it has been asked for before.
    std::optional<isl::id> known(const clang::VarDecl *variable) const;

    /// The symbolic constant that stands for an integer in memory which the region leaves alone.
    /// \param lvalue   where it is, in C: "a->columns", of fixed value wherever the region is
    /// \param is_read  { : ... }: when the region reads it
    /// \return nothing if it is read elsewhere before, and the region reads it now in cases that
    ///         depend on constants after it
    std::optional<isl::id> of(const std::string &lvalue, const Memory &memory,
                              const isl::set &is_read);

    /// The symbolic constant that stands for what a local integer, which the region changes, holds
    /// when the region starts.
    isl::id initial_value(const clang::VarDecl *variable);

    /// The symbolic constant that is 1 if a condition on local variables, none of which the region
    /// changes, holds, and else 0.
    /// \param text      in C: "bias != 0"
    /// \param in_words  for its name
    /// \param variable  one of them
    isl::id truth(const std::string &text, const std::string &in_words,
                  const clang::VarDecl *variable);

    /// The symbolic constant that stands for what an expression of others is; 0 where it has no
    /// value.
    /// \param text       in C: "n / length"
    /// \param operand    one of them
    /// \param has_value  { : ... }: in the constants before
    /// \return as of()
    std::optional<isl::id> computed(const std::string &text, clang::QualType type,
                                    const isl::id &operand, const isl::set &has_value);

    /// A symbolic constant that is the product of two values, { [] -> [v] }.
    struct Product {
        isl::id product;
        isl::pw_aff one, other;
    };

    /// Notes a product, once for each constant.
    void note(Product product);

    const std::vector<Product> &products() const { return products_; }

    /// { : ... }: where all factors of products that have been noted are at least 16, and products
    /// at least 16 times as much as their factors.
    isl::set large_products() const;

    /// { : ... }: when a pointer is not null; nothing if the region does not ask.
    std::optional<isl::set> where_not_null(const clang::VarDecl *pointer) const;

    /// Where a symbolic constant lies, by its position in Program::parameters.
    const Memory &memory_of(std::size_t position) const { return memory_[position]; }

private:
    isl::id add_parameter(const std::string &name, const Memory &memory);
    std::string unused_name(const std::string &lvalue);

    Model &model_;
    std::vector<Memory> memory_; ///< of Program::parameters, by position
    std::vector<Product> products_;
};

} // namespace espalier::frontend
