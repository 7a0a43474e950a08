#include "espalier/transform/temporaries.h"

#include "espalier/presburger/id.h"
#include "espalier/program/arithmetic.h"
#include "espalier/program/assignments.h"
#include "espalier/program/loops.h"
#include "espalier/program/named_accesses.h"
#include "espalier/program/subprogram.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace espalier::transform {

namespace {

using program::Access;
using program::AccessKind;
using program::AccessValue;
using program::Assignment;
using program::Expression;
using program::ExpressionPtr;
using program::make_expression;
using program::Program;
using program::Statement;

/// A scalar that cannot go, since something else than a substitution would be needed.
struct Stays {
    std::size_t array;
};

/// The array that an assignment sets; nothing for elements that data choose.
std::optional<std::size_t> target_of(const Statement &statement)
{
    const Assignment *assignment = program::assignment_of(statement);
    const auto *target = assignment ? std::get_if<AccessValue>(&assignment->target->node) : nullptr;
    return target ? std::optional(statement.accesses[target->access].array) : std::nullopt;
}

bool is_constant(const Expression &expression)
{
    bool result = true;
    program::for_each_part(expression, [&](const Expression &part) {
        result = result && (std::holds_alternative<program::Literal>(part.node) ||
                            std::holds_alternative<program::ConstantVariable>(part.node) ||
                            std::holds_alternative<program::UnaryOperation>(part.node));
    });
    return result;
}

bool is_leaf(const Expression &expression)
{
    return std::holds_alternative<AccessValue>(expression.node) || is_constant(expression);
}

/// Whether compilers surely compute an expression once where it stands several times: one sum,
/// difference or product.
bool may_be_repeated(const Expression &expression)
{
    const auto *operation = std::get_if<program::BinaryOperation>(&expression.node);
    return is_leaf(expression) ||
           (operation && (operation->op == "+" || operation->op == "-" || operation->op == "*") &&
            is_leaf(*operation->left) && is_leaf(*operation->right));
}

/// What a scalar stands for, where it has been assigned.
struct Value {
    ExpressionPtr expression;
    std::vector<Access> accesses; ///< of the expression
    isl::set instances;           ///< { [i] }: that have assigned it
    bool is_used = false;
};

class Substitution {
public:
    Substitution(const Program &program, const std::set<std::size_t> &scalars)
        : program_(program), changed_(program), scalars_(scalars)
    {
    }

    /// \throws Stays
    Program run() &&
    {
        for (std::size_t scalar : scalars_)
            if (const Statement *only = constant_definition(scalar))
                constants_.emplace(scalar, converted(program::assignment_of(*only)->value, scalar));
        for (const std::vector<std::size_t> &block : program::blocks(program_.nest)) {
            values_.clear();
            for (std::size_t number : block)
                statement(number);
        }
        std::set<std::string> kept;
        for (const Statement &one : program_.statements)
            if (!dropped_.contains(one.name()))
                kept.insert(one.name());
        return program::with_statements(std::move(changed_), kept);
    }

private:
    bool goes(std::size_t array) const { return scalars_.contains(array); }

    /// The statement that assigns a constant to a scalar; null if not that alone sets it.
    const Statement *constant_definition(std::size_t scalar) const
    {
        const Statement *result = nullptr;
        for (const Statement &statement : program_.statements)
            for (const Access &access : statement.accesses) {
                if (access.array != scalar || access.kind == AccessKind::read ||
                    access.kind == AccessKind::kill)
                    continue;
                const Assignment *assignment = program::assignment_of(statement);
                if (result || access.kind != AccessKind::write || assignment->op != "=" ||
                    !is_constant(*assignment->value))
                    return nullptr;
                result = &statement;
            }
        return result;
    }

    void statement(std::size_t number)
    {
        const Statement &old = program_.statements[number];
        const Assignment *assignment = program::assignment_of(old);
        if (old.is_kill() && goes(old.accesses.front().array)) {
            dropped_.insert(old.name());
            return;
        }
        if (!assignment) {
            for (const Access &access : old.accesses)
                if (goes(access.array))
                    throw Stays{access.array};
            return forget_what_is_written(old);
        }
        Statement &made = changed_.statements[number];
        made.accesses.clear();
        const ExpressionPtr value = substituted(assignment->value, old, made);
        const std::optional<std::size_t> target = target_of(old);
        if (target && goes(*target)) {
            dropped_.insert(old.name());
            add_unnamed_accesses(old, made);
            return assign(*target, assignment->op, value, made);
        }
        made.body = make_expression(
            Assignment{assignment->op, substituted(assignment->target, old, made), value});
        add_unnamed_accesses(old, made);
        forget_what_is_written(old);
    }

    /// An expression of one statement for another one, with the values of scalars.
    ExpressionPtr substituted(const ExpressionPtr &expression, const Statement &from, Statement &to)
    {
        return program::replaced(expression, [&](const Expression &part) -> ExpressionPtr {
            if (const auto *indirect = std::get_if<program::IndirectValue>(&part.node)) {
                program::IndirectValue result{to.accesses.size(), {}};
                to.accesses.push_back(from.accesses[indirect->access]);
                for (const ExpressionPtr &subscript : indirect->subscripts)
                    result.subscripts.push_back(substituted(subscript, from, to));
                return make_expression(std::move(result));
            }
            const auto *named = std::get_if<AccessValue>(&part.node);
            if (!named)
                return nullptr;
            const Access &access = from.accesses[named->access];
            if (goes(access.array))
                return value_of(access.array, to);
            to.accesses.push_back(access);
            return make_expression(AccessValue{to.accesses.size() - 1});
        });
    }

