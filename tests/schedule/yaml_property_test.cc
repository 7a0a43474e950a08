#include "espalier/schedule/yaml.h"

#include "espalier/base/file.h"
#include "espalier/presburger/context.h"
#include "espalier/presburger/print.h"
#include "espalier/schedule/queries.h"
#include "espalier/schedule/union_map.h"
#include "tests/support/random_trees.h"

#include <gtest/gtest.h>

#include <isl/printer.h>
#include <isl/schedule.h>

#include <cstdlib>
#include <filesystem>

/// Random trees, and isl's own inputs, from YAML to trees and back, by way of isl and without.
namespace espalier::test {
namespace {

using namespace schedule;

void foreach_tree(const TreeKnobs &knobs, const std::function<void(const Tree &)> &check)
{
    foreach_random_tree(250, knobs,
                        [&](const RandomTree &random_tree, Random &) { check(random_tree.tree); });
}

/// isl makes one node of a filter right below a filter.
TreeKnobs as_isl_keeps_them()
{
    TreeKnobs result;
    result.filters = false;
    return result;
}

/// The tree as isl writes it.
/// \param style  ISL_YAML_STYLE_BLOCK or ISL_YAML_STYLE_FLOW
std::string printed_by_isl(const isl::schedule &tree, int style)
{
    isl_printer *printer = isl_printer_to_str(tree.ctx().get());
    printer = isl_printer_set_yaml_style(printer, style);
    printer = isl_printer_print_schedule(printer, tree.get());
    char *text = isl_printer_get_str(printer);
    isl_printer_free(printer);
    std::string result = text ? text : "";
    std::free(text);
    return result;
}

void expect_round_trip(const Tree &tree, const std::string &yaml)
{
    EXPECT_TRUE(is_equal(read_yaml(tree.ctx(), yaml, "test.st"), tree)) << yaml;
}

TEST(YamlProperty, WrittenTreesAreReadAgain)
{
    foreach_tree({}, [](const Tree &tree) { expect_round_trip(tree, to_yaml(tree)); });
}

TEST(YamlProperty, TreesGoToIslAndBack)
{
    foreach_tree(as_isl_keeps_them(), [](const Tree &tree) {
        isl::schedule in_isl(tree.ctx(), to_yaml(tree));
        expect_round_trip(tree, printed_by_isl(in_isl, ISL_YAML_STYLE_BLOCK));
        expect_round_trip(tree, printed_by_isl(in_isl, ISL_YAML_STYLE_FLOW));
    });
}

/// That the schedule relation is isl's, but for zeros at the end: isl does not count the dimensions
/// of branches that nothing reaches.
void expect_schedule_of_isl(const Tree &tree, const isl::schedule &in_isl)
{
    isl::union_map found = schedule_relation(tree);
    isl::union_map expected = in_isl.map().intersect_domain(found.domain());
    found.foreach_map(
        [&](const isl::map &map) { expected = padded(expected, map.range_tuple_dim()); });
    EXPECT_TRUE(found.is_equal(expected)) << presburger::to_string(found) << "\nand\n"
                                          << presburger::to_string(expected);
}

TEST(YamlProperty, IslFindsTheSameOrder)
{
    TreeKnobs knobs;
    knobs.extensions = false; // isl has no map for trees with extensions.
    foreach_tree(knobs, [](const Tree &tree) {
        expect_schedule_of_isl(tree, isl::schedule(tree.ctx(), to_yaml(tree)));
    });
}

/// The folder with isl's inputs, if there is one.
std::filesystem::path shared_data()
{
    const char *given = std::getenv("ESPALIER_SHARED_DATA");
#ifdef ESPALIER_SHARED_DATA
    return given ? given : ESPALIER_SHARED_DATA;
#else
    return given ? given : "";
#endif
}

class IslInputs : public testing::Test {
protected:
    void SetUp() override
    {
        if (!std::filesystem::is_directory(shared_data()))
            GTEST_SKIP() << "ESPALIER_SHARED_DATA names no folder";
    }

    /// Calls `check` with the text of each schedule tree below the folder.
    static void foreach_input(
        const std::function<void(isl::ctx, const std::string &name, const std::string &)> &check)
    {
        presburger::Context context;
        std::size_t count = 0;
        for (const auto &entry : std::filesystem::recursive_directory_iterator(shared_data()))
            if (entry.path().extension() == ".st") {
                SCOPED_TRACE(entry.path().string());
                ++count;
                try {
                    check(context.get(), entry.path(), read_file(entry.path()));
                } catch (const std::exception &error) {
                    ADD_FAILURE() << error.what();
                }
            }
        EXPECT_GT(count, 0U);
    }
};

TEST_F(IslInputs, AreReadWrittenAndReadAgain)
{
    foreach_input([](isl::ctx ctx, const std::string &name, const std::string &text) {
        Tree tree = read_yaml(ctx, text, name);
        expect_round_trip(tree, to_yaml(tree));
        isl::schedule in_isl(ctx, text);
        isl::schedule again(ctx, to_yaml(tree));
        EXPECT_TRUE(isl_schedule_plain_is_equal(again.get(), in_isl.get())) << to_yaml(tree);
        expect_round_trip(tree, printed_by_isl(in_isl, ISL_YAML_STYLE_BLOCK));
    });
}

TEST_F(IslInputs, HaveTheOrderThatIslFinds)
{
    foreach_input([](isl::ctx ctx, const std::string &name, const std::string &text) {
        expect_schedule_of_isl(read_yaml(ctx, text, name), isl::schedule(ctx, text));
    });
}

} // namespace
} // namespace espalier::test
