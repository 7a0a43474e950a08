#include "espalier/transform/scalar_copies.h"

#include "espalier/presburger/dimensions.h"
#include "espalier/program/assignments.h"
#include "espalier/program/loops.h"
#include "espalier/program/subprogram.h"
#include "espalier/transform/arrays.h"

#include <isl/set.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace espalier::transform {

namespace {

using program::Access;
using program::AccessKind;
using program::Statement;

/// copy = original; of scalars
struct ScalarCopy {
    std::size_t statement;
    std::size_t copy, original; ///< arrays
};

class CopyMerger {
public:
    explicit CopyMerger(program::Program program)
        : program_(std::move(program)), paths_(program::loops_around(program_))
    {
    }

    std::optional<program::Program> run() &&
    {
        for (std::size_t k = 0; k < program_.statements.size(); ++k)
            if (const std::optional<ScalarCopy> found = copy_in(k); found && can_be_merged(*found))
                merge(*found);
        std::set<std::string> kept;
        for (const Statement &statement : program_.statements)
            if (!dropped_.contains(statement.name()))
                kept.insert(statement.name());
        return dropped_.empty()
                   ? std::nullopt
                   : std::optional(program::with_statements(std::move(program_), kept));
    }

private:
    std::optional<ScalarCopy> copy_in(std::size_t number) const
    {
        const Statement &statement = program_.statements[number];
        const auto found = program::copy_assignment_of(statement);
        if (!found || statement.accesses.size() != 2)
            return std::nullopt;
        const std::size_t original = statement.accesses[found->from].array;
        const std::size_t copy = statement.accesses[found->to].array;
        const program::Array &one = program_.arrays[original], &other = program_.arrays[copy];
        const bool is_of_scalars = one.extents.empty() && other.extents.empty() &&
                                   one.element_type == other.element_type && other.is_local &&
                                   copy != original;
        return is_of_scalars ? std::optional(ScalarCopy{number, copy, original}) : std::nullopt;
    }

    bool can_be_merged(const ScalarCopy &found) const
    {
        for (std::size_t k = 0; k < program_.statements.size(); ++k) {
            const bool is_gone = dropped_.contains(program_.statements[k].name());
            if (program_.statements[k].is_kill() || is_gone || k == found.statement)
                continue;
            for (const Access &access : program_.statements[k].accesses) {
                if (uses(access, found.copy) &&
                    (access.kind != AccessKind::read || !reads_behind(k, found.statement)))
                    return false;
                if (uses(access, found.original) &&
                    (k > found.statement || !is_in_its_loops(k, found.statement)))
                    return false;
            }
        }
        return true;
    }

    bool is_in_its_loops(std::size_t statement, std::size_t copy) const
    {
        return program::shared_loops(paths_[statement], paths_[copy]) == paths_[copy].size();
    }

    /// Whether a statement runs behind a copy in each iteration of its loops.
    bool reads_behind(std::size_t statement, std::size_t copy) const
    {
        if (statement < copy || !is_in_its_loops(statement, copy))
            return false;
        auto iterations = [&](std::size_t of) {
            isl_set *points = isl_set_reset_tuple_id(program_.statements[of].domain.copy());
            return presburger::first_dimensions(isl::manage(points), unsigned(paths_[copy].size()))
                .intersect_params(program_.context);
        };
        return iterations(statement).is_subset(iterations(copy));
    }

    std::size_t last_read(const ScalarCopy &found) const
    {
        std::size_t result = found.statement;
        for (std::size_t k = result; k < program_.statements.size(); ++k)
            if (std::ranges::any_of(program_.statements[k].accesses,
                                    [&](const Access &access) { return uses(access, found.copy); }))
                result = k;
        return result;
    }

    void merge(const ScalarCopy &found)
    {
        dropped_.insert(program_.statements[found.statement].name());
        const std::size_t last = last_read(found);
        bool ends = false; // the original, before what reads the copy
        for (std::size_t k = found.statement + 1; k < program_.statements.size(); ++k) {
            Statement &statement = program_.statements[k];
            for (Access &access : statement.accesses) {
                if (access.kind == AccessKind::kill && access.array == found.original && k < last) {
                    dropped_.insert(statement.name());
                    ends = true;
                } else if (access.array == found.copy &&
                           (access.kind != AccessKind::kill || ends)) {
                    set_element(program_, access, found.original, {});
                }
            }
        }
    }

    program::Program program_;
    std::vector<program::LoopPath> paths_;
    std::set<std::string> dropped_; ///< statements
};

} // namespace

std::optional<program::Program> with_scalar_copies_merged(program::Program program)
{
    return CopyMerger(std::move(program)).run();
}

} // namespace espalier::transform