    /// What a scalar stands for, in a statement.
    ExpressionPtr value_of(std::size_t scalar, Statement &to)
    {
        if (auto constant = constants_.find(scalar); constant != constants_.end())
            return constant->second;
        auto found = values_.find(scalar);
        if (found == values_.end() ||
            !program::iterations_of(to).is_subset(found->second.instances))
            throw Stays{scalar};
        Value &value = found->second;
        if (std::exchange(value.is_used, true) && !may_be_repeated(*value.expression))
            throw Stays{scalar};
        const std::size_t first = to.accesses.size();
        for (const Access &access : value.accesses)
            to.accesses.push_back(in_statement(access, to.id()));
        return program::replaced(value.expression, [&](const Expression &part) -> ExpressionPtr {
            if (const auto *named = std::get_if<AccessValue>(&part.node))
                return make_expression(AccessValue{first + named->access});
            if (const auto *affine = std::get_if<program::AffineValue>(&part.node))
                return make_expression(
                    program::AffineValue{in_statement(affine->value, to.id()), affine->type});
            if (std::holds_alternative<program::IndirectValue>(part.node))
                throw Stays{scalar};
            return nullptr;
        });
    }

    static isl::pw_aff in_statement(const isl::pw_aff &function, const isl::id &name)
    {
        return isl::manage(isl_pw_aff_set_tuple_id(function.copy(), isl_dim_in, name.copy()));
    }

    /// An access of another statement, with a name of its own.
    Access in_statement(Access access, const isl::id &name)
    {
        access.reference = presburger::make_id(
            name.ctx(), fmt::format("{}_{}", access.reference.name(), ++references_));
        access.relation = access.relation.set_domain_tuple(name);
        for (isl::pw_aff &subscript : access.subscripts)
            subscript = in_statement(subscript, name);
        return access;
    }

    void assign(std::size_t scalar, const std::string &op, ExpressionPtr value, Statement &made)
    {
        if (constants_.contains(scalar))
            return;
        if (op != "=") {
            const isl::set here = program::iterations_of(made);
            auto known = values_.find(scalar);
            if (known == values_.end() || !known->second.instances.is_equal(here))
                throw Stays{scalar};
            const ExpressionPtr before = value_of(scalar, made);
            value = make_expression(
                program::BinaryOperation{op.substr(0, op.size() - 1), before, std::move(value)});
        }
        values_.insert_or_assign(scalar, Value{converted(value, made, scalar), made.accesses,
                                               program::iterations_of(made)});
    }

    /// A value as the type of a scalar has it.
    ExpressionPtr converted(const ExpressionPtr &value, std::size_t scalar) const
    {
        const std::string &type = program_.arrays[scalar].element_type;
        return program::is_arithmetic(*value, type)
                   ? value
                   : make_expression(program::CastOperation{type, value});
    }

    ExpressionPtr converted(const ExpressionPtr &value, const Statement &statement,
                            std::size_t scalar) const
    {
        const std::string &type = program_.arrays[scalar].element_type;
        bool is_of_type = true;
        program::for_each_part(*value, [&](const Expression &part) {
            const auto access = program::access_named_by(part);
            is_of_type = is_of_type &&
                         (!access ||
                          program_.arrays[statement.accesses[*access].array].element_type == type);
        });
        const bool is_element = std::holds_alternative<AccessValue>(value->node);
        return is_of_type && is_element ? value
               : is_of_type             ? converted(value, scalar)
                                        : make_expression(program::CastOperation{type, value});
    }

    /// Those that a body does not name: what a compound assignment or a function reads.
    void add_unnamed_accesses(const Statement &old, Statement &made) const
    {
        const std::set<std::size_t> named = program::named_accesses(*old.body);
        for (std::size_t k = 0; k < old.accesses.size(); ++k)
            if (!named.contains(k) && !goes(old.accesses[k].array))
                made.accesses.push_back(old.accesses[k]);
    }

    /// Values that read what a statement writes are not to be had behind it.
    void forget_what_is_written(const Statement &statement)
    {
        for (const Access &access : statement.accesses) {
            if (access.kind == AccessKind::read)
                continue;
            std::erase_if(values_, [&](const auto &known) {
                return std::ranges::any_of(known.second.accesses, [&](const Access &read) {
                    return read.array == access.array;
                });
            });
        }
    }

    const Program &program_;
    Program changed_;
    const std::set<std::size_t> &scalars_;
    std::map<std::size_t, ExpressionPtr> constants_;
    std::map<std::size_t, Value> values_; ///< in the block so far
    std::set<std::string> dropped_;
    std::size_t references_ = 0;
};

} // namespace

std::optional<Program> with_temporaries_substituted(const Program &program)
{
    std::set<std::size_t> scalars;
    for (const Statement &statement : program.statements)
        for (const Access &access : statement.accesses) {
            const program::Array &array = program.arrays[access.array];
            if (array.is_local && array.extents.empty())
                scalars.insert(access.array);
        }
    while (!scalars.empty()) {
        try {
            return Substitution(program, scalars).run();
        } catch (const Stays &stays) {
            scalars.erase(stays.array);
        }
    }
    return std::nullopt;
}

} // namespace espalier::transform
