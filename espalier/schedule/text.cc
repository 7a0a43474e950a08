#include "espalier/schedule/text.h"

#include "espalier/presburger/parameters.h"
#include "espalier/presburger/print.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <isl/aff.h>
#include <isl/space.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

namespace espalier::schedule {

namespace {

using presburger::to_string;

/// Lines are broken, where that is possible, rather than wider than this (without indentation).
constexpr std::size_t line_width = 80;

bool is_digit(char character) { return '0' <= character && character <= '9'; }

bool is_in_name(char character)
{
    return std::isalnum(static_cast<unsigned char>(character)) || character == '_' ||
           character == '\'';
}

/// "S2" < "S10": numbers in names by their value.
bool natural_less(std::string_view first, std::string_view second)
{
    auto number = [](std::string_view &text) {
        std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
        std::string_view digits = text.substr(0, end);
        text.remove_prefix(end);
        digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
        return std::pair(digits.size(), digits);
    };
    while (!first.empty() && !second.empty()) {
        if (is_digit(first.front()) && is_digit(second.front())) {
            auto first_number = number(first), second_number = number(second);
            if (first_number != second_number)
                return first_number < second_number;
        } else {
            if (first.front() != second.front())
                return first.front() < second.front();
            first.remove_prefix(1);
            second.remove_prefix(1);
        }
    }
    return first.empty() && !second.empty();
}

/// The same, with an order for texts that differ in leading zeros alone.
bool is_before(const std::string &first, const std::string &second)
{
    return natural_less(first, second) || (!natural_less(second, first) && first < second);
}

/// By statement, then by what is said of it; "S[i]" before "S1[i]".
bool part_less(const std::string &first, const std::string &second)
{
    std::string first_name = first.substr(0, first.find('['));
    std::string second_name = second.substr(0, second.find('['));
    return first_name != second_name ? is_before(first_name, second_name)
                                     : is_before(first, second);
}

/// "floor((i)/4) + (n + i) mod 2" -> "floor(i/4) + (n + i) mod 2"; only around names: isl does not
/// read "0 mod 1", which it writes "(0) mod 1".
std::string without_needless_parentheses(const std::string &text)
{
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        std::size_t end = at + 1;
        while (end < text.size() && is_in_name(text[end]))
            ++end;
        bool is_around_name = text[at] == '(' && end > at + 1 && !is_digit(text[at + 1]) &&
                              end < text.size() && text[end] == ')';
        bool is_call = at > 0 && is_in_name(text[at - 1]);
        if (is_around_name && !is_call) {
            result += text.substr(at + 1, end - at - 1);
            at = end;
        } else {
            result += text[at];
        }
    }
    return result;
}

/// An object in isl's notation, taken apart: "[n] -> { T[i]; S[i] : i < n }" has the parameters
/// "[n] -> " and the parts "S[i] : i < n" and "T[i]". isl lists them in the order of its hash
/// table.
struct Notation {
    std::string parameters;
    std::vector<std::string> parts;
};

template <class Object>
Notation notation(const Object &object)
{
    std::string text = to_string(object);
    std::size_t begin = text.find('{'), end = text.rfind('}');
    Notation result{text.substr(0, begin), {}};
    text = text.substr(begin + 1, end - begin - 1);
    for (std::size_t at = 0; at < text.size();) {
        std::size_t next = std::min(text.find(';', at), text.size());
        std::size_t first = text.find_first_not_of(' ', at),
                    last = text.find_last_not_of(' ', next - 1);
        if (first < next)
            result.parts.push_back(
                without_needless_parentheses(text.substr(first, last + 1 - first)));
        at = next + 1;
    }
    std::sort(result.parts.begin(), result.parts.end(), part_less);
    return result;
}

/// "{ a; b }" after a prefix: on one line where that is wanted and possible, else with a line for
/// each part.
std::vector<std::string> braced(const std::string &prefix, const std::vector<std::string> &parts,
                                bool may_share_line)
{
    if (parts.empty())
        return {prefix + "{ }"};
    std::string line = fmt::format("{}{{ {} }}", prefix, fmt::join(parts, "; "));
    if (parts.size() == 1 || (may_share_line && line.size() <= line_width))
        return {line};
    std::vector<std::string> lines;
    std::size_t column = prefix.size() + 2;
    bool is_far_right = column > line_width / 4;
    if (is_far_right) {
        lines.push_back(prefix + "{");
        column = 2;
    }
    for (const std::string &part : parts)
        lines.push_back(std::string(column, ' ') + part + ";");
    lines.back().back() = ' ';
    lines.back() += '}';
    if (!is_far_right)
        lines.front().replace(0, column, prefix + "{ ");
    return lines;
}

/// The position behind the bracket that closes the one at `begin`.
std::size_t after_bracket(const std::string &text, std::size_t begin)
{
    int depth = 0;
    for (std::size_t at = begin; at < text.size(); ++at) {
        if (text[at] == '[' || text[at] == '(')
            ++depth;
        if ((text[at] == ']' || text[at] == ')') && --depth == 0)
            return at + 1;
    }
    return text.size();
}

/// "(i + j), 32, (i mod 2)" -> "i + j, 32, i mod 2"
std::string without_outer_parentheses(const std::string &expressions)
{
    std::string result;
    for (std::size_t at = 0; at < expressions.size();) {
        bool is_in_parentheses = expressions[at] == '(';
        std::size_t end = is_in_parentheses ? after_bracket(expressions, at) : at;
        std::size_t next = std::min(expressions.find(',', end), expressions.size());
        bool has_outer = is_in_parentheses && end == next;
        result += has_outer ? expressions.substr(at + 1, end - at - 2)
                            : expressions.substr(at, next - at);
        at = next;
        for (; at < expressions.size() && (expressions[at] == ',' || expressions[at] == ' '); ++at)
            result += expressions[at];
    }
    return result;
}

/// What an instance is mapped to: "S[i, j] -> G[(i + j), j] : i < 5" has the argument "S[i, j]",
/// the space "G", the expressions "i + j, j" and the condition " : i < 5".
struct Value {
    std::string argument;
    std::string space;
    std::string expressions;
    std::string condition;
};

/// \param part  of a function in isl's notation
Value value(const std::string &part)
{
    std::size_t arrow = 0;
    bool has_argument = part.find(" -> ") != std::string::npos;
    if (has_argument)
        arrow = part.find(" -> ", after_bracket(part, part.find('[')));
    std::size_t begin = has_argument ? arrow + 4 : 0;
    std::size_t open = part.find('[', begin), close = after_bracket(part, open);
    return {part.substr(0, arrow), part.substr(begin, open - begin),
            without_outer_parentheses(part.substr(open + 1, close - open - 2)), part.substr(close)};
}

/// "S[i, j] -> (i + j, j)" for each statement and piece, the arrows in one column.
std::vector<std::string> partial_schedule(const Band &band)
{
    isl::union_pw_multi_aff schedule =
        isl::manage(isl_union_pw_multi_aff_from_multi_union_pw_aff(band.schedule.copy()));
    std::vector<Value> values;
    std::size_t width = 0;
    for (const std::string &part : notation(schedule).parts) {
        values.push_back(value(part));
        width = std::max(width, values.back().argument.size());
    }
    width = std::min(width, line_width / 4);
    std::vector<std::string> lines;
    lines.reserve(values.size());
    for (const Value &value : values)
        lines.push_back(fmt::format("{:{}}{}{}({}){}", value.argument, width, width ? " -> " : "",
                                    value.space, value.expressions, value.condition));
    return lines;
}

/// "unroll (0, 2)", of the members with this option; empty if there is none.
std::string option_text(const Band &band, LoopOption Member::*which, LoopOption option,
                        const char *name)
{
    std::vector<std::size_t> members;
    for (std::size_t k = 0; k < band.size(); ++k)
        if (band.members[k].*which == option)
            members.push_back(k);
    return members.empty() ? "" : fmt::format("{} ({})", name, fmt::join(members, ", "));
}

/// "coincident (1, -)"; empty if no member is.
std::string coincidence(const Band &band)
{
    std::vector<const char *> marks;
    bool is_any = false;
    for (const Member &member : band.members) {
        marks.push_back(member.is_coincident ? "1" : "-");
        is_any |= member.is_coincident;
    }
    return is_any ? fmt::format("coincident ({})", fmt::join(marks, ", ")) : "";
}

/// "roles (parallel, -)"; empty if no member has one.
std::string roles(const Band &band)
{
    std::vector<const char *> names;
    bool is_any = false;
    for (const Member &member : band.members) {
        names.push_back(member.kind() == LoopKind::sequential ? "-" : name(member.kind()));
        is_any |= member.kind() != LoopKind::sequential;
    }
    return is_any ? fmt::format("roles ({})", fmt::join(names, ", ")) : "";
}

/// "permutable, coincident (1, -), roles (parallel, -), unroll (1)"
std::string attributes(const Band &band)
{
    using enum LoopOption;
    std::vector<std::string> all = {band.is_permutable ? "permutable" : "", coincidence(band),
                                    roles(band)};
    for (auto [option, name] : {std::pair(separate, "separate"), std::pair(atomic, "atomic"),
                                std::pair(unroll, "unroll")})
        all.push_back(option_text(band, &Member::option, option, name));
    for (auto [option, name] :
         {std::pair(separate, "isolated separate"), std::pair(atomic, "isolated atomic"),
          std::pair(unroll, "isolated unroll")})
        all.push_back(option_text(band, &Member::isolated_option, option, name));
    std::erase(all, "");
    return fmt::format("{}", fmt::join(all, ", "));
}

void append(std::vector<std::string> &lines, const std::vector<std::string> &more)
{
    lines.insert(lines.end(), more.begin(), more.end());
}

using Names = std::set<std::string>;

/// The symbolic constants of a space.
Names parameters(const isl::space &space)
{
    std::vector<std::string> names = presburger::parameter_names(space);
    return Names(names.begin(), names.end());
}

/// The symbolic constants that a node introduces, if nodes above it do not.
Names parameters(const Node &node)
{
    if (node.is<Domain>())
        return parameters(node.as<Domain>().instances.space());
    if (node.is<Context>())
        return parameters(node.as<Context>().constraints.space());
    return {};
}

/// What a node says, given the symbolic constants that nodes above it introduced.
class Description {
public:
    explicit Description(const Names &introduced) : introduced_(introduced) {}

