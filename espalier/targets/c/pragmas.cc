#include "espalier/targets/c/pragmas.h"

#include "espalier/ast/expressions.h"
#include "espalier/ast/generator.h"
#include "espalier/ast/value_ranges.h"
#include "espalier/presburger/integer.h"
#include "espalier/targets/c/reduction_clause.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <isl/set.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <ranges>

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

std::string schedule_clause(const schedule::LoopRole &role)
{
    return role.handed_out == 0   ? ""
           : role.handed_out == 1 ? " schedule(dynamic)"
                                  : fmt::format(" schedule(dynamic, {})", role.handed_out);
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
        return printer.target() == Target::openmp ? "#pragma omp simd" + clauses(printer, role.own)
                                                  : "#pragma GCC ivdep";
    case LoopKind::strict_vector:
    case LoopKind::joined:
    case LoopKind::sequential:
        return "";
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

} // namespace espalier::targets
