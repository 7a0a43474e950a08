#include "espalier/script/directives.h"

#include "espalier/base/error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <vector>

namespace espalier::script {

namespace {

using program::Directive;
using program::Nest;

struct Call {
    std::string name;
    std::vector<std::string> arguments;
};

Error wrong(const Directive &directive, const std::string &message)
{
    return Error(Fault::input, DiagnosticKind::script_error, message, directive.place);
}

/// Reads the calls of a directive.
class Parser {
public:
    explicit Parser(const Directive &directive) : directive_(directive) {}

    std::vector<Call> calls()
    {
        std::vector<Call> result;
        for (skip(", \t"); at_ < text().size(); skip(", \t"))
            result.push_back(call());
        if (result.empty())
            throw wrong(directive_, "the directive says nothing");
        return result;
    }

private:
    const std::string &text() const { return directive_.text; }

    void skip(const char *blanks)
    {
        at_ = std::min(text().find_first_not_of(blanks, at_), text().size());
    }

    Call call()
    {
        std::size_t begin = at_;
        auto is_letter = [](unsigned char letter) { return std::isalnum(letter) || letter == '_'; };
        while (at_ < text().size() && is_letter(static_cast<unsigned char>(text()[at_])))
            ++at_;
        Call result{text().substr(begin, at_ - begin), {}};
        if (result.name.empty())
            throw wrong(directive_,
                        fmt::format("`{}` is no name of a transformation", text().substr(begin)));
        skip(" \t");
        if (at_ < text().size() && text()[at_] == '(')
            result.arguments = arguments();
        return result;
    }

    /// From an opening parenthesis behind the closing one.
    std::vector<std::string> arguments()
    {
        std::vector<std::string> result(1);
        ++at_;
        for (int depth = 1; depth > 0; ++at_) {
            if (at_ == text().size())
                throw wrong(directive_, "a closing parenthesis is missing");
            char letter = text()[at_];
            depth += (letter == '(') - (letter == ')');
            if (letter == ',' && depth == 1)
                result.emplace_back();
            else if (depth > 0)
                result.back() += letter;
        }
        std::ranges::transform(result, result.begin(), trimmed);
        bool is_empty = result.size() == 1 && result.front().empty();
        return is_empty ? std::vector<std::string>() : result;
    }

    static std::string trimmed(const std::string &text)
    {
        std::size_t begin = text.find_first_not_of(" \t");
        return begin == std::string::npos
                   ? ""
                   : text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
    }

    const Directive &directive_;
    std::size_t at_ = 0;
};

/// The loops directly inside a part of the program.
void add_outermost(const Nest &nest, std::vector<const Nest *> &loops)
{
    for (const Nest &child : nest.children)
        if (child.kind == Nest::Kind::loop)
            loops.push_back(&child);
        else
            add_outermost(child, loops);
}

std::vector<const Nest *> loops_inside(const Nest &nest)
{
    std::vector<const Nest *> result;
    add_outermost(nest, result);
    return result;
}

/// A program, and the lines in which its loops start.
struct Original {
    const program::Program &program;
    std::multiset<unsigned> lines;
};

/// The calls of one directive as lines of a script.
class Translator {
public:
    /// \param next  the loop that comes right after `loop`, if one does
    Translator(const Original &original, const Directive &directive, const Nest &loop,
               const Nest *next)
        : original_(original), directive_(directive), loop_(loop), next_(next), outer_(&loop),
          inner_(&loop)
    {
    }

    std::string script()
    {
        std::string result;
        for (const Call &call : Parser(directive_).calls())
            result += line(call) + "\n";
        return result;
    }

private:
    struct Rule {
        const char *form;        ///< for messages
        std::size_t least, most; ///< numbers of arguments
        std::string (Translator::*line)(const Call &);
    };

