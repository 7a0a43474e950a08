#include "espalier/base/words.h"
#include "espalier/lowering/code.h"
#include "espalier/lowering/unset_scalars.h"
#include "espalier/program/value_type.h"
#include "espalier/targets/c/c_printer.h"
#include "espalier/targets/c/pragmas.h"
#include "espalier/targets/c/vector_loop_printer.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <utility>

namespace espalier::targets {

namespace {

constexpr long max_elements = std::numeric_limits<int>::max(); ///< of a reduction's array

/// "unsigned int (*x0)[8]": a pointer to the rows of an array, or to its elements.
std::string pointer_to_rows(const std::string &type, const std::string &name,
                            const program::Array &array)
{
    if (array.extents.size() == 1)
        return fmt::format("{} *{}", type, name);
    std::string result = fmt::format("{} (*{})", type, name);
    for (std::size_t k = 1; k < array.extents.size(); ++k)
        result +=
            fmt::format("[{}]", program::constant_extent(array.extents[k], max_elements).value());
    return result;
}

/// Adds the statements that code starts with, whatever data say.
/// \return whether there is nothing else
bool add_leading_instances(const lowering::CodePtr &code,
                           std::vector<const lowering::Instance *> &result)
{
    if (const auto *instance = std::get_if<lowering::Instance>(&code->kind)) {
        result.push_back(instance);
        return true;
    }
    const auto *block = std::get_if<lowering::Block>(&code->kind);
    return block && std::ranges::all_of(block->children, [&](const lowering::CodePtr &child) {
               return add_leading_instances(child, result);
           });
}

} // namespace

/// Prints code line by line.
class CodePrinter {
public:
    CodePrinter(CPrinter &printer, std::string unit) : printer_(printer), unit_(std::move(unit)) {}

    void print(const lowering::CodePtr &code, const std::string &indentation)
    {
        std::visit([&](const auto &kind) { this->node(kind, indentation); }, code->kind);
    }

    std::string text;

private:
    void line(const std::string &indentation, const std::string &content)
    {
        text += indentation + content + "\n";
    }

    void node(const lowering::Instance &instance, const std::string &indentation)
    {
        std::string lines = printer_.instance(instance, unit_);
        if (const auto declared = declared_.extract(&instance))
            lines.insert(0, declared.mapped());
        for (std::size_t begin = 0; begin < lines.size();) {
            const std::size_t end = lines.find('\n', begin);
            line(indentation, lines.substr(begin, end - begin));
            begin = end + 1;
        }
    }

    void node(const lowering::Block &block, const std::string &indentation)
    {
        for (const lowering::CodePtr &child : block.children)
            print(child, indentation);
    }

    void node(const lowering::Choice &choice, const std::string &indentation)
    {
        branch("", choice, indentation);
    }

    void branch(const std::string &lead, const lowering::Choice &choice,
                const std::string &indentation)
    {
        line(indentation, fmt::format("{}if ({}) {{", lead, printer_.expression(choice.condition)));
        contents(choice.yes, indentation + unit_);
        if (!choice.no)
            return line(indentation, "}");
        if (const auto *next = std::get_if<lowering::Choice>(&choice.no->kind))
            return branch("} else ", *next, indentation);
        line(indentation, "} else {");
        contents(choice.no, indentation + unit_);
        line(indentation, "}");
    }

    void node(const lowering::Guard &guard, const std::string &indentation)
    {
        branch("", guard, indentation);
    }

    void branch(const std::string &lead, const lowering::Guard &guard,
                const std::string &indentation)
    {
        const bool is_short = lead.empty() && !guard.no &&
                              std::holds_alternative<lowering::Instance>(guard.yes->kind);
        line(indentation,
             fmt::format("{}if ({}){}", lead, printer_.condition(guard), is_short ? "" : " {"));
        contents(guard.yes, indentation + unit_);
        const auto *next = guard.no ? std::get_if<lowering::Guard>(&guard.no->kind) : nullptr;
        if (next)
            return branch("} else ", *next, indentation);
        if (guard.no) {
            line(indentation, "} else {");
            contents(guard.no, indentation + unit_);
        }
        if (!is_short)
            line(indentation, "}");
    }

