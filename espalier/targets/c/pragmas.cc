#include "espalier/targets/c/pragmas.h"

#include "espalier/ast/expressions.h"
#include "espalier/ast/generator.h"
#include "espalier/ast/value_ranges.h"
#include "espalier/base/words.h"
#include "espalier/presburger/integer.h"
#include "espalier/targets/c/reduction_clause.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <isl/set.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <map>
#include <optional>
#include <ranges>
#include <sstream>

namespace espalier::targets {

namespace {

/// The product of some values as an integer; nothing if it may overflow for some symbolic
/// constants.
std::optional<std::string> integer_product(CPrinter &printer,
                                           const std::vector<ast::ExpressionPtr> &factors)
{
    ast::Intervals constants;
    for (const program::Parameter &parameter : printer.program().parameters)
        constants[parameter.id.name()] = {presburger::to_integer(parameter.least),
                                          presburger::to_integer(parameter.greatest)};
    ast::ExpressionPtr product = factors.front();
    for (const ast::ExpressionPtr &factor : factors | std::views::drop(1))
        product = ast::apply(ast::Operator::multiply, {product, factor});
    const mpz_class end = mpz_class(1) << 63;
    return ast::stays_within({-end, end - 1}, product, constants)
               ? std::optional(printer.expression(product))
               : std::nullopt;
}

/// What a condition compares: products that may overflow are of floating-point numbers.
std::string work(CPrinter &printer, const schedule::WorkCondition &condition)
{
    const isl::set context = program::code_context(printer.program());
    std::vector<ast::ExpressionPtr> factors;
    for (const isl::pw_aff &factor : condition.factors)
        factors.push_back(ast::value(factor, context));
    if (factors.size() == 1)
        return printer.expression(factors.front());
    if (std::optional<std::string> product = integer_product(printer, factors))
        return *product;
    std::string product = "1.0";
    for (const ast::ExpressionPtr &factor : factors)
        product += " * " + printer.operand(factor);
    return product;
}

/// What is enough work for threads that wait, and for those that sleep meanwhile.
struct Limit {
    long awake, asleep;
};

Limit limit(const schedule::WorkCondition &condition)
{
    const long awake = std::lround(condition.least);
    return {awake, std::max(awake, std::lround(condition.least_asleep))};
}

std::string print(CPrinter &printer, const Limit &limit)
{
    if (limit.awake == limit.asleep)
        return std::to_string(limit.awake);
    printer.use(Helper::enough);
    return fmt::format("{}({}, {})", printer.names().enough, limit.awake, limit.asleep);
}

std::string clauses(const CPrinter &printer, const schedule::Privatization &privatized)
{
    std::vector<std::string> own;
    for (std::size_t array : privatized.private_arrays)
        own.push_back(printer.array(array).spelling.front());
    std::string result = own.empty() ? "" : fmt::format(" private({})", fmt::join(own, ", "));
    std::map<std::string, std::vector<std::string>> collected; // by operator
    for (const program::Reduction &reduction : privatized.reductions)
        collected[program::spelling(reduction.op)].push_back(
            clause_item(printer.array(reduction.array)));
    for (const auto &[op, items] : collected)
        result += fmt::format(" reduction({}: {})", op, fmt::join(items, ", "));
    return result;
}

bool adds_to_elements(const CPrinter &printer, const schedule::Privatization &privatized)
{
    return std::ranges::any_of(privatized.reductions, [&](const program::Reduction &reduction) {
        return !printer.array(reduction.array).extents.empty();
    });
}

std::string schedule_clause(const schedule::LoopRole &role)
{
    return role.handed_out == 0   ? ""
           : role.handed_out == 1 ? " schedule(dynamic)"
                                  : fmt::format(" schedule(dynamic, {})", role.handed_out);
}

/// Whether what is written as a number of a type may be of any type.
bool is_byte(const program::ValueType &type)
{
    return type.kind == program::ValueType::Kind::integer && type.bits == CHAR_BIT;
}

/// Whether C has an array as a pointer in a variable.
bool is_pointer_variable(const program::Array &array)
{
    return array.is_pointer && !array.extents.empty() && array.spelling.front() == array.name &&
           !array.is_declared_by_extents && array.declaration.empty();
}

} // namespace

std::string loop_pragma(CPrinter &printer, const schedule::LoopRole &role, bool in_region)
{
    using schedule::LoopKind;
    switch (role.kind) {
    case LoopKind::parallel: {
        std::string text = in_region ? "#pragma omp for" : "#pragma omp parallel for";
        if (role.condition && !in_region)
            text += fmt::format(" if({})", enough_work(printer, {*role.condition}));
        return text + schedule_clause(role) + clauses(printer, role.own);
    }
    case LoopKind::vector:
    case LoopKind::narrow_vector:
        // Clang 19 loses terms of sums in elements, from -O1 on.
        if (adds_to_elements(printer, role.own))
            return "";
        return printer.target() == Target::openmp ? "#pragma omp simd" + clauses(printer, role.own)
                                                  : "#pragma GCC ivdep";
    case LoopKind::strict_vector:
    case LoopKind::joined:
        return "";
    case LoopKind::sequential:
        return role.registers > 0 ? "#pragma unroll" : "";
    }
    return "";
}

std::string enough_work(CPrinter &printer, const std::vector<schedule::WorkCondition> &conditions)
{
    std::map<std::string, Limit> least; // of what is compared
    for (const schedule::WorkCondition &condition : conditions) {
        const Limit own = limit(condition);
        auto [known, is_new] = least.emplace(work(printer, condition), own);
        known->second = {std::min(known->second.awake, own.awake),
                         std::min(known->second.asleep, own.asleep)};
    }
    std::vector<std::string> result;
    for (const auto &[product, limit] : least)
        result.push_back(fmt::format("{} >= {}", product, print(printer, limit)));
    return fmt::format("{}", fmt::join(result, " || "));
}

std::string region_pragma(CPrinter &printer, const std::vector<schedule::LoopRolePtr> &shared)
{
    std::vector<schedule::WorkCondition> conditions;
    for (const schedule::LoopRolePtr &role : shared) {
        if (!role->condition)
            return "#pragma omp parallel";
        conditions.push_back(*role->condition);
    }
    return fmt::format("#pragma omp parallel if({})", enough_work(printer, conditions));
}

std::vector<program::ValueType> written_integers(const program::Program &program)
{
    std::vector<program::ValueType> result;
    for (const program::Statement &statement : program.statements)
        for (const program::Access &access : statement.accesses) {
            const program::Array &array = program.arrays[access.array];
            const program::ValueType type = program::element_type(program, array);
            if (access.kind != program::AccessKind::read && !array.extents.empty() &&
                type.kind != program::ValueType::Kind::floating)
                result.push_back(type);
        }
    return result;
}

std::string firstprivate_clause(const CPrinter &printer, const std::string &pragma,
                                const std::string &body)
{
    const program::Program &program = printer.program();
    const std::vector<program::ValueType> types = written_integers(program);
    if (types.empty())
        return "";
    std::vector<std::string> own;
    for (const program::Parameter &parameter : program.parameters)
        if (contains_word(body, parameter.id.name()))
            own.push_back(parameter.id.name());
    const std::string directives = pragma + "\n" + directives_in(body);
    if (std::ranges::any_of(types, is_byte))
        for (const program::Array &array : program.arrays)
            if (is_pointer_variable(array) && contains_word(body, array.name) &&
                !contains_word(directives, array.name))
                own.push_back(array.name);
    return own.empty() ? "" : fmt::format(" firstprivate({})", fmt::join(own, ", "));
}

std::string directives_in(const std::string &code)
{
    std::string result, line;
    for (std::istringstream lines(code); std::getline(lines, line);)
        if (const auto first = line.find_first_not_of(" \t");
            first != line.npos && line[first] == '#')
            result += line + "\n";
    return result;
}

} // namespace espalier::targets
