// `espalier optimize` with isl's scheduler in place of ours, with the options that it had there.

#include "espalier/base/error.h"
#include "espalier/base/file.h"
#include "espalier/driver/commands.h"
#include "espalier/report/text.h"
#include "tests/support/isl_scheduler.h"

#include <CLI/CLI.hpp>

#include <iostream>

using namespace espalier;

int main(int argc, char **argv)
{
    CLI::App app("Optimizes a C file with isl's scheduler.");
    std::string command, input, output, target = "openmp";
    std::vector<std::string> includes, definitions;
    bool timings = false;
    app.add_option("COMMAND", command)->required()->check(CLI::IsMember({"optimize"}));
    app.add_option("INPUT", input)->required();
    app.add_option("-o", output)->required();
    app.add_option("--target", target)->check(CLI::IsMember({"openmp", "c"}));
    app.add_option("-I", includes)->allow_extra_args(false);
    app.add_option("-D", definitions)->allow_extra_args(false);
    app.add_flag("--timings", timings);
    CLI11_PARSE(app, argc, argv);

    driver::OptimizeOptions options;
    options.target = target == "c" ? driver::Target::c : driver::Target::openmp;
    for (const std::string &folder : includes)
        options.frontend.clang_arguments.push_back("-I" + folder);
    for (const std::string &definition : definitions)
        options.frontend.clang_arguments.push_back("-D" + definition);
    options.make_schedule = [](const dependence::Constraints &constraints) {
        return scheduler::Result{
            test::isl_schedule(constraints, scheduler::Options()), "isl finds none", {}};
    };
    try {
        driver::CommandResult result = driver::run_optimize(input, options);
        write_file(output, result.text);
        if (timings)
            std::cerr << report::to_text(result.timings);
    } catch (const Error &error) {
        std::cerr << report::to_text(error.diagnostic());
        return static_cast<int>(error.fault());
    }
    return 0;
}
