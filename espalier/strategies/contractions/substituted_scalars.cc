#include "espalier/strategies/contractions/substituted_scalars.h"

#include "espalier/dependence/value_sources.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/id.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/program/arithmetic.h"
#include "espalier/program/assignments.h"
#include "espalier/program/subprogram.h"
#include "espalier/program/value_type.h"
#include "espalier/schedule/original.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/turned_copies.h"

#include <isl/union_map.h>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace espalier::strategies {

namespace {

using program::Access;
using program::AccessKind;
using program::AccessValue;
using program::Assignment;

/// A statement `t = e`.
struct Definition {
    const program::Statement *statement;
    const Access *written;
    program::ExpressionPtr value;
};

/// Whether C computes with elements as they are, so that what an expression of them has is what a
/// variable of their type keeps.
bool are_computed_with_as_they_are(const program::Program &program, const program::Array &array)
{
    constexpr int int_bits = 32;
    const program::ValueType type = program::element_type(program, array);
    return program::size_of_floating(array.element_type) ||
           (type.kind == program::ValueType::Kind::integer && type.bits >= int_bits);
}

/// The definition that a statement is; nothing if it is none that could stand elsewhere.
std::optional<Definition> definition(const program::Program &program,
                                     const program::Statement &statement)
{
    const auto *assignment = program::assignment_of(statement);
    const auto *target = assignment ? std::get_if<AccessValue>(&assignment->target->node) : nullptr;
    if (!target || assignment->op != "=")
        return std::nullopt;
    const Access &written = statement.accesses[target->access];
    const program::Array &scalar = program.arrays[written.array];
    auto is_usable = [&](const Access &access) {
        const program::Array &array = program.arrays[access.array];
        return &access == &written ||
               (access.kind == AccessKind::read && access.array != written.array &&
                array.element_type == scalar.element_type &&
                array.extents.size() == access.subscripts.size());
    };
    bool is_definition = scalar.extents.empty() && written.kind == AccessKind::write &&
                         are_computed_with_as_they_are(program, scalar) &&
                         statement.accesses.size() > 1 &&
                         std::ranges::all_of(statement.accesses, is_usable) &&
                         program::is_arithmetic(*assignment->value, scalar.element_type);
    return is_definition ? std::optional(Definition{&statement, &written, assignment->value})
                         : std::nullopt;
}

class Substitution {
public:
    Substitution(const program::Program &program, const dependence::Dependences &dependences)
        : program_(program), changed_(program), dependences_(dependences),
          substituted_(isl::union_set::empty(program.context.ctx()))
    {
    }

    std::optional<program::Program> run() &&
    {
        constexpr unsigned fewest_loops = 3;
        for (std::size_t k = 0; k < program_.statements.size(); ++k)
            if (!program_.statements[k].is_kill() &&
                presburger::dimensions(program_.statements[k].domain) >= fewest_loops)
                for (std::size_t read = 0; read < program_.statements[k].accesses.size(); ++read)
                    substitute(k, read);
        if (replacements_.empty() || !sees_same_values())
            return std::nullopt;
        return program::with_statements(std::move(changed_), used());
    }

private:
    /// A reference in place of one of a definition.
    struct Replacement {
        std::size_t statement, access; ///< position in Program::statements, Statement::accesses
        const Access *original;
        isl::map instances; ///< { S[i] -> T[j] }: the definition's for the statement's
    };

    /// Puts what a scalar stands for in place of a read of it, if that is known.
    void substitute(std::size_t statement, std::size_t read)
    {
        const Access &access = program_.statements[statement].accesses[read];
        if (access.kind != AccessKind::read || !program_.arrays[access.array].extents.empty())
            return;
        for (const program::Statement &other : program_.statements) {
            std::optional<Definition> found = definition(program_, other);
            if (!found || found->written->array != access.array)
                continue;
            std::optional<isl::map> instances =
                dependence::write_seen(access, *found->written, dependences_);
            if (instances && program_.statements[statement].domain.is_subset(instances->domain()))
                return substitute(statement, read, *found, *instances);
        }
    }

