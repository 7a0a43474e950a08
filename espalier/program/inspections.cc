#include "espalier/program/inspections.h"

#include "espalier/program/counted_loops.h"
#include "espalier/program/inspected_values.h"
#include "espalier/program/named_accesses.h"
#include "espalier/program/value_type.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>
#include <map>

namespace espalier::program {

namespace {

/// When a part of a body is evaluated for sure.
enum class Certainty { never, in_each_instance, in_each_iteration };

using Locals = std::map<std::string, InspectedValues>;

bool is_same(const isl::pw_aff &one, const isl::pw_aff &other)
{
    return isl_pw_aff_is_equal(one.get(), other.get()) == isl_bool_true;
}

/// Whether an expression is a number that is not negative and that an `int` holds, once what it is
/// read from is inspected.
bool is_natural(const Expression &expression)
{
    return number_spelled(expression) || std::holds_alternative<AccessValue>(expression.node) ||
           std::holds_alternative<IndirectValue>(expression.node);
}

/// Whether a value is an integer for all that is known of its type.
bool is_number(const ValueType &type) { return type.is_integer() || holds_naturals(type); }

bool may_be_integer(const ValueType &type)
{
    return type.is_integer() || type.kind == ValueType::Kind::named;
}

bool has_jumps(const Expression &part)
{
    bool result = false;
    for_each_part(part, [&](const Expression &inner) {
        result = result || std::holds_alternative<Jump>(inner.node);
    });
    return result;
}

/// Follows the body of one statement to the elements that data choose of one array.
class BodyInspector {
public:
    BodyInspector(const Program &program, const Statement &statement,
                  std::vector<Inspection> &inspections)
        : program_(program), statement_(statement),
          domain_(statement.domain.intersect_params(possible_constants(program))),
          inspections_(inspections)
    {
    }

    /// The ranges of the outermost subscripts of the elements that an access names.
    /// \return nothing if one has no bounds that inspections find, or if there is no such element
    std::optional<std::vector<InspectedRange>> elements(std::size_t access)
    {
        access_ = access;
        is_known_ = true;
        found_.clear();
        visit(*statement_.body, {}, Certainty::in_each_instance);
        return is_known_ && !found_.empty() ? std::optional(found_) : std::nullopt;
    }

private:
    void visit(const Expression &part, Locals locals, Certainty sure)
    {
        if (const auto *sequence = std::get_if<Sequence>(&part.node)) {
            for (const ExpressionPtr &statement : sequence->statements) {
                visit(*statement, locals, sure);
                note_declaration(*statement, locals, sure);
            }
        } else if (const auto *loop = std::get_if<DataLoop>(&part.node)) {
            visit_loop(*loop, std::move(locals), sure);
        } else if (const auto *branch = std::get_if<Branch>(&part.node)) {
            visit(*branch->condition, locals, sure);
            for (const ExpressionPtr &chosen : {branch->yes, branch->no})
                if (chosen)
                    visit(*chosen, locals, Certainty::never);
        } else if (const auto *guarded = std::get_if<Guarded>(&part.node)) {
            visit(*guarded->condition, locals, sure);
            visit(*guarded->statement, locals, Certainty::never);
        } else {
            visit_expression(part, locals, sure);
        }
    }

    /// What is in an expression, each part as sure as the expression where C evaluates it always.
    void visit_expression(const Expression &expression, const Locals &locals, Certainty sure)
    {
        std::set<const Expression *> always;
        for_each_sure_part(expression, [&](const Expression &part) { always.insert(&part); });
        for_each_part(expression, [&](const Expression &part) {
            const auto *element = std::get_if<IndirectValue>(&part.node);
            if (!element || element->access != access_)
                return;
            const auto values = subscript(*element->subscripts.front(), locals,
                                          always.contains(&part) ? sure : Certainty::never);
            is_known_ = is_known_ && values;
            if (values && std::ranges::find(found_, values->range) == found_.end())
                found_.push_back(values->range);
        });
    }

