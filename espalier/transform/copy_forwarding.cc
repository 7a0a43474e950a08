#include "espalier/transform/copy_forwarding.h"

#include "espalier/dependence/value_sources.h"
#include "espalier/program/assignments.h"
#include "espalier/schedule/original.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/statement_split.h"
#include "espalier/transform/trees.h"

#include <isl/aff.h>
#include <isl/map.h>

#include <algorithm>
#include <vector>

namespace espalier::transform {

namespace {

using program::Access;
using program::AccessKind;

/// A statement `A[f] = B[g]`.
struct Copy {
    const Access *written, *copied;
};

std::optional<Copy> copy_in(const program::Program &program, const program::Statement &statement)
{
    const auto copy = program::copy_assignment_of(statement);
    if (!copy)
        return std::nullopt;
    Copy result{&statement.accesses[copy->to], &statement.accesses[copy->from]};
    const program::Array &target = program.arrays[result.written->array];
    const program::Array &source = program.arrays[result.copied->array];
    bool is_copy = result.written->kind == AccessKind::write && !source.extents.empty() &&
                   source.element_type == target.element_type &&
                   source.extents.size() == result.copied->subscripts.size();
    return is_copy ? std::optional(result) : std::nullopt;
}

class Forwarding {
public:
    Forwarding(const program::Program &program, const dependence::Dependences &dependences,
               const program::Statement &reader)
        : program_(program), dependences_(dependences), reader_(reader)
    {
    }

    std::optional<program::Program> run() const
    {
        for (std::size_t read = 0; read < reader_.accesses.size(); ++read)
            for (const program::Statement &statement : program_.statements)
                if (reader_.accesses[read].kind == AccessKind::read)
                    if (std::optional<Copy> copy = copy_in(program_, statement))
                        if (auto result = forwarded(read, *copy))
                            return result;
        return std::nullopt;
    }

private:
    std::optional<program::Program> forwarded(std::size_t read, const Copy &copy) const
    {
        std::optional<isl::map> seen =
            dependence::write_seen(reader_.accesses[read], *copy.written, dependences_);
        if (!seen)
            return std::nullopt;
        const std::string label = reader_.name();
        MatrixView view = original_view(program_);
        std::string changed = label;
        if (!reader_.domain.is_subset(seen->domain())) {
            view = with_statement_split(std::move(view), label, seen->domain(), label + "_copy");
            changed = view.program.statements.back().name();
        }
        program::Program result = view.program;
        program::Statement &part =
            *std::ranges::find(result.statements, changed, &program::Statement::name);
        isl::map to_copy =
            isl::manage(isl_map_set_tuple_id(seen->release(), isl_dim_in, part.id().release()));
        Access &access = part.accesses[read];
        set_element(result, access, copy.copied->array, elements(copy, to_copy));
        dependence::ValueFlow flow =
            dependence::analyze_flow(result, schedule::original_schedule(result));
        return sees_the_same(access, flow, *copy.copied, dependences_, to_copy)
                   ? std::optional(result)
                   : std::nullopt;
    }

    /// { S[i] -> [a] }: the subscripts of what was copied.
    /// \param to_copy  { S[i] -> T[j] }
    static std::vector<isl::pw_aff> elements(const Copy &copy, const isl::map &to_copy)
    {
        isl::pw_multi_aff instance = to_copy.as_pw_multi_aff();
        std::vector<isl::pw_aff> result;
        for (const isl::pw_aff &subscript : copy.copied->subscripts)
            result.push_back(subscript.pullback(instance).coalesce());
        return result;
    }

    const program::Program &program_;
    const dependence::Dependences &dependences_;
    const program::Statement &reader_;
};

} // namespace

std::optional<program::Program> with_copies_forwarded(const program::Program &program,
                                                      const dependence::Dependences &dependences,
                                                      const std::string &statement)
{
    auto reader = std::ranges::find(program.statements, statement, &program::Statement::name);
    return Forwarding(program, dependences, *reader).run();
}

} // namespace espalier::transform