    void node(const lowering::Let &let, const std::string &indentation)
    {
        line(indentation, "{");
        declarations(let, indentation + unit_);
        line(indentation, "}");
    }

    void node(const lowering::Declarations &declared, const std::string &indentation)
    {
        line(indentation, "{");
        declarations(declared, indentation + unit_);
        line(indentation, "}");
    }

    /// Code inside braces that hold nothing else: what it declares needs no braces of its own.
    void contents(const lowering::CodePtr &code, const std::string &indentation)
    {
        if (const auto *let = std::get_if<lowering::Let>(&code->kind))
            declarations(*let, indentation);
        else if (const auto *declared = std::get_if<lowering::Declarations>(&code->kind))
            declarations(*declared, indentation);
        else
            print(code, indentation);
    }

    void declarations(const lowering::Let &let, const std::string &indentation)
    {
        line(indentation, fmt::format("const {} {} = {};", printer_.wide_type(), let.name,
                                      printer_.expression(let.value)));
        contents(let.body, indentation);
    }

    void declarations(const lowering::Declarations &declared, const std::string &indentation)
    {
        for (std::size_t array : declared.arrays) {
            const std::string &declaration = printer_.declaration(array);
            if (!printer_.array(array).extents.empty())
                line(indentation,
                     declaration + (may_look_unset(array, *declared.body) ? " = {0};" : ";"));
            else if (std::ranges::find(declared.unread, array) != declared.unread.end() ||
                     !is_declared_by_statement(declaration, printer_.array(array).spelling.front(),
                                               declared.body))
                line(indentation, declaration + " = 0;");
        }
        for (std::size_t array : declared.unread)
            line(indentation,
                 fmt::format("(void){};", printer_.program().arrays[array].spelling.front()));
        contents(declared.body, indentation);
    }

    /// Has the statement that sets a scalar declare it, if that is one of the statements that code
    /// starts with, and no other one before it names the scalar.
    /// \param declaration  "double x"
    bool is_declared_by_statement(const std::string &declaration, const std::string &name,
                                  const lowering::CodePtr &code)
    {
        std::vector<const lowering::Instance *> first;
        add_leading_instances(code, first);
        for (const lowering::Instance *instance : first) {
            const std::string statement = printer_.instance(*instance, unit_);
            if (!contains_word(statement, name))
                continue;
            const std::string start = name + " = ";
            return statement.starts_with(start) && declaration.ends_with(" " + name) &&
                   !contains_word(statement.substr(start.size()), name) &&
                   declared_
                       .emplace(instance, declaration.substr(0, declaration.size() - name.size()))
                       .second;
        }
        return false;
    }

    void node(const lowering::Loop &loop, const std::string &indentation)
    {
        const ast::For &head = loop.head;
        std::string pragma = head.role ? loop_pragma(printer_, *head.role, loop.is_in_team) : "";
        if (loop.takes_inner)
            pragma += " collapse(2)";
        if (kind_of(head.role) == schedule::LoopKind::parallel && !loop.is_in_team)
            return for_threads(pragma, indentation, [&] { iterations(loop, indentation); });
        if (!pragma.empty())
            line(indentation, pragma);
        iterations(loop, indentation);
    }

    /// Code that threads run, behind the line that starts them.
    template <class Print>
    void for_threads(const std::string &pragma, const std::string &indentation, Print print_body)
    {
        std::string before = std::exchange(text, "");
        print_body();
        const std::string body = std::exchange(text, std::move(before));
        line(indentation, pragma + firstprivate_clause(printer_, pragma, body));
        text += body;
    }

