#pragma once

#include "espalier/script/script.h"

#include <lua.hpp>

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace espalier::script {

/// A Lua interpreter that scripts cannot leave: what they see of Lua's libraries reaches no file,
/// process or other script, catches no errors, makes no code, and is bounded in memory and time.
/// What may depend on the run is missing too: random numbers, and the order of `pairs`, which is
/// that of the keys.
class Sandbox {
public:
    /// \throws Error{script_error} if there is not enough memory for Lua
    explicit Sandbox(const Limits &limits);
    ~Sandbox();
    Sandbox(const Sandbox &) = delete;
    Sandbox &operator=(const Sandbox &) = delete;

    /// Runs a function of Lua's interface, which finds `argument` as light userdata at place 1 and
    /// the table of global variables at place 2. It may raise errors.
    /// \throws Error{script_error} if it does
    void prepare(lua_CFunction function, void *argument);

    /// Where a script failed: lines of calls, innermost first.
    using Lines = std::vector<unsigned>;

    /// How a script ended.
    struct End {
        bool is_failure = false;
        std::string message; ///< Lua's, without the place
        Lines lines;
    };

    /// Runs a script.
    End run(const std::string &text);

    /// The lines of the script that are being executed, innermost first; only those in the
    /// innermost calls if there are many.
    static Lines lines(lua_State *lua);

    /// Does something that takes time which is not the script's.
    void outside(const std::function<void()> &work);

    /// Counts work that takes as long as so many instructions.
    /// \return false if the script has used up what it may
    bool charge(double instructions);

    /// The sandbox that a Lua state belongs to.
    static Sandbox &of(lua_State *lua);

private:
    using Clock = std::chrono::steady_clock;

    static void *allocate(void *self, void *block, std::size_t old_size, std::size_t new_size);
    static void count(lua_State *lua, lua_Debug *event);
    bool is_out_of_time() const { return used_instructions_ > limits_.instructions; }
    lua_State *new_thread();
    std::string limit_message(int status, const std::string &message) const;
    End failure(lua_State *script, int status) const;

    Limits limits_;
    std::size_t used_memory_ = 0;
    double used_instructions_ = 0;
    bool is_started_ = false; ///< before, instructions do not count
    bool was_memory_refused_ = false;
    Clock::time_point deadline_;
    std::unique_ptr<lua_State, void (*)(lua_State *)> lua_;
};

} // namespace espalier::script
