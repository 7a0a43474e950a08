#include "espalier/script/value.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace espalier::script {

namespace {

constexpr int deepest_table = 8;
constexpr std::size_t max_values = 100'000;

/// As Lua writes it.
std::string number(double value)
{
    std::string text = fmt::format("{:.14g}", value);
    bool looks_whole = text.find_first_not_of("-0123456789") == std::string::npos;
    return looks_whole ? text + ".0" : text;
}

std::string quoted(const std::string &text)
{
    std::string result = "\"";
    for (char each : text) {
        if (each == '"' || each == '\\')
            result += '\\';
        result += each == '\n' ? ' ' : each;
    }
    return result + '"';
}

std::string describe(const Table &table)
{
    std::vector<std::string> parts;
    for (const auto &[name, value] : table.fields)
        parts.push_back(name + " = " + describe(value));
    for (const Value &value : table.elements)
        parts.push_back(describe(value));
    return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

/// Reads one value with all that is in it.
class Reader {
public:
    explicit Reader(lua_State *lua) : lua_(lua) {}

    Value read(int place, int depth)
    {
        if (++values_ > max_values)
            throw script_error(fmt::format("a table has more than {} values", max_values));
        switch (lua_type(lua_, place)) {
        case LUA_TNIL:
            return {};
        case LUA_TBOOLEAN:
            return {lua_toboolean(lua_, place) != 0};
        case LUA_TNUMBER:
            if (lua_isinteger(lua_, place))
                return {long(lua_tointegerx(lua_, place, nullptr))};
            return {double(lua_tonumberx(lua_, place, nullptr))};
        case LUA_TSTRING:
            return {string(place)};
        case LUA_TLIGHTUSERDATA:
            return {static_cast<const Reference *>(lua_touserdata(lua_, place))};
        case LUA_TTABLE:
            return {table(lua_absindex(lua_, place), depth)};
        default:
            return {Other{lua_typename(lua_, lua_type(lua_, place))}};
        }
    }

private:
    std::string string(int place) const
    {
        std::size_t size = 0;
        const char *text = lua_tolstring(lua_, place, &size);
        return std::string(text, size);
    }

    Table table(int place, int depth)
    {
        if (depth == deepest_table || !lua_checkstack(lua_, 4))
            throw script_error("a table is nested too deeply, or in itself");
        Table result;
        std::size_t size = lua_rawlen(lua_, place);
        for (std::size_t k = 1; k <= size; ++k) {
            lua_rawgeti(lua_, place, lua_Integer(k));
            result.elements.push_back(read(-1, depth + 1));
            lua_pop(lua_, 1);
        }
        lua_pushnil(lua_);
        while (lua_next(lua_, place) != 0) {
            if (lua_type(lua_, -2) == LUA_TSTRING)
                result.fields.emplace(string(-2), read(-1, depth + 1));
            else
                require_position(-2, size);
            lua_pop(lua_, 1);
        }
        return result;
    }

    void require_position(int key, std::size_t size) const
    {
        lua_Integer position = lua_isinteger(lua_, key) ? lua_tointegerx(lua_, key, nullptr) : 0;
        if (position < 1 || std::size_t(position) > size)
            throw script_error("a table has a key that is neither a name nor one of 1, 2, ...");
    }

    lua_State *lua_;
    std::size_t values_ = 0;
};

void push_table(lua_State *lua, const Table &table)
{
    luaL_checkstack(lua, 4, "too many values");
    lua_createtable(lua, int(table.elements.size()), int(table.fields.size()));
    lua_Integer position = 0;
    for (const Value &value : table.elements) {
        push(lua, value);
        lua_rawseti(lua, -2, ++position);
    }
    for (const auto &[name, value] : table.fields) {
        lua_pushlstring(lua, name.data(), name.size());
        push(lua, value);
        lua_rawset(lua, -3);
    }
}

} // namespace

std::string describe(const Value &value)
{
    if (const std::string *text = value.as<std::string>())
        return quoted(*text);
    return printed(value);
}

std::string printed(const Value &value)
{
    struct Printer {
        std::string operator()(std::monostate) const { return "nil"; }
        std::string operator()(bool value) const { return value ? "true" : "false"; }
        std::string operator()(long value) const { return std::to_string(value); }
        std::string operator()(double value) const { return number(value); }
        std::string operator()(const std::string &value) const { return value; }
        std::string operator()(const Reference *value) const { return value->text; }
        std::string operator()(const Table &value) const { return describe(value); }
        std::string operator()(const Other &value) const { return "a " + value.type; }
        std::string operator()(const Element &) const { return "an alternative"; }
    };
    return std::visit(Printer(), value.content);
}

Value read(lua_State *lua, int place) { return Reader(lua).read(place, 0); }

void push(lua_State *lua, const Value &value)
{
    if (const bool *truth = value.as<bool>())
        lua_pushboolean(lua, *truth);
    else if (const long *whole = value.as<long>())
        lua_pushinteger(lua, *whole);
    else if (const double *number = value.as<double>())
        lua_pushnumber(lua, *number);
    else if (const std::string *text = value.as<std::string>())
        lua_pushlstring(lua, text->data(), text->size());
    else if (const Reference *const *reference = value.as<const Reference *>())
        lua_pushlightuserdata(lua, const_cast<Reference *>(*reference));
    else if (const Table *table = value.as<Table>())
        push_table(lua, *table);
    else if (const Element *element = value.as<Element>())
        lua_rawgeti(lua, 1, lua_Integer(element->position) + 1);
    else
        lua_pushnil(lua);
}

Error script_error(const std::string &reason)
{
    return Error(Fault::input, DiagnosticKind::script_error, reason);
}

} // namespace espalier::script
