// The integer programs of the kernels' outermost members. With ESPALIER_RECORD set to a folder,
// they are written there; some are kept in tests/ilp/recorded.

#include "espalier/base/file.h"
#include "espalier/dependence/constraints.h"
#include "espalier/frontend/frontend.h"
#include "espalier/schedule/original.h"
#include "espalier/scheduler/component.h"
#include "espalier/scheduler/member.h"
#include "tests/support/ilp_problems.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace espalier::scheduler {
namespace {

/// The problem of the first member, with the first functions of nodes positive.
ilp::Problem first_member(const Model &model, const Component &component)
{
    std::vector<Node> nodes;
    for (const Statement &statement : model.statements)
        nodes.push_back(statement.node);
    Graph graph = graph_of(model, component, nodes);
    MemberProblem problem =
        smallest_distances_problem(graph, relations_with(graph, Role::coincidence), Options());
    for (const ilp::NontrivialRegion &region : problem.regions) {
        problem.program.inequalities.push_back(region.functions.front());
        --problem.program.inequalities.back().constant;
    }
    return problem.program;
}

/// Those of each statement, and of all together if they are few.
std::vector<ilp::Problem> problems_of(const Model &model)
{
    constexpr std::size_t few = 2;
    std::vector<Component> components;
    for (std::size_t k = 0; k < model.statements.size(); ++k) {
        components.push_back({{k}, {}});
        for (const DependencePtr &dependence : model.dependences)
            if (dependence->source == k && dependence->sink == k)
                components.back().dependences.push_back(dependence);
    }
    if (model.statements.size() == few)
        components.push_back({{0, 1}, model.dependences});
    std::vector<ilp::Problem> result;
    for (const Component &component : components)
        result.push_back(first_member(model, component));
    return result;
}

void record(const std::string &name, const ilp::Problem &problem)
{
    if (const char *folder = std::getenv("ESPALIER_RECORD"))
        write_file(fmt::format("{}/{}.ilp", folder, name), ilp::to_string(problem));
}

TEST(MemberProblems, OfKernelsHaveTheSolutionsThatIslFinds)
{
    for (const auto &file : std::filesystem::directory_iterator(ESPALIER_KERNELS)) {
        if (file.path().extension() != ".c")
            continue;
        presburger::Context context;
        frontend::Extraction extraction = frontend::extract(file.path(), {}, context);
        for (const frontend::Region &region : extraction.regions) {
            Model model =
                make_model(dependence::constraints(
                               region.program,
                               dependence::analyze(region.program,
                                                   schedule::original_schedule(region.program)),
                               true),
                           {});
            std::size_t number = 0;
            for (const ilp::Problem &problem : problems_of(model)) {
                std::string name = fmt::format("{}{}", file.path().stem().string(), number++);
                SCOPED_TRACE(name);
                record(name, problem);
                EXPECT_TRUE(ilp::LexicographicMinimum(problem).solve() ==
                            test::minimum_by_isl(context.get(), problem));
            }
        }
    }
}

} // namespace
} // namespace espalier::scheduler
