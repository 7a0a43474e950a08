#include "espalier/base/file.h"
#include "espalier/dependence/constraints.h"
#include "espalier/dependence/constraints_file.h"
#include "espalier/frontend/frontend.h"
#include "espalier/schedule/original.h"
#include "espalier/schedule/text.h"
#include "espalier/scheduler/scheduler.h"

#include "tests/support/isl_scheduler.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>

using namespace espalier;
int main(int argc, char **argv)
{
    double ours = 0, isls = 0;
    bool show = argc > 2 && std::string(argv[1]) == "-v";
    for (int k = 1 + show; k < argc; ++k) {
        presburger::Context context;
        std::vector<dependence::Constraints> all;
        std::vector<std::vector<dependence::ProximityGroup>> groups;
        if (std::filesystem::path(argv[k]).extension() == ".sc") {
            all.push_back(dependence::read_constraints_file(context.get(), read_file(argv[k]), argv[k]));
            groups.push_back({});
        } else
            for (auto &region : frontend::extract(argv[k], {}, context).regions) {
                auto original = schedule::original_schedule(region.program);
                all.push_back(dependence::constraints(region.program, dependence::analyze(region.program, original), true));
                groups.push_back({});
                if (getenv("STRATEGY")) groups.back() = dependence::proximity_groups(region.program, schedule::original_schedule_without_kills(region.program), 8);
            }
        for (std::size_t r = 0; r < all.size(); ++r) {
            auto &constraints = all[r];
            scheduler::Options options;
            if (auto x = getenv("STRATEGY")) options.strategy = x[0] == 'c' ? scheduler::Strategy::cpu : scheduler::Strategy::gpu;
            if (getenv("NOCOIN")) constraints.coincidence = isl::union_map::empty(context.get());
            auto time = [](auto work) {
                auto start = std::chrono::steady_clock::now();
                auto result = work();
                return std::pair(result, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count());
            };
            std::vector<std::string> lines;
            auto [a, ta] = time([&] { return scheduler::compute_schedule(constraints, groups[r], options, show ? scheduler::Trace(lines) : scheduler::Trace()); });
            auto [b, tb] = time([&] { return test::isl_schedule(constraints, options); });
            ours += ta; isls += tb;
            fmt::print("{:30} {:8.2f} ms {:8.2f} ms {:6.2f} {}\n", std::filesystem::path(argv[k]).filename().string(), ta, tb, tb / ta, a.tree ? "" : a.reason);
            std::string x = a.tree ? schedule::to_text(*a.tree) : "", y = b ? schedule::to_text(*b) : "";
            if (show) {
                for (auto &l : lines) fmt::print("  {}\n", l);
                fmt::print("members {} localized {} non-local {} resets {}\n{}", a.counts.members, a.counts.localized, a.counts.non_local, a.counts.resets, x);
                if (x != y) fmt::print("---- isl\n{}", y);
            }
        }
    }
    fmt::print("sum {:.1f} {:.1f} {:.2f}\n", ours, isls, isls / ours);
}
