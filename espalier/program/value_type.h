#pragma once

#include "espalier/program/program.h"

#include <optional>
#include <string>

namespace espalier::program {

/// What is known of the C type of a value.
struct ValueType {
    enum class Kind {
        boolean,
        integer,
        floating, ///< real
        named,    ///< a name that the source defines for one of the above, or another type
        unknown
    };

    Kind kind = Kind::unknown;
    int bits = 0;                       ///< of an integer: its width
    std::optional<bool> is_signed = {}; ///< of an integer; nothing if the target decides
    std::string name = {};              ///< of a named type

    bool is_integer() const { return kind == Kind::integer || kind == Kind::boolean; }
};

/// The type of the elements of an array.
ValueType element_type(const Program &program, const Array &array);

/// The type of an expression in the body of a statement. An operation on a named type and integers
/// has the named type: it is an integer if that is.
ValueType value_type(const Program &program, const Statement &statement,
                     const Expression &expression);

/// "unsigned long" for "long": the unsigned type of the same width. Nothing unless the elements are
/// signed integers that C computes with as they are.
std::optional<std::string> unsigned_element_type(const Program &program, const Array &array);

/// Whether `wide` surely represents all values of `narrow`.
bool holds_all_values(const ValueType &wide, const ValueType &narrow);

} // namespace espalier::program
