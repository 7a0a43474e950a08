#include "espalier/codegen/c/pragmas.h"

#include "espalier/ast/generator.h"
#include "espalier/codegen/c/reduction_clause.h"
#include "espalier/codegen/c/region_code.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <isl/set.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace espalier::codegen {

namespace {

/// What a condition compares: products are of floating-point numbers, which do not overflow.
std::string work(CPrinter &printer, const program::Program &program, const WorkCondition &condition)
{
    isl::set context = code_context(program);
    const std::vector<isl::pw_aff> &factors = condition.factors;
    if (factors.size() == 1)
        return printer.expression(ast::value(factors.front(), context));
    std::string product = "1.0";
    for (const isl::pw_aff &factor : factors)
        product += " * " + printer.operand(ast::value(factor, context));
    return product;
}

std::string clauses(const program::Program &program, const dependence::ParallelLoop &loop)
{
    std::vector<std::string> own;
    for (std::size_t array : loop.private_arrays)
        own.push_back(program.arrays[array].spelling.front());
    std::string result = own.empty() ? "" : fmt::format(" private({})", fmt::join(own, ", "));
    std::map<std::string, std::vector<std::string>> collected; // by operator
    for (const dependence::Reduction &reduction : loop.reductions)
        collected[dependence::spelling(reduction.op)].push_back(
            clause_item(program.arrays[reduction.array]).value());
    for (const auto &[op, items] : collected)
        result += fmt::format(" reduction({}: {})", op, fmt::join(items, ", "));
    return result;
}

} // namespace

std::string loop_pragma(CPrinter &printer, const program::Program &program,
                        const ParallelMark &mark, bool in_region)
{
    switch (mark.directive) {
    case Directive::parallel_for: {
        std::string text = in_region ? "#pragma omp for" : "#pragma omp parallel for";
        if (mark.condition && !in_region)
            text += fmt::format(" if({} >= {})", work(printer, program, *mark.condition),
                                std::lround(mark.condition->least));
        return text + (mark.is_uneven ? " schedule(dynamic)" : "") + clauses(program, mark.loop);
    }
    case Directive::simd:
        return "#pragma omp simd" + clauses(program, mark.loop);
    case Directive::ivdep:
        return "#pragma GCC ivdep";
    case Directive::ordered_sums:
        return "";
    }
    return "";
}

std::string region_pragma(CPrinter &printer, const program::Program &program,
                          const std::vector<const ParallelMark *> &shared)
{
    std::map<std::string, long> least; // of what is compared
    for (const ParallelMark *mark : shared) {
        if (!mark->condition)
            return "#pragma omp parallel";
        long own = std::lround(mark->condition->least);
        auto [known, is_new] = least.emplace(work(printer, program, *mark->condition), own);
        known->second = std::min(known->second, own);
    }
    std::vector<std::string> conditions;
    for (const auto &[product, limit] : least)
        conditions.push_back(fmt::format("{} >= {}", product, limit));
    return fmt::format("#pragma omp parallel if({})", fmt::join(conditions, " || "));
}

} // namespace espalier::codegen