    static const std::map<std::string, Rule> &rules()
    {
        static const std::map<std::string, Rule> result = {
            {"distribute", {"distribute", 0, 0, &Translator::distribute}},
            {"fuse", {"fuse", 0, 0, &Translator::fuse}},
            {"interchange", {"interchange", 0, 0, &Translator::interchange}},
            {"parallel", {"parallel", 0, 0, &Translator::parallel}},
            {"peel", {"peel(value)", 1, 1, &Translator::peel}},
            {"reverse", {"reverse", 0, 0, &Translator::reverse}},
            {"skew", {"skew(factor)", 1, 1, &Translator::skew}},
            {"stripmine", {"stripmine(size)", 1, 1, &Translator::strip_mine}},
            {"tile", {"tile(size, ...)", 1, 64, &Translator::tile}},
            {"unroll", {"unroll or unroll(factor)", 0, 1, &Translator::unroll}},
            {"vector", {"vector", 0, 0, &Translator::vector}},
            {"narrow_vector", {"narrow_vector", 0, 0, &Translator::vector}},
        };
        return result;
    }

    std::string line(const Call &call)
    {
        auto found = rules().find(call.name);
        if (found == rules().end()) {
            std::vector<std::string> names;
            for (const auto &[name, rule] : rules())
                names.push_back(name);
            throw wrong(directive_, fmt::format("there is no directive `{}`; there are: {}",
                                                call.name, fmt::join(names, ", ")));
        }
        const Rule &rule = found->second;
        if (call.arguments.size() < rule.least || call.arguments.size() > rule.most)
            throw wrong(directive_, fmt::format("`{}` has {} arguments here; it is written {}",
                                                call.name, call.arguments.size(), rule.form));
        return (this->*rule.line)(call);
    }

    std::string reverse(const Call &) { return fmt::format("reverse({})", address(loop_)); }

    std::string distribute(const Call &)
    {
        std::vector<std::string> parts, lines;
        add_parts(loop_, parts);
        for (std::size_t k = 1; k < parts.size(); ++k)
            lines.push_back(fmt::format("distribute(enclose({0}), {0})", parts[k]));
        if (lines.empty())
            throw wrong(directive_, "`distribute` is about a loop with several statements or loops "
                                    "in it, but this one has one");
        return fmt::format("{}", fmt::join(lines, "\n"));
    }

    /// The statements and loops directly inside a part of the program.
    void add_parts(const Nest &nest, std::vector<std::string> &parts) const
    {
        for (const Nest &child : nest.children)
            if (child.kind == Nest::Kind::sequence)
                add_parts(child, parts);
            else if (child.kind == Nest::Kind::loop)
                parts.push_back(address(child));
            else if (const auto &one = original_.program.statements[child.statement];
                     !one.is_kill())
                parts.push_back(fmt::format("statement(\"{}\")", one.name()));
    }

    std::string skew(const Call &call)
    {
        const std::string &factor = call.arguments.front();
        number(factor.substr(factor.starts_with('-')), "the factor of `skew`, but for its sign,");
        return fmt::format("skew({}, {}, {})", address(loop_inside(loop_)), address(loop_), factor);
    }

    std::string fuse(const Call &)
    {
        if (!next_)
            throw wrong(directive_, "`fuse` is about this loop and the next one, but no loop comes "
                                    "right after this one");
        return fmt::format("fuse({}, {})", address(loop_), address(*next_));
    }

    std::string interchange(const Call &)
    {
        const Nest &inside = loop_inside(loop_);
        outer_ = &inside;
        return fmt::format("interchange({})", address(inside));
    }

    std::string parallel(const Call &)
    {
        std::string loop = address(*outer_);
        return fmt::format("parallel({})",
                           strips_ == 0 ? loop : fmt::format("enclose({}, {})", loop, strips_));
    }

    std::string peel(const Call &call)
    {
        const std::string &value = call.arguments.front();
        if (value.empty() || value.find_first_of("'\\\"") != std::string::npos)
            throw wrong(directive_, fmt::format("`{}` is no value to peel at", value));
        return fmt::format("peel({}, '{}')", address(loop_), value);
    }

