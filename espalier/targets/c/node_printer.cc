#include "espalier/ast/walk.h"
#include "espalier/ast/worksharing.h"
#include "espalier/targets/c/c_printer.h"
#include "espalier/targets/c/held_elements.h"
#include "espalier/targets/c/pragmas.h"
#include "espalier/targets/c/subscripts.h"
#include "espalier/targets/c/sum_loop.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>

namespace espalier::targets {

using ast::Operator;
using schedule::LoopKind;

constexpr long most_elements = std::numeric_limits<int>::max(); ///< of a reduction's array

/// Prints nodes line by line.
class CNodePrinter {
public:
    CNodePrinter(CPrinter &printer, std::string unit) : printer_(printer), unit_(std::move(unit)) {}

    void print(const ast::NodePtr &node, const std::string &indentation)
    {
        std::visit([&](const auto &kind) { this->node(kind, indentation); }, node->node);
    }

    std::string text;

private:
    using Reductions = std::vector<program::Reduction>;

    void line(const std::string &indentation, const std::string &content)
    {
        text += indentation + content + "\n";
    }

    void node(const ast::For &loop, const std::string &indentation)
    {
        const bool is_sequential =
            loop.is_degenerate() || kind_of(loop.role) == LoopKind::sequential;
        const schedule::LoopRole *role = is_sequential ? nullptr : loop.role.get();
        const auto modular = role ? modular_reductions(role->own) : Reductions();
        if (modular.empty())
            print_loop(loop, role, indentation);
        else
            print_modular(modular, indentation,
                          [&](const std::string &inside) { print_loop(loop, role, inside); });
    }

    /// \param role  null if the loop is sequential
    void print_loop(const ast::For &loop, const schedule::LoopRole *role,
                    const std::string &indentation)
    {
        if (role && role->kind == LoopKind::parallel)
            print_parallel(loop, *role, indentation);
        else if (!role && !is_region_ && !is_shared_)
            print_region(loop, indentation);
        else if (!(role && print_vectors(loop, *role, indentation)) &&
                 !((!role || pragma_of(*role).empty()) && print_holding(loop, indentation)))
            print_for(loop, role ? pragma_of(*role) : "", indentation);
    }

    std::string pragma_of(const schedule::LoopRole &role)
    {
        return loop_pragma(printer_, printer_.program_, role, is_region_);
    }

    void print_parallel(const ast::For &loop, const schedule::LoopRole &role,
                        const std::string &indentation)
    {
        if (is_region_ || !printer_.shares_rounding_)
            return print_shared(loop, pragma_of(role), indentation);
        const std::string shared = loop_pragma(printer_, printer_.program_, role, true);
        print_rounding_alike(
            region_pragma(printer_, printer_.program_, {loop.role}), indentation,
            [&](const std::string &inside) { print_shared(loop, shared, inside); });
    }

    /// The reductions that wrap around, but those that do so already, for a loop around.
    Reductions modular_reductions(const schedule::Privatization &own) const
    {
        Reductions result = own.reductions;
        std::erase_if(result, [&](const program::Reduction &reduction) {
            return !reduction.modular_type ||
                   printer_.array(reduction.array).element_type == reduction.modular_type;
        });
        return result;
    }

