#include "espalier/transform/statement_split.h"

#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/id.h"
#include "espalier/program/statement_part.h"
#include "espalier/transform/arrays.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>

namespace espalier::transform {

namespace {

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

MatrixView with_statement_split(MatrixView view, const std::string &label, const isl::set &part,
                                const std::string &name)
{
    auto found = std::ranges::find(view.statements, label, &Statement::label);
    auto source = std::ranges::find_if(view.program.statements,
                                       [&](const auto &one) { return is_of(*found, one); });
    isl::id id = presburger::make_id(part.ctx(), unused_name_in(view, name));
    isl::set rest = presburger::coalesced(source->domain.subtract(part));
    program::Statement added = program::on_part(view.program, *source, part, id);
    *source = program::on_part(view.program, *source, rest, source->id());

    Statement copy = *found;
    copy.label = id.name();
    copy.instances = added.domain;
    copy.iterators =
        isl::manage(isl_multi_pw_aff_set_tuple_id(copy.iterators.release(), isl_dim_in, id.copy()));
    found->instances = rest;
    add_behind(view.program.nest, std::size_t(source - view.program.statements.begin()),
               view.program.statements.size());
    view.program.statements.push_back(std::move(added));
    view.statements.push_back(std::move(copy));
    return view;
}

} // namespace espalier::transform
