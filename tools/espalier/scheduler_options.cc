#include "tools/espalier/scheduler_options.h"

#include <cstdint>
#include <map>

namespace espalier {

namespace {

const std::map<std::string, scheduler::Strategy> strategy_names = {
    {"distances", scheduler::Strategy::distances},
    {"cpu", scheduler::Strategy::cpu},
    {"gpu", scheduler::Strategy::gpu}};

/// Numbers that leave room for what is computed with them.
constexpr std::int64_t most = 1'000'000'000;

} // namespace

void SchedulerOptions::add_to(CLI::App &command)
{
    command
        .add_option("--scheduler", scheduler_,
                    "Who orders the statements: bands of loops, one step of Feautrier's after the "
                    "other, or nobody, which keeps the order")
        ->check(CLI::IsMember({"auto", "feautrier", "none"}))
        ->capture_default_str();
    command.add_flag("--live-range-reordering,!--no-live-range-reordering", live_range_reordering_,
                     "Let live ranges change their order (default: on; Live-Range Reordering 3.2)");
    add_heuristics(command);
}

void SchedulerOptions::add_heuristics(CLI::App &command)
{
    const char *group = "Heuristics of the scheduler (sections of Spatial Locality, 2018)";
    auto option = [&](const char *name, auto &value, const char *meaning) {
        return command.add_option(name, value, meaning)->capture_default_str()->group(group);
    };
    auto flag = [&](const char *name, bool &value, const char *meaning) {
        command.add_flag(name, value, meaning)->group(group);
    };
    option("--strategy", strategy_,
           "What loops are chosen for: small distances (3.1), a CPU (4.7) or a GPU (4.8); auto: a "
           "CPU for C files, distances for constraints")
        ->check(CLI::IsMember({"auto", "distances", "cpu", "gpu"}));
    flag(
        "--outer-coincidence,!--no-outer-coincidence", heuristics_.outer_coincidence,
        "Where the first loop of a band cannot be parallel, let one step of Feautrier's carry what "
        "holds it, so that those inside may be (default: on; 3.2)");
    flag("--maximize-coincidence,!--no-maximize-coincidence", heuristics_.maximize_coincidence,
         "Fuse loops only if no parallel loop is lost (default: on; 3.4)");
    option("--fusion-distance", heuristics_.fusion_distance,
           "Fuse loops only if instances that belong together get constant distances of at most "
           "this (3.4)")
        ->check(CLI::Range(std::int64_t{0}, most));
    option("--fusion-attempts", heuristics_.fusion_attempts,
           "Try so many fusions for a part of the tree, at most (3.4)")
        ->check(CLI::Range(std::size_t{0}, static_cast<std::size_t>(most)));
    option("--program-steps", heuristics_.program_steps,
           "Take so many steps in each integer program, at most; then the best function so far is "
           "taken (3.3)")
        ->check(CLI::Range(std::size_t{1}, static_cast<std::size_t>(most)));
    option(
        "--max-constant-term", heuristics_.max_constant_term,
        "Shift statements by at most this; -1: no limit, so that bounds that are numbers can make "
        "shifts as large")
        ->check(CLI::Range(std::int64_t{-1}, most));
    option(
        "--max-coefficient", heuristics_.max_coefficient,
        "Multiply loops in a member by at most this; -1: no limit, so that two loops with bounds "
        "that are numbers can become one")
        ->check(CLI::Range(std::int64_t{-1}, most));
    option("--sequential-members", heuristics_.sequential_members,
           "For CPUs: choose so many innermost loops for locality alone (4.7)")
        ->check(CLI::Range(std::size_t{0}, static_cast<std::size_t>(most)));
    option("--register-limit", heuristics_.register_limit,
           "For CPUs: where no first loop can be parallel, let statements that need more registers "
           "than this have a step of Feautrier's, which avoids fusion; others keep their loops "
           "together, for a wavefront (4.7)")
        ->check(CLI::Range(std::size_t{0}, static_cast<std::size_t>(most)));
    flag("--vector-innermost,!--no-vector-innermost", heuristics_.vector_innermost,
         "For CPUs: keep loops together for a wavefront only if the innermost one leaves instances "
         "of each statement independent, for vectors of them (default: on)");
    option("--line", heuristics_.line, "For CPUs and GPUs: elements in a line of memory (4.1)")
        ->check(CLI::Range(std::size_t{1}, static_cast<std::size_t>(most)));
}

void SchedulerOptions::settle(driver::OptimizeOptions &options) const
{
    options.live_range_reordering = live_range_reordering_;
    options.scheduler = heuristics_;
    if (scheduler_ == "none")
        options.scheduler.reset();
    else if (scheduler_ == "feautrier")
        options.scheduler->algorithm = scheduler::Algorithm::feautrier;
    if (auto found = strategy_names.find(strategy_); found != strategy_names.end())
        options.strategy = found->second;
}

} // namespace espalier
