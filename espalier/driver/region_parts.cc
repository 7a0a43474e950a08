#include "espalier/driver/region_parts.h"

#include "espalier/driver/budget.h"
#include "espalier/driver/planning.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/program/subprogram.h"
#include "espalier/schedule/original.h"
#include "espalier/schedule/queries.h"
#include "espalier/transform/arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace espalier::driver {

namespace {

using schedule::Cursor;
using schedule::NodePtr;
using transform::Plan;

/// Statements whose outermost loops follow each other.
struct Part {
    isl::union_set instances; ///< { S[i] }
    NodePtr subtree;          ///< their order
    bool is_fixed = false;
};

/// Adds the outermost nests below a node, and statements in no loop, in their order.
void collect(const Cursor &node, std::vector<Part> &parts)
{
    if (node.is<schedule::Sequence>() || node.is<schedule::Set>()) {
        for (std::size_t k = 0; k < node.child_count(); ++k)
            collect(node.child(k).child(0), parts);
        return;
    }
    isl::union_set instances = schedule::reaching_instances(node);
    if (!instances.is_empty())
        parts.push_back({std::move(instances), node.node_ptr()});
}

std::vector<Part> nests_of(const schedule::Tree &tree)
{
    std::vector<Part> result;
    collect(tree.root().child(0), result);
    return result;
}

/// { S[i] }: the instances of all parts.
isl::union_set domain(const std::vector<Part> &parts, isl::ctx ctx)
{
    isl::union_set result = isl::union_set::empty(ctx);
    for (const Part &part : parts)
        presburger::add_to(result, part.instances);
    return result;
}

/// The parts one after the other.
NodePtr in_sequence(const std::vector<Part> &parts)
{
    if (parts.size() == 1)
        return parts.front().subtree;
    std::vector<NodePtr> filters;
    for (const Part &part : parts)
        filters.push_back(schedule::node(schedule::Filter{part.instances}, part.subtree));
    return schedule::sequence(filters);
}

schedule::Tree tree_of(const std::vector<Part> &parts, isl::ctx ctx)
{
    return schedule::Tree(schedule::node(schedule::Domain{domain(parts, ctx)}, in_sequence(parts)));
}

/// Nests with instances that are to stay, and what is between them.
std::vector<Part> parts_around(const schedule::Tree &tree, const isl::union_set &fixed)
{
    std::vector<Part> result;
    std::vector<Part> others; // that follow each other
    auto end_others = [&] {
        if (!others.empty())
            result.push_back({domain(others, tree.ctx()), in_sequence(others)});
        others.clear();
    };
    for (Part &nest : nests_of(tree)) {
        nest.is_fixed = !nest.instances.is_disjoint(fixed);
        if (!nest.is_fixed) {
            others.push_back(std::move(nest));
            continue;
        }
        end_others();
        result.push_back(std::move(nest));
    }
    end_others();
    return result;
}

/// Whether there are two loops or more around something.
bool has_two_loops(const schedule::Node &node, std::size_t around = 0)
{
    if (node.is<schedule::Band>())
        around += node.as<schedule::Band>().size();
    if (around >= 2)
        return true;
    return std::ranges::any_of(node.children(),
                               [&](const NodePtr &child) { return has_two_loops(*child, around); });
}

/// Whether two programs differ in nothing but what their statements access, and arrays that one of
/// them has beyond those of the other.
bool differ_in_accesses_only(const program::Program &program, const program::Program &other)
{
    auto are_alike = [](const program::Statement &one, const program::Statement &two) {
        return one.name() == two.name() && one.body == two.body &&
               one.domain.is_equal(two.domain) && one.accesses.size() == two.accesses.size();
    };
    auto have_one_shape = [](const program::Array &one, const program::Array &two) {
        return one.is_declared_by_extents == two.is_declared_by_extents &&
               one.extents.size() == two.extents.size();
    };
    return std::ranges::equal(program.statements, other.statements, are_alike) &&
           program.arrays.size() <= other.arrays.size() &&
           std::equal(program.arrays.begin(), program.arrays.end(), other.arrays.begin(),
                      have_one_shape);
}

/// Adds the arrays that a part has beyond those of the whole, and has the part's references name
/// them.
/// \param count  of arrays that both have
void add_arrays(program::Program &whole, const program::Program &part, std::size_t count)
{
    const std::size_t first = whole.arrays.size();
    for (std::size_t array = count; array < part.arrays.size(); ++array) {
        program::Array added = part.arrays[array];
        added.name = transform::unused_name_in({whole, {}}, added.name);
        transform::add_array(whole, std::move(added));
    }
    for (const program::Statement &changed : part.statements)
        for (program::Statement &statement : whole.statements)
            for (std::size_t k = 0;
                 statement.name() == changed.name() && k < changed.accesses.size(); ++k)
                if (const program::Access &access = changed.accesses[k]; access.array >= count)
                    transform::set_element(whole, statement.accesses[k],
                                           access.array - count + first, access.subscripts);
}

/// The line in which the first statement of a part starts.
long first_line(const program::Program &program)
{
    long result = 0;
    for (const program::Statement &statement : program.statements)
        if (const long line = long(statement.place.line);
            line > 0 && (result == 0 || line < result))
            result = line;
    return result;
}

/// Each part has a quarter of the budget.
class PartPlanner {
public:
    PartPlanner(const program::Program &program, const OptimizeOptions &options,
                const presburger::Context &context, Timings &timings)
        : program_(program), options_(options), context_(context), timings_(timings)
    {
        options_.explain = options_.emit_script = false;
        options_.choice.clear();
        options_.budget = presburger::part_of_budget(options_.budget, 4);
        std::erase_if(options_.strategies, [](const auto &strategy) { return strategy.is_whole; });
    }

