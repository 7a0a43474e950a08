#include "espalier/transform/stored_terms.h"

#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/id.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/program/statement_part.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/calls.h"
#include "espalier/transform/collected_terms.h"
#include "espalier/transform/partial_values.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/set.h>

#include <algorithm>
#include <map>

namespace espalier::transform {

namespace {

using program::Access;
using program::AccessKind;
using program::AccessValue;
using program::Assignment;
using program::ConditionalOperation;
using program::Expression;
using program::ExpressionPtr;
using program::make_expression;

/// Puts statements in front of another one.
void add_before(program::Nest &nest, std::size_t statement, std::size_t first, std::size_t count)
{
    for (program::Nest &child : nest.children)
        add_before(child, statement, first, count);
    if (nest.kind != program::Nest::Kind::statement || nest.statement != statement)
        return;
    program::Nest all;
    for (std::size_t k = 0; k < count; ++k) {
        program::Nest added = nest;
        added.statement = first + k;
        all.children.push_back(std::move(added));
    }
    all.children.push_back(nest);
    nest = std::move(all);
}

class TermStorage {
public:
    TermStorage(const program::Program &program, std::size_t statement, std::size_t loop, long size)
        : program_(program), position_(statement), loop_(loop), size_(size),
          source_(program.statements[statement])
    {
    }

    std::optional<program::Program> run()
    {
        const std::optional<Collection> found = collection_of(program_, source_);
        if (!found || !find_elements())
            return std::nullopt;
        const Collection &collection = *found;
        const std::size_t first = program_.statements.size();
        for (const Term &term : collection.terms)
            arrays_.push_back(add_terms(term));
        for (std::size_t k = 0; k < collection.terms.size(); ++k)
            program_.statements.push_back(assignment(collection.terms, k));
        collect(collection);
        add_before(program_.nest, position_, first, collection.terms.size());
        return std::move(program_);
    }

private:
    /// Finds which element an instance has, and how many there are.
    bool find_elements()
    {
        const isl::set domain =
            source_.domain.intersect_params(program::possible_constants(program_));
        const isl::space space = source_.domain.space();
        const isl::ctx ctx = space.ctx();
        subscripts_ = {coordinate(space, loop_).mod(isl::val(ctx, size_))};
        extents_ = {constant_extent(isl::val(ctx, size_))};
        for (std::size_t k = loop_ + 1; k < source_.iterators.size(); ++k) {
            if (isl_set_dim_is_bounded(domain.get(), isl_dim_set, unsigned(k)) != isl_bool_true)
                return false;
            const isl::pw_aff least = presburger::coalesced(
                program::as_extent(isl::manage(isl_set_dim_min(domain.copy(), int(k)))));
            const isl::pw_aff most = presburger::coalesced(
                program::as_extent(isl::manage(isl_set_dim_max(domain.copy(), int(k)))));
            subscripts_.push_back(coordinate(space, k).sub(on_instances(least, space)));
            extents_.push_back(presburger::coalesced(most.sub(least).add_constant(1)));
        }
        return true;
    }

    std::size_t add_terms(const Term &term)
    {
        program::Array array;
        const program::Array &target = program_.arrays[target_of(program_, source_)->array];
        array.name = unused_name_in({program_, {}}, term.is_condition ? "conditions" : "terms");
        array.element_type = term.is_condition ? "unsigned char" : target.element_type;
        array.extents.assign(extents_.begin(), extents_.end());
        return add_array(program_, std::move(array));
    }

    /// `terms[i] = e;`, `terms[i] = conditions[i] ? e : 0;`
    program::Statement assignment(const std::vector<Term> &terms, std::size_t number) const
    {
        const Term &term = terms[number];
        auto [result, value] =
            value_apart(source_, term.value, target_of(program_, source_)->array);
        const isl::id id = presburger::make_id(
            source_.domain.ctx(),
            unused_name_in({program_, {}},
                           program_.arrays[arrays_[number]].name + "_of_" + source_.name()));
        if (term.is_condition)
            value = make_expression(
                ConditionalOperation{value, number_literal("1"), number_literal("0")});
        if (term.guard) {
            const ExpressionPtr condition = value_of(result.accesses.size());
            result.accesses.push_back(access(result, AccessKind::read, arrays_[term.guard->term]));
            const ExpressionPtr zero = number_literal("0");
            value =
                make_expression(term.guard->holds ? ConditionalOperation{condition, value, zero}
                                                  : ConditionalOperation{condition, zero, value});
        }
        const ExpressionPtr target = value_of(result.accesses.size());
        result.accesses.push_back(access(result, AccessKind::write, arrays_[number]));
        result.body = make_expression(Assignment{"=", target, value});
        return program::on_part(program_, std::move(result), source_.domain, id);
    }

    /// Of a statement to its element of an array.
    Access access(const program::Statement &statement, AccessKind kind, std::size_t array) const
    {
        Access result = new_access(program_, statement, kind, array, subscripts_);
        result.reference = presburger::make_id(
            statement.domain.ctx(),
            fmt::format("{}_of_{}", program_.arrays[array].name, statement.name()));
        return result;
    }

    static ExpressionPtr number_literal(const char *spelling)
    {
        return make_expression(program::Literal{spelling});
    }

    /// Has the statement read the terms.
    void collect(const Collection &collection)
    {
        program::Statement result = source_;
        for (std::size_t array : arrays_)
            result.accesses.push_back(access(result, AccessKind::read, array));
        const std::size_t target = target_of(program_, source_)->array;
        std::vector<Access> kept;
        std::map<std::size_t, std::size_t> moved;
        for (std::size_t k = 0; k < result.accesses.size(); ++k)
            if (k >= collection.first_term || result.accesses[k].array == target) {
                moved[k] = kept.size();
                kept.push_back(result.accesses[k]);
            }
        result.accesses = std::move(kept);
        result.body = with_accesses_moved(collection.body, moved);
        program_.statements[position_] = std::move(result);
    }

    program::Program program_;
    const std::size_t position_, loop_;
    const long size_;
    const program::Statement source_;
    std::vector<isl::pw_aff> subscripts_; ///< { S[i] -> [a_k] }
    std::vector<isl::pw_aff> extents_;    ///< { [] -> [n] }
    std::vector<std::size_t> arrays_;     ///< of the terms
};

} // namespace

std::vector<CollectingStatement> collecting_statements(const program::Program &program)
{
    std::vector<CollectingStatement> result;
    for (std::size_t k = 0; k < program.statements.size(); ++k) {
        const program::Statement &statement = program.statements[k];
        if (!collection_of(program, statement))
            continue;
        CollectingStatement found{k, target_of(program, statement)->array, {}};
        for (const Access &access : statement.accesses)
            if (access.array == found.array)
                found.references.push_back(access.reference);
        result.push_back(std::move(found));
    }
    return result;
}

std::optional<program::Program> with_terms_stored(const program::Program &program,
                                                  const std::string &statement, std::size_t loop,
                                                  long size)
{
    auto found = std::ranges::find_if(
        program.statements, [&](const program::Statement &one) { return one.name() == statement; });
    return TermStorage(program, std::size_t(found - program.statements.begin()), loop, size).run();
}

} // namespace espalier::transform