    void iterations(const lowering::Loop &loop, const std::string &indentation)
    {
        const ast::For &head = loop.head;
        const std::string step =
            lowering::counts_by_one(head)
                ? head.iterator + "++"
                : fmt::format("{} += {}", head.iterator, printer_.expression(head.step));
        const std::string condition =
            head.condition ? " " + printer_.expression(head.condition) : "";
        const bool keeps_apart = head.role && head.role->keeps_iterations_apart;
        const bool hides = loop.hides_variable && !is_for_device(printer_.target());
        const bool is_single =
            !keeps_apart && !hides && std::holds_alternative<lowering::Instance>(loop.body->kind);
        line(indentation,
             fmt::format("for ({} {} = {};{}; {}){}", printer_.wide_type(), head.iterator,
                         printer_.expression(head.init), condition, step, is_single ? "" : " {"));
        if (head.role && printer_.target() == Target::openmp)
            set_scalars(head.role->own, *loop.body, indentation + unit_);
        if (keeps_apart)
            line(indentation + unit_, "__asm__ volatile(\"\"); // keeps compilers from joining "
                                      "iterations of this loop");
        if (hides)
            line(indentation + unit_,
                 fmt::format("__asm__ volatile(\"\" : \"+r\"({})); // keeps compilers from "
                             "deriving addresses from each other",
                             head.iterator));
        contents(loop.body, indentation + unit_);
        if (!is_single)
            line(indentation, "}");
    }

    /// Whether compilers would warn of an array of one element that nothing has set it.
    bool may_look_unset(std::size_t array, const lowering::Code &body) const
    {
        const std::vector<std::optional<isl::pw_aff>> &extents = printer_.array(array).extents;
        const bool has_one = std::ranges::all_of(
            extents, [](const auto &extent) { return program::constant_extent(extent, 1) == 1; });
        return !extents.empty() && has_one &&
               lowering::may_look_unset(printer_.program(), body, array);
    }

    /// Each thread's own ones, of which compilers would warn that nothing has set them.
    void set_scalars(const schedule::Privatization &own, const lowering::Code &body,
                     const std::string &indentation)
    {
        for (const std::size_t array : own.private_arrays)
            if (const program::Array &one = printer_.array(array);
                one.extents.empty() && lowering::may_look_unset(printer_.program(), body, array))
                line(indentation, one.spelling.front() + " = 0;");
    }

    void node(const lowering::Team &team, const std::string &indentation)
    {
        const std::string start = region_pragma(printer_, team.shared);
        if (!team.rounding)
            return for_threads(start, indentation, [&] { print(team.body, indentation); });
        const std::string inside = indentation + unit_;
        line(indentation, "{");
        line(inside, fmt::format("const int {} = fegetround();", *team.rounding));
        for_threads(start, inside, [&] {
            line(inside, "{");
            line(inside + unit_, fmt::format("fesetround({});", *team.rounding));
            print(team.body, inside + unit_);
            line(inside, "}");
        });
        line(indentation, "}");
    }

    void node(const lowering::Single &single, const std::string &indentation)
    {
        line(indentation, "#pragma omp single");
        line(indentation, "{");
        contents(single.body, indentation + unit_);
        line(indentation, "}");
    }

    void node(const lowering::Launch &launch, const std::string &indentation)
    {
        text += printer_.launch().launch(launch, indentation);
    }

    void node(const lowering::PersistentKernel &kernel, const std::string &indentation)
    {
        text += printer_.launch().launch(kernel, indentation);
    }

    void node(const lowering::Barrier &, const std::string &indentation)
    {
        line(indentation, printer_.barrier());
    }

    void node(const lowering::IfEnough &choice, const std::string &indentation)
    {
        line(indentation, fmt::format("if ({}) {{", enough_work(printer_, choice.conditions)));
        contents(choice.threads, indentation + unit_);
        line(indentation, "} else {");
        contents(choice.alone, indentation + unit_);
        line(indentation, "}");
    }

    void node(const lowering::ScalarReplacement &replacement, const std::string &indentation)
    {
        if (!replacement.condition)
            return in_variables(replacement, indentation);
        line(indentation, fmt::format("if ({}) {{", printer_.expression(replacement.condition)));
        in_variables(replacement, indentation + unit_);
        line(indentation, "}");
    }

    void in_variables(const lowering::ScalarReplacement &replacement,
                      const std::string &indentation)
    {
        for (const auto &one : replacement.variables) {
            const std::string declaration =
                fmt::format("{}{} {}", one.is_stored ? "" : "const ",
                            printer_.array(one.element.array).element_type, one.name);
            if (one.is_loaded)
                line(indentation, declaration + " = " + printer_.element(one.element) + ";");
            else if (!is_declared_by_statement(declaration, one.name, replacement.body))
                line(indentation, declaration + ";");
        }
        print(replacement.body, indentation);
        for (const auto &one : replacement.variables)
            if (one.is_stored)
                line(indentation, fmt::format("{} = {};", printer_.element(one.element), one.name));
    }