    std::vector<std::string> operator()(const Domain &domain) const
    {
        Notation text = notation(domain.instances);
        return braced(text.parameters, text.parts, false);
    }

    std::vector<std::string> operator()(const Context &context) const
    {
        Names names = parameters(context.constraints.space());
        return constraints(
            context.constraints,
            !std::includes(introduced_.begin(), introduced_.end(), names.begin(), names.end()));
    }

    std::vector<std::string> operator()(const Guard &guard) const
    {
        return constraints(guard.constraints, false);
    }

    std::vector<std::string> operator()(const Filter &filter) const
    {
        return braced("", notation(filter.instances).parts, true);
    }

    std::vector<std::string> operator()(const Extension &extension) const
    {
        return braced("", notation(extension.relation).parts, true);
    }

    std::vector<std::string> operator()(const Mark &mark) const { return {'"' + mark.name + '"'}; }

    std::vector<std::string> operator()(const Expansion &expansion) const
    {
        std::vector<std::string> lines = braced("", notation(expansion.expansion).parts, true);
        std::vector<std::string> parts;
        for (const std::string &part : notation(expansion.contraction).parts) {
            Value group = value(part);
            parts.push_back(fmt::format("{} -> {}[{}]{}", group.argument, group.space,
                                        group.expressions, group.condition));
        }
        append(lines, braced("contraction ", parts, true));
        return lines;
    }