    /// Code with variables, or pointers, of types in which sums and products wrap around.
    /// \param reductions  modular_reductions()
    void print_modular(const Reductions &reductions, const std::string &indentation,
                       const std::function<void(const std::string &)> &print_inside)
    {
        const std::string inside = indentation + unit_;
        std::vector<std::string> results;
        line(indentation, "{");
        for (const program::Reduction &reduction : reductions) {
            const std::string name = printer_.temporary(), &type = *reduction.modular_type;
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
        print_inside(inside);
        for (const program::Reduction &reduction : reductions)
            printer_.restore(reduction.array);
        for (const std::string &result : results)
            line(inside, result);
        line(indentation, "}");
    }

    /// "unsigned int (*x0)[8]": a pointer to the rows of an array, or to its elements.
    static std::string pointer_to_rows(const std::string &type, const std::string &name,
                                       const program::Array &array)
    {
        if (array.extents.size() == 1)
            return fmt::format("{} *{}", type, name);
        std::string result = fmt::format("{} (*{})", type, name);
        for (std::size_t k = 1; k < array.extents.size(); ++k)
            result += fmt::format(
                "[{}]", program::constant_extent(array.extents[k], most_elements).value());
        return result;
    }

    /// \name Code that threads run which have started before.
    /// @{

    /// A loop, with threads that start in front of it instead of many times in it.
    void print_region(const ast::For &loop, const std::string &indentation)
    {
        auto shared = shared_in(ast::Node{loop});
        is_region_ = !shared.empty();
        const std::string pragma =
            is_region_ ? region_pragma(printer_, printer_.program_, shared) : "";
        if (is_region_ && printer_.shares_rounding_)
            print_rounding_alike(pragma, indentation,
                                 [&](const std::string &inside) { print_for(loop, "", inside); });
        else
            print_for(loop, pragma, indentation);
        is_region_ = false;
    }

    /// Code that threads run which round as the thread does that starts them.
    void print_rounding_alike(const std::string &start, const std::string &indentation,
                              const std::function<void(const std::string &)> &print_inside)
    {
        const std::string mode = printer_.temporary(), inside = indentation + unit_;
        line(indentation, "{");
        line(inside, fmt::format("const int {} = fegetround();", mode));
        line(inside, start);
        line(inside, "{");
        line(inside + unit_, fmt::format("fesetround({});", mode));
        print_inside(inside + unit_);
        line(inside, "}");
        line(indentation, "}");
    }

    std::vector<schedule::LoopRolePtr> shared_in(const ast::Node &node) const
    {
        std::set<std::string> declared;
        for (const auto &[mark, declarations] : printer_.declarations_)
            declared.insert(mark);
        return ast::worksharing_loops(node, declared);
    }

    /// Whether all threads come by a node that one of them is to run.
    bool is_for_one_thread(const ast::Node &node) const
    {
        return is_region_ && shared_in(node).empty();
    }

    /// A loop whose iterations threads share.
    void print_shared(const ast::For &loop, const std::string &pragma,
                      const std::string &indentation)
    {
        bool is_region = std::exchange(is_region_, false);
        bool is_shared = std::exchange(is_shared_, true);
        print_for(loop, pragma, indentation);
        is_shared_ = is_shared;
        is_region_ = is_region;
    }

    void print_single(const ast::Node &node, const std::string &indentation)
    {
        line(indentation, "#pragma omp single");
        is_region_ = false;
        scope(node, indentation);
        is_region_ = true;
    }

    /// Children of a block, those that one thread is to run together.
    void print_parts(const ast::Block &block, const std::string &indentation)
    {
        ast::Block single;
        auto print_waiting = [&] {
            if (!single.children.empty())
                print_single(ast::Node{std::exchange(single, {})}, indentation);
        };
        for (const ast::NodePtr &child : block.children)
            if (is_for_one_thread(*child)) {
                single.children.push_back(child);
            } else {
                print_waiting();
                print(child, indentation);
            }
        print_waiting();
    }
    /// @}

    /// The vectors' part of a loop, and the rest.
    /// \return false if the loop is to be left to compilers
    bool print_vectors(const ast::For &loop, const schedule::LoopRole &role,
                       const std::string &indentation)
    {
        const Layout inside{indentation + unit_, unit_};
        std::optional<VectorLoop> vectors;
        if (role.kind == LoopKind::strict_vector) {
            vectors = print_sum_loop(printer_, printer_.program_, loop, inside);
            cached_ = vectors ? vectors->rows : std::set<std::string>();
        } else if (strips_ && !cached_.empty()) {
            vectors =
                print_cached_loop(printer_, printer_.program_, loop, inside, *strips_, cached_);
        }
        if (!vectors)
            return false;
        ast::For rest = loop;
        rest.init = name_of(vectors->rest);
        line(indentation, "{");
        text += vectors->text;
        print_for(rest, pragma_of(role), inside.indentation);
        line(indentation, "}");
        return true;
    }

    /// A loop in the code of a thread, with what it updates in variables. Elements are touched only
    /// if the loop runs, since there need not be any otherwise.
    /// \return false if there is nothing to hold
    bool print_holding(const ast::For &loop, const std::string &indentation)
    {
        std::vector<HeldElement> held;
        if (is_shared_ && !loop.is_degenerate() && loop.condition)
            held = held_elements(printer_, printer_.program_, loop);
        if (held.empty())
            return false;
        line(indentation,
             fmt::format("if ({}) {{",
                         printer_.expression(replaced(loop.condition, loop.iterator, loop.init))));
        const std::string inside = indentation + unit_;
        std::vector<std::string> variables;
        for (const HeldElement &one : held) {
            variables.push_back(printer_.temporary());
            line(inside, fmt::format("{} {} = {};", one.type, variables.back(), one.element));
            printer_.hold(one.element, variables.back());
        }
        print_for(loop, "", inside);
        printer_.release();
        for (std::size_t k = 0; k < held.size(); ++k)
            line(inside, fmt::format("{} = {};", held[k].element, variables[k]));
        line(indentation, "}");
        return true;
    }

    void print_for(const ast::For &loop, const std::string &pragma, const std::string &indentation)
    {
        if (loop.is_degenerate())
            return scope(ast::Node{loop}, indentation);
        std::string type = printer_.program_.wide_type;
        if (!pragma.empty())
            line(indentation, pragma);
        bool by_one = loop.step->op == Operator::integer && loop.step->text == "1";
        std::string step =
            by_one ? loop.iterator + "++"
                   : fmt::format("{} += {}", loop.iterator, printer_.expression(loop.step));
        std::string condition = loop.condition ? " " + printer_.expression(loop.condition) : "";
        bool has_strips = !by_one && loop.condition && loop.step->op == Operator::integer;
        const ast::For *outer = std::exchange(strips_, has_strips ? &loop : strips_);
        body(fmt::format("for ({} {} = {};{}; {})", type, loop.iterator,
                         printer_.expression(loop.init), condition, step),
             loop, indentation);
        if (has_strips)
            cached_.clear();
        strips_ = outer;
    }

    void node(const ast::If &choice, const std::string &indentation)
    {
        branch("", choice, indentation);
    }

    void branch(const std::string &lead, const ast::If &choice, const std::string &indentation)
    {
        std::string head = fmt::format("{}if ({})", lead, printer_.expression(choice.condition));
        line(indentation, head + " {");
        contents(*choice.yes, indentation + unit_);
        if (!choice.no)
            return line(indentation, "}");
        if (const auto *next = std::get_if<ast::If>(&choice.no->node))
            return branch("} else ", *next, indentation);
        line(indentation, "} else {");
        contents(*choice.no, indentation + unit_);
        line(indentation, "}");
    }

    void node(const ast::Block &block, const std::string &indentation)
    {
        if (is_region_)
            return print_parts(block, indentation);
        for (const ast::NodePtr &child : block.children)
            print(child, indentation);
    }

    void node(const ast::User &user, const std::string &indentation)
    {
        line(indentation, printer_.user(user));
    }

    void node(const ast::Let &let, const std::string &indentation)
    {
        scope(ast::Node{let}, indentation);
    }

    void scope(const ast::Node &node, const std::string &indentation)
    {
        line(indentation, "{");
        contents(node, indentation + unit_);
        line(indentation, "}");
    }

    /// The code of a node inside braces that hold nothing else: what it declares needs no braces of
    /// its own.
    void contents(const ast::Node &node, const std::string &indentation)
    {
        if (is_for_one_thread(node))
            return print_single(node, indentation);
        const auto *let = std::get_if<ast::Let>(&node.node);
        const auto *loop = std::get_if<ast::For>(&node.node);
        const auto *mark = std::get_if<ast::Mark>(&node.node);
        if (mark && printer_.declarations_.contains(mark->name)) {
            for (const auto &declaration : printer_.declarations_.at(mark->name))
                if (printer_.uses(*mark->body, declaration.array))
                    line(indentation, declaration.text + ";");
            contents(*mark->body, indentation);
        } else if (let) {
            declare(let->name, let->value, indentation);
            contents(*let->body, indentation);
        } else if (loop && loop->is_degenerate()) {
            declare(loop->iterator, loop->init, indentation);
            contents(*loop->body, indentation);
        } else {
            std::visit([&](const auto &kind) { this->node(kind, indentation); }, node.node);
        }
    }

    void declare(const std::string &name, const ast::ExpressionPtr &value,
                 const std::string &indentation)
    {
        line(indentation, fmt::format("const {} {} = {};", printer_.program_.wide_type, name,
                                      printer_.expression(value)));
    }

    void node(const ast::Mark &mark, const std::string &indentation)
    {
        if (printer_.declarations_.contains(mark.name))
            return scope(ast::Node{mark}, indentation);
        print(mark.body, indentation);
    }

    /// `head` over the body of a loop, with braces unless that is one statement.
    void body(const std::string &head, const ast::For &loop, const std::string &indentation)
    {
        const bool keeps_apart = loop.role && loop.role->keeps_iterations_apart;
        const bool is_single = !keeps_apart && std::holds_alternative<ast::User>(loop.body->node);
        line(indentation, is_single ? head : head + " {");
        if (keeps_apart)
            line(indentation + unit_, "__asm__ volatile(\"\"); // keeps compilers from joining "
                                      "iterations of this loop");
        contents(*loop.body, indentation + unit_);
        if (!is_single)
            line(indentation, "}");
    }

    CPrinter &printer_;
    std::string unit_;
    const ast::For *strips_ = nullptr; ///< the innermost loop around that takes several rows
    std::set<std::string> cached_;     ///< elements of its rows that have just been read
    bool is_region_ = false;           ///< all threads run the code
    bool is_shared_ = false;           ///< each thread runs iterations of its own
};

std::string CPrinter::print(const ast::NodePtr &node, const std::string &indentation,
                            const std::string &unit)
{
    CNodePrinter printer(*this, unit);
    printer.print(node, indentation);
    return printer.text;
}

} // namespace espalier::targets