    void visit_loop(const DataLoop &loop, Locals locals, Certainty sure)
    {
        for (const ExpressionPtr &part : loop.init)
            visit(*part, locals, sure);
        const std::optional<CountedLoop> count = counted(loop);
        const auto counter = count ? this->counter(*count, locals, sure) : std::nullopt;
        if (count)
            locals.erase(count->counter.name);
        for (auto &[name, values] : locals)
            values.is_gapless = false; // some instances have no iteration
        if (loop.condition)
            visit(*loop.condition, locals, Certainty::never);
        if (counter)
            locals.insert_or_assign(count->counter.name, *counter);
        const bool has_all = counter && counter->is_gapless && !has_jumps(*loop.body);
        visit(*loop.body, locals, has_all ? Certainty::in_each_iteration : Certainty::never);
        for (const ExpressionPtr &step : loop.steps)
            visit(*step, {}, Certainty::never);
    }

    /// A variable that keeps the value that it is declared with.
    void note_declaration(const Expression &part, Locals &locals, Certainty sure)
    {
        const auto *declaration = std::get_if<LocalDeclaration>(&part.node);
        if (!declaration || !declaration->value || assigns(*statement_.body, declaration->name))
            return;
        const ValueType type =
            type_of(Expression{LocalValue{declaration->name, declaration->type}});
        if (auto values = converted(*declaration->value, type, locals, sure))
            locals.insert_or_assign(declaration->name, std::move(*values));
    }

    /// The values of a counter in the body of its loop.
    std::optional<InspectedValues> counter(const CountedLoop &loop, const Locals &locals,
                                           Certainty sure)
    {
        if (!holds_naturals(type_of(Expression{loop.counter})))
            return std::nullopt;
        if (auto consecutive = rows_in_turn(loop, sure))
            return consecutive;
        const auto first = evaluate(*loop.first, locals, sure);
        const auto end = evaluate(*loop.end, locals, sure);
        if (!first || !end || !is_compared_as_it_is(loop, *first, *end))
            return std::nullopt;
        return InspectedValues{
            {first->range.least, shifted(end->range.greatest, loop.includes_end ? 0 : -1)}, false};
    }

    /// Whether a loop starts and ends where whole numbers would: what is negative, and of no signed
    /// type, is greater than all others.
    bool is_compared_as_it_is(const CountedLoop &loop, const InspectedValues &first,
                              const InspectedValues &end) const
    {
        const ValueType counter = type_of(Expression{loop.counter}), last = type_of(*loop.end);
        const bool are_signed = counter.is_signed == true && last.is_signed == true;
        return first.bits == all_bits && end.bits == all_bits &&
               (are_signed || (is_natural(*loop.first) && is_natural(*loop.end)));
    }

    /// The values of a counter that goes from an element to before the next one.
    std::optional<InspectedValues> rows_in_turn(const CountedLoop &loop, Certainty sure)
    {
        const auto *first = std::get_if<AccessValue>(&loop.first->node);
        const auto *end = std::get_if<AccessValue>(&loop.end->node);
        if (sure != Certainty::in_each_instance || !first || !end || loop.includes_end)
            return std::nullopt;
        const Access &from = statement_.accesses[first->access];
        const Access &to = statement_.accesses[end->access];
        if (from.array != to.array || !is_list_of_numbers(from.array))
            return std::nullopt;
        const isl::pw_aff row = from.subscripts.front().intersect_domain(domain_);
        const isl::pw_aff next = to.subscripts.front().intersect_domain(domain_);
        const auto starts = values_at(row, sure);
        if (!starts || !starts->is_gapless || !is_same(row.add_constant(1), next))
            return std::nullopt;
        const InspectedRange elements = {starts->range.least, shifted(starts->range.greatest, 1)};
        InspectedValues result = inspected({from.array, elements, true});
        result.range.greatest = shifted(result.range.greatest, -1);
        return result;
    }

