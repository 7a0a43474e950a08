// Writes the code that Espalier's AST generator and isl's make for a schedule tree as C functions
// that count the instances of statements, with a function that runs both and compares the counts
// (Polyhedral AST Generation (2015), section 7). For ast_quality.py.

#include "bench/ast_inputs.h"
#include "bench/sample_run.h"
#include "espalier/ast/generator.h"
#include "espalier/base/file.h"
#include "espalier/lowering/target_code.h"
#include "espalier/presburger/context.h"
#include "espalier/presburger/parameters.h"
#include "espalier/targets/c/c_printer.h"
#include "tests/support/isl_generator.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <isl/set.h>
#include <isl/space.h>

#include <algorithm>
#include <functional>
#include <numeric>

using namespace espalier;
using namespace espalier::bench;
using schedule::LoopOption;

namespace {

/// Code of both makes for one input and option, and how to run it.
struct Case {
    std::string name; ///< a C identifier
    ast::NodePtr ours, isls;
    SampleRun run;
};

/// Adds the statements that some code names, with an extent for each coordinate.
void add_statements(const ast::NodePtr &node, std::map<std::string, std::vector<Extent>> &to)
{
    if (const auto *loop = std::get_if<ast::For>(&node->node))
        return add_statements(loop->body, to);
    if (const auto *mark = std::get_if<ast::Mark>(&node->node))
        return add_statements(mark->body, to);
    if (const auto *user = std::get_if<ast::User>(&node->node)) {
        to.try_emplace(user->statement, user->iterators.size(), Extent{0, 0});
    } else if (const auto *block = std::get_if<ast::Block>(&node->node)) {
        for (const ast::NodePtr &child : block->children)
            add_statements(child, to);
    } else if (const auto *choice = std::get_if<ast::If>(&node->node)) {
        add_statements(choice->yes, to);
        if (choice->no)
            add_statements(choice->no, to);
    }
}

/// Which coordinates tell the elements of a statement's array apart: the longest ones that fit into
/// an array of reasonable size. The others are nearly always functions of these, so that each
/// instance still has an element of its own.
std::vector<bool> choose_subscripts(const std::vector<Extent> &extents)
{
    constexpr long max_elements = 1 << 20;
    std::vector<std::size_t> by_size(extents.size());
    std::iota(by_size.begin(), by_size.end(), 0);
    std::ranges::stable_sort(by_size, std::greater(),
                             [&](std::size_t k) { return extents[k].size(); });
    std::vector<bool> is_chosen(extents.size(), false);
    long elements = 1;
    for (std::size_t k : by_size)
        if (extents[k].size() <= max_elements / elements) {
            is_chosen[k] = true;
            elements *= extents[k].size();
        }
    return is_chosen;
}

/// How much each coordinate adds to the index of an instance's array element.
std::vector<long> weights(const std::vector<Extent> &extents)
{
    std::vector<bool> is_subscript = choose_subscripts(extents);
    std::vector<long> result(extents.size(), 0);
    long weight = 1;
    for (std::size_t k = extents.size(); k-- > 0;)
        if (is_subscript[k]) {
            result[k] = weight;
            weight *= extents[k].size();
        }
    return result;
}

long array_size(const std::vector<Extent> &extents)
{
    std::vector<long> weight = weights(extents);
    long greatest = 0;
    for (std::size_t k = 0; k < extents.size(); ++k)
        greatest += (extents[k].size() - 1) * weight[k];
    return greatest + 1;
}

std::string array(const std::string &name, const std::string &statement)
{
    return fmt::format("A_{}_{}", name, statement);
}

/// The macro that stands for a statement: "#define S(i0, i1) A_S[20 * (i0) + 1 * (i1) + -3]++". The
/// size of the array stays unknown here: compilers would draw conclusions on the loops from it.
std::string counting_macro(const std::string &statement, const std::vector<Extent> &extents,
                           const std::string &array)
{
    std::vector<long> weight = weights(extents);
    std::vector<std::string> coordinates;
    std::string index;
    long origin = 0;
    for (std::size_t k = 0; k < extents.size(); ++k) {
        coordinates.push_back(fmt::format("i{}", k));
        if (weight[k] != 0)
            index += fmt::format("{} * (i{}) + ", weight[k], k);
        origin -= weight[k] * extents[k].least;
    }
    return fmt::format("extern int {0}[];\n#define {1}({2}) {0}[{3}{4}]++\n", array, statement,
                       fmt::join(coordinates, ", "), index, origin);
}

/// One of the two functions, NAME_CASE, with the symbolic constants as arguments.
std::string function(const std::string &name, const Case &one, const ast::NodePtr &code,
                     targets::CPrinter &printer)
{
    std::vector<std::string> parameters;
    for (const auto &[parameter, value] : one.run.parameters)
        parameters.push_back("long " + parameter);
    return fmt::format(
        "\nvoid {}_{}({})\n{{\n{}}}\n", name, one.name,
        parameters.empty() ? "void" : fmt::format("{}", fmt::join(parameters, ", ")),
        printer.print(lowering::target_code(printer.program(), code, lowering::Names()), "    ",
                      "    "));
}

/// The two functions. They are alone in their file, so that their arguments are unknown.
std::string functions_text(const Case &one, const lowering::Names &names)
{
    program::Program program;
    targets::CPrinter printer(program, names);
    std::string functions =
        function("ours", one, one.ours, printer) + function("isls", one, one.isls, printer);
    std::string text = targets::define(printer.used_helpers(), names, program.wide_type);
    for (const auto &[statement, extents] : one.run.statements)
        text += counting_macro(statement, extents, array(one.name, statement));
    return text + functions;
}

/// The arrays, and `check`, which tells whether both functions count alike.
std::string check_text(const Case &one)
{
    std::string arrays, save, compare;
    for (const auto &[statement, extents] : one.run.statements) {
        std::string name = array(one.name, statement);
        arrays +=
            fmt::format("int {0}[{1}];\nstatic int ours_{0}[{1}];\n", name, array_size(extents));
        save += fmt::format("    memcpy(ours_{0}, {0}, sizeof {0});\n"
                            "    memset({0}, 0, sizeof {0});\n",
                            name);
        compare += fmt::format(" && !memcmp(ours_{0}, {0}, sizeof {0})", name);
    }
    std::vector<long> values;
    for (const auto &[parameter, value] : one.run.parameters)
        values.push_back(value);
    return fmt::format("#include <string.h>\nvoid ours_{0}();\nvoid isls_{0}();\n{1}\n"
                       "int check_{0}(void)\n{{\n    ours_{0}({2});\n{3}    isls_{0}({2});\n"
                       "    return 1{4};\n}}\n",
                       one.name, arrays,
                       fmt::format("{}", fmt::join(values, "L, ")) + (values.empty() ? "" : "L"),
                       save, compare);
}

std::string identifier(std::string name)
{
    std::ranges::replace_if(name, [](unsigned char c) { return !std::isalnum(c); }, '_');
    return name;
}

/// Names for generated code, apart from those of the statements and symbolic constants.
lowering::Names names_beside(const schedule::Tree &tree)
{
    std::vector<std::string> parameters = presburger::parameter_names(tree.domain().space());
    std::set<std::string> taken(parameters.begin(), parameters.end());
    tree.domain().foreach_set(
        [&](const isl::set &statement) { taken.insert(isl_set_get_tuple_name(statement.get())); });
    return lowering::choose_names(taken);
}

/// Both generators, for one input and option at a time, in an isl context of its own.
class Generation {
public:
    Generation(const AstInput &input, LoopOption option)
        : tree(tree_of(context_.get(), input, option)), names(names_beside(tree)),
          request_{isl::set::universe(isl::space::unit(context_.get())), names.iterator_prefix}
    {
    }

