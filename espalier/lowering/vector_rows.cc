#include "espalier/lowering/vector_rows.h"

#include "espalier/lowering/row_functions.h"
#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/id.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/program/arithmetic.h"
#include "espalier/schedule/loops.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/calls.h"
#include "espalier/transform/normal_form.h"
#include "espalier/transform/trees.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace espalier::lowering {

namespace {

using program::AccessKind;
using transform::MatrixView;
using transform::Statement;

/// A call for each row, in place of one statement.
class RowCalls {
public:
    RowCalls(const MatrixView &view, const Statement &statement,
             const strategies::RowOperation &operation)
        : scop_(view), statement_(statement), operation_(operation),
          source_(transform::source_of(view.program, statement.instances))
    {
        calls_.domain = isl::manage(isl_set_set_tuple_id(
            operation.outer.copy(),
            presburger::make_id(operation.outer.ctx(),
                                transform::unused_name_in(view, "row_" + statement.label))
                .release()));
        calls_.place = source_.place;
    }

    /// The statement of the program that calls a function.
    program::Statement calls(const std::string &function)
    {
        program::CallOperation call{function, {bound(operation_.first), bound(operation_.end)}};
        add_access(AccessKind::write, operation_.written);
        call.arguments.push_back(transform::address_of(0));
        for (std::size_t n = 1; n < operation_.rows.size(); ++n) {
            add_access(AccessKind::read, operation_.rows[n]);
            call.arguments.push_back(transform::address_of(calls_.accesses.size() - 1));
        }
        for (std::size_t value : operation_.values) {
            add_access(AccessKind::read, value);
            call.arguments.push_back(transform::value_of(calls_.accesses.size() - 1));
        }
        calls_.body = program::make_expression(std::move(call));
        for (std::size_t k = 0; k + 1 < statement_.depth(); ++k)
            calls_.iterators.push_back({statement_.rows[k].name, scop_.program.wide_type});
        return calls_;
    }

    /// What the calls execute: the row's elements in lanes.
    CallContract contract() const
    {
        isl::pw_aff_list blocks(statement_.instances.ctx(), 0);
        for (std::size_t k = 0; k + 1 < statement_.depth(); ++k)
            blocks = blocks.add(statement_.time(k));
        const isl::space space = source_.domain.space();
        isl::pw_aff_list number(space.ctx(), 0);
        number = number.add(source_.accesses[operation_.written].subscripts.back());
        CallContract result{
            calls_.name(), source_,
            isl::multi_pw_aff(space.add_unnamed_tuple(unsigned(blocks.size())), blocks),
            isl::multi_pw_aff(space.add_unnamed_tuple(1), number),
            isl::multi_pw_aff::zero(isl::space::unit(space.ctx())
                                        .add_unnamed_tuple(unsigned(blocks.size()))
                                        .add_unnamed_tuple(1))};
        result.bounds = {{{.argument = 0}, {.argument = 1}}};
        for (std::size_t n = 0; n < source_.accesses.size(); ++n)
            result.reaches.push_back(reach(n));
        result.is_in_lanes = true;
        return result;
    }

private:
    /// Where an access is, among those of the call: those of rows come before those of values.
    Reach reach(std::size_t number) const
    {
        const std::size_t dimensions = source_.accesses[number].subscripts.size();
        Reach result{0, std::vector<std::vector<long>>(dimensions, {0}),
                     std::vector<long>(dimensions, 0)};
        if (const auto &element = operation_.elements[number]) {
            result.access = element->row;
            result.steps.back() = {1};
            result.distance.back() = element->distance;
        } else {
            const auto value = std::ranges::find(operation_.values, number);
            result.access = operation_.rows.size() + std::size_t(value - operation_.values.begin());
        }
        return result;
    }

    isl::pw_aff on_calls(const isl::pw_aff &function) const
    {
        return function.pullback(transform::without_name(calls_.domain));
    }

    program::ExpressionPtr bound(const isl::pw_aff &value) const
    {
        return program::make_expression(
            program::AffineValue{on_calls(value), scop_.program.wide_type});
    }

    /// Adds an access to the first element of a row, which stands for all that are used of it.
    void add_access(AccessKind kind, std::size_t number)
    {
        std::vector<isl::pw_aff> subscripts;
        for (const isl::pw_aff &subscript : operation_.subscripts[number])
            subscripts.push_back(on_calls(subscript));
        std::size_t array = source_.accesses[number].array;
        program::Access result =
            transform::new_access(scop_.program, calls_, kind, array, subscripts);
        result.relation = presburger::coalesced(touched(kind, number));
        calls_.accesses.push_back(std::move(result));
    }

