#include "espalier/presburger/notation.h"

#include "espalier/base/error.h"

#include <fmt/format.h>

#include <cctype>

namespace espalier::presburger {

namespace {

constexpr long max_exponent = 1000;
constexpr long max_nesting = 500;

bool has_readable_powers(const std::string &text)
{
    long product = 1;
    for (std::size_t power = text.find('^'); power != std::string::npos;
         power = text.find('^', power + 1)) {
        long exponent = 0;
        for (std::size_t at = text.find_first_not_of(" \t\r\n", power + 1);
             at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) &&
             exponent <= max_exponent;
             ++at)
            exponent = 10 * exponent + (text[at] - '0');
        product *= exponent > 1 ? exponent : 1;
        if (product > max_exponent)
            return false;
    }
    return true;
}

bool has_readable_nesting(const std::string &text)
{
    long depth = 0;
    for (char one : text) {
        depth += one == '(' || one == '[' || one == '{';
        depth -= one == ')' || one == ']' || one == '}';
        if (depth > max_nesting)
            return false;
    }
    return true;
}

} // namespace

std::optional<std::string> why_unreadable(const std::string &text)
{
    if (!has_readable_powers(text))
        return fmt::format("a power in this text is too large: the product of all exponents after "
                           "`^` may be {} at most",
                           max_exponent);
    if (!has_readable_nesting(text))
        return fmt::format("this is nested too deeply: of brackets, {} may be open at a place",
                           max_nesting);
    return std::nullopt;
}

void refuse_unreadable(const std::string &text, const std::string &file)
{
    if (std::optional<std::string> why = why_unreadable(text))
        throw Error(Fault::input, DiagnosticKind::malformed_model, *why, {file, 0, 0, ""});
}

} // namespace espalier::presburger
