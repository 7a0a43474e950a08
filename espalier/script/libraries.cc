#include "espalier/script/libraries.h"

#include "espalier/script/patterns.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace espalier::script {

namespace {

/// No function that reads or makes code, catches errors, which could be that of a limit, or makes
/// metatables, as Lua counts no instructions in finalizers. `pairs` is our own.
constexpr std::array base_functions = {"assert",   "error",    "ipairs", "select",
                                       "tonumber", "tostring", "type"};

constexpr std::array withheld = {
    "_G",     "collectgarbage", "coroutine", "debug",   "dofile",       "getmetatable", "io",
    "load",   "loadfile",       "next",      "os",      "package",      "pcall",        "rawequal",
    "rawget", "rawlen",         "rawset",    "require", "setmetatable", "warn",         "xpcall"};

/// In the order of the keys, as that of Lua is another one in each run.
constexpr std::string_view own_pairs = R"lua(
local next, type, sort, error = ...
local ranks = {number = 1, string = 2, boolean = 3}
local function comes_before(one, other)
    local rank, other_rank = ranks[type(one)] or 4, ranks[type(other)] or 4
    if rank ~= other_rank then return rank < other_rank end
    return rank <= 2 and one < other
end
return function(table)
    if type(table) ~= "table" then
        error("bad argument #1 to 'pairs' (table expected, got " .. type(table) .. ")", 2)
    end
    local keys = {}
    for key in next, table do keys[#keys + 1] = key end
    sort(keys, comes_before)
    local position = 0
    return function()
        position = position + 1
        return keys[position], table[keys[position]]
    end
end
)lua";

/// Sets a function of the table at the top that calls the one which was there, after a check.
void guard(lua_State *lua, const char *name, lua_CFunction guarded)
{
    lua_getfield(lua, -1, name);
    lua_pushcclosure(lua, guarded, 1);
    lua_setfield(lua, -2, name);
}

void remove(lua_State *lua, std::initializer_list<const char *> names)
{
    for (const char *name : names) {
        lua_pushnil(lua);
        lua_setfield(lua, -2, name);
    }
}

void open_string(lua_State *lua)
{
    luaL_requiref(lua, LUA_STRLIBNAME, luaopen_string, 0);
    remove(lua, {"dump", "pack", "packsize", "unpack"});
    for (const char *name : {"find", "match", "gmatch", "gsub"})
        guard(lua, name, match_in_bounds);
    guard(lua, "rep", repeat_in_bounds);
}

void open_pairs(lua_State *lua, int base, int table)
{
    if (luaL_loadbufferx(lua, own_pairs.data(), own_pairs.size(), "=library", "t") != LUA_OK)
        lua_error(lua);
    lua_getfield(lua, base, "next");
    lua_getfield(lua, base, "type");
    lua_getfield(lua, table, "sort");
    lua_getfield(lua, base, "error");
    lua_call(lua, 4, 1);
}

} // namespace

int open_libraries(lua_State *lua)
{
    luaL_requiref(lua, LUA_GNAME, luaopen_base, 0);
    int base = lua_gettop(lua);
    lua_newtable(lua);
    int seen = lua_gettop(lua);
    for (const char *name : base_functions) {
        lua_getfield(lua, base, name);
        lua_setfield(lua, seen, name);
    }
    open_string(lua);
    lua_setfield(lua, seen, LUA_STRLIBNAME);
    luaL_requiref(lua, LUA_MATHLIBNAME, luaopen_math, 0);
    remove(lua, {"random", "randomseed"});
    lua_setfield(lua, seen, LUA_MATHLIBNAME);
    luaL_requiref(lua, LUA_UTF8LIBNAME, luaopen_utf8, 0);
    lua_setfield(lua, seen, LUA_UTF8LIBNAME);
    luaL_requiref(lua, LUA_TABLIBNAME, luaopen_table, 0);
    remove(lua, {"move"}); // takes forever for indices that no table has
    open_pairs(lua, base, lua_gettop(lua));
    lua_setfield(lua, seen, "pairs");
    lua_setfield(lua, seen, LUA_TABLIBNAME);
    lua_pushvalue(lua, seen);
    lua_rawseti(lua, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    return 0;
}

bool is_withheld(const char *name)
{
    return std::ranges::find(withheld, std::string_view(name)) != withheld.end();
}

} // namespace espalier::script
