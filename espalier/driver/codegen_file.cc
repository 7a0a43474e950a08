#include "espalier/driver/codegen_file.h"

#include "espalier/base/error.h"

#include <fmt/format.h>

#include <regex>
#include <sstream>

namespace espalier::driver {

namespace {

schedule::LoopOption loop_option(const std::string &word, const std::string &file, unsigned line)
{
    if (word == "--atomic")
        return schedule::LoopOption::atomic;
    if (word == "--separate")
        return schedule::LoopOption::separate;
    if (word == "--unroll")
        return schedule::LoopOption::unroll;
    throw Error(Fault::input, DiagnosticKind::malformed_model,
                fmt::format("`{}` is no option of code generation; there are --atomic, --separate "
                            "and --unroll",
                            word),
                {file, line, 0, ""});
}

} // namespace

std::optional<schedule::LoopOption> loop_option_of_file(const std::string &text,
                                                        const std::string &file)
{
    const std::string head = "# OPTIONS:";
    std::optional<schedule::LoopOption> result;
    std::istringstream lines(text);
    std::string line;
    for (unsigned number = 1; std::getline(lines, line) && line.rfind('#', 0) == 0; ++number) {
        if (line.rfind(head, 0) != 0)
            continue;
        std::istringstream words(line.substr(head.size()));
        for (std::string word; words >> word;)
            result = loop_option(word, file, number);
    }
    return result;
}

std::set<std::string> names_in(const std::string &text)
{
    static const std::regex statement(R"(([A-Za-z_]\w*)\s*\[)");
    static const std::regex constants(R"(\[([^\]]*)\]\s*->\s*[\[{])");
    static const std::regex name(R"([A-Za-z_]\w*)");
    std::set<std::string> result;
    for (std::sregex_iterator match(text.begin(), text.end(), statement), end; match != end;
         ++match)
        result.insert((*match)[1]);
    for (std::sregex_iterator match(text.begin(), text.end(), constants), end; match != end;
         ++match) {
        std::string list = (*match)[1];
        for (std::sregex_iterator word(list.begin(), list.end(), name); word != end; ++word)
            result.insert(word->str());
    }
    return result;
}

} // namespace espalier::driver