    std::optional<InspectedValues> evaluate(const Expression &expression, const Locals &locals,
                                            Certainty sure)
    {
        if (const auto number = number_spelled(expression)) {
            const InspectedBound bound = {constant(domain_.ctx(), *number)};
            return InspectedValues{{bound, bound}, false};
        }
        if (const auto *cast = std::get_if<CastOperation>(&expression.node))
            return converted(*cast->operand, type_of(expression), locals, sure);
        if (const auto *variable = std::get_if<ConstantVariable>(&expression.node))
            return constant_variable(variable->name);
        if (const auto *iterator = std::get_if<IteratorValue>(&expression.node))
            return values_at(iterator_value(iterator->dimension), sure);
        if (const auto *affine = std::get_if<AffineValue>(&expression.node))
            return values_at(in_statement(affine->value).intersect_domain(domain_), sure);
        if (const auto *local = std::get_if<LocalValue>(&expression.node)) {
            const auto known = locals.find(local->name);
            return known != locals.end() ? std::optional(known->second) : std::nullopt;
        }
        if (const auto *operation = std::get_if<BinaryOperation>(&expression.node))
            return computed(*operation, type_of(expression), locals, sure);
        if (const auto *value = std::get_if<AccessValue>(&expression.node)) {
            const Access &access = statement_.accesses[value->access];
            return is_list_of_numbers(access.array)
                       ? element(
                             access.array,
                             values_at(access.subscripts.front().intersect_domain(domain_), sure),
                             sure)
                       : std::nullopt;
        }
        if (const auto *value = std::get_if<IndirectValue>(&expression.node)) {
            const std::size_t array = statement_.accesses[value->access].array;
            return is_list_of_numbers(array)
                       ? element(array, subscript(*value->subscripts.front(), locals, sure), sure)
                       : std::nullopt;
        }
        return std::nullopt;
    }

    /// { S[i] -> [v] }: of { [i] -> [v] }, which parts of linear subscripts are.
    isl::pw_aff in_statement(const isl::pw_aff &function) const
    {
        return isl::manage(isl_pw_aff_set_tuple_id(function.copy(), isl_dim_in,
                                                   isl_set_get_tuple_id(domain_.get())));
    }

    /// The values of a subscript, which are those that C computes wherever they are in bounds.
    std::optional<InspectedValues> subscript(const Expression &expression, const Locals &locals,
                                             Certainty sure)
    {
        auto values = evaluate(expression, locals, sure);
        return values && are_numbers_of(type_of(expression), *values) ? values : std::nullopt;
    }

    /// The values of an expression that C converts to a type.
    std::optional<InspectedValues> converted(const Expression &expression, const ValueType &type,
                                             const Locals &locals, Certainty sure)
    {
        if (!holds_naturals(type) || !is_number(type_of(expression)))
            return std::nullopt;
        auto values = evaluate(expression, locals, sure);
        return values && !is_natural(expression) ? wrapped(std::move(*values), type) : values;
    }

    std::optional<InspectedValues> computed(const BinaryOperation &operation, const ValueType &type,
                                            const Locals &locals, Certainty sure)
    {
        const auto left = evaluate(*operation.left, locals, sure);
        const auto right = evaluate(*operation.right, locals, sure);
        if (!left || !right)
            return std::nullopt;
        auto result = computed(operation, *left, *right);
        // Signed ones do not overflow.
        return result && type.is_signed != true ? wrapped(std::move(*result), type) : result;
    }

    static std::optional<InspectedValues> computed(const BinaryOperation &operation,
                                                   const InspectedValues &left,
                                                   const InspectedValues &right)
    {
        if (operation.op == "+")
            return sum(left, right);
        if (operation.op == "-") {
            const auto negative = scaled(right, -1);
            return negative ? std::optional(sum(left, *negative)) : std::nullopt;
        }
        if (operation.op != "*")
            return std::nullopt;
        if (const auto factor = number_spelled(*operation.left))
            return scaled(right, *factor);
        if (const auto factor = number_spelled(*operation.right))
            return scaled(left, *factor);
        return std::nullopt;
    }

    ValueType type_of(const Expression &expression) const
    {
        return value_type(program_, statement_, expression);
    }

    /// The values of the elements of an array with some subscripts, all of which the region reads.
    std::optional<InspectedValues>
    element(std::size_t array, const std::optional<InspectedValues> &subscripts, Certainty sure)
    {
        if (sure == Certainty::never || !subscripts || !subscripts->is_gapless)
            return std::nullopt;
        InspectedValues result = inspected({array, subscripts->range, false});
        result.is_gapless = false;
        return result;
    }

    InspectedValues inspected(const Inspection &inspection)
    {
        const auto known = std::ranges::find(inspections_, inspection);
        const auto position = std::size_t(known - inspections_.begin());
        if (known == inspections_.end())
            inspections_.push_back(inspection);
        const isl::pw_aff zero = constant(domain_.ctx(), 0);
        return {{{zero, {{position, false, 1}}}, {zero, {{position, true, 1}}}}, true};
    }

