#include "espalier/transform/stored_terms.h"

#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/id.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/presburger/print.h"
#include "espalier/program/arithmetic.h"
#include "espalier/program/assignments.h"
#include "espalier/program/print.h"
#include "espalier/program/statement_part.h"
#include "espalier/program/value_type.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/calls.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/set.h>

#include <algorithm>
#include <map>
#include <set>

namespace espalier::transform {

namespace {

using program::Access;
using program::AccessKind;
using program::AccessValue;
using program::Assignment;
using program::BinaryOperation;
using program::CallOperation;
using program::ConditionalOperation;
using program::Expression;
using program::ExpressionPtr;
using program::make_expression;

/// A part of a statement that is to come from memory.
struct Term {
    ExpressionPtr value;
    bool is_condition; ///< only whether it is 0 matters
    /// The term that has to be a condition which holds, or which does not, where this one is
    /// computed; nothing: it always is.
    struct Guard {
        std::size_t term;
        bool holds;
    };
    std::optional<Guard> guard = {};
};

bool operator==(const Term::Guard &one, const Term::Guard &other)
{
    return one.term == other.term && one.holds == other.holds;
}

/// What a statement that collects is without its terms.
struct Collection {
    std::vector<Term> terms;
    ExpressionPtr body; ///< reads `terms[k]` as the access number `first_term` + k
    std::size_t first_term;
};

bool is_comparison(const BinaryOperation &operation)
{
    static const std::set<std::string> comparisons = {"<", "<=", ">", ">=", "==", "!="};
    return comparisons.contains(operation.op);
}

/// Takes a statement apart.
class TermFinder {
public:
    TermFinder(const program::Program &program, const program::Statement &statement,
               const Access &target)
        : program_(program), statement_(statement), target_(target),
          type_(program.arrays[target.array].element_type)
    {
    }

    std::optional<Collection> run()
    {
        result_.first_term = statement_.accesses.size();
        result_.body = without_terms_of_statement(statement_.body, {});
        return is_impossible_ || result_.terms.empty() ? std::nullopt
                                                       : std::optional(std::move(result_));
    }

private:
    struct Place {
        std::optional<Term::Guard> guard = {};
        bool depends_on_target = false; ///< or on more: whether it is evaluated at all
    };

    /// An assignment, on a condition or not.
    ExpressionPtr without_terms_of_statement(const ExpressionPtr &body, const Place &place)
    {
        static const std::set<std::string> operators = {"+=", "-=", "*=", "/="};
        if (const auto *guarded = std::get_if<program::Guarded>(&body->node)) {
            Place yes = place, no = place;
            const ExpressionPtr condition = without_terms(guarded->condition, place, yes, no);
            return make_expression(
                program::Guarded{condition, without_terms_of_statement(guarded->statement, yes)});
        }
        const auto &assignment = std::get<Assignment>(body->node);
        const bool is_update =
            operators.contains(assignment.op) ||
            (assignment.op == "=" && (place.depends_on_target || reads_target(*assignment.value)));
        if (!is_update)
            return impossible(body);
        return make_expression(
            Assignment{assignment.op, assignment.target, without_terms(assignment.value, place)});
    }

    ExpressionPtr without_terms(const ExpressionPtr &part, const Place &place)
    {
        if (!reads_target(*part))
            return reads_memory(*part) ? read_of(number_of(part, false, place)) : part;
        if (is_target(*part))
            return part;
        if (const auto *binary = std::get_if<BinaryOperation>(&part->node))
            return without_terms(*binary, place);
        if (const auto *choice = std::get_if<ConditionalOperation>(&part->node))
            return without_terms(*choice, place);
        if (const auto *call = std::get_if<CallOperation>(&part->node))
            return without_terms(*call, place);
        return impossible(part);
    }

    ExpressionPtr without_terms(const BinaryOperation &operation, const Place &place)
    {
        ExpressionPtr left = without_terms(operation.left, place),
                      right = without_terms(operation.right, place);
        ExpressionPtr result = make_expression(BinaryOperation{operation.op, left, right});
        // The result of a comparison is no number of the type.
        return program::is_arithmetic(operation) ? result : impossible(result);
    }

    ExpressionPtr without_terms(const ConditionalOperation &choice, const Place &place)
    {
        Place yes = place, no = place;
        const ExpressionPtr condition = without_terms(choice.condition, place, yes, no);
        return make_expression(ConditionalOperation{condition, without_terms(choice.yes, yes),
                                                    without_terms(choice.no, no)});
    }

    /// A condition at a place, and what it makes of the places where it holds and where it does
    /// not.
    ExpressionPtr without_terms(const ExpressionPtr &condition, const Place &place, Place &yes,
                                Place &no)
    {
        if (!reads_target(*condition)) {
            const std::size_t number = number_of(condition, true, place);
            yes.guard = Term::Guard{number, true};
            // The term is 0 as well where it is not computed.
            if (place.guard)
                no.depends_on_target = true;
            else
                no.guard = Term::Guard{number, false};
            return read_of(number);
        }
        const auto *test = std::get_if<BinaryOperation>(&condition->node);
        if (!test || !is_comparison(*test))
            return impossible(condition);
        yes.depends_on_target = no.depends_on_target = true;
        return make_expression(BinaryOperation{test->op, without_terms(test->left, place),
                                               without_terms(test->right, place)});
    }