    void substitute(std::size_t number, std::size_t read, const Definition &definition,
                    const isl::map &instances)
    {
        program::Statement &statement = changed_.statements[number];
        presburger::add_to(
            substituted_,
            program::tagged_relation(statement.accesses[read]).domain().to_union_set());
        std::map<std::size_t, std::size_t> places; // of the definition's accesses
        for (std::size_t k = 0; k < definition.statement->accesses.size(); ++k) {
            const Access &original = definition.statement->accesses[k];
            if (&original == definition.written)
                continue;
            places[k] = places.empty() ? read : statement.accesses.size();
            if (places[k] == statement.accesses.size())
                statement.accesses.push_back(new_read(statement));
            transform::set_element(changed_, statement.accesses[places[k]], original.array,
                                   elements(original, instances));
            replacements_.push_back({number, places[k], &original, instances});
        }
        auto in_statement = [&](const program::Expression &part) -> program::ExpressionPtr {
            const auto *value = std::get_if<AccessValue>(&part.node);
            return value ? program::make_expression(AccessValue{places.at(value->access)})
                         : nullptr;
        };
        program::ExpressionPtr value = program::replaced(definition.value, in_statement);
        statement.body = program::replaced(statement.body, [&](const program::Expression &part) {
            const auto *node = std::get_if<AccessValue>(&part.node);
            return node && node->access == read ? value : nullptr;
        });
    }

    static Access new_read(const program::Statement &statement)
    {
        isl::id name =
            presburger::make_id(statement.domain.ctx(), fmt::format("{}_reads{}", statement.name(),
                                                                    statement.accesses.size()));
        return {AccessKind::read, 0, name, statement.domain.identity(), {}};
    }

    /// { S[i] -> [a] }: the subscripts of a definition's access for another statement.
    static std::vector<isl::pw_aff> elements(const Access &original, const isl::map &instances)
    {
        isl::pw_multi_aff instance = instances.as_pw_multi_aff();
        std::vector<isl::pw_aff> result;
        for (const isl::pw_aff &subscript : original.subscripts)
            result.push_back(subscript.pullback(instance).coalesce());
        return result;
    }

    bool sees_same_values() const
    {
        dependence::ValueFlow flow =
            dependence::analyze_flow(changed_, schedule::original_schedule(changed_));
        return std::ranges::all_of(replacements_, [&](const Replacement &one) {
            return sees_the_same(changed_.statements[one.statement].accesses[one.access], flow,
                                 *one.original, dependences_, one.instances);
        });
    }

    /// The names of statements but those that define scalars which nothing uses any more.
    std::set<std::string> used() const
    {
        isl::union_set read = dependences_.flow.subtract_range(substituted_)
                                  .domain()
                                  .unite(dependences_.live_out.domain());
        std::set<std::string> result;
        for (const program::Statement &statement : program_.statements) {
            auto found = definition(program_, statement);
            if (!found || !program::tagged_relation(*found->written)
                               .domain()
                               .to_union_set()
                               .is_disjoint(read))
                result.insert(statement.name());
        }
        return result;
    }

    const program::Program &program_;
    program::Program changed_;
    const dependence::Dependences &dependences_;
    isl::union_set substituted_; ///< { [S[i] -> R[]] }: reads of scalars that are none any more
    std::vector<Replacement> replacements_;
};

} // namespace

std::optional<program::Program> with_scalars_substituted(const program::Program &program,
                                                         const dependence::Dependences &dependences)
{
    if (const std::optional<program::Program> turned = transform::with_copies_turned(program)) {
        const dependence::Dependences changed =
            dependence::analyze(*turned, schedule::original_schedule(*turned));
        if (auto result = Substitution(*turned, changed).run())
            return result;
    }
    return Substitution(program, dependences).run();
}

} // namespace espalier::strategies
