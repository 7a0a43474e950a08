// Any bytes as a schedule tree in YAML: the reader must accept or refuse them, never crash, and
// what it accepts must be written and read back as the same tree.

#include "espalier/base/error.h"
#include "espalier/presburger/context.h"
#include "espalier/schedule/normal_form.h"
#include "espalier/schedule/queries.h"
#include "espalier/schedule/text.h"
#include "espalier/schedule/yaml.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

using namespace espalier;

constexpr unsigned long budget = 100'000;

void read_and_write(isl::ctx ctx, const std::string &text)
{
    schedule::Tree tree = schedule::read_yaml(ctx, text, "input");
    schedule::to_text(tree);
    schedule::schedule_relation(tree);
    schedule::normal_form(tree);
    schedule::Tree again = schedule::read_yaml(ctx, schedule::to_yaml(tree), "output");
    if (!schedule::is_equal(tree, again))
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    presburger::Context context;
    try {
        context.within_budget(budget, [&] {
            read_and_write(context.get(), std::string(reinterpret_cast<const char *>(data), size));
        });
    } catch (const Error &error) {
        if (error.fault() == Fault::espalier || error.diagnostic().place.file == "output")
            std::abort();
    }
    return 0;
}
