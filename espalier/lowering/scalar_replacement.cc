#include "espalier/lowering/scalar_replacement.h"

#include <algorithm>
#include <optional>

namespace espalier::lowering {

namespace {

/// An access of a statement instance in the loop.
struct Reference {
    Element element;
    bool is_write;
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

/// Adds the references of assignments in order; false if there is anything else.
bool add_references(const program::Program &program, const ast::Node &node,
                    std::vector<Reference> &references)
{
    if (const auto *block = std::get_if<ast::Block>(&node.node))
        return std::ranges::all_of(block->children, [&](const ast::NodePtr &child) {
            return add_references(program, *child, references);
        });
    const auto *user = std::get_if<ast::User>(&node.node);
    const program::Statement *found = user ? statement_of(program, *user) : nullptr;
    if (!found || !found->body || !is_assignment(*found->body))
        return false;
    for (std::size_t k = 0; k < found->accesses.size(); ++k)
        references.push_back(
            {element(*user, *found, k), found->accesses[k].kind != program::AccessKind::read});
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

} // namespace

std::vector<Element> replaceable_elements(const program::Program &program, const ast::For &loop)
{
    std::vector<Reference> references;
    if (!add_references(program, *loop.body, references))
        return {};
    std::vector<Element> result;
    for (const auto &[element, is_write] : references)
        if (!element.subscripts.empty() && movement(element, loop.iterator) == Movement::fixed &&
            std::ranges::find(result, element) == result.end() &&
            is_updated_alone(element, references))
            result.push_back(element);
    constexpr std::size_t registers = 16;
    return result.size() <= registers ? result : std::vector<Element>();
}

} // namespace espalier::lowering
