#include "espalier/dependence/divided.h"

#include "espalier/dependence/listing.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/program/statement_part.h"

#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

#include <algorithm>

namespace espalier::dependence {

namespace {

/// What of a statement's instances is its part.
isl::set taken(const program::Program &program, const StatementPart &part)
{
    return statement_of(program, part.instances.space())->domain.intersect(part.instances);
}

/// { [S[i] -> R[]] -> [P[i] -> Q[]] } of { S[i] -> P[i] }.
isl::union_map tagged(const isl::map &instances, const isl::id &reference, const isl::id &renamed)
{
    auto tag = [](const isl::id &id) {
        return isl::set::universe(isl::space::unit(id.ctx()).add_named_tuple(id, 0));
    };
    const isl::map references = isl::manage(
        isl_map_from_domain_and_range(tag(reference).release(), tag(renamed).release()));
    return instances.product(references).to_union_map();
}

/// { tag -> tag }: from the tags of a program to those of the divided one.
isl::union_map to_parts(program::Program program, const std::vector<StatementPart> &parts)
{
    isl::union_map result = isl::union_map::empty(program.context.ctx());
    for (const StatementPart &part : parts) {
        program::Statement &statement = *std::ranges::find(
            program.statements, statement_of(program, part.instances.space())->name(),
            &program::Statement::name);
        const isl::set here = statement.domain.intersect(part.instances);
        for (const program::Access &access : statement.accesses)
            presburger::add_to(result,
                               tagged(here.identity().set_range_tuple(part.name), access.reference,
                                      program::part_reference(access.reference, part.name)));
        statement.domain = statement.domain.subtract(here);
    }
    for (const program::Statement &statement : program.statements)
        for (const program::Access &access : statement.accesses)
            presburger::add_to(
                result, tagged(statement.domain.identity(), access.reference, access.reference));
    return result;
}

} // namespace

program::Program divided(program::Program program, const std::vector<StatementPart> &parts)
{
    for (const StatementPart &part : parts) {
        const isl::set here = taken(program, part);
        auto statement = std::ranges::find(program.statements,
                                           statement_of(program, part.instances.space())->name(),
                                           &program::Statement::name);
        program::Statement added = program::on_part(program, *statement, here, part.name);
        *statement = program::on_part(program, *statement, statement->domain.subtract(here),
                                      statement->id());
        program.statements.push_back(std::move(added));
    }
    return program;
}

Dependences divided(const Dependences &dependences, const program::Program &program,
                    const std::vector<StatementPart> &parts)
{
    const isl::union_map tags = to_parts(program, parts);
    Dependences result = dependences;
    for (isl::union_map *pairs : {&result.flow, &result.anti, &result.output, &result.order,
                                  &result.forced, &result.relaxed})
        *pairs = pairs->apply_domain(tags).apply_range(tags);
    for (isl::union_map *elements : {&result.live_in, &result.live_out})
        *elements = elements->apply_domain(tags);
    return result;
}

std::vector<program::Reduction> divided(std::vector<program::Reduction> reductions,
                                        const program::Program &program,
                                        const std::vector<StatementPart> &parts)
{
    for (program::Reduction &reduction : reductions)
        for (const StatementPart &part : parts)
            for (const program::Access &access :
                 statement_of(program, part.instances.space())->accesses)
                if (reduction.has(access.reference))
                    reduction.references.push_back(
                        program::part_reference(access.reference, part.name));
    return reductions;
}

} // namespace espalier::dependence
