#include "espalier/scheduler/clusters.h"

#include "espalier/scheduler/cluster_graph.h"
#include "espalier/scheduler/wording.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <tuple>

namespace espalier::scheduler {

namespace {

constexpr Roles locality = Role::proximity | Role::temporal;

/// Whether a member delays the loops of a cluster by a symbolic constant.
bool runs_one_after_the_other(const BandMembers &band, std::size_t parameters)
{
    auto is_delayed = [&](const Function &function) {
        return !is_zero(std::span(function).subspan(1, parameters)) &&
               !is_zero(coefficients(function, parameters));
    };
    return std::ranges::any_of(band.members, [&](const BandMembers::Member &member) {
        return std::ranges::any_of(member.functions, is_delayed);
    });
}

/// Decides which clusters to fuse.
class Fusion {
public:
    Fusion(const Graph &graph, std::vector<Cluster> components, const AdjacentConditions &adjacent,
           BandSearch &search, const Options &options, const Trace &trace)
        : clusters_(graph, std::move(components)), adjacent_(adjacent), search_(search),
          options_(options), trace_(trace), is_rejected_(graph.relations.size(), false)
    {
    }

    std::vector<Cluster> run();

private:
    using Pair = ClusterGraph::Pair;

    std::optional<Pair> best_pair() const;
    bool has_loops(std::size_t id) const;
    bool is_candidate(const Pair &pair, const std::vector<std::size_t> &relations) const;
    const char *try_to_fuse(const std::vector<std::size_t> &wanted);
    std::vector<std::size_t> adjacent_in(const ClusterProblem &problem,
                                         const Functions &member) const;
    std::size_t wanted_coincident(const ClusterProblem &problem) const;
    const char *objection(const ClusterProblem &problem, const BandMembers &band) const;
    bool brings_together(const ClusterProblem &problem, const BandMembers &band) const;
    void reject(const Pair &pair);
    std::string names_of(const std::vector<std::size_t> &wanted) const;

