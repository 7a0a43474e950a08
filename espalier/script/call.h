#pragma once

#include "espalier/script/session.h"
#include "espalier/script/value.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace espalier::script {

struct Binding;

/// A call of a function that is bound to a name in scripts. Arguments count from 0. What reads an
/// argument throws Error{script_error} if it is another thing; `what` says what it is for: "the
/// size of a tile".
class Call {
public:
    Call(Session &session, const Binding &binding, std::vector<Value> arguments, unsigned line)
        : session_(session), binding_(binding), arguments_(std::move(arguments)), line_(line)
    {
    }

    Session &session() const { return session_; }
    const transform::MatrixView &view() const { return session_.view(); }
    const Outcome &outcome() const { return session_.outcome(); }
    unsigned line() const { return line_; }

    /// "tile(\"i\", {32, 32})".
    std::string text() const;

    std::size_t size() const { return arguments_.size(); }
    const std::vector<Value> &arguments() const { return arguments_; }
    bool is_number(std::size_t k) const;
    bool is_text(std::size_t k) const { return is<std::string>(k); }
    bool is_table(std::size_t k) const { return is<Table>(k); }
    /// Whether it names a statement or a loop: a reference, but not the name of a symbolic
    /// constant, or a text.
    bool is_prefix(std::size_t k) const;

    /// \name Statements and loops.
    /// @{
    /// How a statement or loop is found, now or later.
    std::function<transform::Beta(const transform::MatrixView &)> finder(std::size_t k) const;
    /// As finder(k) finds it now.
    transform::Beta prefix(std::size_t k) const;
    /// The same, if it is a loop.
    transform::Beta loop(std::size_t k) const;
    /// @}

    long whole_number(std::size_t k, const std::string &what) const;
    /// A whole number from 0 on.
    std::size_t position(std::size_t k, const std::string &what) const;
    std::vector<long> whole_numbers(std::size_t k, const std::string &what) const;
    std::vector<std::size_t> positions(std::size_t k, const std::string &what) const;
    /// {rows = 8, columns = 24}.
    std::map<std::string, long> named_numbers(std::size_t k, const std::string &what) const;
    std::vector<std::vector<long>> matrix(std::size_t k, const std::string &what) const;
    std::string word(std::size_t k, const std::string &what) const;
    /// A text, or a whole number as text, that is to be read as an expression.
    std::string expression(std::size_t k, const std::string &what) const;
    std::vector<std::string> expressions(std::size_t k, const std::string &what) const;
    const Table &table(std::size_t k, const std::string &what) const;

    /// For arguments that the function has no form for: says which forms it has.
    Error wrong_arguments() const;

    /// \throws the same unless there are so many arguments
    void require_size(std::size_t least, std::size_t most) const;

private:
    template <class Kind>
    bool is(std::size_t k) const
    {
        return k < size() && arguments_[k].as<Kind>() != nullptr;
    }

    const Value &argument(std::size_t k) const;

    Session &session_;
    const Binding &binding_;
    std::vector<Value> arguments_;
    unsigned line_;
};

} // namespace espalier::script
