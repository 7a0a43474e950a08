#include "bench/ast_scaling.h"

#include "bench/ast_timing.h"
#include "espalier/ast/generator.h"
#include "espalier/lowering/target_code.h"
#include "espalier/presburger/context.h"
#include "espalier/targets/c/c_printer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <isl/space.h>

#include <cstdio>
#include <optional>

namespace espalier::bench {

using schedule::LoopOption;

namespace {

constexpr double too_long = 20; // seconds

/// { S<first>[i, j, k] <rest>; ... }, for some statements.
std::string for_each_statement(long first, long last, const std::string &rest)
{
    std::vector<std::string> parts;
    for (long k = first; k < last; ++k)
        parts.push_back(fmt::format("S{}[i, j, k]{}", k, rest));
    return fmt::format("{{ {} }}", fmt::join(parts, "; "));
}

std::string band(long first, long last)
{
    return fmt::format("schedule: \"[{}, {}, {}]\"", for_each_statement(first, last, " -> [(i)]"),
                       for_each_statement(first, last, " -> [(j)]"),
                       for_each_statement(first, last, " -> [(k)]"));
}

/// One child per statement, each over a text that may depend on the statement.
template <class Below>
std::string sequence(long statements, const Below &below)
{
    std::string text = "sequence: [";
    for (long k = 0; k < statements; ++k)
        text += fmt::format("{}{{ filter: \"{}\"{} }}", k == 0 ? "" : ", ",
                            for_each_statement(k, k + 1, ""), below(k));
    return text + "]";
}

/// Bytes of C for a statement, on average.
double code_per_statement(const AstInput &input, long statements)
{
    presburger::Context context;
    ast::Request request{isl::set::universe(isl::space::unit(context.get()))};
    ast::NodePtr code = ast::generate(tree_of(context.get(), input, LoopOption::none), request);
    program::Program program;
    targets::CPrinter printer(program, lowering::Names());
    return double(printer.print(lowering::target_code(program, code, lowering::Names()), "", "  ")
                      .size()) /
           double(statements);
}

std::string in_seconds(std::optional<double> time)
{
    return time ? fmt::format("{:.3f}", *time) : "-";
}

} // namespace

AstInput make_chain(Chain chain, long statements)
{
    std::string text = fmt::format("domain: \"[n] -> {}\"\nchild: {{ ",
                                   for_each_statement(0, statements, " : 0 <= i, j, k < n"));
    if (chain == Chain::separate)
        text += sequence(statements,
                         [](long k) { return fmt::format(", child: {{ {} }}", band(k, k + 1)); });
    else
        text += fmt::format("{}, child: {{ {} }}", band(0, statements),
                            sequence(statements, [](long) { return ""; }));
    return {chain == Chain::separate ? "chain" : "fused", text + " }\n"};
}

void print_scaling(Chain chain)
{
    fmt::print("{:>8} {:>10} {:>10} {:>10} {:>16}\n", "n", "ours (s)", "isl (s)", "ratio",
               "bytes/statement");
    std::optional<double> ours = 0, isls = 0;
    for (long statements : {125, 250, 500, 1000, 2000}) {
        AstInput input = make_chain(chain, statements);
        ours = ours && *ours < too_long ? std::optional(seconds_of_ours(input, LoopOption::none))
                                        : std::nullopt;
        isls = isls && *isls < too_long ? std::optional(seconds_of_isls(input, LoopOption::none))
                                        : std::nullopt;
        fmt::print("{:>8} {:>10} {:>10} {:>10} {:>16}\n", statements, in_seconds(ours),
                   in_seconds(isls), ours && isls ? fmt::format("{:.2f}", *ours / *isls) : "-",
                   ours ? fmt::format("{:.0f}", code_per_statement(input, statements)) : "-");
        std::fflush(stdout);
    }
}

} // namespace espalier::bench
