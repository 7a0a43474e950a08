#include "espalier/schedule/original.h"
#include "espalier/schedule/reached_leaves.h"
#include "espalier/transform/explicit_schedule.h"
#include "espalier/transform/normal_form.h"
#include "espalier/transform/trees.h"

#include <isl/set.h>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace espalier::transform {

namespace {

/// A member of a band above a leaf.
struct Loop {
    isl::pw_aff time; ///< { S[i] -> [t] }
    schedule::LoopRolePtr role;
    schedule::LoopOption option;
    std::string name;
    std::optional<IsolatedPart> isolated = {};
};

/// The positions of the children of sequences that the way to a leaf takes between two loops, which
/// become one entry of a beta vector.
using Positions = std::vector<std::size_t>;

/// One statement at one leaf.
struct Site {
    isl::set instances;
    std::vector<Loop> loops;
    std::vector<Positions> positions; ///< before, between and after the loops
};

/// Precondition: the band has one
IsolatedPart isolated_part(const schedule::Band &band)
{
    IsolatedPart result{*band.isolation, {}};
    std::ranges::transform(band.members, std::back_inserter(result.options),
                           &schedule::Member::isolated_option);
    return result;
}

Site site(const schedule::Tree &tree, const std::vector<std::size_t> &path,
          const isl::set &instances)
{
    Site result{instances, {}, {{}}};
    const schedule::Node *node = &tree.node();
    for (std::size_t position : path) {
        if (node->is<schedule::Sequence>() || node->is<schedule::Set>()) {
            result.positions.back().push_back(position);
        } else if (node->is<schedule::Band>()) {
            const schedule::Band &band = node->as<schedule::Band>();
            for (std::size_t k = 0; k < band.size(); ++k) {
                result.loops.push_back({band.member_on(k, instances.space()), band.members[k].role,
                                        band.members[k].option, band.members[k].name});
                result.positions.emplace_back();
            }
            if (band.isolation)
                result.loops.back().isolated = isolated_part(band);
        }
        node = node->child(position).get();
    }
    return result;
}

/// The sites of a tree; those of a leaf are told apart by a position of their own.
std::vector<Site> sites(const schedule::Tree &tree)
{
    std::vector<Site> result;
    for (const schedule::ReachedLeaf &leaf : schedule::reached_leaves(tree)) {
        std::vector<isl::set> sets;
        leaf.instances.foreach_set([&](const isl::set &set) {
            if (!set.is_empty())
                sets.push_back(set);
        });
        std::ranges::sort(sets, {}, [](const isl::set &set) {
            std::string name = schedule::statement_name(set.space());
            return std::tuple(name.size(), name);
        });
        for (std::size_t k = 0; k < sets.size(); ++k) {
            result.push_back(site(tree, leaf.path, sets[k]));
            if (sets.size() > 1)
                result.back().positions.back().push_back(k);
        }
    }
    return result;
}

/// Rows have the names that the tree has for their loops, if that makes no two of them the same.
/// There may be more of them: for iterators that the tree does not order.
void name_rows(Statement &statement, const Site &site)
{
    std::vector<std::string> names = names_of(statement.rows);
    for (std::size_t k = 0; k < site.loops.size(); ++k)
        if (!site.loops[k].name.empty())
            names[k] = site.loops[k].name;
    if (std::set<std::string>(names.begin(), names.end()).size() < names.size())
        return;
    for (std::size_t k = 0; k < names.size(); ++k)
        statement.rows[k].name = names[k];
}

Statement statement_at(const Site &site, const program::Statement &source)
{
    std::vector<isl::pw_aff> times;
    for (const Loop &loop : site.loops)
        times.push_back(loop.time);
    Statement result = with_rows(source, site.instances, times);
    for (std::size_t k = 0; k < site.loops.size(); ++k) {
        result.rows[k].role = site.loops[k].role;
        result.rows[k].option = site.loops[k].option;
        result.rows[k].isolated = site.loops[k].isolated;
    }
    name_rows(result, site);
    return result;
}

/// Numbers what stands beside each other.
void set_beta_vectors(std::vector<Statement> &statements, const std::vector<Site> &sites)
{
    using Prefix = std::vector<Positions>;
    auto prefix = [](const Site &site, std::size_t count) {
        return Prefix(site.positions.begin(), site.positions.begin() + long(count));
    };
    std::map<Prefix, std::set<Positions>> children;
    for (const Site &site : sites)
        for (std::size_t k = 0; k < site.positions.size(); ++k)
            children[prefix(site, k)].insert(site.positions[k]);
    for (std::size_t s = 0; s < sites.size(); ++s)
        for (std::size_t k = 0; k < sites[s].positions.size(); ++k) {
            const std::set<Positions> &all = children.at(prefix(sites[s], k));
            statements[s].beta[k] = std::distance(all.begin(), all.find(sites[s].positions[k]));
        }
}

void set_labels(std::vector<Statement> &statements)
{
    std::vector<std::string> names;
    std::map<std::string, int> parts, numbers;
    for (const Statement &statement : statements) {
        names.push_back(schedule::statement_name(statement.instances.space()));
        ++parts[names.back()];
    }
    for (std::size_t s = 0; s < statements.size(); ++s) {
        const std::string &name = names[s];
        statements[s].label =
            parts[name] == 1 ? name : fmt::format("{}{}", part_label(name, names), ++numbers[name]);
    }
}

/// A loop in which a statement has one iteration is called as it is for the others in it.
void name_other_loops(MatrixView &view)
{
    for (Statement &statement : view.statements)
        for (std::size_t k = 0; k < statement.depth(); ++k) {
            if (!statement.rows[k].name.empty())
                continue;
            std::string wish = "t";
            for (const Statement *other : statements_in(view, first(statement.beta, k + 1)))
                if (!other->rows[k].name.empty())
                    wish = other->rows[k].name;
            statement.rows[k].name = unused_name(wish, names_of(statement.rows));
        }
}

} // namespace

MatrixView matrix_view(const program::Program &program, const schedule::Tree &tree)
{
    MatrixView result{program, {}};
    std::vector<Site> all = sites(tree);
    for (const Site &site : all)
        result.statements.push_back(statement_at(site, source_of(program, site.instances)));
    set_beta_vectors(result.statements, all);
    set_labels(result.statements);
    name_other_loops(result);
    return normalized(std::move(result));
}

MatrixView matrix_view(const Plan &plan) { return matrix_view(plan.program, plan.tree); }

MatrixView original_view(const program::Program &program)
{
    return matrix_view(program, schedule::original_schedule_without_kills(program));
}

} // namespace espalier::transform