    ExpressionPtr without_terms(const CallOperation &call, const Place &place)
    {
        static const std::map<std::string, std::set<std::string>> functions = {
            {"double", {"fmin", "fmax"}}, {"float", {"fminf", "fmaxf", "fmin", "fmax"}}};
        auto known = functions.find(type_);
        if (known == functions.end() || !known->second.contains(call.function))
            return impossible(call.arguments.front());
        CallOperation result = call;
        for (ExpressionPtr &argument : result.arguments)
            argument = without_terms(argument, place);
        return make_expression(std::move(result));
    }

    ExpressionPtr read_of(std::size_t term) const { return value_of(result_.first_term + term); }

    std::size_t number_of(const ExpressionPtr &value, bool is_condition, const Place &place)
    {
        const std::string text = text_of(*value);
        for (std::size_t k = 0; k < result_.terms.size(); ++k) {
            const Term &known = result_.terms[k];
            if (known.is_condition == is_condition && known.guard == place.guard &&
                text_of(*known.value) == text)
                return k;
        }
        if ((place.depends_on_target && !is_scalar(*value)) || !(is_condition || is_held(*value)))
            impossible(value);
        result_.terms.push_back({value, is_condition, place.guard});
        return result_.terms.size() - 1;
    }

    ExpressionPtr impossible(const ExpressionPtr &part)
    {
        is_impossible_ = true;
        return part;
    }

    bool is_target(const Expression &expression) const
    {
        const auto *value = std::get_if<AccessValue>(&expression.node);
        return value && is_target(statement_.accesses[value->access]);
    }

    bool is_target(const Access &access) const
    {
        return access.array == target_.array &&
               access.subscripts.size() == target_.subscripts.size() &&
               access.relation.is_equal(target_.relation);
    }

    bool reads_target(const Expression &expression) const
    {
        bool result = false;
        program::for_each_part(expression, [&](const Expression &part) {
            const std::optional<std::size_t> access = program::access_named_by(part);
            result = result || (access && statement_.accesses[*access].array == target_.array);
        });
        return result;
    }

    static bool reads_memory(const Expression &expression)
    {
        bool result = false;
        program::for_each_part(expression, [&](const Expression &part) {
            result = result || program::access_named_by(part) ||
                     std::holds_alternative<CallOperation>(part.node);
        });
        return result;
    }

    /// Whether an expression is a variable, which can be read at any time.
    bool is_scalar(const Expression &expression) const
    {
        const auto *value = std::get_if<AccessValue>(&expression.node);
        return value && program_.arrays[statement_.accesses[value->access].array].extents.empty();
    }

    /// Whether C converts a value to the type of the target before it adds it to that.
    bool is_held(const Expression &value) const
    {
        if (const auto *literal = std::get_if<program::Literal>(&value.node))
            return is_held(*literal);
        if (const auto *cast = std::get_if<program::CastOperation>(&value.node))
            return is_held(cast->type);
        if (const auto *call = std::get_if<CallOperation>(&value.node))
            return is_held(*call);
        if (const auto *choice = std::get_if<ConditionalOperation>(&value.node))
            return is_held(*choice->yes) && is_held(*choice->no);
        if (const auto *unary = std::get_if<program::UnaryOperation>(&value.node))
            return unary->op == "!" || is_held(*unary->operand);
        if (const auto *binary = std::get_if<BinaryOperation>(&value.node))
            return !program::is_arithmetic(*binary) ||
                   (is_held(*binary->left) && is_held(*binary->right));
        const auto access = program::access_named_by(value);
        return !access || is_held(program_.arrays[statement_.accesses[*access].array].element_type);
    }

    bool is_held(const std::string &type) const
    {
        program::Array array;
        array.element_type = type;
        return type == "float" || (type == "double" && type_ == "double") ||
               program::element_type(program_, array).is_integer();
    }

    bool is_held(const program::Literal &literal) const
    {
        const char last = literal.spelling.back();
        const bool is_integer =
            program::value_type(program_, statement_, *make_expression(literal)).is_integer();
        return is_integer || (type_ == "double" ? last != 'l' && last != 'L'
                                                : program::is_of_type(literal, "float"));
    }

    /// Functions that return a `double`, or with an `f` behind their names a `float`.
    bool is_held(const CallOperation &call) const
    {
        static const std::set<std::string> functions = {
            "fabs", "sqrt",  "cbrt", "exp",  "exp2",  "log",   "log2", "log10", "sin",
            "cos",  "tan",   "asin", "acos", "atan",  "atan2", "sinh", "cosh",  "tanh",
            "pow",  "hypot", "fmin", "fmax", "floor", "ceil",  "erf",  "erfc",  "fmod"};
        const std::string &name = call.function;
        return (name.back() == 'f' && name != "erf" &&
                functions.contains(name.substr(0, name.size() - 1))) ||
               (type_ == "double" && functions.contains(name));
    }