    ClusterGraph clusters_;
    const AdjacentConditions &adjacent_;
    BandSearch &search_;
    const Options &options_;
    Trace trace_;
    std::vector<bool> is_rejected_; ///< for each relation of nodes
};

std::vector<Cluster> Fusion::run()
{
    for (std::size_t attempt = 0; attempt < options_.fusion_attempts; ++attempt) {
        std::optional<Pair> pair = best_pair();
        if (!pair)
            break;
        std::vector<std::size_t> wanted = clusters_.with_all_between(*pair);
        if (trace_.is_on())
            trace_.say("to fuse: {}", names_of(wanted));
        const char *reason = try_to_fuse(wanted);
        trace_.nested().say("{}{}", reason ? "not fused: " : "fused", reason ? reason : "");
        if (reason)
            reject(*pair);
    }
    return clusters_.in_order();
}

/// \return why they stay apart; null if they do not
const char *Fusion::try_to_fuse(const std::vector<std::size_t> &wanted)
{
    if (!std::ranges::all_of(wanted, [&](std::size_t id) { return has_loops(id); }))
        return "what has to be between them has no permutable loops";
    ClusterProblem problem = clusters_.problem(wanted);
    auto adjacent = [&](const Functions &member) { return adjacent_in(problem, member); };
    bool needs_coincident = options_.outer_coincidence && wanted_coincident(problem) > 0;
    BandMembers band =
        search_.permutable_band(problem.graph, adjacent, needs_coincident, trace_.nested());
    const char *reason = objection(problem, band);
    if (!reason)
        clusters_.merge(problem, band);
    return reason;
}

bool Fusion::has_loops(std::size_t id) const
{
    const BandMembers &band = clusters_.cluster(id).band;
    return !band.is_empty() && band.is_permutable;
}

bool Fusion::is_candidate(const Pair &pair, const std::vector<std::size_t> &relations) const
{
    return has_loops(pair.first) && has_loops(pair.second) &&
           std::ranges::any_of(relations, [&](std::size_t relation) {
               return clusters_.nodes().relations[relation].roles.has_any(locality) &&
                      !is_rejected_[relation];
           });
}

/// The pair to try next: members that can be matched one by one first, then deeper bands, then the
/// first in the order of the program.
std::optional<ClusterGraph::Pair> Fusion::best_pair() const
{
    std::optional<Pair> best;
    std::tuple<bool, std::size_t> best_weight;
    for (const auto &[pair, relations] : clusters_.between()) {
        if (!is_candidate(pair, relations))
            continue;
        std::size_t first = clusters_.cluster(pair.first).band.members.size(),
                    second = clusters_.cluster(pair.second).band.members.size();
        std::tuple<bool, std::size_t> weight{first == second, std::min(first, second)};
        if (!best || weight > best_weight) {
            best = pair;
            best_weight = weight;
        }
    }
    return best;
}

std::vector<std::size_t> Fusion::adjacent_in(const ClusterProblem &problem,
                                             const Functions &member) const
{
    bool is_violated = std::ranges::any_of(problem.graph.relations, [&](const Relation &relation) {
        return relation.roles.has(Role::conditioned) &&
               !distances(relation, member, clusters_.nodes().parameters).is_nonnegative;
    });
    if (!is_violated)
        return {};
    std::vector<std::size_t> result;
    for (std::size_t condition : adjacent_(clusters_.on_nodes(problem, member))) {
        auto found = std::ranges::find(problem.origins, condition);
        if (found != problem.origins.end())
            result.push_back(static_cast<std::size_t>(found - problem.origins.begin()));
    }
    return result;
}

/// How many members have to be coincident.
std::size_t Fusion::wanted_coincident(const ClusterProblem &problem) const
{
    std::size_t result = 0;
    for (std::size_t id : problem.clusters)
        result = std::max(result, clusters_.cluster(id).band.coincident_count());
    return options_.strategy == Strategy::cpu ? std::min<std::size_t>(result, 1) : result;
}

/// Why the band is not to be taken; null if it is.
const char *Fusion::objection(const ClusterProblem &problem, const BandMembers &band) const
{
    std::size_t depth = 0;
    for (std::size_t id : problem.clusters)
        depth = std::max(depth, clusters_.cluster(id).band.members.size());
    if (band.members.size() < depth)
        return "they cannot share all loops";
    if (options_.maximize_coincidence && band.coincident_count() < wanted_coincident(problem))
        return "parallel loops would be lost";
    if (runs_one_after_the_other(band, problem.graph.parameters))
        return "loops would run one after the other all the same";
    if (!brings_together(problem, band))
        return "it would not bring related instances close together";
    return nullptr;
}

/// Whether a proximity relation between clusters gets distances that are constant and small.
bool Fusion::brings_together(const ClusterProblem &problem, const BandMembers &band) const
{
    return std::ranges::any_of(problem.graph.relations, [&](const Relation &relation) {
        return relation.source != relation.sink && relation.roles.has_any(locality) &&
               std::ranges::all_of(band.members, [&](const BandMembers::Member &member) {
                   Distances all =
                       distances(relation, member.functions, clusters_.nodes().parameters);
                   return all.is_constant && all.bound <= options_.fusion_distance;
               });
    });
}

void Fusion::reject(const Pair &pair)
{
    for (Pair direction : {pair, Pair(pair.second, pair.first)})
        if (auto found = clusters_.between().find(direction); found != clusters_.between().end())
            for (std::size_t relation : found->second)
                is_rejected_[relation] = true;
}

std::string Fusion::names_of(const std::vector<std::size_t> &wanted) const
{
    std::vector<std::string> result;
    for (std::size_t id : wanted)
        result.push_back(names(clusters_.nodes(), clusters_.cluster(id).nodes));
    return fmt::format("{}", fmt::join(result, " | "));
}

} // namespace

std::vector<Cluster> fuse(const Graph &graph, std::vector<Cluster> components,
                          const AdjacentConditions &adjacent, BandSearch &search,
                          const Options &options, const Trace &trace)
{
    return Fusion(graph, std::move(components), adjacent, search, options, trace).run();
}

} // namespace espalier::scheduler
