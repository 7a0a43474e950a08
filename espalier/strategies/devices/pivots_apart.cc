#include "espalier/strategies/devices/pivots_apart.h"

#include "espalier/schedule/original.h"
#include "espalier/transform/statement_split.h"
#include "espalier/transform/trees.h"

#include <vector>

namespace espalier::strategies {

namespace {

/// Programs with more statements than that take too long.
constexpr std::size_t most_statements = 16;

/// Instances of a statement in front of a pivot, at it, and behind it.
struct Pivot {
    isl::set front, at, behind; ///< { S[i] }

    /// Whether splitting leaves something apart.
    bool divides() const { return !at.is_empty() && (!front.is_empty() || !behind.is_empty()); }
};

/// What a read makes of the instances of a statement that writes the same array, by one subscript.
Pivot pivot(const program::Statement &statement, const isl::pw_aff &written,
            const isl::pw_aff &read)
{
    return {written.lt_set(read).intersect(statement.domain),
            written.eq_set(read).intersect(statement.domain),
            written.gt_set(read).intersect(statement.domain)};
}

/// The first pivot of a statement that divides it.
std::optional<Pivot> find_pivot(const program::Statement &statement)
{
    for (const program::Access &write : statement.accesses)
        for (const program::Access &read : statement.accesses) {
            if (write.kind != program::AccessKind::write ||
                read.kind != program::AccessKind::read || read.array != write.array ||
                read.subscripts.size() != write.subscripts.size())
                continue;
            for (std::size_t k = 0; k < read.subscripts.size(); ++k)
                if (Pivot found = pivot(statement, write.subscripts[k], read.subscripts[k]);
                    found.divides())
                    return found;
        }
    return std::nullopt;
}

} // namespace

std::optional<program::Program> with_pivots_apart(const program::Program &program)
{
    std::optional<transform::MatrixView> view;
    const auto &statements = [&]() -> const std::vector<program::Statement> & {
        return view ? view->program.statements : program.statements;
    };
    for (std::size_t k = 0; k < statements().size() && statements().size() <= most_statements;) {
        const program::Statement &one = statements()[k];
        const std::optional<Pivot> found = one.is_kill() ? std::nullopt : find_pivot(one);
        if (!found) {
            ++k;
            continue;
        }
        if (!view)
            view =
                transform::matrix_view(program, schedule::original_schedule_without_kills(program));
        const std::string name = one.name();
        for (const isl::set &part : {found->at, found->behind})
            if (!part.is_empty())
                view =
                    transform::with_statement_split(std::move(*view), name, part, name + "_part");
    }
    return view ? std::optional(std::move(view->program)) : std::nullopt;
}

} // namespace espalier::strategies
