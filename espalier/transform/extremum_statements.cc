#include "espalier/transform/extremum_statements.h"

#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/id.h"
#include "espalier/program/loops.h"
#include "espalier/program/statement_part.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/calls.h"
#include "espalier/transform/partial_values.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

namespace espalier::transform {

using program::Access;
using program::AccessKind;
using program::Assignment;
using program::BinaryOperation;
using program::CallOperation;
using program::ConditionalOperation;
using program::ExpressionPtr;
using program::make_expression;
using program::Nest;

namespace {

/// The node of a statement.
Nest *node_of(Nest &nest, std::size_t statement)
{
    if (nest.kind == Nest::Kind::statement)
        return nest.statement == statement ? &nest : nullptr;
    for (Nest &child : nest.children)
        if (Nest *found = node_of(child, statement))
            return found;
    return nullptr;
}

Nest statement_node(std::size_t statement)
{
    Nest result;
    result.kind = Nest::Kind::statement;
    result.statement = statement;
    return result;
}

/// A part that is named for instances of another statement.
ExtremumStatements::Part part_of(const program::Statement &statement, ExtremumStatements::Part part)
{
    for (isl::pw_aff &subscript : part.subscripts)
        subscript = isl::manage(
            isl_pw_aff_set_tuple_id(subscript.release(), isl_dim_in, statement.id().release()));
    return part;
}

} // namespace

ExpressionPtr Extremes::infinity(bool is_negative) const
{
    const ExpressionPtr result = make_expression(CallOperation{"__builtin_inf" + suffix_, {}});
    return is_negative ? make_expression(program::UnaryOperation{"-", result}) : result;
}

ExpressionPtr Extremes::nan() const
{
    return make_expression(
        CallOperation{"__builtin_nan" + suffix_, {make_expression(program::Literal{"\"\""})}});
}

std::size_t ExtremumStatements::add_array(const std::string &wish,
                                          const std::vector<long> &extents) const
{
    program::Array array;
    array.name = unused_name_in({program_, {}}, wish);
    array.element_type = type();
    for (long extent : extents)
        array.extents.emplace_back(
            constant_extent(isl::manage(isl_val_int_from_si(source_.domain.ctx().get(), extent))));
    return transform::add_array(program_, std::move(array));
}

isl::id ExtremumStatements::new_name(const std::string &wish) const
{
    return presburger::make_id(source_.domain.ctx(),
                               unused_name_in({program_, {}}, wish + "_of_" + source_.name()));
}

program::Statement ExtremumStatements::once(const std::string &wish) const
{
    program::Statement result;
    const auto outer = unsigned(loops_);
    const unsigned inner = presburger::dimensions(source_.domain) - outer;
    isl_set *domain = isl_set_project_out(source_.domain.copy(), isl_dim_set, outer, inner);
    result.domain = isl::manage(isl_set_set_tuple_id(domain, new_name(wish).release()));
    result.iterators.assign(source_.iterators.begin(), source_.iterators.begin() + outer);
    result.place = source_.place;
    return result;
}

isl::pw_aff ExtremumStatements::put_in_loop(program::Statement &statement, long count) const
{
    const isl::id name = statement.id();
    const unsigned loop = presburger::dimensions(statement.domain);
    isl_set *domain = isl_set_add_dims(statement.domain.copy(), isl_dim_set, 1);
    domain = isl_set_lower_bound_si(domain, isl_dim_set, loop, 0);
    domain = isl_set_upper_bound_si(domain, isl_dim_set, loop, count - 1);
    statement.domain = isl::manage(isl_set_set_tuple_id(domain, name.copy()));
    statement.iterators.push_back({unused_name_in({program_, {}}, "l"), program_.wide_type});
    return coordinate(statement.domain.space(), loop);
}

ExpressionPtr ExtremumStatements::access(program::Statement &statement, AccessKind kind,
                                         const Part &part) const
{
    statement.accesses.push_back(
        new_access(program_, statement, kind, part.array, part.subscripts));
    return value_of(statement.accesses.size() - 1);
}

void ExtremumStatements::assign(program::Statement &statement, const Part &part,
                                const ExpressionPtr &value) const
{
    statement.body =
        make_expression(Assignment{"=", access(statement, AccessKind::write, part), value});
}

program::Statement ExtremumStatements::kill(const std::string &wish, std::size_t array) const
{
    program::Statement result = once(wish + "_" + program_.arrays[array].name);
    access(result, AccessKind::kill, {array});
    return result;
}

program::Statement ExtremumStatements::computation(std::size_t number) const
{
    auto [result, value] = value_apart(source_, form_.number, target().array);
    assign(result, {number}, value);
    return program::on_part(program_, std::move(result), source_.domain,
                            new_name("find_" + program_.arrays[number].name));
}

program::Statement ExtremumStatements::search(const std::string &wish, const Part &part) const
{
    const Access &m = target();
    program::Statement result = program::on_part(program_, source_, source_.domain, new_name(wish));
    const Part own = part_of(result, part);
    for (Access &one : result.accesses)
        if (one.array == m.array)
            set_element(program_, one, own.array, own.subscripts);
    return result;
}

program::Statement ExtremumStatements::search_of(const std::string &wish, const Part &part,
                                                 const Part &number) const
{
    program::Statement result = source_;
    result.accesses.clear();
    result.domain =
        isl::manage(isl_set_set_tuple_id(source_.domain.copy(), new_name(wish).release()));
    take(result, part_of(result, part), target().kind, number);
    return result;
}

void ExtremumStatements::take(program::Statement &statement, const Part &m, AccessKind kind,
                              const Part &part, const std::optional<Part> &limit) const
{
    const ExpressionPtr kept = access(statement, AccessKind::read, m),
                        taken = access(statement, AccessKind::read, part),
                        compared = limit ? access(statement, AccessKind::read, *limit) : taken;
    const ExpressionPtr target = access(statement, kind, m);
    auto test = [&](const ExpressionPtr &left, const ExpressionPtr &right) {
        return make_expression(BinaryOperation{form_.op, left, right});
    };
    auto assigned = [&](auto value) {
        return make_expression(Assignment{"=", target, make_expression(std::move(value))});
    };
    if (form_.is_guarded)
        statement.body = make_expression(
            program::Guarded{test(taken, kept), make_expression(Assignment{"=", target, taken})});
    else if (form_.kind == ExtremumForm::Kind::takes)
        statement.body = assigned(ConditionalOperation{test(taken, kept), taken, kept});
    else if (form_.kind == ExtremumForm::Kind::keeps)
        statement.body = assigned(ConditionalOperation{test(kept, compared), kept, taken});
    else
        statement.body =
            make_expression(Assignment{"=", target, called_extremum(form_, kept, taken)});
}

ExtremumStatements::Part ExtremumStatements::whole(const program::Statement &statement) const
{
    Part result{target().array};
    if (target().subscripts.empty())
        return result;
    const isl::pw_multi_aff element = extrema_in(source_, loops_).as_pw_multi_aff();
    const unsigned own = presburger::dimensions(statement.domain) - unsigned(loops_);
    for (std::size_t k = 0; k < target().subscripts.size(); ++k) {
        isl_pw_aff *subscript = isl_pw_aff_add_dims(element.at(int(k)).release(), isl_dim_in, own);
        result.subscripts.push_back(
            isl::manage(isl_pw_aff_set_tuple_id(subscript, isl_dim_in, statement.id().release())));
    }
    return result;
}

void ExtremumStatements::put_in_place(std::size_t position,
                                      std::vector<program::Statement> statements) const
{
    Nest &node = *node_of(program_.nest, position);
    program_.statements[position] = std::move(statements.front());
    if (statements.size() == 1)
        return;
    Nest all;
    all.children = {node};
    for (std::size_t k = 1; k < statements.size(); ++k) {
        all.children.push_back(statement_node(program_.statements.size()));
        program_.statements.push_back(std::move(statements[k]));
    }
    node = std::move(all);
}

Nest ExtremumStatements::added(program::Statement statement) const
{
    Nest result = statement_node(program_.statements.size());
    for (std::size_t k = presburger::dimensions(statement.domain); k-- > loops_;) {
        Nest loop;
        loop.kind = Nest::Kind::loop;
        loop.dimension = k;
        loop.place = statement.place;
        loop.children = {std::move(result)};
        result = std::move(loop);
    }
    program_.statements.push_back(std::move(statement));
    return result;
}

Nest &loop_around(program::Program &program, std::size_t position, std::size_t loop)
{
    const Nest *wanted = program::loops_around(program)[position][loop];
    Nest *nest = &program.nest;
    while (nest != wanted)
        for (Nest &child : nest->children)
            if (node_of(child, position)) {
                nest = &child;
                break;
            }
    return *nest;
}

} // namespace espalier::transform
