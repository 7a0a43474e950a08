#pragma once

#include "espalier/ast/exact_check.h"
#include "espalier/ast/generator.h"
#include "espalier/ast/sampled_check.h"
#include "espalier/lowering/target_code.h"
#include "espalier/presburger/context.h"
#include "espalier/schedule/yaml.h"
#include "espalier/targets/c/c_printer.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace espalier::test {

/// For the examples of Polyhedral AST Generation (2015), sections 5 and 7: the code, compared with
/// the paper's listing in our C (`long`, `i++`, braces around the bodies of all conditions and of
/// loops over more than one statement, none around the whole, no needless parentheses), and what it
/// does.
class GeneratedCode : public testing::Test {
protected:
    /// The text of a tree of a domain, a context and a band.
    static std::string tree(const std::string &domain, const std::string &schedule,
                            const std::string &options = "{ }",
                            const std::string &context = "{ : }",
                            const std::string &below = "\"leaf\"")
    {
        return fmt::format("domain: \"{}\"\n"
                           "child:\n"
                           "  context: \"{}\"\n"
                           "  child:\n"
                           "    schedule: \"{}\"\n"
                           "    options: \"{}\"\n"
                           "    child: {}\n",
                           domain, context, schedule, options, below);
    }

    ast::Request request() const { return {isl::set(context.get(), "{ : }")}; }

    /// Code that is found to be right for all values of the symbolic constants.
    ast::NodePtr make(const std::string &text, const ast::Request &request)
    {
        schedule::Tree tree = schedule::read_yaml(context.get(), text, "example");
        ast::NodePtr code = ast::generate(tree, request);
        ast::Expectation expected = ast::expectation(tree, request.context);
        EXPECT_EQ(ast::check_samples(code, expected).reason, "");
        EXPECT_EQ(ast::check_exactly(code, expected).reason, "");
        return code;
    }

    std::string print(const ast::NodePtr &code)
    {
        targets::CPrinter printer(program, lowering::Names());
        return "\n" +
               printer.print(lowering::target_code(program, code, lowering::Names()), "", "  ");
    }

    std::string code(const std::string &text) { return print(make(text, request())); }

    presburger::Context context;
    program::Program program;
};

} // namespace espalier::test
