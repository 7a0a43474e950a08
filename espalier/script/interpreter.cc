#include "espalier/script/interpreter.h"

#include "espalier/base/spelling.h"
#include "espalier/script/libraries.h"
#include "espalier/transform/expressions.h"
#include "espalier/transform/find.h"

#include <fmt/format.h>

#include <algorithm>

namespace espalier::script {

namespace {

constexpr int max_arguments = 100;

std::vector<Value> arguments(lua_State *lua)
{
    if (lua_gettop(lua) > max_arguments)
        throw script_error(fmt::format("a call has more than {} arguments", max_arguments));
    std::vector<Value> result;
    for (int place = 1; place <= lua_gettop(lua); ++place)
        result.push_back(read(lua, place));
    return result;
}

/// The first argument of a function that Lua calls on references.
const Reference &first_reference(lua_State *lua)
{
    int place = lua_type(lua, 1) == LUA_TLIGHTUSERDATA ? 1 : 2;
    return *static_cast<const Reference *>(lua_touserdata(lua, place));
}

/// The functions for strategies that have none yet.
std::vector<Binding> other_bindings(const std::vector<strategies::Strategy> &strategies)
{
    std::vector<Binding> result = bindings_of(strategies);
    std::erase_if(result, [](const Binding &binding) {
        return std::ranges::binary_search(function_names(), binding.name);
    });
    return result;
}

/// The value does not matter: scripts cannot catch it.
int raise(lua_State *lua)
{
    lua_pushnil(lua);
    return lua_error(lua);
}

} // namespace

template <class Work>
bool Interpreter::attempt(const Work &work) noexcept
{
    try {
        work();
        return true;
    } catch (...) {
        failure_ = std::current_exception();
        return false;
    }
}

Interpreter::Interpreter(Session &session, const Limits &limits)
    : session_(session), own_(other_bindings(session.strategies())), sandbox_(limits)
{
    sandbox_.prepare(install, this);
}

Interpreter &Interpreter::self(lua_State *lua)
{
    return *static_cast<Interpreter *>(lua_touserdata(lua, lua_upvalueindex(1)));
}

int Interpreter::install(lua_State *lua)
{
    constexpr int own = 1, globals = 2;
    auto bind = [&](const Binding &binding) {
        lua_pushvalue(lua, own);
        lua_pushlightuserdata(lua, const_cast<Binding *>(&binding));
        lua_pushcclosure(lua, call_binding, 2);
        lua_setfield(lua, globals, binding.name.c_str());
    };
    std::ranges::for_each(all_bindings(), bind);
    std::ranges::for_each(static_cast<Interpreter *>(lua_touserdata(lua, own))->own_, bind);
    auto set = [&](const char *name, lua_CFunction function) {
        lua_pushvalue(lua, own);
        lua_pushcclosure(lua, function, 1);
        lua_setfield(lua, -2, name);
    };
    lua_newtable(lua);
    set("__index", look_up_global);
    lua_setmetatable(lua, globals);

    lua_pushvalue(lua, own);
    lua_newtable(lua);
    for (const char *operation :
         {"__add",    "__sub",  "__mul", "__div",  "__mod",   "__pow",     "__unm",
          "__idiv",   "__band", "__bor", "__bxor", "__shl",   "__shr",     "__bnot",
          "__concat", "__len",  "__lt",  "__le",   "__index", "__newindex"})
        set(operation, misuse_reference);
    set("__call", call_reference);
    set("__tostring", reference_text);
    lua_setmetatable(lua, -2);
    return 0;
}

bool Interpreter::invoke(lua_State *lua, const Binding &binding) noexcept
{
    return attempt([&] {
        culprit_ = binding.name;
        Sandbox::Lines lines = Sandbox::lines(lua);
        Call call(session_, binding, arguments(lua), lines.empty() ? 0 : lines.front());
        sandbox_.outside([&] {
            if (const Query *query = std::get_if<Query>(&binding.function)) {
                result_ = (*query)(call);
                return;
            }
            session_.normalized_view();
            if (const Strategy *strategy = std::get_if<Strategy>(&binding.function))
                session_.apply(call.line(), call.text(), (*strategy)(call));
            else
                session_.apply(call.line(), call.text(),
                               std::get<Transformation>(binding.function)(call));
            result_ = {};
        });
    });
}

int Interpreter::call_binding(lua_State *lua)
{
    Interpreter &interpreter = self(lua);
    const Binding &binding =
        *static_cast<const Binding *>(lua_touserdata(lua, lua_upvalueindex(2)));
    if (!interpreter.invoke(lua, binding))
        return raise(lua);
    push(lua, interpreter.result_);
    return 1;
}

int Interpreter::look_up_global(lua_State *lua)
{
    Interpreter &interpreter = self(lua);
    if (lua_type(lua, 2) != LUA_TSTRING)
        return 0;
    bool is_found = interpreter.attempt([&] {
        std::size_t size = 0;
        const char *name = lua_tolstring(lua, 2, &size);
        interpreter.culprit_ = std::string(name, size);
        interpreter.found_ = interpreter.session_.references().name(interpreter.culprit_);
    });
    if (!is_found)
        return raise(lua);
    lua_pushlightuserdata(lua, const_cast<Reference *>(interpreter.found_));
    return 1;
}

int Interpreter::call_reference(lua_State *lua)
{
    Interpreter &interpreter = self(lua);
    interpreter.attempt([&] { interpreter.refuse_call(first_reference(lua)); });
    return raise(lua);
}

int Interpreter::misuse_reference(lua_State *lua)
{
    Interpreter &interpreter = self(lua);
    interpreter.attempt([&] { interpreter.refuse_use(first_reference(lua)); });
    return raise(lua);
}

int Interpreter::reference_text(lua_State *lua)
{
    const Reference &reference = first_reference(lua);
    lua_pushlstring(lua, reference.text.data(), reference.text.size());
    return 1;
}

/// What a name stands for, as far as it does.
std::optional<std::string> Interpreter::what_it_is(const Reference &reference) const
{
    const std::string &name = reference.text;
    if (!reference.is_name)
        return fmt::format("`{}` is a place in the region", name);
    if (is_withheld(name.c_str()))
        return fmt::format("scripts do not have Lua's `{}`", name);
    if (!session_.is_region_known())
        return std::nullopt;
    if (transform::is_symbolic_constant(session_.view().program, name))
        return fmt::format("`{}` is a symbolic constant, which has no value here: expressions "
                           "with it are written in quotes, such as '{} - 1'",
                           name, name);
    for (const std::string &label : labels(session_.view()))
        if (label == name)
            return fmt::format("`{}` is a statement", name);
    return std::nullopt;
}

void Interpreter::refuse_call(const Reference &reference)
{
    culprit_ = reference.text;
    if (std::optional<std::string> known = what_it_is(reference))
        throw script_error(*known + ", and cannot be called");
    throw script_error(fmt::format("there is no transformation `{}`{}", reference.text,
                                   did_you_mean(reference.text, function_names())));
}

void Interpreter::refuse_use(const Reference &reference)
{
    culprit_ = reference.text;
    if (std::optional<std::string> known = what_it_is(reference))
        throw script_error(*known + ", and cannot be computed with");
    throw script_error(fmt::format("there is no variable `{}`", reference.text));
}

} // namespace espalier::script
