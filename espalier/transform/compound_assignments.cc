#include "espalier/transform/compound_assignments.h"

#include "espalier/program/assignments.h"
#include "espalier/program/value_type.h"

#include <algorithm>
#include <optional>

namespace espalier::transform {

namespace {

using program::AccessValue;
using program::Assignment;
using program::BinaryOperation;
using program::ExpressionPtr;

/// The access that a statement assigns to; nothing if it does something else.
std::optional<std::size_t> target_of(const program::Statement &statement)
{
    const auto *assignment = program::assignment_of(statement);
    const auto *target = assignment ? std::get_if<AccessValue>(&assignment->target->node) : nullptr;
    return target ? std::optional(target->access) : std::nullopt;
}

/// Whether an expression is the element that a statement assigns to.
bool is_target(const program::Statement &statement, const ExpressionPtr &expression)
{
    const auto *value = std::get_if<AccessValue>(&expression->node);
    const program::Access &written = statement.accesses[target_of(statement).value()];
    return value && statement.accesses[value->access].array == written.array &&
           statement.accesses[value->access].relation.is_equal(written.relation);
}

/// `x += e` or `x -= e`; nothing if the statement does something else, or does so already.
std::optional<Assignment> compound(const program::Statement &statement)
{
    if (!target_of(statement))
        return std::nullopt;
    const auto &assignment = std::get<Assignment>(statement.body->node);
    const auto *sum = std::get_if<BinaryOperation>(&assignment.value->node);
    if (assignment.op != "=" || !sum || (sum->op != "+" && sum->op != "-"))
        return std::nullopt;
    if (is_target(statement, sum->left))
        return Assignment{sum->op + "=", assignment.target, sum->right};
    if (sum->op == "+" && is_target(statement, sum->right))
        return Assignment{"+=", assignment.target, sum->left};
    return std::nullopt;
}

/// The read of the element that a compound assignment updates.
std::optional<std::size_t> read_of_target(const program::Statement &statement)
{
    const program::Access &written = statement.accesses[target_of(statement).value()];
    auto found = std::ranges::find_if(statement.accesses, [&](const program::Access &access) {
        return access.kind == program::AccessKind::read && access.array == written.array &&
               access.relation.is_equal(written.relation);
    });
    return found == statement.accesses.end()
               ? std::nullopt
               : std::optional(std::size_t(found - statement.accesses.begin()));
}

/// A term of a sum.
struct Term {
    bool is_subtracted;
    ExpressionPtr value;
};

/// Adds the terms of a sum or difference to others.
/// \param is_subtracted  whether all of them change their sign
void add_terms(const ExpressionPtr &expression, bool is_subtracted, std::vector<Term> &terms)
{
    const auto *sum = std::get_if<BinaryOperation>(&expression->node);
    if (!sum || (sum->op != "+" && sum->op != "-")) {
        terms.push_back({is_subtracted, expression});
        return;
    }
    add_terms(sum->left, is_subtracted, terms);
    add_terms(sum->right, is_subtracted != (sum->op == "-"), terms);
}

bool is_product(const ExpressionPtr &expression)
{
    const auto *product = std::get_if<BinaryOperation>(&expression->node);
    return product && product->op == "*";
}

/// `x = x + a * b - c * d` for `x += a * b - c * d`; nothing if the statement does something else.
std::optional<Assignment> with_terms_apart(const program::Program &program,
                                           const program::Statement &statement)
{
    if (!target_of(statement))
        return std::nullopt;
    const auto &assignment = std::get<Assignment>(statement.body->node);
    const program::Access &written = statement.accesses[target_of(statement).value()];
    std::optional<std::size_t> read = read_of_target(statement);
    bool is_floating = program::element_type(program, program.arrays[written.array]).kind ==
                       program::ValueType::Kind::floating;
    if (!read || !is_floating || (assignment.op != "+=" && assignment.op != "-="))
        return std::nullopt;
    std::vector<Term> terms;
    add_terms(assignment.value, assignment.op == "-=", terms);
    if (terms.size() < 2 || !std::ranges::all_of(terms, is_product, &Term::value))
        return std::nullopt;
    ExpressionPtr sum = program::make_expression(AccessValue{*read});
    for (const Term &term : terms)
        sum = program::make_expression(
            BinaryOperation{term.is_subtracted ? "-" : "+", sum, term.value});
    return Assignment{"=", assignment.target, sum};
}

} // namespace

program::Program with_compound_assignments(program::Program program)
{
    for (program::Statement &statement : program.statements)
        if (std::optional<Assignment> found = compound(statement))
            statement.body = program::make_expression(std::move(*found));
    return program;
}

std::optional<program::Program> with_terms_added_apart(const program::Program &program)
{
    std::optional<program::Program> result;
    for (std::size_t k = 0; k < program.statements.size(); ++k)
        if (std::optional<Assignment> found = with_terms_apart(program, program.statements[k])) {
            if (!result)
                result = program;
            result->statements[k].body = program::make_expression(std::move(*found));
        }
    return result;
}

} // namespace espalier::transform
