#include "espalier/script/sandbox.h"

#include "espalier/script/libraries.h"
#include "espalier/script/value.h"

#include <fmt/format.h>

#include <cstdlib>
#include <cstring>

namespace espalier::script {

namespace {

/// How Lua calls the chunk in messages and in its debug interface.
constexpr const char *chunk_name = "=script";

constexpr int instructions_between_counts = 100;

/// "script:12: reason" without the place, which is known otherwise.
std::string without_place(const std::string &message)
{
    const std::string start = std::string(chunk_name + 1) + ":";
    if (!message.starts_with(start))
        return message;
    std::size_t end = message.find_first_not_of("0123456789", start.size());
    return end == std::string::npos || message.compare(end, 2, ": ") != 0 ? message
                                                                          : message.substr(end + 2);
}

std::string text_at_top(lua_State *lua)
{
    std::size_t size = 0;
    if (lua_type(lua, -1) != LUA_TSTRING)
        return fmt::format("the script raised an error that is no text, but of type {}",
                           lua_typename(lua, lua_type(lua, -1)));
    const char *text = lua_tolstring(lua, -1, &size);
    return std::string(text, size);
}

/// The line of a message about syntax: "script:3: unexpected symbol near 'x'".
Sandbox::Lines line_in(const std::string &message)
{
    const std::string start = std::string(chunk_name + 1) + ":";
    if (!message.starts_with(start))
        return {};
    return {unsigned(std::strtoul(message.c_str() + start.size(), nullptr, 10))};
}

} // namespace

Sandbox::Sandbox(const Limits &limits)
    : limits_(limits), deadline_(Clock::now()), lua_(lua_newstate(allocate, this), lua_close)
{
    if (!lua_)
        throw script_error("there is not enough memory to run scripts");
    *static_cast<Sandbox **>(lua_getextraspace(lua_.get())) = this;
    prepare([](lua_State *lua) { return open_libraries(lua); }, nullptr);
}

Sandbox::~Sandbox() = default;

Sandbox &Sandbox::of(lua_State *lua) { return **static_cast<Sandbox **>(lua_getextraspace(lua)); }

void *Sandbox::allocate(void *self, void *block, std::size_t old_size, std::size_t new_size)
{
    Sandbox &sandbox = *static_cast<Sandbox *>(self);
    std::size_t had = block == nullptr ? 0 : old_size;
    if (new_size > had) {
        constexpr double bytes_per_instruction = 16;
        bool has_room = new_size - had <= sandbox.limits_.memory - sandbox.used_memory_;
        sandbox.was_memory_refused_ |= !has_room;
        if (!has_room || !sandbox.charge(double(new_size) / bytes_per_instruction))
            return nullptr;
    }
    void *result = nullptr;
    if (new_size == 0)
        std::free(block);
    else if ((result = std::realloc(block, new_size)) == nullptr)
        return nullptr;
    sandbox.used_memory_ += new_size - had;
    return result;
}

void Sandbox::count(lua_State *lua, lua_Debug *)
{
    Sandbox &sandbox = of(lua);
    if (Clock::now() > sandbox.deadline_)
        sandbox.used_instructions_ += double(sandbox.limits_.instructions);
    if (!sandbox.charge(instructions_between_counts))
        luaL_error(lua, "out of time");
}

bool Sandbox::charge(double instructions)
{
    if (is_started_)
        used_instructions_ += instructions;
    return !is_out_of_time();
}

void Sandbox::outside(const std::function<void()> &work)
{
    struct Extension {
        Sandbox &sandbox;
        Clock::time_point begin = Clock::now();
        ~Extension() { sandbox.deadline_ += Clock::now() - begin; }
    } extension{*this};
    work();
}

void Sandbox::prepare(lua_CFunction function, void *argument)
{
    lua_State *lua = lua_.get();
    lua_pushcfunction(lua, function);
    lua_pushlightuserdata(lua, argument);
    lua_rawgeti(lua, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    if (lua_pcall(lua, 2, 0, 0) == LUA_OK)
        return;
    std::string message = text_at_top(lua);
    lua_pop(lua, 1);
    throw script_error("scripts cannot be run: " + message);
}

Sandbox::Lines Sandbox::lines(lua_State *lua)
{
    constexpr int max_levels = 100; // as finding one takes time in proportion to its number
    Lines result;
    lua_Debug frame;
    for (int level = 0; level < max_levels && lua_getstack(lua, level, &frame) != 0; ++level) {
        lua_getinfo(lua, "Sl", &frame);
        if (frame.currentline > 0 && std::strcmp(frame.source, chunk_name) == 0)
            result.push_back(unsigned(frame.currentline));
    }
    return result;
}

std::string Sandbox::limit_message(int status, const std::string &message) const
{
    if (is_out_of_time())
        return fmt::format("the script takes more than {} instructions of Lua, or {} seconds; is "
                           "there a loop without an end?",
                           limits_.instructions, limits_.seconds);
    if (status == LUA_ERRMEM || (was_memory_refused_ && message == "not enough memory"))
        return fmt::format("the script needs more than {} KiB of memory", limits_.memory >> 10);
    return message;
}

Sandbox::End Sandbox::failure(lua_State *script, int status) const
{
    return {true, limit_message(status, without_place(text_at_top(script))), lines(script)};
}

/// Stays on the stack.
lua_State *Sandbox::new_thread()
{
    lua_State *lua = lua_.get();
    lua_pushcfunction(lua, [](lua_State *state) {
        lua_newthread(state);
        return 1;
    });
    if (lua_pcall(lua, 0, 1, 0) != LUA_OK)
        throw script_error("there is not enough memory to run scripts");
    return lua_tothread(lua, -1);
}

/// In a thread of its own, as one that fails keeps its stack, so that it can be seen where:
/// lua_pcall unwinds it, and calls no handler when memory is exhausted.
Sandbox::End Sandbox::run(const std::string &text)
{
    lua_State *lua = lua_.get(), *script = new_thread();
    is_started_ = true;
    deadline_ = Clock::now() + std::chrono::seconds(limits_.seconds);
    if (int status = luaL_loadbufferx(lua, text.data(), text.size(), chunk_name, "t");
        status != LUA_OK) {
        std::string message = text_at_top(lua);
        return {true, limit_message(status, without_place(message)), line_in(message)};
    }
    lua_xmove(lua, script, 1);
    lua_sethook(script, count, LUA_MASKCOUNT, instructions_between_counts);
    int results = 0;
    int status = lua_resume(script, lua, 0, &results);
    return status == LUA_OK ? End() : failure(script, status);
}

} // namespace espalier::script
