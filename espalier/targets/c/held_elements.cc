#include "espalier/targets/c/held_elements.h"

#include "espalier/targets/c/subscripts.h"

#include <algorithm>
#include <optional>

namespace espalier::targets {

namespace {

/// An access of a statement instance in the loop.
struct Reference {
    const program::Access *access;
    std::vector<ast::ExpressionPtr> subscripts;
    std::string element; ///< as the code names it
};

class ElementFinder {
public:
    ElementFinder(CPrinter &printer, const program::Program &program, const ast::For &loop)
        : printer_(printer), program_(program), loop_(loop)
    {
    }

    std::vector<HeldElement> find()
    {
        std::vector<HeldElement> result;
        if (!read(*loop_.body))
            return result;
        for (const Reference &reference : references_) {
            bool is_known =
                std::ranges::find(result, reference.element, &HeldElement::element) != result.end();
            if (!is_known && is_updated(reference) && is_alone(reference))
                result.push_back(
                    {reference.element, printer_.array(reference.access->array).element_type});
        }
        constexpr std::size_t most = 16; // registers
        return result.size() <= most ? result : std::vector<HeldElement>();
    }

private:
    /// Reads the references of assignments in order; false if there is anything else.
    bool read(const ast::Node &node)
    {
        if (const auto *block = std::get_if<ast::Block>(&node.node))
            return std::ranges::all_of(block->children,
                                       [&](const ast::NodePtr &child) { return read(*child); });
        const auto *user = std::get_if<ast::User>(&node.node);
        if (!user)
            return false;
        const program::Statement *found = printer_.statement_of(*user);
        if (!found || !found->body || !is_assignment(*found->body))
            return false;
        for (std::size_t k = 0; k < found->accesses.size(); ++k)
            references_.push_back({&found->accesses[k], printer_.subscripts(*user, *found, k),
                                   printer_.element(*user, *found, k)});
        return true;
    }

    /// Whether a body assigns a value that is computed without addresses.
    static bool is_assignment(const program::Expression &body)
    {
        bool result = std::holds_alternative<program::Assignment>(body.node);
        program::for_each_part(body, [&](const program::Expression &part) {
            const auto *unary = std::get_if<program::UnaryOperation>(&part.node);
            result = result && !(unary && unary->op == "&");
        });
        return result;
    }

    /// Whether the loop reads and writes an element of an array, the same in each iteration.
    bool is_updated(const Reference &reference) const
    {
        auto has = [&](bool writes) {
            return std::ranges::any_of(references_, [&](const Reference &other) {
                bool is_write = other.access->kind != program::AccessKind::read;
                return is_write == writes && other.element == reference.element;
            });
        };
        return !reference.subscripts.empty() &&
               movement(reference.subscripts, loop_.iterator) == Movement::fixed && has(true) &&
               has(false);
    }

    /// Whether all else that the loop accesses in the array obviously differs from the element.
    bool is_alone(const Reference &reference)
    {
        return std::ranges::all_of(references_, [&](const Reference &other) {
            return other.access->array != reference.access->array ||
                   other.element == reference.element ||
                   differ(printer_, other.subscripts, reference.subscripts);
        });
    }

    CPrinter &printer_;
    const program::Program &program_;
    const ast::For &loop_;
    std::vector<Reference> references_;
};

} // namespace

std::vector<HeldElement> held_elements(CPrinter &printer, const program::Program &program,
                                       const ast::For &loop)
{
    return ElementFinder(printer, program, loop).find();
}

} // namespace espalier::targets