    std::string strip_mine(const Call &call)
    {
        ++strips_;
        return fmt::format("stripmine({}, {})", address(loop_),
                           number(call.arguments.front(), "the size of a strip"));
    }

    std::string tile(const Call &call)
    {
        std::vector<std::string> sizes;
        for (const std::string &argument : call.arguments)
            sizes.push_back(number(argument, "the size of a tile"));
        for (std::size_t k = 1; k < sizes.size(); ++k)
            inner_ = &loop_inside(*inner_);
        strips_ += sizes.size();
        return fmt::format("tile({}, {{{}}})", address(*inner_), fmt::join(sizes, ", "));
    }

    std::string unroll(const Call &call)
    {
        if (call.arguments.empty())
            return fmt::format("fullunroll({})", address(*inner_));
        return fmt::format("unroll({}, {})", address(*inner_),
                           number(call.arguments.front(), "the factor of `unroll`"));
    }

    /// Of either kind.
    std::string vector(const Call &call)
    {
        return fmt::format("{}({})", call.name, address(*inner_));
    }

    std::string number(const std::string &text, const char *what) const
    {
        bool is_number =
            !text.empty() && text.size() < 10 &&
            std::ranges::all_of(text, [](unsigned char one) { return std::isdigit(one); });
        if (!is_number || std::stol(text) < 1)
            throw wrong(directive_,
                        fmt::format("{} has to be a whole number from 1 on, not `{}`", what, text));
        return text;
    }

    /// \throws Error{script_error} if there is none, or more than one
    const Nest &loop_inside(const Nest &loop) const
    {
        std::vector<const Nest *> inside = loops_inside(loop);
        if (inside.size() != 1)
            throw wrong(directive_,
                        fmt::format("the directive is about loops inside each other, but in the "
                                    "loop in line {} are {} loops",
                                    loop.place.line, inside.size()));
        return *inside.front();
    }

    /// A line names the one loop that starts there.
    std::string address(const Nest &loop) const
    {
        if (original_.lines.count(loop.place.line) > 1)
            throw wrong(directive_, fmt::format("several loops start in line {}: a directive needs "
                                                "them on lines of their own",
                                                loop.place.line));
        return fmt::format("loop{{line={}}}", loop.place.line);
    }

    const Original &original_;
    const Directive &directive_;
    const Nest &loop_;
    const Nest *next_;
    const Nest *outer_;      ///< the outermost one of the loops that the directive is about
    const Nest *inner_;      ///< the innermost one
    std::size_t strips_ = 0; ///< how many loops over strips are around `outer_`
};

/// The loop, if it is one, that stands right behind a child.
const Nest *loop_after(const Nest &parent, std::size_t child)
{
    const Nest *next = child + 1 < parent.children.size() ? &parent.children[child + 1] : nullptr;
    return next && next->kind == Nest::Kind::loop ? next : nullptr;
}

void add_lines(const Nest &nest, std::multiset<unsigned> &lines)
{
    if (nest.kind == Nest::Kind::loop)
        lines.insert(nest.place.line);
    for (const Nest &child : nest.children)
        add_lines(child, lines);
}

void translate(const Original &original, const Nest &nest, const Nest *next, Source &script)
{
    for (const Directive &directive : nest.directives) {
        std::string lines = Translator(original, directive, nest, next).script();
        script.text += lines;
        script.origins.insert(script.origins.end(), std::size_t(std::ranges::count(lines, '\n')),
                              directive.place);
    }
    for (std::size_t k = 0; k < nest.children.size(); ++k)
        translate(original, nest.children[k], loop_after(nest, k), script);
}

} // namespace

Source script_of_directives(const program::Program &program)
{
    Original original{program, {}};
    add_lines(program.nest, original.lines);
    Source script;
    translate(original, program.nest, nullptr, script);
    return script;
}

} // namespace espalier::script
