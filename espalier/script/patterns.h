#pragma once

#include <lua.hpp>

#include <cstddef>
#include <string_view>

namespace espalier::script {

/// A bound for the steps that Lua's matcher takes to find a pattern in a text: each repetition may
/// end at each letter, for each end of those before it.
double matching_steps(std::string_view pattern, std::size_t text_size);

/// \name Functions of Lua's string library behind checks, as no instructions are counted in them.
/// The function itself is the first upvalue.
/// @{

/// find, match, gmatch and gsub, for patterns that are found within bounds.
int match_in_bounds(lua_State *lua);

/// rep, which takes forever to repeat what is empty.
int repeat_in_bounds(lua_State *lua);
/// @}

} // namespace espalier::script
