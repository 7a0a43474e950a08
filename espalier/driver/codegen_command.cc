#include "espalier/ast/generator.h"
#include "espalier/base/error.h"
#include "espalier/base/file.h"
#include "espalier/codegen/c_printer.h"
#include "espalier/driver/commands.h"

#include <isl/set.h>
#include <isl/union_map.h>

#include <cstdio>
#include <filesystem>
#include <sstream>

namespace espalier::driver {

namespace {

/// The options in comments `# OPTIONS: --atomic` at the head of a file of isl's.
ast::Request::Loops loops_option(const std::string &text)
{
    std::istringstream lines(text);
    std::string line;
    while (std::getline(lines, line) && line.rfind("#", 0) == 0) {
        if (line.find("OPTIONS:") == std::string::npos)
            continue;
        if (line.find("--atomic") != std::string::npos)
            return ast::Request::Loops::atomic;
        if (line.find("--separate") != std::string::npos)
            return ast::Request::Loops::separate;
    }
    return ast::Request::Loops::standard;
}

/// A schedule relation, a context and AST build options, one after the other.
ast::NodePtr generate_from_relation(isl::ctx ctx, const std::string &text, const std::string &file,
                                    ast::Request &request)
{
    std::FILE *stream = fmemopen(const_cast<char *>(text.data()), text.size(), "r");
    if (!stream)
        throw Error(Fault::input, DiagnosticKind::malformed_model, "the file is empty", {file, 0, 0, ""});
    isl_union_map *order = isl_union_map_read_from_file(ctx.get(), stream);
    isl_set *context = isl_set_read_from_file(ctx.get(), stream);
    isl_union_map *options = isl_union_map_read_from_file(ctx.get(), stream);
    std::fclose(stream);
    if (!order || !context || !options) {
        isl_union_map_free(order);
        isl_set_free(context);
        isl_union_map_free(options);
        throw Error(Fault::input, DiagnosticKind::malformed_model,
                    "this is not a schedule relation followed by a context and AST build options",
                    {file, 0, 0, ""});
    }
    request.context = isl::manage(context).params();
    return ast::generate(isl::manage(order), isl::manage(options), request);
}

} // namespace

CommandResult run_codegen(const std::string &input, const CodegenOptions &)
{
    presburger::Context context;
    CommandResult result;
    std::string text = read_file(input);
    ast::Request request;
    request.context = isl::set::universe(isl::space::unit(context.get()));
    request.loops = loops_option(text);
    ast::NodePtr ast = std::filesystem::path(input).extension() == ".in"
                           ? generate_from_relation(context.get(), text, input, request)
                           : ast::generate(schedule::Tree::parse(context.get(), text, input), request);
    program::Program program;
    std::vector<codegen::ParallelMark> no_parallel_loops;
    codegen::CPrinter printer(program, codegen::Names(), no_parallel_loops);
    result.text = printer.print(ast, "", "  ");
    return result;
}

} // namespace espalier::driver