    ast::NodePtr ours() const { return ast::generate(tree, request_); }
    ast::NodePtr isls() const { return test::isl_generate(tree, request_); }

private:
    presburger::Context context_;

public:
    schedule::Tree tree;
    lowering::Names names;

private:
    ast::Request request_;
};

/// The run that all options of an input have in common.
std::optional<SampleRun> run_of(const AstInput &input)
{
    Generation generation(input, LoopOption::none);
    return choose_run(generation.tree, generation.isls());
}

void write_case(const std::string &name, const Generation &generation, const SampleRun &run,
                const std::string &folder)
{
    Case one{name, generation.ours(), generation.isls(), run};
    add_statements(one.isls, one.run.statements);
    add_statements(one.ours, one.run.statements);
    write_file(folder + "/" + name + ".c", functions_text(one, generation.names));
    write_file(folder + "/" + name + "_check.c", check_text(one));
}

/// Writes the files of an input, and a line on each option for the caller: a name that files and
/// functions have in common, the option, and what became of it.
void write_cases(const AstInput &input, const std::string &only, const std::string &folder)
{
    std::optional<SampleRun> run = run_of(input);
    for (LoopOption option : options_for(input)) {
        if (!only.empty() && only != option_name(option))
            continue;
        std::string name = identifier(input.name + "_" + option_name(option)), outcome;
        try {
            if (run)
                write_case(name, Generation(input, option), *run, folder);
            outcome = run ? fmt::format("{} instances", run->instances) : "left out: no short run";
        } catch (const std::exception &error) {
            outcome = fmt::format("failed: {}", error.what());
        }
        fmt::print("{}\t{}\t{}\n", name, option_name(option), outcome);
        std::fflush(stdout);
    }
}

} // namespace

int main(int count, char **arguments)
{
    CLI::App app("Writes the code for a schedule tree, Espalier's and isl's, as C functions.");
    std::string path, folder, only;
    app.add_option("INPUT", path, "A schedule tree")->required();
    app.add_option("FOLDER", folder, "Where the C files go")->required();
    app.add_option("--option", only, "The one loop option to try");
    CLI11_PARSE(app, count, arguments);
    write_cases(read_input(path), only, folder);
    return 0;
}
