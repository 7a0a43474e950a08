#include "espalier/lowering/scaled_operands.h"

#include "espalier/presburger/id.h"

#include <fmt/format.h>

#include <algorithm>

namespace espalier::lowering {

namespace {

using program::AccessValue;
using program::BinaryOperation;
using program::Expression;
using program::ExpressionPtr;
using program::UnaryOperation;

std::optional<std::size_t> access_of(const Expression &expression)
{
    const auto *value = std::get_if<AccessValue>(&expression.node);
    return value ? std::optional(value->access) : std::nullopt;
}

std::size_t count(const ExpressionPtr &expression, std::size_t access)
{
    std::size_t result = 0;
    program::for_each_part(*expression,
                           [&](const Expression &part) { result += access_of(part) == access; });
    return result;
}

/// Moves factors from a contraction into the statements that pack its operands.
class Scaling {
public:
    Scaling(program::Program program, const program::Statement &contraction,
            const std::vector<std::size_t> &fixed)
        : program_(std::move(program)), name_(contraction.name()), fixed_(fixed)
    {
    }

    void move_factors(std::size_t operand)
    {
        const auto &update = std::get<program::Assignment>(statement().body->node);
        if (count(update.value, operand) != 1)
            return;
        ExpressionPtr scaled = largest_part(update.value, operand);
        if (access_of(*scaled))
            return;
        pack_scaled(operand, scaled);
        auto use_packed = [&](const Expression &part) {
            return &part == scaled.get() ? program::make_expression(AccessValue{operand}) : nullptr;
        };
        statement().body = program::make_expression(program::Assignment{
            update.op, update.target, program::replaced(update.value, use_packed)});
    }

    program::Statement &statement()
    {
        return *std::ranges::find(program_.statements, name_, &program::Statement::name);
    }

    program::Program &&program() && { return std::move(program_); }

private:
    /// The largest part of an expression that has an operand and nothing else that changes.
    ExpressionPtr largest_part(const ExpressionPtr &expression, std::size_t operand) const
    {
        bool is_own = true;
        program::for_each_part(*expression, [&](const Expression &part) {
            std::optional<std::size_t> access = access_of(part);
            is_own = is_own && (!access || *access == operand ||
                                std::ranges::find(fixed_, *access) != fixed_.end());
        });
        if (is_own)
            return expression;
        if (const auto *unary = std::get_if<UnaryOperation>(&expression->node))
            return largest_part(unary->operand, operand);
        const auto &binary = std::get<BinaryOperation>(expression->node);
        return largest_part(count(binary.left, operand) > 0 ? binary.left : binary.right, operand);
    }

    void pack_scaled(std::size_t operand, const ExpressionPtr &scaled)
    {
        std::size_t buffer = statement().accesses[operand].array;
        program::Statement &copy =
            *std::ranges::find_if(program_.statements, [&](const program::Statement &other) {
                return !other.is_kill() && other.accesses.size() > 1 &&
                       other.accesses.front().array == buffer &&
                       other.accesses.front().kind == program::AccessKind::write;
            });
        auto in_copy = [&](const Expression &part) -> ExpressionPtr {
            std::optional<std::size_t> access = access_of(part);
            if (!access)
                return nullptr;
            return program::make_expression(
                AccessValue{*access == operand ? 1 : read_in(copy, *access)});
        };
        const auto &assignment = std::get<program::Assignment>(copy.body->node);
        copy.body = program::make_expression(
            program::Assignment{"=", assignment.target, program::replaced(scaled, in_copy)});
    }

    /// Has a statement read the scalar that the contraction reads.
    std::size_t read_in(program::Statement &copy, std::size_t fixed)
    {
        isl::ctx ctx = copy.domain.ctx();
        program::Access access{
            program::AccessKind::read,
            statement().accesses[fixed].array,
            presburger::make_id(ctx, fmt::format("{}_reads{}", copy.name(), copy.accesses.size())),
            copy.domain.identity(),
            {}};
        access.relation = program::access_relation(copy.domain, {}, program_.arrays[access.array]);
        copy.accesses.push_back(std::move(access));
        return copy.accesses.size() - 1;
    }

    program::Program program_;
    std::string name_;
    const std::vector<std::size_t> &fixed_;
};

} // namespace

program::Program with_scaled_operands(program::Program program, const transform::MatrixView &view,
                                      strategies::BlockedContraction &block)
{
    const transform::Statement &blocked = transform::labelled(view, block.statement);
    const program::Statement source = transform::source_of(program, blocked.instances);
    Scaling scaling(std::move(program), source, block.contraction.fixed);
    for (const auto *operands : {&block.contraction.by_row, &block.contraction.by_column})
        for (std::size_t operand : *operands)
            scaling.move_factors(operand);
    const ExpressionPtr body = scaling.statement().body;
    std::vector<std::size_t> needed;
    for (std::size_t fixed : block.contraction.fixed)
        if (count(body, fixed) > 0)
            needed.push_back(fixed);
    block.contraction.fixed = needed;
    return std::move(scaling).program();
}

} // namespace espalier::lowering