    void node(const lowering::OneLoopIfUnchanged &loop, const std::string &indentation)
    {
        const program::Array array = printer_.array(loop.element.array);
        const std::string element = printer_.element(loop.element), &type = array.element_type;
        // Of other numbers, two zeros are equal, and those that are none are not.
        const std::string condition =
            program::element_type(printer_.program(), array).is_integer()
                ? fmt::format("{} == {}", loop.after, loop.before)
                : fmt::format("__builtin_memcmp(&{}, &{}, sizeof({})) == 0", loop.before,
                              loop.after, type);
        line(indentation, fmt::format("const {} {} = {};", type, loop.before, element));
        print(loop.between, indentation);
        line(indentation, fmt::format("const {} {} = {};", type, loop.after, element));
        line(indentation, fmt::format("if ({}) {{", condition));
        contents(loop.whole, indentation + unit_);
        line(indentation, "} else {");
        contents(loop.first, indentation + unit_);
        contents(loop.second, indentation + unit_);
        line(indentation, "}");
    }

    void node(const lowering::Search &search, const std::string &indentation)
    {
        const std::string inside = indentation + unit_, step = inside + unit_;
        const std::string &start = search.start, &found = search.found,
                          &variable = search.head.iterator, &type = printer_.wide_type();
        const auto next = lowering::plus(start, search.size);
        const std::string end = printer_.expression(std::make_shared<ast::Expression>(
            ast::Expression{ast::Operator::minimum, "", {search.behind, next}}));
        line(indentation, "{");
        line(inside,
             fmt::format("{} {} = {};", type, start, printer_.expression(search.head.init)));
        line(inside, fmt::format("for (; {} < {}; {} += {}) {{", start,
                                 printer_.expression(search.behind), start, search.size));
        line(step, fmt::format("int {} = 0;", found));
        line(step, fmt::format("for ({} {} = {}; {} < {}; {}++){}", type, variable, start, variable,
                               end, variable, search.before.empty() ? "" : " {"));
        for (const lowering::Instance &instance : search.before)
            node(instance, step + unit_);
        line(step + unit_, fmt::format("{} |= {};", found, printer_.truth(search)));
        if (!search.before.empty())
            line(step, "}");
        line(step, fmt::format("if ({})", found));
        line(step + unit_, "break;");
        line(inside, "}");
        print(search.body, inside);
        line(indentation, "}");
    }

    void node(const lowering::ModularReductions &modular, const std::string &indentation)
    {
        const std::string inside = indentation + unit_;
        std::vector<std::string> results;
        line(indentation, "{");
        for (const auto &[reduction, name] : modular.reductions) {
            const std::string &type = *reduction.modular_type;
            const program::Array array = printer_.array(reduction.array);
            if (array.extents.empty()) {
                line(inside, fmt::format("{} {} = {};", type, name, array.spelling.front()));
                results.push_back(fmt::format("{} = {};", array.spelling.front(), name));
            } else {
                line(inside, fmt::format("{} = ({}){};", pointer_to_rows(type, name, array),
                                         pointer_to_rows(type, "", array), array.spelling.front()));
            }
            printer_.rename(reduction.array, name, type);
        }
        print(modular.body, inside);
        for (const auto &[reduction, name] : modular.reductions)
            printer_.restore(reduction.array);
        for (const std::string &result : results)
            line(inside, result);
        line(indentation, "}");
    }

    /// The vectors' part, and the rest.
    void node(const lowering::VectorLoop &loop, const std::string &indentation)
    {
        const Layout inside{indentation + unit_, unit_};
        line(indentation, "{");
        text += targets::print(printer_, loop, inside);
        print(loop.rest, inside.indentation);
        line(indentation, "}");
    }

    CPrinter &printer_;
    std::string unit_;
    /// What stands in front of statements that declare what they set.
    std::map<const lowering::Instance *, std::string> declared_;
};

std::string CPrinter::print(const lowering::CodePtr &code, const std::string &indentation,
                            const std::string &unit)
{
    CodePrinter printer(*this, unit);
    printer.print(code, indentation);
    return printer.text;
}

} // namespace espalier::targets
