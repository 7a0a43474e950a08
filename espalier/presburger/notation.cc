#include "espalier/presburger/notation.h"

#include "espalier/base/error.h"

#include <cctype>

namespace espalier::presburger {

bool has_readable_powers(const std::string &text)
{
    static constexpr long most = 1000;
    long product = 1;
    for (std::size_t power = text.find('^'); power != std::string::npos;
         power = text.find('^', power + 1)) {
        long exponent = 0;
        for (std::size_t at = text.find_first_not_of(" \t\r\n", power + 1);
             at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) &&
             exponent <= most;
             ++at)
            exponent = 10 * exponent + (text[at] - '0');
        product *= exponent > 1 ? exponent : 1;
        if (product > most)
            return false;
    }
    return true;
}

void refuse_unreadable_powers(const std::string &text, const std::string &file)
{
    if (!has_readable_powers(text))
        throw Error(Fault::input, DiagnosticKind::malformed_model,
                    "a power in this text is too large: the product of all exponents after `^` may "
                    "be 1000 at most",
                    {file, 0, 0, ""});
}

} // namespace espalier::presburger
