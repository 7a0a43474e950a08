#include "espalier/targets/c/inspection_check.h"

#include "espalier/ast/generator.h"
#include "espalier/program/value_type.h"
#include "espalier/targets/c/steady_code.h"

#include <fmt/format.h>

#include <algorithm>

namespace espalier::targets {

namespace {

/// The greatest number that is sure to be one of all types that C computes with.
constexpr const char *greatest_index = "2147483647";

/// Whether what an inspection reads depends on others.
bool is_dependent(const program::Inspection &inspection)
{
    return !inspection.elements.least.terms.empty() || !inspection.elements.greatest.terms.empty();
}

/// Prints one check.
class InspectionPrinter {
public:
    InspectionPrinter(const std::string &flag, const InspectionCheck &check,
                      const lowering::Names &names, CPrinter &printer, std::string indentation,
                      const std::string &unit)
        : flag_(flag), check_(check), names_(names), printer_(printer),
          indentation_(std::move(indentation)), unit_(unit)
    {
    }

    std::string variables(std::size_t inspection) const
    {
        return fmt::format("{}{} {} = 0, {} = -1;\n", indentation_, printer_.wide_type(),
                           least(inspection), greatest(inspection));
    }

    /// One pass over the elements of an array.
    std::string pass(std::size_t position, const program::Inspection &inspection)
    {
        const program::Array &array = printer_.program().arrays[inspection.array];
        const std::string first = bound(inspection.elements.least);
        const std::string last = bound(inspection.elements.greatest);
        std::string text;
        if (is_dependent(inspection))
            text += line(0, "{0} = {0} && 0 <= {1} && {1} <= {2};", flag_, first, last);
        // What is stored as real numbers may be read as characters.
        const program::ValueType type = program::element_type(printer_.program(), array);
        if (!check_.is_kept || (type.is_integer() && type.bits <= 8))
            return text + line(0, "if ({}) {{", flag_) + body(position, inspection, first, last) +
                   line(0, "}}");
        printer_.use(Helper::steady);
        InspectionPrinter inside(flag_, check_, names_, printer_, indentation_ + unit_, unit_);
        return text + targets::print({element(array, first), !type.is_integer(), first, last,
                                      least(position), greatest(position), flag_,
                                      inside.body(position, inspection, first, last)},
                                     names_, indentation_, unit_);
    }

    /// Whether both bounds of an extent are numbers that C has computed the same way.
    std::string is_in_range(const Extent &extent)
    {
        const ast::ExpressionPtr end = with_terms(extent.end, extent.end_terms, names_);
        return fmt::format("0 <= {} && {} <= {}",
                           printer_.operand(with_terms(extent.begin, extent.begin_terms, names_)),
                           printer_.operand(end), greatest_index);
    }

private:
    /// Lines that set the variables of an inspection.
    std::string body(std::size_t position, const program::Inspection &inspection,
                     const std::string &first, const std::string &last)
    {
        const program::Array &array = printer_.program().arrays[inspection.array];
        std::string text =
            inspection.is_ascent ? ascent(array, first, last) : values(array, first, last);
        text += line(1, "{} = {};", least(position), least_of(inspection, array, first));
        text += line(1, "{} = {};", greatest(position), greatest_of(inspection, array, last));
        return text + line(1, "{0} {1}= (unsigned {2}){3} <= {5} && (unsigned {2}){4} <= {5};",
                           flag_, inspection.is_ascent ? "&" : "", printer_.wide_type(),
                           least(position), greatest(position), greatest_index);
    }

    template <class... Arguments>
    std::string line(int depth, fmt::format_string<Arguments...> text, Arguments &&...arguments)
    {
        std::string result = indentation_;
        for (int k = 0; k < depth; ++k)
            result += unit_;
        return result + fmt::format(text, std::forward<Arguments>(arguments)...) + "\n";
    }

    std::string least(std::size_t inspection) const
    {
        return fmt::format("{}_least{}", names_.inspected, inspection);
    }

    std::string greatest(std::size_t inspection) const
    {
        return fmt::format("{}_greatest{}", names_.inspected, inspection);
    }

    std::string bound(const program::InspectedBound &bound)
    {
        const program::Program &program = printer_.program();
        const isl::set context = known_before(program).intersect(program.assumptions);
        return printer_.operand(with_terms(ast::value(bound.known, context), bound.terms, names_));
    }

    std::string counter() const { return names_.iterator_prefix + "0"; }

    static std::string element(const program::Array &array, const std::string &subscript)
    {
        return fmt::format("{}[{}]{}", array.spelling[0], subscript, array.spelling[1]);
    }

