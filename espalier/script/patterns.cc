#include "espalier/script/patterns.h"

#include "espalier/script/sandbox.h"

namespace espalier::script {

namespace {

/// Calls the first upvalue with all arguments.
int call_guarded(lua_State *lua)
{
    lua_pushvalue(lua, lua_upvalueindex(1));
    lua_insert(lua, 1);
    lua_call(lua, lua_gettop(lua) - 1, LUA_MULTRET);
    return lua_gettop(lua);
}

/// The position behind a class of characters in brackets, or the end.
std::size_t end_of_class(std::string_view pattern, std::size_t begin)
{
    std::size_t at = begin + 1;
    if (at < pattern.size() && pattern[at] == '^')
        ++at;
    do
        at += at < pattern.size() && pattern[at] == '%' ? 2 : 1;
    while (at < pattern.size() && pattern[at] != ']');
    return at + 1;
}

} // namespace

double matching_steps(std::string_view pattern, std::size_t text_size)
{
    double letters = double(text_size) + 1, steps = letters * (double(pattern.size()) + 1);
    for (std::size_t at = 0; at < pattern.size();) {
        char letter = pattern[at];
        if (letter == '%' && at + 1 < pattern.size()) {
            char kind = pattern[at + 1];
            if (kind == 'b' || (kind >= '0' && kind <= '9'))
                steps *= letters;
            at += 2;
        } else if (letter == '[') {
            at = end_of_class(pattern, at);
        } else {
            if (letter == '*' || letter == '+' || letter == '-')
                steps *= letters;
            else if (letter == '?')
                steps *= 2;
            ++at;
        }
    }
    return steps;
}

int match_in_bounds(lua_State *lua)
{
    constexpr double max_steps = 1e8, steps_per_instruction = 10;
    std::size_t size = 0, pattern_size = 0;
    luaL_checklstring(lua, 1, &size);
    const char *pattern = luaL_checklstring(lua, 2, &pattern_size);
    double steps = matching_steps({pattern, pattern_size}, size);
    if (steps > max_steps)
        return luaL_error(lua, "the pattern may take too long to be found in a text of %d letters",
                          int(size));
    if (!Sandbox::of(lua).charge(steps / steps_per_instruction))
        return luaL_error(lua, "out of time");
    return call_guarded(lua);
}

int repeat_in_bounds(lua_State *lua)
{
    std::size_t size = 0, separator_size = 0;
    luaL_checklstring(lua, 1, &size);
    luaL_optlstring(lua, 3, "", &separator_size);
    if (size + separator_size > 0)
        return call_guarded(lua);
    lua_pushliteral(lua, "");
    return 1;
}

} // namespace espalier::script
