#pragma once

#include <lua.hpp>

namespace espalier::script {

/// Opens Lua's libraries as far as scripts may have them, and makes what they see the table of
/// global variables. For Sandbox::prepare.
int open_libraries(lua_State *lua);

/// Whether Lua has a global variable of a name that scripts do not have.
bool is_withheld(const char *name);

} // namespace espalier::script