    /// A part as it is planned, in a program with arrays that this may have added; nothing if it
    /// has parts of statements, or the plan takes more than an order of them.
    std::optional<Plan> plan(const Part &part)
    {
        std::optional<Plan> result;
        analyzed(part, [&](const RegionTask &task) {
            result = order_of(plan_region(task, sources(task), context_.operations_left() / 2),
                              task.region.program);
        });
        return result;
    }

    /// What a strategy for nests of one kind makes of a part; nothing if none is for it, or the
    /// plan takes more than an order of its statements.
    /// \param explanations  to which this adds what was chosen for the part
    std::optional<strategies::Candidate> plan_by_strategies(const Part &part,
                                                            std::vector<std::string> &explanations)
    {
        std::optional<strategies::Candidate> result;
        analyzed(part, [&](const RegionTask &task) {
            NestChoice chosen = best_by_strategies(task, sources(task));
            explanations.push_back(fmt::format("the nest around line {}: {}",
                                               first_line(task.analysis.program),
                                               chosen.explanation));
            if (chosen.made &&
                differ_in_accesses_only(task.analysis.program, chosen.made->plan.program))
                result = std::move(chosen.made->made);
        });
        return result;
    }

private:
    /// Calls `action` with a region of the statements of a part, and what is known of it, as far as
    /// its budget goes; not at all if they are parts of others themselves.
    template <class Action>
    void analyzed(const Part &part, Action action)
    {
        std::optional<frontend::Region> region = region_of(part);
        if (!region)
            return;
        context_.within_budget(options_.budget, [&] {
            const RegionAnalysis analysis = analyze(*region, options_, timings_);
            action(RegionTask{*region, analysis, options_, context_, timings_});
        });
    }

    std::vector<Choice> sources(const RegionTask &task)
    {
        return source_choices(task.analysis, options_, context_, timings_);
    }

    /// A region of the statements of a part; nothing if they are parts of others themselves.
    std::optional<frontend::Region> region_of(const Part &part) const
    {
        std::set<std::string> names;
        for (const program::Statement &statement : program_.statements) {
            const isl::union_set domain = statement.domain.to_union_set();
            if (statement.is_kill() || part.instances.is_disjoint(domain))
                continue;
            if (!domain.is_subset(part.instances))
                return std::nullopt;
            names.insert(statement.name());
        }
        frontend::Region result{};
        result.program = program::subprogram(program_, names);
        return result;
    }

    static std::optional<Plan> order_of(const PlanningOutcome &planning,
                                        const program::Program &program)
    {
        if (!planning.planned)
            return Plan{program, schedule::original_schedule_without_kills(program)};
        const Plan &plan =
            planning.planned->made ? planning.planned->made->plan : planning.planned->plan;
        return plan.program.statements.size() == program.statements.size() ? std::optional(plan)
                                                                           : std::nullopt;
    }

    const program::Program &program_;
    OptimizeOptions options_;
    const presburger::Context &context_;
    Timings &timings_;
};

/// The order that a plan has for a part.
Part planned_part(const Plan &plan)
{
    const Cursor root = plan.tree.root();
    return {plan.tree.domain(), root.child(0).node_ptr()};
}

} // namespace

std::optional<strategies::Candidate> nests_planned(const program::Program &program,
                                                   const OptimizeOptions &options,
                                                   const presburger::Context &context,
                                                   Timings &timings)
{
    constexpr std::size_t max_nests = 32; // each takes an analysis of its own
    std::vector<Part> nests = nests_of(schedule::original_schedule_without_kills(program));
    if (nests.size() < 2 || nests.size() > max_nests)
        return std::nullopt;
    PartPlanner planner(program, options, context, timings);
    program::Program whole = program;
    strategies::Candidate result{
        {program, schedule::Tree::from_domain(domain(nests, program.context.ctx()))}, ""};
    isl::union_set planned = isl::union_set::empty(program.context.ctx());
    for (Part &nest : nests) {
        std::optional<strategies::Candidate> found;
        if (has_two_loops(*nest.subtree))
            found = planner.plan_by_strategies(nest, result.nests);
        if (!found)
            continue;
        add_arrays(whole, found->plan.program, program.arrays.size());
        nest = planned_part(found->plan);
        presburger::add_to(planned, nest.instances);
        result.description += (result.description.empty() ? "" : ", then ") + found->description;
        result.has_model = result.has_model && found->has_model;
    }
    if (planned.is_empty())
        return std::nullopt;
    result.plan = {std::move(whole), tree_of(nests, program.context.ctx())};
    if (auto others = with_parts_planned(result.plan, planned, options, context, timings))
        result.plan = std::move(*others);
    result.plan.steps = "plan_nests()\n";
    result.strategy = "plan_nests";
    return result;
}

std::optional<Plan> with_parts_planned(const Plan &plan, const isl::union_set &fixed,
                                       const OptimizeOptions &options,
                                       const presburger::Context &context, Timings &timings)
{
    PartPlanner planner(plan.program, options, context, timings);
    program::Program whole = plan.program;
    std::vector<Part> parts = parts_around(plan.tree, fixed);
    bool is_changed = false;
    for (Part &part : parts) {
        std::optional<Plan> planned;
        if (!part.is_fixed && has_two_loops(*part.subtree))
            planned = planner.plan(part);
        if (!planned)
            continue;
        is_changed = true;
        add_arrays(whole, planned->program, plan.program.arrays.size());
        part = planned_part(*planned);
    }
    if (!is_changed)
        return std::nullopt;
    return Plan{std::move(whole), tree_of(parts, plan.tree.ctx())};
}

} // namespace espalier::driver
