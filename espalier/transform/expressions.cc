#include "espalier/transform/expressions.h"

#include "espalier/presburger/notation.h"
#include "espalier/presburger/print.h"
#include "espalier/transform/impossible.h"

#include <isl/aff.h>
#include <isl/set.h>
#include <isl/val.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace espalier::transform {

namespace {

std::vector<std::string> constants(const program::Program &program)
{
    std::vector<std::string> result;
    for (const program::Parameter &parameter : program.parameters)
        result.push_back(parameter.id.name());
    return result;
}

std::string listed(const std::vector<std::string> &names)
{
    return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
}

/// C's `==` and `!` are the only signs that isl does not know.
std::string in_isl_notation(std::string text)
{
    for (std::size_t at = text.find("=="); at != std::string::npos; at = text.find("=="))
        text.erase(at, 1);
    return text;
}

Error unreadable(const std::string &text, const std::vector<std::string> &names,
                 const std::string &hint = "")
{
    return impossible(fmt::format("`{}` cannot be read as an affine expression in the names: {}{}",
                                  text, listed(names), hint));
}

/// Reads a pattern with `text` in it.
/// \param names  that the text may use, for the message
template <class Object>
Object read(isl::ctx ctx, const std::string &text, const std::string &start, const std::string &end,
            const std::vector<std::string> &names)
{
    const bool is_contained = text.find_first_of("{}[];:") == std::string::npos;
    const auto result = is_contained
                            ? presburger::read<Object>(ctx, start + in_isl_notation(text) + end)
                            : std::nullopt;
    if (!result)
        throw unreadable(text, names);
    return *result;
}

/// \throws Error{impossible_transformation} if a function has fractions as its values
void require_integers(const isl::pw_aff &value, const std::string &text,
                      const std::vector<std::string> &names)
{
    value.foreach_piece([&](const isl::set &, const isl::multi_aff &piece) {
        isl::aff function = piece.at(0);
        if (!isl::manage(isl_aff_get_denominator_val(function.get())).is_one())
            throw unreadable(text, names, ", with integer values; floor(...) rounds");
    });
}

std::string introduced(const std::vector<std::string> &constants)
{
    return fmt::format("[{}] -> ", fmt::join(constants, ", "));
}

} // namespace

isl::aff constant_value(const program::Program &program, const std::string &text)
{
    std::vector<std::string> names = constants(program);
    auto value = read<isl::aff>(program.context.ctx(), text, introduced(names) + "{ [] -> [(",
                                ")] }", names);
    require_integers(isl::pw_aff(value), text, names);
    return value;
}

bool is_symbolic_constant(const program::Program &program, const std::string &name)
{
    std::vector<std::string> names = constants(program);
    return std::ranges::find(names, name) != names.end();
}

isl::set constant_condition(const program::Program &program, const std::string &text)
{
    std::vector<std::string> names = constants(program);
    return read<isl::set>(program.context.ctx(), text, introduced(names) + "{ : ", " }", names);
}

namespace {

/// What expressions at a statement may refer to.
struct NamedValues {
    std::vector<std::string> constants, dimensions;
    isl::multi_pw_aff values; ///< { S[i] -> [d] }, for each of `dimensions`

    std::vector<std::string> names() const
    {
        std::vector<std::string> result = constants;
        result.insert(result.end(), dimensions.begin(), dimensions.end());
        return result;
    }

    /// "[n] -> { [i, j]"
    std::string start() const
    {
        return introduced(constants) + fmt::format("{{ [{}]", fmt::join(dimensions, ", "));
    }
};

NamedValues named_values(const MatrixView &view, const Statement &statement)
{
    std::vector<std::string> known = constants(view.program), dimensions;
    isl::space space = statement.instances.space();
    isl::pw_aff_list values(space.ctx(), 0);
    auto add = [&](const std::string &name, const isl::pw_aff &value) {
        if (std::ranges::find(known, name) != known.end() ||
            std::ranges::find(dimensions, name) != dimensions.end())
            return;
        dimensions.push_back(name);
        values = values.add(value);
    };
    for (std::size_t k = 0; k < statement.depth(); ++k)
        add(statement.rows[k].name, statement.time(k));
    for (std::size_t k = 0; k < statement.iterator_names.size(); ++k)
        add(statement.iterator_names[k], statement.iterators.at(static_cast<int>(k)));
    for (std::size_t k = 0; k < statement.depth(); ++k)
        for (const Statement *other : statements_in(view, first(statement.beta, k + 1)))
            if (k < other->depth())
                add(other->rows[k].name, statement.time(k));
    isl::space range = space.add_unnamed_tuple(unsigned(dimensions.size()));
    return {known, dimensions, isl::multi_pw_aff(range, values)};
}

} // namespace

isl::pw_aff value_at(const MatrixView &view, const Statement &statement, const std::string &text)
{
    NamedValues known = named_values(view, statement);
    auto value = read<isl::pw_aff>(statement.instances.ctx(), text, known.start() + " -> [(",
                                   ")] }", known.names());
    require_integers(value, text, known.names());
    return value.pullback(known.values);
}

isl::set instances_where(const MatrixView &view, const Statement &statement,
                         const std::string &text)
{
    NamedValues known = named_values(view, statement);
    auto condition =
        read<isl::set>(statement.instances.ctx(), text, known.start() + " : ", " }", known.names());
    return condition.preimage(known.values);
}

std::string name_in_scripts(const Statement &statement, std::size_t entries)
{
    std::size_t levels = statement.beta.size() - entries;
    if (levels == 0)
        return statement.label;
    return levels == 1 ? fmt::format("enclose({})", statement.label)
                       : fmt::format("enclose({}, {})", statement.label, levels);
}

std::string expression(const isl::aff &function)
{
    std::string text = presburger::to_string(function);
    std::size_t begin = text.rfind("[(") + 2, end = text.rfind(")]");
    return text.substr(begin, end - begin);
}

} // namespace espalier::transform
