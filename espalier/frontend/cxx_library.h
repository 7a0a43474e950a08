#pragma once

#include <clang/AST/Expr.h>

#include <cstdint>
#include <optional>

namespace espalier::frontend {

/// A class of C++'s library whose elements are one array.
struct Container {
    enum class Kind { vector, array, span };
    Kind kind;
    clang::QualType element;
    std::optional<std::uint64_t> size = {}; ///< if the type says it
};

/// \return nothing for other types; of vectors, for those of `bool` and with allocators of their
/// own
std::optional<Container> container_of(clang::QualType type);

/// What is done with a container.
struct ContainerUse {
    const clang::Expr *object; ///< an lvalue
    Container container;
    const clang::Expr *subscript = nullptr; ///< of an element
};

/// `object[subscript]`.
std::optional<ContainerUse> element_of_container(const clang::Expr *expression);

/// `object.data()`.
std::optional<ContainerUse> data_of_container(const clang::Expr *expression);

/// `object.size()`.
std::optional<ContainerUse> size_of_container(const clang::Expr *expression);

/// `std::min(first, second)` or `std::max(first, second)` of two numbers.
struct ExtremumCall {
    bool is_minimum;
    const clang::Expr *first, *second; ///< lvalues, or values
};

std::optional<ExtremumCall> extremum_call(const clang::Expr *expression);

} // namespace espalier::frontend
