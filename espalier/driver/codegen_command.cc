#include "espalier/ast/generator.h"
#include "espalier/ast/interpreter.h"
#include "espalier/base/error.h"
#include "espalier/base/file.h"
#include "espalier/codegen/c_printer.h"
#include "espalier/driver/commands.h"
#include "espalier/schedule/order_edits.h"
#include "espalier/schedule/queries.h"
#include "espalier/schedule/yaml.h"

#include <isl/set.h>
#include <isl/union_map.h>

#include <cstdio>
#include <filesystem>

namespace espalier::driver {

namespace {

/// Code, and the order that it was made from.
struct Generated {
    ast::NodePtr code;
    isl::union_map order; ///< { S[i] -> [t] }
    isl::set context;     ///< { : ... }: for which parameter values
};

/// A schedule relation, a context and AST build options, one after the other.
Generated generate_from_relation(isl::ctx ctx, const std::string &text, const std::string &file,
                                 ast::Request &request)
{
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
    return {ast::generate(relation, isl::manage(options), request), relation, request.context};
}

Generated generate_from_tree(isl::ctx ctx, const std::string &text, const std::string &file,
                             const ast::Request &request)
{
    schedule::Tree tree = schedule::with_sets_ordered(schedule::read_yaml(ctx, text, file));
    return {ast::generate(tree, request), schedule::schedule_relation(tree), tree.context()};
}

} // namespace

CommandResult run_codegen(const std::string &input, const CodegenOptions &options)
{
    presburger::Context context;
    CommandResult result;
    std::string text = read_file(input);
    ast::Request request{isl::set::universe(isl::space::unit(context.get()))};
    bool is_relation = std::filesystem::path(input).extension() == ".in";
    Generated generated = result.timings.measure("codegen", [&] {
        return is_relation ? generate_from_relation(context.get(), text, input, request)
                           : generate_from_tree(context.get(), text, input, request);
    });
    if (options.verify) {
        auto difference = result.timings.measure("verify", [&] {
            return ast::find_difference(generated.code, generated.order, generated.context);
        });
        if (difference)
            throw Error(Fault::espalier, DiagnosticKind::verification_failed,
                        "this is a bug in Espalier, please report it with the input: " +
                            *difference,
                        {input, 0, 0, ""});
    }
    program::Program program;
    std::vector<codegen::ParallelMark> no_parallel_loops;
    codegen::CPrinter printer(program, codegen::Names(), no_parallel_loops);
    result.text = printer.print(generated.code, "", "  ");
    return result;
}

} // namespace espalier::driver
