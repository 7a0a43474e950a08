// Any bytes as a schedule tree in YAML: the AST generator must refuse the tree, or make code that
// does what the tree says.

#include "espalier/ast/exact_check.h"
#include "espalier/ast/generator.h"
#include "espalier/ast/sampled_check.h"
#include "espalier/base/error.h"
#include "espalier/presburger/context.h"
#include "espalier/schedule/yaml.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>

namespace {

using namespace espalier;

constexpr unsigned long budget = 500'000;

/// The code is executed with machine integers, which large numbers in a tree would overflow.
bool has_large_numbers(const std::string &text)
{
    static constexpr std::ptrdiff_t max_digits = 4;
    auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
    for (auto begin = text.begin(); begin != text.end();) {
        begin = std::find_if(begin, text.end(), is_digit);
        auto end = std::find_if_not(begin, text.end(), is_digit);
        if (end - begin > max_digits)
            return true;
        begin = end;
    }
    return false;
}

void refuse_wrong(const ast::Verdict &verdict)
{
    if (!verdict.is_wrong())
        return;
    std::cerr << verdict.reason << "\n";
    std::abort();
}

void generate_and_check(isl::ctx ctx, const std::string &text)
{
    schedule::Tree tree = schedule::read_yaml(ctx, text, "input");
    ast::Request request{isl::set(ctx, "{ : }")};
    ast::NodePtr code = ast::generate(tree, request);
    ast::Expectation expected = ast::expectation(tree, request.context);
    refuse_wrong(ast::check_samples(code, expected));
    refuse_wrong(ast::check_exactly(code, expected));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    std::string text(reinterpret_cast<const char *>(data), size);
    if (has_large_numbers(text))
        return 0;
    presburger::Context context;
    try {
        context.within_budget(budget, [&] { generate_and_check(context.get(), text); });
    } catch (const Error &error) {
        if (error.fault() == Fault::espalier)
            std::abort();
    } catch (const isl::exception &) {
        // What isl cannot do is refused where commands end.
    }
    return 0;
}
