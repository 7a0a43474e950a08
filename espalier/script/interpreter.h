#pragma once

#include "espalier/script/bindings.h"
#include "espalier/script/sandbox.h"
#include "espalier/script/session.h"

#include <exception>
#include <optional>
#include <string>
#include <vector>

namespace espalier::script {

/// Joins a session to Lua. A name that is no variable of the script is a reference, which is looked
/// up as a label when it is used.
///
/// Lua leaves functions by long jumps, which must not pass objects that have to be destroyed, nor
/// may exceptions pass Lua. So whatever computes with objects ends before Lua hears of the result,
/// and leaves what it has to say in this class.
class Interpreter {
public:
    Interpreter(Session &session, const Limits &limits);

    /// Runs a script; `failure` and `culprit` tell more of how it ended.
    Sandbox::End run(const std::string &text) { return sandbox_.run(text); }

    /// What a bound function has thrown; nothing if Lua itself found the fault.
    const std::exception_ptr &failure() const { return failure_; }

    /// The name in the script that the failure is about.
    const std::string &culprit() const { return culprit_; }

private:
    static int install(lua_State *lua);
    static int call_binding(lua_State *lua);
    static int look_up_global(lua_State *lua);
    static int call_reference(lua_State *lua);
    static int misuse_reference(lua_State *lua);
    static int reference_text(lua_State *lua);

    static Interpreter &self(lua_State *lua);
    template <class Work>
    bool attempt(const Work &work) noexcept;
    bool invoke(lua_State *lua, const Binding &binding) noexcept;
    [[noreturn]] void refuse_call(const Reference &reference);
    [[noreturn]] void refuse_use(const Reference &reference);
    std::optional<std::string> what_it_is(const Reference &reference) const;

    Session &session_;
    std::vector<Binding> own_; ///< besides all_bindings()
    Sandbox sandbox_;
    Value result_;
    const Reference *found_ = nullptr;
    std::exception_ptr failure_;
    std::string culprit_;
};

} // namespace espalier::script