    /// A type for what is found of an array's elements: theirs, if it is sure that the least and
    /// the greatest can be found in it by threads together, as those of enumerators cannot in C++.
    std::string type_of(const program::Array &array) const
    {
        return program::element_type(printer_.program(), array).is_integer() ? array.element_type
                                                                             : printer_.wide_type();
    }

    /// What has threads share a pass that is long enough.
    std::string shared(const std::string &first, const std::string &last,
                       const std::string &reductions)
    {
        if (!check_.shared_elements)
            return "";
        const std::string length = first == "0" ? last : fmt::format("{} - {}", last, first);
        return line(1, "#pragma omp parallel for {} if({} >= {})", reductions, length,
                    *check_.shared_elements);
    }

    std::string ascent(const program::Array &array, const std::string &first,
                       const std::string &last)
    {
        return shared(first, last, fmt::format("reduction(& : {})", flag_)) +
               line(1, "for ({0} {1} = {2}; {1} < {3}; {1}++)", printer_.wide_type(), counter(),
                    first, last) +
               line(2, "{} &= {} <= {};", flag_, element(array, counter()),
                    element(array, counter() + " + 1"));
    }

    std::string values(const program::Array &array, const std::string &first,
                       const std::string &last)
    {
        const std::string type = type_of(array);
        const std::string cast = type == array.element_type ? "" : fmt::format("({})", type);
        const std::string here = cast + element(array, counter());
        std::string text = line(1, "{0} {1}_least = {2}, {1}_greatest = {2};", type,
                                names_.inspected, cast + element(array, first));
        text += shared(first, last,
                       fmt::format("reduction(min : {0}_least) reduction(max : {0}_greatest)",
                                   names_.inspected));
        text += line(1, "for ({0} {1} = {2}; {1} <= {3}; {1}++) {{", printer_.wide_type(),
                     counter(), first, last);
        text += line(2, "{0}_least = {1} < {0}_least ? {1} : {0}_least;", names_.inspected, here);
        text += line(2, "{0}_greatest = {1} > {0}_greatest ? {1} : {0}_greatest;", names_.inspected,
                     here);
        return text + line(1, "}}");
    }

    std::string least_of(const program::Inspection &inspection, const program::Array &array,
                         const std::string &first) const
    {
        return inspection.is_ascent ? element(array, first) : names_.inspected + "_least";
    }

    std::string greatest_of(const program::Inspection &inspection, const program::Array &array,
                            const std::string &last) const
    {
        return inspection.is_ascent ? element(array, last) : names_.inspected + "_greatest";
    }

    const std::string &flag_;
    const InspectionCheck &check_;
    const lowering::Names &names_;
    CPrinter &printer_;
    const std::string indentation_;
    const std::string &unit_;
};

} // namespace

bool may_inspect(const program::Program &program,
                 const std::vector<program::Inspection> &inspections,
                 const std::vector<std::pair<std::size_t, std::size_t>> &plain)
{
    auto is_chosen_by = [&](std::size_t array) {
        return std::ranges::all_of(program.may_overlap, [&](const auto &pair) {
            return (pair.first != array && pair.second != array) ||
                   std::ranges::find(plain, pair) != plain.end();
        });
    };
    return std::ranges::all_of(inspections, [&](const program::Inspection &inspection) {
        const program::InspectedRange &elements = inspection.elements;
        return std::ranges::all_of(
            std::vector{&elements.least, &elements.greatest},
            [&](const program::InspectedBound *bound) {
                return std::ranges::all_of(bound->terms, [&](const auto &term) {
                    return is_chosen_by(inspections[term.inspection].array);
                });
            });
    });
}

std::string print(const InspectionCheck &check, const std::string &name,
                  const std::string &condition, const lowering::Names &names, CPrinter &printer,
                  const std::string &indentation, const std::string &unit)
{
    InspectionPrinter part(name, check, names, printer, indentation, unit);
    std::string text =
        fmt::format("{}int {} = {};\n", indentation, name, condition.empty() ? "1" : condition);
    for (std::size_t k = 0; k < check.inspections.size(); ++k)
        text += part.variables(k);
    for (std::size_t k = 0; k < check.inspections.size(); ++k)
        text += part.pass(k, check.inspections[k]);
    std::vector<std::string> conditions = {name};
    auto add = [&](const std::string &one) {
        if (std::ranges::find(conditions, one) == conditions.end())
            conditions.push_back(one);
    };
    for (const Extent &extent : check.chosen)
        add(part.is_in_range(extent));
    std::ranges::for_each(check.conditions, add);
    return text + fmt::format("{}{} = {};\n", indentation, name, fmt::join(conditions, " && "));
}

} // namespace espalier::targets
