#include "espalier/lowering/scalar_replacement.h"

#include "espalier/ast/equality.h"
#include "espalier/lowering/guards.h"

#include <algorithm>
#include <optional>
#include <set>

namespace espalier::lowering {

namespace {

/// When an iteration makes an access.
enum class When {
    always,  ///< whatever data say
    guarded, ///< where the guard of its statement holds
    maybe,
};

/// An access of a statement instance in the loop.
struct Reference {
    Element element;
    const ast::User *instance;
    bool is_write;
    bool is_in_guard; ///< its statement is
    When when;
};

/// Whether a body assigns a value that is computed without addresses.
bool is_assignment(const program::Expression &body)
{
    bool result = std::holds_alternative<program::Assignment>(body.node);
    program::for_each_part(body, [&](const program::Expression &part) {
        const auto *unary = std::get_if<program::UnaryOperation>(&part.node);
        result = result && !(unary && unary->op == "&");
    });
    return result;
}

/// The accesses, positions in Statement::accesses, that an expression makes whatever data say.
std::set<std::size_t> sure_accesses(const program::Expression &expression)
{
    std::set<std::size_t> result;
    program::for_each_sure_part(expression, [&](const program::Expression &part) {
        if (const auto *access = std::get_if<program::AccessValue>(&part.node))
            result.insert(access->access);
    });
    return result;
}

/// Adds the references of assignments, in guards or not, in order; false if there is anything else.
bool add_references(const program::Program &program, const ast::Node &node,
                    std::vector<Reference> &references)
{
    if (const auto *block = std::get_if<ast::Block>(&node.node))
        return std::ranges::all_of(block->children, [&](const ast::NodePtr &child) {
            return add_references(program, *child, references);
        });
    const auto *user = std::get_if<ast::User>(&node.node);
    const program::Statement *found = user ? statement_of(program, *user) : nullptr;
    if (!found || !found->body || !is_assignment(*unguarded(*found)))
        return false;
    const std::set<std::size_t> sure = sure_accesses(*found->body),
                                guarded = sure_accesses(*unguarded(*found));
    for (std::size_t k = 0; k < found->accesses.size(); ++k)
        references.push_back({element(*user, *found, k), user,
                              found->accesses[k].kind != program::AccessKind::read,
                              unguarded(*found) != found->body,
                              sure.contains(k)      ? When::always
                              : guarded.contains(k) ? When::guarded
                                                    : When::maybe});
    return true;
}

/// Whether all references to an array are to one of its elements, which is read and written, or
/// obviously to others.
bool is_updated_alone(const Element &updated, const std::vector<Reference> &all)
{
    bool is_read = false, is_written = false;
    for (const Reference &reference : all) {
        if (reference.element.array != updated.array)
            continue;
        if (reference.element == updated)
            (reference.is_write ? is_written : is_read) = true;
        else if (!differ(reference.element, updated))
            return false;
    }
    return is_read && is_written;
}

/// Whether a loop obviously passes by what a subscript is: it ends before that, or starts behind
/// it.
bool passes_by(const ast::For &loop, const ast::ExpressionPtr &subscript)
{
    const ast::Expression &test = *loop.condition;
    const bool ends_before =
        test.op == ast::Operator::less && test.operands[0]->op == ast::Operator::name &&
        test.operands[0]->text == loop.iterator && ast::is_equal(*test.operands[1], *subscript);
    const ast::Expression &start = *loop.init;
    const bool starts_behind =
        start.op == ast::Operator::add && ast::is_equal(*start.operands[0], *subscript) &&
        start.operands[1]->op == ast::Operator::integer && std::stol(start.operands[1]->text) > 0;
    return ends_before || starts_behind;
}

/// Whether an element that stays is none of those that a reference in the loop is to.
bool is_apart(const Element &fixed, const Element &moving, const ast::For &loop)
{
    const std::size_t common = std::min(fixed.subscripts.size(), moving.subscripts.size());
    for (std::size_t k = 0; k < common; ++k) {
        const ast::Expression &subscript = *moving.subscripts[k];
        if (subscript.op == ast::Operator::name && subscript.text == loop.iterator &&
            passes_by(loop, fixed.subscripts[k]))
            return true;
    }
    return differ(fixed, moving);
}

bool is_written(std::size_t array, const std::vector<Reference> &all)
{
    return std::ranges::any_of(all, [&](const Reference &reference) {
        return reference.is_write && reference.element.array == array;
    });
}

/// Whether a loop writes no element that is this one.
bool is_left_alone(const Element &fixed, const std::vector<Reference> &all, const ast::For &loop)
{
    return std::ranges::all_of(all, [&](const Reference &reference) {
        return !reference.is_write || reference.element.array != fixed.array ||
               is_apart(fixed, reference.element, loop);
    });
}

constexpr std::size_t registers = 16;

/// The elements of references in an innermost loop that stay in it, if these are few.
/// \param is_wanted  of a reference, given all of them
template <class Wanted>
std::vector<Element> staying_elements(const program::Program &program, const ast::For &loop,
                                      Wanted is_wanted)
{
    std::vector<Reference> references;
    if (!add_references(program, *loop.body, references))
        return {};
    std::vector<Element> result;
    for (const Reference &reference : references) {
        const Element &element = reference.element;
        if (!element.subscripts.empty() && movement(element, loop.iterator) == Movement::fixed &&
            std::ranges::find(result, element) == result.end() && is_wanted(reference, references))
            result.push_back(element);
    }
    return result.size() <= registers ? result : std::vector<Element>();
}

/// Whether several statements write an element, whatever data say.
bool is_written_repeatedly(const Element &element, const std::vector<Reference> &all)
{
    std::set<const ast::User *> writers;
    for (const Reference &reference : all)
        if (reference.is_write && reference.element == element) {
            if (reference.when != When::always)
                return false;
            writers.insert(reference.instance);
        }
    return writers.size() > 1;
}

/// Whether the first statement that accesses an element reads it.
bool is_read_first(const Element &element, const std::vector<Reference> &all)
{
    const auto first = std::ranges::find(all, element, &Reference::element);
    return std::ranges::any_of(all, [&](const Reference &reference) {
        return reference.instance == first->instance && !reference.is_write &&
               reference.element == element;
    });
}

} // namespace

std::vector<Element> invariant_elements(const program::Program &program, const ast::For &loop)
{
    return staying_elements(
        program, loop, [&](const Reference &one, const std::vector<Reference> &all) {
            return one.when == When::always && !one.is_write &&
                   is_written(one.element.array, all) && is_left_alone(one.element, all, loop);
        });
}

std::vector<Element> fixed_elements(const program::Program &program, const ast::For &loop)
{
    return staying_elements(program, loop,
                            [&](const Reference &one, const std::vector<Reference> &all) {
                                return one.when == When::always && !one.is_write &&
                                       is_left_alone(one.element, all, loop);
                            });
}

std::vector<Element> guarded_invariants(const program::Program &program, const ast::For &loop)
{
    return staying_elements(program, loop,
                            [&](const Reference &one, const std::vector<Reference> &all) {
                                return one.when == When::guarded && !one.is_write &&
                                       is_left_alone(one.element, all, loop);
                            });
}

std::vector<IterationElement> elements_of_iterations(const program::Program &program,
                                                     const ast::For &loop)
{
    std::vector<Reference> references;
    if (!add_references(program, *loop.body, references) ||
        std::ranges::any_of(references, &Reference::is_in_guard))
        return {};
    std::vector<IterationElement> result;
    for (const Reference &reference : references) {
        const Element &element = reference.element;
        const program::Array &array = program.arrays[element.array];
        if (reference.is_write && !array.is_local && !array.is_dead_after &&
            movement(element, loop.iterator) != Movement::fixed &&
            std::ranges::find(result, element, &IterationElement::element) == result.end() &&
            is_updated_alone(element, references) && is_written_repeatedly(element, references))
            result.push_back({element, is_read_first(element, references)});
    }
    return result.size() <= registers ? result : std::vector<IterationElement>();
}

std::vector<Element> replaceable_elements(const program::Program &program, const ast::For &loop)
{
    return staying_elements(program, loop,
                            [](const Reference &one, const std::vector<Reference> &all) {
                                return std::ranges::none_of(all, &Reference::is_in_guard) &&
                                       is_updated_alone(one.element, all);
                            });
}

} // namespace espalier::lowering
