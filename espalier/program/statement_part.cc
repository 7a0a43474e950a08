#include "espalier/program/statement_part.h"

#include "espalier/presburger/id.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

#include <fmt/format.h>

namespace espalier::program {

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
ExpressionPtr renamed(const ExpressionPtr &expression, const isl::id &name)
{
    return replaced(expression, [&](const Expression &part) {
        const auto *node = std::get_if<AffineValue>(&part.node);
        return node ? make_expression(AffineValue{renamed(node->value, name), node->type})
                    : nullptr;
    });
}

} // namespace

isl::id part_reference(const isl::id &reference, const isl::id &part)
{
    return presburger::make_id(reference.ctx(),
                               fmt::format("{}_{}", reference.name(), part.name()));
}

Statement on_part(const Program &program, Statement statement, const isl::set &instances,
                  const isl::id &name)
{
    bool is_new = name.name() != statement.name();
    statement.domain = renamed(instances, name);
    if (!statement.is_kill())
        statement.body = renamed(statement.body, name);
    for (Access &access : statement.accesses) {
        for (isl::pw_aff &subscript : access.subscripts)
            subscript = renamed(subscript, name);
        if (is_new)
            access.reference = part_reference(access.reference, name);
        access.relation =
            access_relation(statement.domain, access.subscripts, program.arrays[access.array]);
    }
    return statement;
}

} // namespace espalier::program
