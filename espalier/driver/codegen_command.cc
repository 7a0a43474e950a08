#include "espalier/ast/exact_check.h"
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
#include <optional>

namespace espalier::driver {

namespace {

/// Code, and the order that it was made from.
struct Generated {
    ast::NodePtr code;
    isl::union_map order; ///< { S[i] -> [t] }
    /// { : ... }: the parameter values for which the code does what `order` says; nothing if that
    /// is more than a matter of parameters.
    std::optional<isl::set> context;
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

/// Intersects `all`, { : }, with the constraints of all contexts and guards of a tree.
/// \return whether all of them are about symbolic constants alone
bool add_constraints(const schedule::Node &subtree, isl::set &all)
{
    const isl::set *own = nullptr;
    if (subtree.is<schedule::Context>())
        own = &subtree.as<schedule::Context>().constraints;
    if (subtree.is<schedule::Guard>())
        own = &subtree.as<schedule::Guard>().constraints;
    if (own && !schedule::is_symbolic(*own))
        return false;
    if (own)
        all = all.intersect(own->params());
    for (std::size_t k = 0; k < subtree.child_count(); ++k)
        if (!add_constraints(*subtree.child(k), all))
            return false;
    return true;
}

Generated generate_from_tree(isl::ctx ctx, const std::string &text, const std::string &file,
                             const ast::Request &request)
{
    schedule::Tree tree = schedule::with_sets_ordered(schedule::read_yaml(ctx, text, file));
    Generated result{ast::generate(tree, request), schedule::schedule_relation(tree), std::nullopt};
    isl::set constraints = isl::set::universe(isl::space::unit(ctx));
    if (add_constraints(tree.node(), constraints))
        result.context = constraints;
    return result;
}

[[noreturn]] void fail(const std::string &difference, const std::string &file)
{
    throw Error(Fault::espalier, DiagnosticKind::verification_failed,
                "this is a bug in Espalier, please report it with the input: " + difference,
                {file, 0, 0, ""});
}

/// Checks the code for small values of the parameters.
/// \throws Error{verification_failed} if there is one
void verify_samples(const Generated &generated, const std::string &file)
{
    if (auto difference = ast::find_difference(generated.code, generated.order, *generated.context))
        fail(*difference, file);
}

/// The same for all values.
/// \return why it cannot be told; empty if the code is right
std::string verify_exactly(const Generated &generated, const std::string &file,
                           const presburger::Context &context, unsigned long budget)
{
    std::optional<isl::union_map> found;
    std::optional<std::string> difference;
    bool is_decided = context.within_budget(budget, [&] {
        found = ast::rebuild_order(generated.code, *generated.context);
        if (found)
            difference = ast::find_difference(*found, generated.order, *generated.context);
    });
    if (!is_decided)
        return "the exact check takes more operations than the budget allows (--budget)";
    if (!found)
        return "the code has an expression that is not affine";
    if (difference)
        fail(*difference, file);
    return "";
}

/// Checks the code, and says how far.
void verify(const Generated &generated, const std::string &file, const presburger::Context &context,
            unsigned long budget, CommandResult &result)
{
    auto remark = [&](const std::string &message) {
        result.remarks.push_back(
            {Severity::remark, DiagnosticKind::partly_verified, {file, 0, 0, ""}, message});
    };
    if (!generated.context)
        return remark(
            "the code was not verified: the tree has a context or guard on schedule dimensions");
    verify_samples(generated, file);
    std::string doubt = verify_exactly(generated, file, context, budget);
    if (!doubt.empty())
        remark("the code was verified for small values of the symbolic constants only: " + doubt);
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
    if (options.verify)
        result.timings.measure("verify",
                               [&] { verify(generated, input, context, options.budget, result); });
    program::Program program;
    std::vector<codegen::ParallelMark> no_parallel_loops;
    codegen::CPrinter printer(program, codegen::Names(), no_parallel_loops);
    result.text = printer.print(generated.code, "", "  ");
    return result;
}

} // namespace espalier::driver
