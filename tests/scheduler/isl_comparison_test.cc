#include "espalier/base/file.h"
#include "espalier/dependence/constraints_file.h"
#include "espalier/dependence/violations.h"
#include "espalier/schedule/order_edits.h"
#include "espalier/schedule/queries.h"
#include "espalier/schedule/text.h"
#include "espalier/scheduler/linear_algebra.h"
#include "espalier/scheduler/scheduler.h"
#include "tests/support/golden_file.h"
#include "tests/support/inputs.h"
#include "tests/support/isl_scheduler.h"
#include "tests/support/random_functions.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <isl/aff.h>
#include <isl/set.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <string>

/// Schedules for the inputs on which isl's scheduler is tested, and for all kernels: they are
/// valid, and where the outermost band of a statement is another than in isl's schedule with the
/// same options, isl_differences.txt says so, and why.
namespace espalier::test {
namespace {

const std::string differences_file = "scheduler/isl_differences.txt";

/// The outermost band on the way to a statement that is about it: how many of its members are
/// linearly independent on it, and how many of the coincident ones.
struct OutermostBand {
    std::size_t members = 0, coincident = 0;

    bool operator==(const OutermostBand &) const = default;
};

using OutermostBands = std::map<std::string, OutermostBand>;

/// The coefficients of dimensions in a function { S[i] -> [v] } of one piece.
scheduler::Vector coefficients(const isl::pw_aff &function)
{
    scheduler::Vector result;
    isl::aff only = function.as_aff();
    for (int k = 0; k < isl_aff_dim(only.get(), isl_dim_in); ++k)
        result.push_back(
            isl::manage(isl_aff_get_coefficient_val(only.get(), isl_dim_in, k)).num_si());
    return result;
}

OutermostBand on_statement(const schedule::Band &band, const isl::space &statement)
{
    std::vector<scheduler::Vector> all, coincident;
    for (std::size_t k = 0; k < band.size(); ++k) {
        all.push_back(coefficients(band.member_on(k, statement)));
        if (band.members[k].is_coincident)
            coincident.push_back(all.back());
    }
    return {scheduler::row_basis(all).size(), scheduler::row_basis(coincident).size()};
}

void add_outermost_bands(const schedule::Cursor &place, OutermostBands &result)
{
    if (place.is<schedule::Band>())
        schedule::reaching_instances(place).foreach_set([&](const isl::set &instances) {
            OutermostBand &found = result[isl_set_get_tuple_name(instances.get())];
            if (found.members == 0)
                found = on_statement(place.as<schedule::Band>(), instances.space());
        });
    for (std::size_t k = 0; k < place.child_count(); ++k)
        add_outermost_bands(place.child(k), result);
}

OutermostBands outermost_bands(const schedule::Tree &tree)
{
    OutermostBands result;
    add_outermost_bands(tree.root(), result);
    return result;
}

/// For each statement whose outermost bands differ, a line about an input.
std::set<std::string> differences(const std::string &input, const schedule::Tree &tree,
                                  const schedule::Tree &isls)
{
    std::set<std::string> result;
    OutermostBands own = outermost_bands(tree), other = outermost_bands(isls);
    for (const Statement &statement : statements(tree.domain())) {
        OutermostBand ours = own[statement.name], theirs = other[statement.name];
        if (ours != theirs)
            result.insert(fmt::format("{} {}: {} members, {} coincident; isl's {}, {}", input,
                                      statement.name, ours.members, ours.coincident, theirs.members,
                                      theirs.coincident));
    }
    return result;
}

/// The lines of the file of differences, each with the reason that stands after it.
using Reasons = std::map<std::string, std::string>;

const std::string file_head =
    "# Where the outermost band of a statement is another than in isl's schedule, and why.\n";

Reasons known_reasons()
{
    Reasons result;
    std::istringstream lines(read_file(golden_file(differences_file)));
    for (std::string line; std::getline(lines, line);)
        if (!line.starts_with("#")) {
            std::size_t bar = std::min(line.find(" | "), line.size());
            result[line.substr(0, bar)] = line.substr(std::min(bar + 3, line.size()));
        }
    return result;
}

/// Compares what was found of the inputs whose names begin so with the file, or writes that anew,
/// with the reasons that it has.
void expect_differences(const std::set<std::string> &found, const std::string &prefix)
{
    Reasons known = known_reasons();
    if (is_updating_golden_files()) {
        std::erase_if(known, [&](const auto &line) {
            return line.first.starts_with(prefix) && !found.contains(line.first);
        });
        for (const std::string &line : found)
            known.emplace(line, "");
        std::string text = file_head;
        for (const auto &[line, reason] : known)
            text += fmt::format("{} | {}\n", line, reason);
        write_file(golden_file(differences_file), text);
        return;
    }
    std::set<std::string> expected;
    for (const auto &[line, reason] : known)
        if (line.starts_with(prefix)) {
            expected.insert(line);
            EXPECT_NE(reason, "") << "why is it so? " << line;
        }
    EXPECT_EQ(found, expected);
}

/// The options on the line `# OPTIONS: ` of an input, as far as there are such.
scheduler::Options options_of(const std::string &text)
{
    scheduler::Options result;
    std::size_t begin = text.find("# OPTIONS:");
    if (begin == std::string::npos)
        return result;
    std::istringstream words(text.substr(begin, text.find('\n', begin) - begin));
    for (std::string word; words >> word;) {
        if (word == "--schedule-algorithm=feautrier")
            result.algorithm = scheduler::Algorithm::feautrier;
        if (word == "--no-schedule-maximize-coincidence")
            result.maximize_coincidence = false;
        if (word == "--no-schedule-outer-coincidence")
            result.outer_coincidence = false;
    }
    return result;
}

TEST(IslComparison, InputsOfIsl)
{
    const auto inputs = files(ESPALIER_SHARED_DATA "/isl/schedule", ".sc");
    if (inputs.empty())
        GTEST_SKIP() << "the shared inputs are not there";
    std::set<std::string> found;
    for (const std::filesystem::path &input : inputs) {
        SCOPED_TRACE(input);
        presburger::Context context;
        std::string text = read_file(input);
        dependence::Constraints constraints =
            dependence::read_constraints_file(context.get(), text, input);
        scheduler::Options options = options_of(text);
        scheduler::Result result = scheduler::compute_schedule(constraints, {}, options);
        auto isls = isl_schedule(constraints, options);
        ASSERT_TRUE(result.tree) << result.reason;
        ASSERT_TRUE(isls);
        EXPECT_TRUE(constraints.validity.is_subset(
            schedule::precedes(*result.tree, constraints.domain, constraints.domain)))
            << schedule::to_text(*result.tree);
        found.merge(differences("isl/" + input.filename().string(), *result.tree, *isls));
    }
    expect_differences(found, "isl/");
}

TEST(IslComparison, Kernels)
{
    std::set<std::string> found;
    for (const std::filesystem::path &kernel : files(ESPALIER_KERNELS, ".c")) {
        SCOPED_TRACE(kernel);
        presburger::Context context;
        for (const AnalyzedRegion &region : analyzed_regions(kernel, context))
            for (bool has_coincidence : {true, false}) {
                dependence::Constraints constraints =
                    has_coincidence ? region.constraints : without_coincidence(region.constraints);
                scheduler::Result result = scheduler::compute_schedule(constraints, {}, {});
                auto isls = isl_schedule(constraints, {});
                ASSERT_TRUE(result.tree) << result.reason;
                ASSERT_TRUE(isls);
                EXPECT_TRUE(dependence::violations(region.program, region.dependences,
                                                   schedule::with_sets_ordered(*result.tree))
                                .empty())
                    << schedule::to_text(*result.tree);
                std::string name = fmt::format("kernels/{}{}", kernel.stem().string(),
                                               has_coincidence ? "" : " without coincidence");
                found.merge(differences(name, *result.tree, *isls));
            }
    }
    expect_differences(found, "kernels/");
}

} // namespace
} // namespace espalier::test