    /// What tells values apart within the statement.
    std::string text_of(const Expression &expression) const
    {
        program::LeafPrinter leaves;
        leaves.iterator = [](const program::IteratorValue &value) {
            return fmt::format("i{}", value.dimension);
        };
        leaves.affine = [](const program::AffineValue &value) {
            return presburger::to_string(value.value);
        };
        leaves.access = [&](std::size_t access) {
            return presburger::to_string(statement_.accesses[access].relation);
        };
        leaves.indirect = [&](std::size_t access, const std::vector<std::string> &subscripts) {
            return fmt::format("{}[{}]", statement_.accesses[access].array,
                               fmt::join(subscripts, ", "));
        };
        return program::print(expression, leaves);
    }

    const program::Program &program_;
    const program::Statement &statement_;
    const Access &target_;
    const std::string type_;
    Collection result_;
    bool is_impossible_ = false;
};

/// The positions of the accesses that expressions name.
std::set<std::size_t> named_by(const Expression &expression)
{
    std::set<std::size_t> result;
    program::for_each_part(expression, [&](const Expression &part) {
        if (const std::optional<std::size_t> access = program::access_named_by(part))
            result.insert(*access);
    });
    return result;
}

/// The access that an assignment writes, if that is an element and all else that the statement does
/// is to read.
const Access *target_of(const program::Program &program, const program::Statement &statement)
{
    const Assignment *assignment = program::assignment_in(statement);
    const auto *target = assignment ? std::get_if<AccessValue>(&assignment->target->node) : nullptr;
    if (!target)
        return nullptr;
    const Access &access = statement.accesses[target->access];
    const program::Array &array = program.arrays[access.array];
    const auto writes = std::ranges::count_if(
        statement.accesses, [](const Access &one) { return one.kind != AccessKind::read; });
    return writes == 1 && access.kind != AccessKind::read &&
                   access.subscripts.size() == array.extents.size() &&
                   program::size_of_floating(array.element_type)
               ? &access
               : nullptr;
}

/// Whether a statement accesses its target by the references that its assignment has, and nothing
/// else of the array.
bool accesses_only_target(const program::Statement &statement, const Access &target)
{
    const std::set<std::size_t> named = named_by(*statement.body);
    long updates = program::assignment_in(statement)->op == "=" ? 0 : 1; // is read without a name
    for (std::size_t k = 0; k < statement.accesses.size(); ++k) {
        const Access &access = statement.accesses[k];
        if (access.array != target.array)
            continue;
        if (!access.relation.is_equal(target.relation) ||
            access.subscripts.size() != target.subscripts.size() ||
            (!named.contains(k) && updates-- == 0))
            return false;
    }
    return true;
}

std::optional<Collection> collection_of(const program::Program &program,
                                        const program::Statement &statement)
{
    const Access *target = target_of(program, statement);
    if (!target || !accesses_only_target(statement, *target))
        return std::nullopt;
    return TermFinder(program, statement, *target).run();
}

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
                as_extent(isl::manage(isl_set_dim_min(domain.copy(), int(k)))));
            const isl::pw_aff most = presburger::coalesced(
                as_extent(isl::manage(isl_set_dim_max(domain.copy(), int(k)))));
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
        program::Statement result = source_;
        const std::set<std::size_t> named = named_by(*source_.body), own = named_by(*term.value);
        result.accesses.clear();
        std::map<std::size_t, std::size_t> moved; // from positions in the source's accesses
        for (std::size_t k = 0; k < source_.accesses.size(); ++k) {
            const Access &access = source_.accesses[k];
            // What nothing names is what functions read.
            const bool is_of_target = access.array == target_of(program_, source_)->array;
            if (own.contains(k) || (!named.contains(k) && !is_of_target)) {
                moved[k] = result.accesses.size();
                result.accesses.push_back(access);
            }
        }
        ExpressionPtr value = with_accesses_moved(term.value, moved);
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

    static ExpressionPtr with_accesses_moved(const ExpressionPtr &value,
                                             const std::map<std::size_t, std::size_t> &moved)
    {
        return program::replaced(value, [&](const Expression &part) -> ExpressionPtr {
            if (const auto *access = std::get_if<AccessValue>(&part.node))
                return value_of(moved.at(access->access));
            const auto *chosen = std::get_if<program::IndirectValue>(&part.node);
            if (!chosen)
                return nullptr;
            program::IndirectValue result{moved.at(chosen->access), chosen->subscripts};
            for (ExpressionPtr &subscript : result.subscripts)
                subscript = with_accesses_moved(subscript, moved);
            return make_expression(std::move(result));
        });
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
