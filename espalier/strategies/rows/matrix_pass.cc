#include "espalier/strategies/rows/matrix_pass.h"

#include "espalier/presburger/dimensions.h"
#include "espalier/strategies/strides.h"

#include <array>

namespace espalier::strategies {

namespace {

/// How an access moves with each of two loops.
struct Movement {
    std::array<bool, 2> moves = {};
    /// The loop that the last subscript goes through one by one, if it is only that.
    std::optional<std::size_t> unit_loop = {};

    bool is_streamed() const { return moves[0] && moves[1]; }
};

/// \return nothing if a subscript depends on both loops, or on one in different ways
std::optional<Movement> movement(const program::Access &access)
{
    Movement result;
    for (const isl::pw_aff &subscript : access.subscripts) {
        std::array<std::optional<isl::val>, 2> steps = {coefficient(subscript, 0),
                                                        coefficient(subscript, 1)};
        if (!steps[0] || !steps[1] || (!steps[0]->is_zero() && !steps[1]->is_zero()))
            return std::nullopt;
        result.unit_loop.reset();
        for (std::size_t loop : {0U, 1U}) {
            result.moves[loop] = result.moves[loop] || !steps[loop]->is_zero();
            if (steps[loop]->abs().is_one())
                result.unit_loop = loop;
        }
    }
    return result;
}

/// Takes account of an access; false if the statement is no pass because of it.
bool add(MatrixPass &pass, const program::Access &access, const Movement &movement)
{
    if (movement.is_streamed()) {
        pass.matrices.insert(access.array);
        return movement.unit_loop == pass.column_loop;
    }
    if (access.kind == program::AccessKind::read)
        return true;
    pass.row_sums += movement.moves[pass.row_loop()];
    pass.sums_columns = pass.sums_columns || movement.moves[pass.column_loop];
    return movement.moves[0] || movement.moves[1];
}

/// Several rows at a time would decide for each element what is decided for a row.
bool is_sure(const program::Statement &statement)
{
    return !statement.body || std::holds_alternative<program::Assignment>(statement.body->node);
}

} // namespace

std::optional<MatrixPass> matrix_pass(const program::Program &program,
                                      const program::Statement &statement,
                                      const std::set<std::size_t> &row_scalars)
{
    if (presburger::dimensions(statement.domain) != 2 || !is_sure(statement))
        return std::nullopt;
    std::vector<Movement> movements;
    std::optional<std::size_t> column_loop;
    for (const program::Access &access : statement.accesses) {
        std::optional<Movement> found =
            row_scalars.contains(access.array) ? Movement{{true, false}} : movement(access);
        bool is_whole = access.subscripts.size() == program.arrays[access.array].extents.size();
        if (!found || !is_whole)
            return std::nullopt;
        if (found->is_streamed())
            column_loop = found->unit_loop;
        movements.push_back(*found);
    }
    if (!column_loop)
        return std::nullopt;
    MatrixPass result{*column_loop, {}};
    for (std::size_t k = 0; k < movements.size(); ++k)
        if (!add(result, statement.accesses[k], movements[k]))
            return std::nullopt;
    return result;
}

std::optional<std::map<std::string, MatrixPass>>
matrix_passes(const program::Program &program, const std::set<std::size_t> &row_scalars)
{
    std::map<std::string, MatrixPass> result;
    bool has_sums = false;
    for (const program::Statement &statement : program.statements) {
        if (statement.is_kill() || statement.domain.is_empty() || statement.iterators.size() < 2)
            continue;
        std::optional<MatrixPass> pass = matrix_pass(program, statement, row_scalars);
        if (!pass)
            return std::nullopt;
        has_sums = has_sums || pass->row_sums > 0 || pass->sums_columns;
        result.emplace(statement.name(), *pass);
    }
    return has_sums ? std::optional(std::move(result)) : std::nullopt;
}

} // namespace espalier::strategies
