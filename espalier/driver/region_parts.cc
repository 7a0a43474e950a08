#include "espalier/driver/region_parts.h"

#include "espalier/driver/budget.h"
#include "espalier/driver/planning.h"
#include "espalier/program/subprogram.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/normal_form.h"
#include "espalier/transform/trees.h"

#include <algorithm>
#include <vector>

namespace espalier::driver {

namespace {

using transform::Scop;
using transform::Statement;

/// Statements whose outermost loops follow each other, in their order.
struct Part {
    std::vector<Statement> statements;
    bool is_fixed;

    bool has_loops() const
    {
        return std::ranges::any_of(statements,
                                   [](const Statement &each) { return each.depth() >= 2; });
    }
};

/// The statements in their order, in parts of those that follow each other.
/// \param is_fixed  whether a statement is to stay
/// \param belongs   whether a statement is in one part with the one before it
template <class IsFixed, class Belongs>
std::vector<Part> parts_of(const Scop &scop, IsFixed is_fixed, Belongs belongs)
{
    std::vector<Part> result;
    for (const Statement *statement : statements_in(scop, {})) {
        if (result.empty() || !belongs(result.back().statements.back(), *statement))
            result.push_back({{}, is_fixed(*statement)});
        result.back().statements.push_back(*statement);
    }
    return result;
}

/// Nests with statements that are to stay, and what is between them.
std::vector<Part> parts_of(const Scop &scop, const std::set<std::string> &fixed)
{
    std::set<long> fixed_places;
    for (const Statement &statement : scop.statements)
        if (fixed.contains(statement.label))
            fixed_places.insert(statement.beta.front());
    auto is_fixed = [&](const Statement &each) { return fixed_places.contains(each.beta.front()); };
    return parts_of(scop, is_fixed, [&](const Statement &before, const Statement &next) {
        return is_fixed(before) == is_fixed(next);
    });
}

/// The outermost nests, and statements in no loop.
std::vector<Part> nests_of(const Scop &scop)
{
    return parts_of(
        scop, [](const Statement &) { return false; },
        [](const Statement &before, const Statement &next) {
            return before.beta.front() == next.beta.front();
        });
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

/// Adds statements behind others.
void append(std::vector<Statement> &all, std::vector<Statement> more)
{
    long behind = 0;
    for (const Statement &statement : all)
        behind = std::max(behind, statement.beta.front() + 1);
    for (Statement &statement : more) {
        statement.beta.front() += behind;
        all.push_back(std::move(statement));
    }
}

/// Adds the arrays that a part has beyond those of the whole, and has the part's references name
/// them.
/// \param count  of arrays that both have
void add_arrays(Scop &whole, const program::Program &part, std::size_t count)
{
    const std::size_t first = whole.program.arrays.size();
    for (std::size_t array = count; array < part.arrays.size(); ++array) {
        program::Array added = part.arrays[array];
        added.name = transform::unused_name_in(whole, added.name);
        transform::add_array(whole.program, std::move(added));
    }
    for (const program::Statement &changed : part.statements)
        for (program::Statement &statement : whole.program.statements)
            for (std::size_t k = 0;
                 statement.name() == changed.name() && k < changed.accesses.size(); ++k)
                if (const program::Access &access = changed.accesses[k]; access.array >= count)
                    transform::set_element(whole.program, statement.accesses[k],
                                           access.array - count + first, access.subscripts);
}

class PartPlanner {
public:
    PartPlanner(const program::Program &program, const OptimizeOptions &options,
                const presburger::Context &context, Timings &timings)
        : program_(program), options_(options), context_(context), timings_(timings)
    {
        options_.explain = options_.emit_script = false;
    }

    /// The statements of a part as they are planned, in a program with arrays that this may have
    /// added; nothing if they are parts of others themselves, or the plan takes more than an order
    /// of them.
    std::optional<Scop> plan(const Part &part)
    {
        std::optional<Scop> result;
        analyzed(part, [&](const frontend::Region &region, const RegionAnalysis &analysis) {
            result = order_of(plan_region(region, analysis, sources(analysis), options_,
                                          Contractions::in_loops, context_, timings_),
                              region.program);
        });
        return result;
    }

    /// What a strategy for nests of one kind makes of a part; nothing if none is for it, or the
    /// plan takes more than an order of its statements.
    std::optional<Candidate> plan_by_strategies(const Part &part)
    {
        std::optional<Candidate> result;
        analyzed(part, [&](const frontend::Region &region, const RegionAnalysis &analysis) {
            result = best_by_strategies(region, analysis, sources(analysis), options_, context_,
                                        timings_);
            if (result && !differ_in_accesses_only(analysis.program, result->plan.program))
                result.reset();
        });
        return result;
    }

private:
    /// Calls `action` with a region of the statements of a part, and what is known of it, as far as
    /// a quarter of the budget goes; not at all if they are parts of others themselves.
    template <class Action>
    void analyzed(const Part &part, Action action)
    {
        if (std::optional<frontend::Region> region = region_of(part))
            context_.within_budget(part_of_budget(options_.budget, 4),
                                   [&] { action(*region, analyze(*region, options_, timings_)); });
    }

    std::vector<Candidate> sources(const RegionAnalysis &analysis)
    {
        return source_candidates(analysis, options_, context_, timings_);
    }

    /// A region of the statements of a part; nothing if they are parts of others themselves.
    std::optional<frontend::Region> region_of(const Part &part) const
    {
        std::set<std::string> names;
        for (const Statement &statement : part.statements) {
            if (!transform::is_whole(program_, statement))
                return std::nullopt;
            names.insert(transform::source_of(program_, statement.instances).name());
        }
        frontend::Region result{};
        result.program = program::subprogram(program_, names);
        return result;
    }

    static std::optional<Scop> order_of(const Planning &planning, const program::Program &program)
    {
        if (!planning.planned)
            return transform::original_scop(program);
        const transform::Plan &plan = planning.planned->plan;
        if (plan.program.statements.size() != program.statements.size())
            return std::nullopt;
        return planning.planned->scop ? *planning.planned->scop
                                      : transform::scop_of(plan.program, plan.tree);
    }

    const program::Program &program_;
    OptimizeOptions options_;
    const presburger::Context &context_;
    Timings &timings_;
};

} // namespace

std::optional<strategies::Proposal> nests_planned(const program::Program &program,
                                                  const OptimizeOptions &options,
                                                  const presburger::Context &context,
                                                  Timings &timings)
{
    constexpr std::size_t most_nests = 32; // each takes an analysis of its own
    const std::vector<Part> nests = nests_of(transform::original_scop(program));
    if (nests.size() < 2 || nests.size() > most_nests)
        return std::nullopt;
    PartPlanner planner(program, options, context, timings);
    strategies::Proposal result{{program, {}}, ""};
    result.script = "plan_nests()\n";
    std::set<std::string> planned; // labels
    for (const Part &nest : nests) {
        std::optional<Candidate> found;
        if (nest.has_loops())
            found = planner.plan_by_strategies(nest);
        if (!found) {
            append(result.scop.statements, nest.statements);
            continue;
        }
        add_arrays(result.scop, found->plan.program, program.arrays.size());
        for (const Statement &statement : found->scop->statements)
            planned.insert(statement.label);
        append(result.scop.statements, found->scop->statements);
        result.description += (result.description.empty() ? "" : ", then ") + found->description;
        result.has_model = result.has_model && found->has_model;
    }
    if (planned.empty())
        return std::nullopt;
    result.scop = transform::normalized(std::move(result.scop));
    if (auto others = with_parts_planned(result.scop, planned, options, context, timings))
        result.scop = std::move(*others);
    return result;
}

std::optional<Scop> with_parts_planned(const Scop &scop, const std::set<std::string> &fixed,
                                       const OptimizeOptions &options,
                                       const presburger::Context &context, Timings &timings)
{
    PartPlanner planner(scop.program, options, context, timings);
    Scop result{scop.program, {}};
    bool is_changed = false;
    for (const Part &part : parts_of(scop, fixed)) {
        std::optional<Scop> planned;
        if (!part.is_fixed && part.has_loops())
            planned = planner.plan(part);
        is_changed = is_changed || planned;
        if (planned)
            add_arrays(result, planned->program, scop.program.arrays.size());
        append(result.statements, planned ? std::move(planned->statements) : part.statements);
    }
    return is_changed ? std::optional(transform::normalized(std::move(result))) : std::nullopt;
}

} // namespace espalier::driver
