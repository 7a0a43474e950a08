#pragma once

#include "espalier/base/error.h"
#include "espalier/transform/matrix_view.h"

#include <lua.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace espalier::script {

/// Something in a region that a script talks of. It is looked up each time that it is used, so that
/// it stays valid when beta vectors change.
struct Reference {
    std::string text; ///< as in a script: "enclose(C3L1, 2)"
    std::function<transform::Beta(const transform::MatrixView &)> resolve;
    bool is_name = false; ///< a global variable that the script does not set: a label, or a mistake
};

struct Value;

struct Table {
    std::vector<Value> elements; ///< those at 1, 2, ...
    std::map<std::string, Value> fields;
};

/// What only Lua itself can handle.
struct Other {
    std::string type; ///< "function"
};

/// Of a result: an element of the table that is the first argument, counted from 0.
struct Element {
    std::size_t position;
};

/// A value of Lua, without ties to the interpreter.
struct Value {
    std::variant<std::monostate, bool, long, double, std::string, const Reference *, Table, Other,
                 Element>
        content;

    template <class Kind>
    const Kind *as() const
    {
        return std::get_if<Kind>(&content);
    }
};

/// As one would write it in a script: "{32, 32}", "\"i\"", "enclose(S1)", "nil".
std::string describe(const Value &value);

/// Its text as `print` shows it: strings without quotes.
std::string printed(const Value &value);

/// Copies the value at a place of the stack; raises no error in Lua.
/// \throws Error{script_error} if a table is too large, is nested too deeply, or has a key that is
///         neither a name nor one of 1, 2, ...
Value read(lua_State *lua, int place);

/// Pushes the result of a call whose arguments are the stack. May raise an error in Lua, with no
/// object on the way that has to be destroyed.
/// Precondition: no Other
void push(lua_State *lua, const Value &value);

/// For what is wrong with a script.
Error script_error(const std::string &reason);

} // namespace espalier::script
