#include "bench/ast_inputs.h"

#include "espalier/base/file.h"
#include "espalier/presburger/context.h"
#include "espalier/schedule/band_edits.h"
#include "espalier/schedule/band_options.h"
#include "espalier/schedule/yaml.h"
#include "tests/support/unrolled_size.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>

namespace espalier::bench {

using schedule::LoopOption;

namespace {

constexpr double max_unrolled = 1000;

std::vector<AstInput> read_folder(const std::string &folder)
{
    if (!std::filesystem::is_directory(folder)) {
        fmt::print(stderr, "{} is not here: its inputs are left out\n", folder);
        return {};
    }
    std::vector<AstInput> inputs;
    for (const auto &entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".st")
            inputs.push_back(read_input(entry.path()));
    std::ranges::sort(inputs, {}, &AstInput::name);
    return inputs;
}

} // namespace

AstInput read_input(const std::string &path)
{
    return {std::filesystem::path(path).stem(), read_file(path)};
}

std::vector<AstInput> read_inputs(const std::vector<std::string> &folders)
{
    std::vector<AstInput> inputs;
    for (const std::string &folder : folders)
        std::ranges::move(read_folder(folder), std::back_inserter(inputs));
    return inputs;
}

std::vector<LoopOption> options_for(const AstInput &input)
{
    std::vector<LoopOption> options = {LoopOption::none, LoopOption::atomic, LoopOption::separate};
    presburger::Context context;
    schedule::Tree tree = tree_of(context.get(), input, LoopOption::none);
    if (test::unrolled_size(tree) <= max_unrolled)
        options.push_back(LoopOption::unroll);
    return options;
}

schedule::Tree tree_of(isl::ctx ctx, const AstInput &input, LoopOption option)
{
    schedule::Tree tree = schedule::read_yaml(ctx, input.text, input.name);
    return option == schedule::LoopOption::none ? tree
                                                : schedule::with_option_everywhere(tree, option);
}

std::string option_name(LoopOption option)
{
    return option == LoopOption::none ? "as-is" : schedule::name(option);
}

} // namespace espalier::bench
