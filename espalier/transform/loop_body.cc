#include "espalier/transform/loop_body.h"

#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/id.h"
#include "espalier/schedule/reached_leaves.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/trees.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace espalier::transform {

namespace {

/// A name that no symbolic constant has.
const char *const constant = "$iteration";

/// The loop that is all of a nest; null if it is none.
const program::Nest *only_loop(const program::Nest &nest)
{
    using Kind = program::Nest::Kind;
    if (nest.kind == Kind::sequence && nest.children.size() == 1)
        return only_loop(nest.children.front());
    return nest.kind == Kind::loop ? &nest : nullptr;
}

bool has_loops(const program::Nest &nest)
{
    return nest.kind == program::Nest::Kind::loop || std::ranges::any_of(nest.children, has_loops);
}

/// The dimensions of what is inside count from the next loop on.
program::Nest without_outermost(program::Nest nest)
{
    if (nest.kind == program::Nest::Kind::loop)
        --nest.dimension;
    for (program::Nest &child : nest.children)
        child = without_outermost(std::move(child));
    return nest;
}

/// { S[t, i] -> S[i] } where the symbolic constant is t; on spaces without a name likewise.
/// \param space  { S[t, i] }
isl::map to_body(const isl::space &space)
{
    isl_space *own = isl_space_add_dims(space.copy(), isl_dim_param, 1);
    int last = int(isl_space_dim(own, isl_dim_param)) - 1;
    own = isl_space_set_dim_id(own, isl_dim_param, unsigned(last),
                               presburger::make_id(space.ctx(), constant).release());
    isl_map *result = isl_map_identity(isl_space_map_from_set(own));
    result = isl_map_equate(result, isl_dim_in, 0, isl_dim_param, last);
    result = isl_map_project_out(result, isl_dim_out, 0, 1);
    if (isl_space_has_tuple_id(space.get(), isl_dim_set) == isl_bool_true)
        result = isl_map_set_tuple_id(result, isl_dim_out,
                                      isl_space_get_tuple_id(space.get(), isl_dim_set));
    return isl::manage(result);
}

isl::map without_constant(isl::map map)
{
    int position = isl_map_find_dim_by_name(map.get(), isl_dim_param, constant);
    return position < 0 ? map
                        : isl::manage(isl_map_project_out(map.release(), isl_dim_param,
                                                          unsigned(position), 1));
}

program::Statement in_body(const program::Program &program, program::Statement statement)
{
    isl::pw_multi_aff embedding = to_body(statement.domain.space()).reverse().as_pw_multi_aff();
    statement.domain = statement.domain.preimage(embedding);
    statement.iterators.erase(statement.iterators.begin());
    for (program::Access &access : statement.accesses) {
        for (isl::pw_aff &subscript : access.subscripts)
            subscript = subscript.pullback(embedding);
        access.relation = program::access_relation(statement.domain, access.subscripts,
                                                   program.arrays[access.array]);
    }
    return statement;
}

/// { [t, x] -> [v] } of { [x] -> [v] } in which t is the symbolic constant; with the statement's
/// name or without.
/// \param to_body  { [t, x] -> [x] }
isl::pw_aff in_loop(const isl::pw_aff &function, const isl::map &to_body)
{
    isl::map value = isl::manage(isl_map_from_pw_aff(function.copy()));
    return without_constant(to_body.apply_range(value)).as_pw_multi_aff().at(0);
}

/// { S[t, i] -> [t, x] } of { S[i] -> [x] }.
isl::multi_pw_aff iterators_in_loop(const isl::multi_pw_aff &iterators, const isl::map &to_body)
{
    isl::space space = to_body.domain().space();
    isl::pw_aff_list all(iterators.ctx(), 0);
    all = all.add(isl::pw_aff(space.identity_multi_aff_on_domain().at(0)));
    for (unsigned k = 0; k < iterators.size(); ++k)
        all = all.add(in_loop(iterators.at(int(k)), to_body));
    return isl::multi_pw_aff(space.add_unnamed_tuple(iterators.size() + 1), all);
}

/// { [t, x] -> [v] } of { [x] -> [v] }.
isl::aff time_in_loop(const isl::aff &time)
{
    unsigned count = unsigned(isl_aff_dim(time.get(), isl_dim_in)) + 1;
    isl::space space = isl::space::unit(time.ctx()).add_unnamed_tuple(count);
    return in_loop(isl::pw_aff(time), to_body(space)).as_aff();
}

/// A function of the first iterator alone, on as many iterators as are said.
/// \param time  { [t, x] -> [v] }
isl::aff on_first(const isl::aff &time, unsigned count)
{
    isl::space space = time.domain().space().params().add_unnamed_tuple(count);
    isl::aff_list all(time.ctx(), 0);
    all = all.add(space.identity_multi_aff_on_domain().at(0));
    const unsigned before = unsigned(isl_aff_dim(time.get(), isl_dim_in));
    for (unsigned k = 1; k < before; ++k)
        all = all.add(space.zero_aff_on_domain());
    return time.pullback(isl::multi_aff(space.add_unnamed_tuple(before), all));
}

/// The program with the arrays of a body, and with that one's references to others than before.
program::Program program_in_loop(const program::Program &body, program::Program program)
{
    program.arrays = body.arrays;
    for (std::size_t k = 0; k < program.statements.size(); ++k) {
        program::Statement &statement = program.statements[k];
        isl::map body_of = to_body(statement.domain.space());
        for (std::size_t number = 0; number < statement.accesses.size(); ++number) {
            const program::Access &changed = body.statements[k].accesses[number];
            if (changed.array == statement.accesses[number].array)
                continue;
            std::vector<isl::pw_aff> subscripts;
            for (const isl::pw_aff &subscript : changed.subscripts)
                subscripts.push_back(in_loop(subscript, body_of));
            set_element(program, statement.accesses[number], changed.array, subscripts);
        }
    }
    return program;
}

} // namespace

std::optional<program::Program> body_of_loop(const program::Program &program)
{
    const program::Nest *loop = only_loop(program.nest);
    if (!loop || !has_loops(loop->children.front()))
        return std::nullopt;
    program::Program result = program;
    result.nest = without_outermost(loop->children.front());
    for (program::Statement &statement : result.statements)
        statement = in_body(program, std::move(statement));
    return result;
}

MatrixView in_loop(const MatrixView &body, const program::Program &program)
{
    const MatrixView original = original_view(program);
    MatrixView result{program_in_loop(body.program, program), {}};
    for (Statement statement : body.statements) {
        const Statement &source = *std::ranges::find_if(original.statements, [&](const auto &one) {
            return schedule::statement_name(one.instances.space()) ==
                   schedule::statement_name(statement.instances.space());
        });
        isl::map body_of = to_body(source.instances.space());
        isl::set instances =
            without_constant(body_of.intersect_range(statement.instances)).domain();
        statement.instances = presburger::coalesced(instances.intersect(source.instances));
        statement.iterators = iterators_in_loop(statement.iterators, body_of);
        statement.iterator_names.insert(statement.iterator_names.begin(),
                                        source.iterator_names.front());
        for (Row &row : statement.rows) {
            row.time = time_in_loop(row.time);
            row.source_loop = row.source_loop ? std::optional(*row.source_loop + 1) : std::nullopt;
        }
        Row outer = source.rows.front();
        outer.time = on_first(outer.time, statement.iterators.size());
        statement.rows.insert(statement.rows.begin(), std::move(outer));
        statement.beta.insert(statement.beta.begin(), source.beta.front());
        result.statements.push_back(std::move(statement));
    }
    return result;
}

} // namespace espalier::transform
