#include "espalier/strategies/contractions/array_tiles.h"

#include "espalier/transform/arrays.h"
#include "espalier/transform/extension.h"
#include "espalier/transform/layout.h"
#include "espalier/transform/normal_form.h"
#include "espalier/transform/strips.h"

#include <fmt/format.h>

#include <algorithm>

namespace espalier::strategies {

namespace {

using transform::Beta;
using transform::LoopKind;
using transform::MatrixView;
using transform::Statement;

/// { S[i] -> [a] }: the subscripts of the first access of a statement to an array; null if it has
/// none.
const std::vector<isl::pw_aff> *subscripts_in(const program::Program &program, std::size_t array,
                                              const Statement &statement)
{
    for (const program::Access &access :
         transform::source_of(program, statement.instances).accesses)
        if (transform::uses(access, array))
            return &access.subscripts;
    return nullptr;
}

/// Whether each statement has an outermost loop of its own, and nothing stands between them.
bool are_adjacent(const MatrixView &view, const std::vector<const Statement *> &members)
{
    for (std::size_t k = 0; k < members.size(); ++k) {
        const Statement &statement = *members[k];
        if (statement.beta.front() != members.front()->beta.front() + long(k) ||
            !transform::is_whole(view.program, statement) ||
            statements_in(view, transform::first(statement.beta, 1)).size() > 1)
            return false;
    }
    return true;
}

/// Adds the loops over tiles around a statement's own.
/// \param starts  { S[i] -> [t] }: where the tile starts
void add_tiles(Statement &statement, const std::vector<isl::pw_aff> &starts, std::size_t outermost)
{
    for (transform::Row &row : statement.rows)
        if (row.kind() == LoopKind::parallel)
            row.role = nullptr;
    for (std::size_t k = 0; k < starts.size(); ++k)
        transform::insert_loop(
            statement, k, starts[k],
            transform::unused_name(fmt::format("tile{}", k), names_of(statement.rows)));
    auto first = statement.rows.begin();
    std::rotate(first, first + long(outermost), first + long(outermost) + 1);
}

} // namespace

std::vector<const Statement *> users_of(const MatrixView &view, const std::string &array)
{
    std::vector<const Statement *> result = statements_in(view, {});
    const std::size_t position = transform::find_array(view.program, array);
    std::erase_if(result, [&](const Statement *statement) {
        return subscripts_in(view.program, position, *statement) == nullptr;
    });
    return result;
}

std::optional<MatrixView> tiled_by_array(MatrixView view, const std::string &array,
                                         const std::vector<long> &sizes, std::size_t outermost)
{
    const std::vector<const Statement *> users = users_of(view, array);
    if (users.empty() || outermost >= sizes.size() || !are_adjacent(view, users))
        return std::nullopt;
    std::vector<std::string> labels;
    for (const Statement *statement : users)
        labels.push_back(statement->label);
    const std::size_t position = transform::find_array(view.program, array);
    const long first = users.front()->beta.front();
    for (std::size_t member = 0; member < labels.size(); ++member) {
        Statement &statement = labelled(view, labels[member]);
        const auto &subscripts = *subscripts_in(view.program, position, statement);
        if (subscripts.size() < sizes.size())
            return std::nullopt;
        std::vector<isl::pw_aff> starts;
        for (std::size_t k = 0; k < sizes.size(); ++k)
            starts.push_back(transform::start_of_strip(subscripts[k], sizes[k]));
        const Beta inside(statement.beta.begin() + 1, statement.beta.end());
        add_tiles(statement, starts, outermost);
        statement.beta.assign(sizes.size(), 0);
        statement.beta.front() = first;
        statement.beta.push_back(long(member));
        statement.beta.insert(statement.beta.end(), inside.begin(), inside.end());
    }
    return transform::normalized(std::move(view));
}

} // namespace espalier::strategies
