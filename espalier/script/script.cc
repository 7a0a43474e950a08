#include "espalier/script/script.h"

#include "espalier/script/interpreter.h"

#include <fmt/format.h>

#include <algorithm>

namespace espalier::script {

namespace {

/// What Lua's message has in quotes: `near 'x'`, `(global 'x')`; "" if there is nothing.
std::string quoted_in(const std::string &message)
{
    std::size_t begin = message.rfind(" '");
    std::size_t end = message.rfind('\'');
    return begin == std::string::npos || end <= begin + 1
               ? ""
               : message.substr(begin + 2, end - begin - 2);
}

/// The message of Lua, with a hint to what people write who know other languages.
std::string with_hint(const std::string &message)
{
    return quoted_in(message) == "#" ? message + "; comments start with --" : message;
}

/// At the innermost line, with notes on the calls that led there.
Diagnostic located(Diagnostic diagnostic, const Source &source, const Sandbox::Lines &lines,
                   const std::string &word)
{
    constexpr std::size_t max_notes = 5;
    if (diagnostic.place.line > 0)
        return diagnostic;
    diagnostic.place = place_in(source, lines.empty() ? 0 : lines.front(), word);
    for (std::size_t k = 1; k < std::min(lines.size(), max_notes + 1); ++k)
        diagnostic.notes.push_back({Severity::remark, diagnostic.kind,
                                    place_in(source, lines[k], ""), "called from here"});
    return diagnostic;
}

[[noreturn]] void fail(const Source &source, const Interpreter &interpreter,
                       const Sandbox::End &end)
{
    if (interpreter.failure()) {
        try {
            std::rethrow_exception(interpreter.failure());
        } catch (const Error &error) {
            throw Error(error.fault(),
                        located(error.diagnostic(), source, end.lines, interpreter.culprit()));
        }
    }
    Error error = script_error(with_hint(end.message));
    throw Error(error.fault(),
                located(error.diagnostic(), source, end.lines, quoted_in(end.message)));
}

/// The text without the mark that some editors put before it.
std::string readable(const Source &source)
{
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF", bytecode = "\x1bLua";
    if (source.text.find('\0') != std::string::npos || source.text.starts_with(bytecode))
        throw Error(Fault::input, DiagnosticKind::script_error,
                    "the file is binary; a script is the text of a Lua program",
                    {source.name, 0, 0, ""});
    return source.text.starts_with(byte_order_mark) ? source.text.substr(byte_order_mark.size())
                                                    : source.text;
}

} // namespace

Result run(const Source &source, std::vector<Region> regions, const Hooks &hooks,
           const Limits &limits)
{
    const Source script{source.name, readable(source), source.origins};
    Session session(std::move(regions), hooks, limits);
    Interpreter interpreter(session, limits);
    Sandbox::End end = interpreter.run(script.text);
    if (end.is_failure)
        fail(script, interpreter, end);
    unsigned last_line = session.last_line();
    try {
        return session.take_result();
    } catch (const Error &error) {
        throw Error(error.fault(), located(error.diagnostic(), script, {last_line}, "move"));
    }
}

} // namespace espalier::script