    /// { call[b] -> A[a] }: what a call uses of a row.
    isl::map touched(AccessKind kind, std::size_t number) const
    {
        isl::map instances =
            transform::without_name(calls_.domain).as_map().apply_range(operation_.instances);
        isl::map result = instances.apply_range(source_.accesses[number].relation);
        for (std::size_t k = 0; k < source_.accesses.size(); ++k)
            if (kind == AccessKind::read && k != operation_.written && is_same_row(k, number))
                result = result.unite(instances.apply_range(source_.accesses[k].relation));
        return result.intersect_domain(calls_.domain);
    }

    bool is_same_row(std::size_t one, std::size_t other) const
    {
        const auto &first = operation_.elements[one], &second = operation_.elements[other];
        return first && second && first->row == second->row;
    }

    const MatrixView &scop_;
    const Statement &statement_;
    const strategies::RowOperation &operation_;
    const program::Statement &source_;
    program::Statement calls_;
};

/// Calls in the loops around a statement's innermost one.
Statement in_loops_around(const Statement &statement, const program::Statement &calls)
{
    Statement result;
    result.label = calls.name();
    result.instances = calls.domain;
    result.iterators = isl::multi_pw_aff(transform::without_name(calls.domain));
    result.beta.assign(statement.beta.begin(), statement.beta.end() - 1);
    for (std::size_t k = 0; k + 1 < statement.depth(); ++k) {
        const transform::Row &row = statement.rows[k];
        result.iterator_names.push_back(row.name);
        result.rows.push_back({transform::iterator(result, k), row.name, {}, row.role, row.option});
    }
    return result;
}

/// Whether loops have room for two vectors, as far as is known.
bool is_long_enough(const strategies::RowOperation &operation, long lanes)
{
    isl::val most = operation.end.sub(operation.first).as_map().range().dim_max_val(0);
    return !most.is_int() || most.num_si() >= 2 * lanes;
}

/// Replaces loops one by one.
class RowVectorizer {
public:
    RowVectorizer(const LoweredPlan &plan, const machine::Machine &machine, KernelLibrary &library)
        : machine_(machine), library_(library),
          scop_(transform::matrix_view(plan.program, plan.tree)), definitions_(plan.definitions),
          contracts_(plan.contracts)
    {
    }

    /// Nothing if there is nothing to replace.
    std::optional<LoweredPlan> run() &&
    {
        for (Statement &statement : scop_.statements)
            if (statement.depth() > 0 && has_function(statement.rows.back()))
                replace(statement);
        if (!is_changed_)
            return std::nullopt;
        scop_ = transform::normalized(std::move(scop_));
        schedule::Tree tree = transform::schedule_tree(scop_);
        return LoweredPlan{.program = std::move(scop_.program),
                           .tree = std::move(tree),
                           .definitions = std::move(definitions_),
                           .contracts = std::move(contracts_)};
    }

private:
    static bool has_function(const transform::Row &row)
    {
        return row.role && row.role->has_row_function;
    }

    void replace(Statement &statement)
    {
        std::optional<strategies::RowOperation> operation =
            strategies::find_row_operation(scop_, statement);
        if (!operation)
            return;
        long lanes =
            long(machine_.vector / program::size_of_floating(operation->element_type).value());
        if (lanes < 2 || !is_long_enough(*operation, lanes))
            return;
        Kernel function = row_function(library_, scop_.program,
                                       transform::source_of(scop_.program, statement.instances),
                                       *operation, lanes);
        add_definitions(definitions_, function.definitions);
        is_changed_ = true;
        RowCalls rows(scop_, statement, *operation);
        program::Statement calls = rows.calls(function.name);
        contracts_.push_back(rows.contract());
        statement = in_loops_around(statement, calls);
        scop_.program.statements.push_back(std::move(calls));
    }

    const machine::Machine &machine_;
    KernelLibrary &library_;
    MatrixView scop_;
    std::vector<std::string> definitions_;
    std::vector<CallContract> contracts_;
    bool is_changed_ = false;
};

} // namespace

LoweredPlan with_vector_rows(LoweredPlan plan, const machine::Machine &machine,
                             KernelLibrary &library)
{
    auto has_function = [](const schedule::Loop &loop) { return loop.role()->has_row_function; };
    if (std::ranges::none_of(schedule::loops_with_roles(plan.tree), has_function))
        return plan;
    std::optional<LoweredPlan> replaced = RowVectorizer(plan, machine, library).run();
    return replaced ? std::move(*replaced) : plan;
}

} // namespace espalier::lowering
