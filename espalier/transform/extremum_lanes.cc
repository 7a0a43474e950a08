#include "espalier/transform/extremum_lanes.h"

#include "espalier/program/assignments.h"
#include "espalier/program/loops.h"
#include "espalier/program/never_negative.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/calls.h"
#include "espalier/transform/extremum_form.h"
#include "espalier/transform/extremum_statements.h"

#include <isl/aff.h>
#include <isl/map.h>

#include <algorithm>
#include <iterator>
#include <vector>

namespace espalier::transform {

namespace {

using program::AccessKind;
using program::Assignment;
using program::BinaryOperation;
using program::ConditionalOperation;
using program::ExpressionPtr;
using program::make_expression;
using program::Nest;
using Kind = ExtremumForm::Kind;
using Part = ExtremumStatements::Part;

///   m = fmax(m, x);  if (x > m) m = x;  ->  m = x > m ? x : m;
/// A part can be written where it stays as it is, and compilers know vectors of that.
program::Statement with_comparison(program::Statement statement, const ExtremumForm &form)
{
    if (form.kind != Kind::called && !form.is_guarded)
        return statement;
    const std::size_t array = extremum_of(statement).array;
    const auto read = std::ranges::find_if(statement.accesses, [&](const program::Access &access) {
        return access.array == array && access.kind == AccessKind::read;
    });
    const ExpressionPtr kept = value_of(std::size_t(read - statement.accesses.begin()));
    const std::string op = form.kind == Kind::called ? ">" : form.op;
    const ExpressionPtr test = make_expression(BinaryOperation{op, form.number, kept});
    const ExpressionPtr value = make_expression(ConditionalOperation{test, form.number, kept});
    statement.body =
        make_expression(Assignment{"=", program::assignment_in(statement)->target, value});
    return statement;
}

class LaneSearch {
public:
    LaneSearch(program::Program program, std::size_t statement, std::size_t loop, long lanes)
        : program_(std::move(program)), position_(statement), loop_(loop), lanes_(lanes),
          form_(*extremum_form(program_, program_.statements[statement])),
          make_(program_, program_.statements[statement], loop),
          find_(program_, with_comparison(program_.statements[statement], form_), loop)
    {
    }

    program::Program run() &&
    {
        const std::size_t parts = make_.add_array("part", {lanes_});
        make_.put_in_place(position_, search(parts));
        std::vector<program::Statement> before, behind;
        for (std::size_t array = parts; array < program_.arrays.size(); ++array)
            before.push_back(make_.kill("begin", array));
        before.push_back(start(parts));
        behind.push_back(collection(parts));
        for (std::size_t array = parts; array < program_.arrays.size(); ++array)
            behind.push_back(make_.kill("end", array));
        Nest &loop = loop_around(program_, position_, loop_);
        Nest all;
        for (program::Statement &statement : before)
            all.children.push_back(make_.added(std::move(statement)));
        all.children.push_back(std::move(loop));
        for (program::Statement &statement : behind)
            all.children.push_back(make_.added(std::move(statement)));
        loop = std::move(all);
        return std::move(program_);
    }

private:
    ExpressionPtr no_number() const { return Extremes(make_.type()).infinity(form_.is_maximum); }

    /// `for l: part[l] = -inf;`
    program::Statement start(std::size_t parts) const
    {
        program::Statement result = make_.once("start_part");
        const isl::pw_aff lane = make_.put_in_loop(result, lanes_);
        make_.assign(result, {parts, {lane}}, no_number());
        return result;
    }

    /// What the source does, to the part of a lane.
    std::vector<program::Statement> search(std::size_t parts) const
    {
        const isl::set &domain = make_.source().domain;
        isl_pw_aff *column =
            coordinate(domain.space(), make_.source().iterators.size() - 1).release();
        const isl::pw_aff lane = isl::manage(
            isl_pw_aff_mod_val(column, isl_val_int_from_si(domain.ctx().get(), lanes_)));
        const Part part{parts, {lane}};
        std::vector<program::Statement> result;
        if (!is_computed(*form_.number)) {
            result.push_back(find_.search("find_part", part));
            return result;
        }
        const std::size_t number = make_.add_array("number");
        result.push_back(make_.computation(number));
        result.push_back(find_.search_of("find_part", part, {number}));
        return result;
    }

    /// `for l: if (part[l] > m) m = part[l];`, or `m = part[l] > -inf ? fmax(m, part[l]) : m;`
    program::Statement collection(std::size_t parts) const
    {
        program::Statement result = make_.once("collect_part");
        const Part part{parts, {make_.put_in_loop(result, lanes_)}};
        const Part m = make_.whole(result);
        if (form_.kind != Kind::called) {
            make_.take(result, m, make_.target().kind, part);
            return result;
        }
        const ExpressionPtr kept = make_.access(result, AccessKind::read, m),
                            taken = make_.access(result, AccessKind::read, part);
        const ExpressionPtr is_one = make_expression(BinaryOperation{">", taken, no_number()});
        make_.assign(result, m,
                     make_expression(
                         ConditionalOperation{is_one, called_extremum(form_, kept, taken), kept}));
        return result;
    }

    program::Program program_;
    const std::size_t position_, loop_;
    const long lanes_;
    const ExtremumForm form_;
    const ExtremumStatements make_;
    const ExtremumStatements find_; ///< in parts
};

/// Whether nothing but a statement accesses an array in a loop around it.
bool is_alone_in(const program::Program &program, std::size_t statement, std::size_t loop,
                 std::size_t array)
{
    const std::vector<program::LoopPath> paths = program::loops_around(program);
    for (std::size_t other = 0; other < program.statements.size(); ++other) {
        const bool is_inside = program::shared_loops(paths[other], paths[statement]) > loop;
        if (other != statement && is_inside &&
            std::ranges::any_of(program.statements[other].accesses,
                                [&](const auto &access) { return access.array == array; }))
            return false;
    }
    return true;
}

} // namespace

std::optional<std::size_t> loop_for_lanes(const program::Program &program, std::size_t statement)
{
    const program::Statement &source = program.statements[statement];
    const std::optional<ExtremumForm> form = extremum_form(program, source);
    const bool is_free =
        form && (form->kind == Kind::takes || (form->kind == Kind::called && form->is_maximum));
    if (!is_free || !program::is_never_negative(program, source, *form->number))
        return std::nullopt;
    const std::size_t array = extremum_of(source).array;
    for (std::size_t loop = 0; loop < source.iterators.size(); ++loop)
        if (extrema_in(source, loop).is_single_valued() &&
            is_alone_in(program, statement, loop, array))
            return loop;
    return std::nullopt;
}

program::Program with_extremum_lanes(program::Program program, std::size_t statement,
                                     std::size_t loop, long lanes)
{
    return LaneSearch(std::move(program), statement, loop, lanes).run();
}

} // namespace espalier::transform
