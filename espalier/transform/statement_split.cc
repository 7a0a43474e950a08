#include "espalier/transform/statement_split.h"

#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/id.h"
#include "espalier/transform/arrays.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

#include <fmt/format.h>

#include <algorithm>

namespace espalier::transform {

namespace {

isl::set renamed(const isl::set &set, const isl::id &name)
{
    return isl::manage(isl_set_set_tuple_id(set.copy(), name.copy()));
}

isl::pw_aff renamed(const isl::pw_aff &function, const isl::id &name)
{
    return isl::manage(isl_pw_aff_set_tuple_id(function.copy(), isl_dim_in, name.copy()));
}

/// An expression with the values of affine functions on another statement.
program::ExpressionPtr renamed(const program::ExpressionPtr &expression, const isl::id &name)
{
    return program::replaced(expression, [&](const program::Expression &part) {
        const auto *node = std::get_if<program::AffineValue>(&part.node);
        return node ? program::make_expression(
                          program::AffineValue{renamed(node->value, name), node->type})
                    : nullptr;
    });
}

/// The statement on some of its instances, under its own name or another.
program::Statement on_part(const program::Program &program, program::Statement statement,
                           const isl::set &instances, const isl::id &name)
{
    bool is_new = name.name() != statement.name();
    statement.domain = renamed(instances, name);
    statement.body = renamed(statement.body, name);
    for (program::Access &access : statement.accesses) {
        for (isl::pw_aff &subscript : access.subscripts)
            subscript = renamed(subscript, name);
        if (is_new)
            access.reference = presburger::make_id(
                instances.ctx(), fmt::format("{}_{}", access.reference.name(), name.name()));
        access.relation = program::access_relation(statement.domain, access.subscripts,
                                                   program.arrays[access.array]);
    }
    return statement;
}

/// Puts a statement behind another one wherever that stands.
void add_behind(program::Nest &nest, std::size_t statement, std::size_t added)
{
    for (program::Nest &child : nest.children)
        add_behind(child, statement, added);
    if (nest.kind != program::Nest::Kind::statement || nest.statement != statement)
        return;
    program::Nest other = nest, both;
    other.statement = added;
    both.children = {nest, std::move(other)};
    nest = std::move(both);
}

} // namespace

Scop with_statement_split(Scop scop, const std::string &label, const isl::set &part,
                          const std::string &name)
{
    auto found = std::ranges::find(scop.statements, label, &Statement::label);
    auto source = std::ranges::find_if(scop.program.statements,
                                       [&](const auto &one) { return is_of(*found, one); });
    isl::id id = presburger::make_id(part.ctx(), unused_name_in(scop, name));
    isl::set rest = presburger::coalesced(source->domain.subtract(part));
    program::Statement added = on_part(scop.program, *source, part, id);
    *source = on_part(scop.program, *source, rest, source->id());

    Statement copy = *found;
    copy.label = id.name();
    copy.instances = added.domain;
    copy.iterators =
        isl::manage(isl_multi_pw_aff_set_tuple_id(copy.iterators.release(), isl_dim_in, id.copy()));
    found->instances = rest;
    add_behind(scop.program.nest, std::size_t(source - scop.program.statements.begin()),
               scop.program.statements.size());
    scop.program.statements.push_back(std::move(added));
    scop.statements.push_back(std::move(copy));
    return scop;
}

} // namespace espalier::transform
