#include "tests/support/xml.h"

#include <regex>
#include <vector>

namespace espalier::test {

std::map<std::string, std::size_t> count_matches(const std::string &text, const char *pattern)
{
    std::map<std::string, std::size_t> counts;
    std::regex expression(pattern);
    for (std::sregex_iterator match(text.begin(), text.end(), expression), end; match != end;
         ++match)
        ++counts[(*match)[1]];
    return counts;
}

bool contains(const std::string &text, const std::string &part)
{
    return text.find(part) != std::string::npos;
}

namespace {

/// The first thing that is wrong with text between tags, or with the value of an attribute; "" if
/// nothing is.
std::string fault_in_characters(const std::string &text)
{
    static const std::regex entity("&(amp|lt|gt|quot|apos|#[0-9]+|#x[0-9a-fA-F]+);");
    std::string rest = std::regex_replace(text, entity, "");
    return rest.find_first_of("&<") == std::string::npos && !contains(rest, "]]>")
               ? ""
               : "characters not escaped: " + text.substr(0, 80);
}

std::string fault_in_tag(const std::string &tag)
{
    static const std::regex form(
        "/?[A-Za-z][\\w:-]*(\\s+[\\w:-]+\\s*=\\s*(\"[^\"<]*\"|'[^'<]*'))*\\s*/?");
    return std::regex_match(tag, form) ? fault_in_characters(tag) : "no tag: " + tag.substr(0, 80);
}

} // namespace

std::string fault_in_xml(const std::string &document)
{
    std::vector<std::string> open;
    std::size_t at = 0;
    while (true) {
        std::size_t begin = document.find('<', at);
        std::string fault = fault_in_characters(document.substr(at, begin - at));
        if (!fault.empty())
            return fault;
        if (begin == std::string::npos)
            return open.empty() ? "" : "never closed: " + open.back();
        bool is_comment = document.compare(begin, 4, "<!--") == 0;
        std::size_t end = document.find(is_comment ? "-->" : ">", begin);
        if (end == std::string::npos)
            return "a tag does not end";
        at = document.find('>', end) + 1;
        std::string tag = document.substr(begin + 1, end - begin - 1);
        if (is_comment || tag[0] == '?' || tag[0] == '!')
            continue;
        if (fault = fault_in_tag(tag); !fault.empty())
            return fault;
        std::string name = tag.substr(0, tag.find_first_of(" \t\n/", 1));
        if (name[0] != '/' && tag.back() != '/')
            open.push_back(name);
        else if (name[0] == '/') {
            if (open.empty() || "/" + open.back() != name)
                return "closed but not open: " + name;
            open.pop_back();
        }
    }
}

} // namespace espalier::test