    std::vector<std::string> operator()(const Band &band) const
    {
        std::vector<std::string> lines = partial_schedule(band);
        std::string text = attributes(band);
        if (!text.empty()) {
            if (lines.size() == 1 && lines[0].size() + 2 + text.size() <= line_width)
                lines[0] += "  " + text;
            else
                lines.push_back(text);
        }
        if (band.isolation)
            append(lines, braced("isolate ", notation(*band.isolation).parts, true));
        return lines;
    }

    template <class Other>
    std::vector<std::string> operator()(const Other &) const
    {
        return {};
    }

private:
    static std::vector<std::string> constraints(const isl::set &constraints, bool with_parameters)
    {
        Notation text = notation(constraints);
        return braced(with_parameters ? text.parameters : "", text.parts, true);
    }

    const Names &introduced_;
};

/// Appends a node and all below it, but for leaves.
void write(std::string &text, const Node &node, std::size_t indentation, Names introduced)
{
    if (node.is<Leaf>())
        return;
    std::string start = std::string(indentation, ' ') + name(node.type());
    std::vector<std::string> lines = std::visit(Description(introduced), node.payload());
    if (lines.empty())
        text += start + '\n';
    for (std::size_t k = 0; k < lines.size(); ++k)
        text += fmt::format("{:{}} {}\n", k == 0 ? start : "", start.size(), lines[k]);
    introduced.merge(parameters(node));
    for (std::size_t k = 0; k < node.child_count(); ++k)
        write(text, *node.child(k), indentation + 2, introduced);
}

} // namespace

std::string to_text(const Tree &tree)
{
    std::string text;
    write(text, tree.node(), 0, {});
    return text;
}

std::vector<std::string> describe_payload(const Node &node)
{
    return std::visit(Description(Names()), node.payload());
}

} // namespace espalier::schedule
