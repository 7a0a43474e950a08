#include "espalier/ast/exact_check.h"
#include "espalier/ast/generator.h"
#include "espalier/ast/invariants.h"
#include "espalier/ast/sampled_check.h"
#include "espalier/base/error.h"
#include "espalier/base/file.h"
#include "espalier/driver/codegen_file.h"
#include "espalier/driver/commands.h"
#include "espalier/lowering/target_code.h"
#include "espalier/presburger/notation.h"
#include "espalier/schedule/band_edits.h"
#include "espalier/schedule/band_options.h"
#include "espalier/schedule/yaml.h"
#include "espalier/targets/c/c_printer.h"
#include "espalier/targets/c/innermost_guards.h"

#include <fmt/format.h>
#include <isl/set.h>
#include <isl/union_map.h>

#include <cstdio>
#include <filesystem>

namespace espalier::driver {

namespace {

/// Code, and what it is to do.
struct Generated {
    ast::NodePtr code;
    ast::Expectation expectation;
};

/// A schedule relation, a context and AST build options, one after the other.
Generated generate_from_relation(isl::ctx ctx, const std::string &text, const std::string &file,
                                 ast::Request &request)
{
    presburger::refuse_unreadable(text, file);
    std::FILE *stream = fmemopen(const_cast<char *>(text.data()), text.size(), "r");
    if (!stream)
        throw Error(Fault::input, DiagnosticKind::malformed_model, "the file is empty",
                    {file, 0, 0, ""});
    isl_union_map *order = isl_union_map_read_from_file(ctx.get(), stream);
    isl_set *context = order ? isl_set_read_from_file(ctx.get(), stream) : nullptr;
    isl_union_map *options = context ? isl_union_map_read_from_file(ctx.get(), stream) : nullptr;
    std::fclose(stream);
    if (!options) {
        isl_union_map_free(order);
        isl_set_free(context);
        throw Error(Fault::input, DiagnosticKind::malformed_model,
                    "this is not a schedule relation followed by a context and AST build options",
                    {file, 0, 0, ""});
    }
    request.context = isl::manage(context).params();
    isl::union_map relation = isl::manage(order).intersect_params(request.context);
    isl::union_map loop_options = isl::manage(options);
    if (auto option = loop_option_of_file(text, file))
        loop_options =
            isl::union_map(ctx, fmt::format("{{ [] -> {}[k] }}", schedule::name(*option)));
    return {ast::generate(relation, loop_options, request),
            ast::expectation(relation, request.context)};
}

Generated generate_from_tree(isl::ctx ctx, const std::string &text, const std::string &file,
                             const ast::Request &request)
{
    schedule::Tree tree = schedule::read_yaml(ctx, text, file);
    if (auto option = loop_option_of_file(text, file))
        tree = schedule::with_option_everywhere(tree, *option);
    return {ast::generate(tree, request), ast::expectation(tree, request.context)};
}

/// \throws Error{impossible_code}, Error{malformed_model}, with the file
Generated generate(isl::ctx ctx, const std::string &text, const std::string &file,
                   ast::Request &request)
{
    bool is_relation = std::filesystem::path(file).extension() == ".in";
    try {
        return is_relation ? generate_from_relation(ctx, text, file, request)
                           : generate_from_tree(ctx, text, file, request);
    } catch (const Error &error) {
        Diagnostic diagnostic = error.diagnostic();
        if (diagnostic.place.file.empty())
            diagnostic.place.file = file;
        throw Error(error.fault(), diagnostic);
    }
}

/// \throws Error{verification_failed} if the verdict is that the code is wrong
void refuse_wrong(const ast::Verdict &verdict, const std::string &file)
{
    if (verdict.is_wrong())
        throw Error(Fault::espalier, DiagnosticKind::verification_failed,
                    "this is a bug in Espalier, please report it with the input: " + verdict.reason,
                    {file, 0, 0, ""});
}

/// Checks the code for all values of the symbolic constants.
ast::Verdict verify_exactly(const Generated &generated, const presburger::Context &context,
                            unsigned long budget)
{
    ast::Verdict verdict = ast::Verdict::undecided(
        "the exact check takes more operations than the budget allows (--budget)");
    context.within_budget(
        budget, [&] { verdict = ast::check_exactly(generated.code, generated.expectation); });
    return verdict;
}

/// Checks the code, and says how far.
void verify(const Generated &generated, const std::string &file, const presburger::Context &context,
            unsigned long budget, CommandResult &result)
{
    ast::Verdict samples = ast::check_samples(generated.code, generated.expectation);
    refuse_wrong(samples, file);
    ast::Verdict all = verify_exactly(generated, context, budget);
    refuse_wrong(all, file);
    if (all.is_right())
        return;
    std::string extent = samples.is_right()
                             ? "verified for small values of the symbolic constants only"
                             : "not verified";
    result.remarks.push_back({Severity::remark,
                              DiagnosticKind::partly_verified,
                              {file, 0, 0, ""},
                              fmt::format("the code was {}: {}", extent, all.reason)});
}

} // namespace

CommandResult run_codegen(const std::string &input, const CodegenOptions &options)
{
    presburger::Context context;
    CommandResult result;
    std::string text = read_file(input);
    lowering::Names names = lowering::choose_names(names_in(text));
    ast::Request request{isl::set::universe(isl::space::unit(context.get()))};
    request.iterator_prefix = names.iterator_prefix;
    request.upper_bound = options.upper_bound;
    request.max_copies = options.max_copies;
    request.max_nests = options.max_nests;
    Generated generated = result.timings.measure(
        "codegen", [&] { return generate(context.get(), text, input, request); });
    generated.code = ast::with_invariants_hoisted(generated.code, names.value_prefix);
    if (options.verify)
        result.timings.measure("verify",
                               [&] { verify(generated, input, context, options.budget, result); });
    program::Program program;
    targets::CPrinter printer(program, names);
    result.text = printer.print(lowering::target_code(program, generated.code, names), "", "  ");
    if (options.explain)
        for (const std::string &guard : targets::describe_innermost_guards(generated.code, printer))
            result.remarks.push_back(
                {Severity::remark, DiagnosticKind::guarded_loop, {input, 0, 0, ""}, guard});
    return result;
}

} // namespace espalier::driver
