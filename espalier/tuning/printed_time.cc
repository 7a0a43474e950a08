#include "espalier/tuning/printed_time.h"

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace espalier::tuning {

namespace {

std::vector<std::string> lines_of(const std::string &text)
{
    std::vector<std::string> lines;
    for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end) {
        end = text.find('\n', begin);
        end = end == std::string::npos ? text.size() : end + 1;
        lines.push_back(text.substr(begin, end - begin));
    }
    return lines;
}

/// "2" of "c1 takes 1.5 of 2 s": a number starts no sooner than a word does.
std::optional<double> last_number(const std::string &line)
{
    std::optional<double> result;
    for (std::size_t k = 0; k < line.size();) {
        const char *begin = line.c_str() + k;
        char *end = nullptr;
        double value = std::strtod(begin, &end);
        bool starts_word = k == 0 || !std::isalnum(static_cast<unsigned char>(line[k - 1]));
        if (end == begin || !starts_word) {
            ++k;
            continue;
        }
        if (std::isfinite(value))
            result = value;
        k += std::size_t(end - begin);
    }
    return result;
}

} // namespace

PrintedTime printed_time(const std::string &output, bool is_last_number)
{
    PrintedTime result;
    std::vector<std::string> rest;
    bool has_time_line = false;
    for (const std::string &line : lines_of(output)) {
        if (!line.starts_with("time:")) {
            rest.push_back(line);
            continue;
        }
        has_time_line = true;
        if (std::optional<double> number = last_number(line))
            result.seconds = number;
    }
    if (!has_time_line && is_last_number)
        for (std::size_t k = rest.size(); k-- > 0;)
            if ((result.seconds = last_number(rest[k]))) {
                rest.erase(rest.begin() + std::ptrdiff_t(k));
                break;
            }
    for (const std::string &line : rest)
        result.rest += line;
    return result;
}

} // namespace espalier::tuning