    /// Whether an array is one of integers with one subscript, which the region does not change.
    bool is_list_of_numbers(std::size_t array) const
    {
        const Array &info = program_.arrays[array];
        return info.extents.size() == 1 && info.pointer_dimensions == 0 &&
               may_be_integer(element_type(program_, info)) &&
               std::ranges::none_of(program_.statements, [&](const Statement &statement) {
                   return std::ranges::any_of(statement.accesses, [&](const Access &access) {
                       return access.array == array && access.kind != AccessKind::read;
                   });
               });
    }

    isl::pw_aff iterator_value(std::size_t dimension) const
    {
        const isl::multi_aff all =
            isl::manage(isl_multi_aff_identity_on_domain_space(isl_set_get_space(domain_.get())));
        return isl::pw_aff(all.at(int(dimension))).intersect_domain(domain_);
    }

    std::optional<InspectedValues> constant_variable(const std::string &name) const
    {
        for (const Parameter &parameter : program_.parameters)
            if (parameter.id.name() == name) {
                const isl::aff value = isl::space::unit(domain_.ctx())
                                           .add_param(parameter.id)
                                           .param_aff_on_domain(parameter.id);
                const isl::space nothing = isl::space::unit(domain_.ctx()).add_unnamed_tuple(0);
                const InspectedBound bound = {isl::pw_aff(value).insert_domain(nothing)};
                return InspectedValues{{bound, bound}, false};
            }
        return std::nullopt;
    }

    /// \param function  { S[i] -> [v] }, at the instances
    static std::optional<InspectedValues> values_at(const isl::pw_aff &function, Certainty sure)
    {
        auto result = values_of(function);
        if (result)
            result->is_gapless = result->is_gapless && sure == Certainty::in_each_instance;
        return result;
    }

    const Program &program_;
    const Statement &statement_;
    const isl::set domain_; ///< { S[i] }
    std::vector<Inspection> &inspections_;
    std::size_t access_ = 0;
    bool is_known_ = true;
    std::vector<InspectedRange> found_;
};

/// The access that has the same elements as one that the body does not name, the other half of an
/// update: `y[p[i]] += v`.
std::optional<std::size_t> named(const Statement &statement, std::size_t access)
{
    const std::set<std::size_t> names = named_accesses(*statement.body);
    if (names.contains(access))
        return access;
    std::optional<std::size_t> result;
    for_each_part(*statement.body, [&](const Expression &part) {
        const auto *update = std::get_if<Assignment>(&part.node);
        const auto target = update ? access_named_by(*update->target) : std::nullopt;
        if (target && update->op != "=" &&
            statement.accesses[*target].array == statement.accesses[access].array &&
            statement.accesses[*target].relation.is_equal(statement.accesses[access].relation))
            result = target;
    });
    return result;
}

} // namespace

bool InspectedBound::operator==(const InspectedBound &other) const
{
    return terms == other.terms && is_same(known, other.known);
}

Inspections::Inspections(const Program &program) : program_(program) {}

std::optional<std::vector<InspectedRange>> Inspections::rows(std::size_t array)
{
    const Array &info = program_.arrays[array];
    if (info.extents.empty() || info.pointer_dimensions > 0 || info.linear_dimensions > 1)
        return std::nullopt;
    std::vector<InspectedRange> result;
    auto add = [&](const InspectedRange &range) {
        if (std::ranges::find(result, range) == result.end())
            result.push_back(range);
    };
    const isl::set possible = possible_constants(program_);
    for (const Statement &statement : program_.statements) {
        if (statement.is_kill())
            continue;
        BodyInspector inspector(program_, statement, inspections_);
        for (std::size_t k = 0; k < statement.accesses.size(); ++k) {
            const Access &access = statement.accesses[k];
            if (access.array != array || access.kind == AccessKind::kill)
                continue;
            isl::set touched = access.relation.range().intersect_params(possible);
            touched = isl::manage(isl_set_project_out(touched.release(), isl_dim_set, 1,
                                                      unsigned(info.extents.size()) - 1));
            if (touched.is_empty())
                continue;
            if (isl_set_dim_is_bounded(touched.get(), isl_dim_set, 0)) {
                add(bounds_of(touched));
                continue;
            }
            const auto name = named(statement, k);
            const auto ranges = name ? inspector.elements(*name) : std::nullopt;
            if (!ranges)
                return std::nullopt;
            std::ranges::for_each(*ranges, add);
        }
    }
    return result;
}

} // namespace espalier::program
