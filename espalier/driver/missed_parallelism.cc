#include "espalier/driver/missed_parallelism.h"

#include "espalier/dependence/explanations.h"
#include "espalier/dependence/listing.h"
#include "espalier/dependence/violations.h"
#include "espalier/driver/relaxations.h"
#include "espalier/program/iterator_names.h"
#include "espalier/schedule/band_edits.h"
#include "espalier/schedule/original.h"
#include "espalier/schedule/queries.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace espalier::driver {

namespace {

using schedule::Cursor;

bool is_parallel(const schedule::Node &node)
{
    return node.is<schedule::Band>() &&
           std::ranges::any_of(node.as<schedule::Band>().members,
                               [](const schedule::Member &member) {
                                   return member.kind() != schedule::LoopKind::sequential;
                               });
}

bool has_parallel_loop(const schedule::Node &node)
{
    return is_parallel(node) ||
           std::ranges::any_of(node.children(), [](const schedule::NodePtr &child) {
               return has_parallel_loop(*child);
           });
}

/// The outermost bands at or below a node that have no parallel loop around them or inside.
void collect_sequential(const Cursor &node, std::vector<Cursor> &bands)
{
    bool has_loops = node.is<schedule::Band>() && node.as<schedule::Band>().size() > 0;
    if (is_parallel(node.node()))
        return;
    if (has_loops && !has_parallel_loop(node.node()))
        return bands.push_back(node);
    for (std::size_t k = 0; k < node.child_count(); ++k)
        collect_sequential(node.child(k), bands);
}

/// What breaks if the outermost member of a band runs in parallel.
std::vector<dependence::Violation> broken_in_parallel(const program::Program &program,
                                                      const dependence::Dependences &dependences,
                                                      const Cursor &band)
{
    const schedule::LoopRolePtr role = schedule::loop_role(schedule::LoopKind::parallel);
    return dependence::violations(program, dependences, schedule::with_role(band, 0, role).tree());
}

dependence::ReferencePlace first_reference(const program::Program &program,
                                           const dependence::Violation &violation)
{
    return dependence::find_reference(program, violation.pairs.space().domain().unwrap());
}

/// Looks at the members of the bands of a tree.
class MemberExplainer {
public:
    MemberExplainer(const frontend::Region &region, const dependence::Dependences &dependences)
        : program_(region.program), dependences_(dependences)
    {
        strategies::CpuStrategy strategy;
        permit_reductions({true, false}, program_, schedule::original_schedule(program_), strategy);
        reductions_ = std::move(strategy.permitted);
    }

    void visit(const Cursor &node)
    {
        if (node.is<schedule::Band>())
            for (std::size_t k = 0; k < node.as<schedule::Band>().size(); ++k)
                if (!node.as<schedule::Band>().members[k].is_coincident)
                    explain_member(node, k);
        for (std::size_t k = 0; k < node.child_count(); ++k)
            visit(node.child(k));
    }

    std::vector<Diagnostic> result() && { return std::move(result_); }

private:
    void explain_member(const Cursor &band, std::size_t position)
    {
        Cursor inner = position == 0 ? band : schedule::split(band, position).child(0);
        std::vector<dependence::Violation> broken =
            broken_in_parallel(program_, dependences_, inner);
        if (broken.empty())
            return;
        dependence::ReferencePlace source = first_reference(program_, broken.front());
        std::string message =
            fmt::format("schedule dimension {}, {} -> {}, is not coincident: {}",
                        inner.schedule_depth(), source.statement->name(),
                        program::describe(inner.as<schedule::Band>().member_on(
                                              0, source.statement->domain.space()),
                                          *source.statement),
                        explain(program_, broken.front()));
        for (const std::string &remedy :
             {as_reduction(inner), with_copies(broken), in_wavefront(band, position)})
            if (!remedy.empty())
                message += "; " + remedy;
        result_.push_back({Severity::remark, DiagnosticKind::sequential_member,
                           source.statement->place, message});
    }

    /// \name What would free a member; empty where it would not.
    /// @{

    /// \param band  of which the member is the outermost
    std::string as_reduction(const Cursor &band) const
    {
        if (!reductions_)
            return "";
        auto own = dependence::find_reduction_parallelism(
            program_, *reductions_, schedule::reaching_instances(band),
            schedule::prefix_functions(band), band.as<schedule::Band>().member(0));
        if (!own || own->reductions.empty())
            return "";
        std::vector<std::string> clauses;
        for (const program::Reduction &reduction : own->reductions)
            clauses.push_back(clause(program_, reduction));
        bool needs_permission =
            std::ranges::any_of(own->reductions, &program::Reduction::is_floating);
        return fmt::format("it can run in parallel as {}{}", fmt::join(clauses, " "),
                           needs_permission ? ", if --fast-math permits it" : "");
    }

    /// Where values stay in the iterations that make them, memory is all that holds the member.
    std::string with_copies(const std::vector<dependence::Violation> &broken) const
    {
        std::set<std::string> arrays;
        for (const dependence::Violation &violation : broken) {
            if (violation.kind != dependence::Violation::Kind::interference)
                return "";
            const program::Access &access = *first_reference(program_, violation).access;
            arrays.insert(fmt::format("`{}`", program_.arrays[access.array].name));
        }
        return fmt::format("it would be with a copy of {} for each iteration",
                           fmt::join(arrays, ", "));
    }

    static std::string in_wavefront(const Cursor &band, std::size_t position)
    {
        const schedule::Band &members = band.as<schedule::Band>();
        bool can_be_skewed = members.is_permutable && position + 1 < members.size() &&
                             !members.members[position + 1].is_coincident;
        return can_be_skewed ? "the band is permutable: in a wavefront over this dimension and "
                               "the next, the inner one of the two is parallel"
                             : "";
    }
    /// @}

    const program::Program &program_;
    const dependence::Dependences &dependences_;
    std::optional<dependence::Relaxation> reductions_;
    std::vector<Diagnostic> result_;
};

} // namespace

std::vector<Diagnostic> missed_parallelism(const frontend::Region &region,
                                           const dependence::Dependences &dependences,
                                           const schedule::Tree &tree)
{
    std::vector<Cursor> bands;
    collect_sequential(tree.root(), bands);
    std::vector<Diagnostic> result;
    for (const Cursor &band : bands) {
        std::vector<dependence::Violation> broken =
            broken_in_parallel(region.program, dependences, band);
        if (!broken.empty())
            result.push_back({Severity::remark, DiagnosticKind::sequential_loop,
                              first_reference(region.program, broken.front()).statement->place,
                              fmt::format("no loop around this statement can run in parallel: {}",
                                          explain(region.program, broken.front()))});
    }
    return result;
}

std::vector<Diagnostic> sequential_members(const frontend::Region &region,
                                           const dependence::Dependences &dependences,
                                           const schedule::Tree &tree)
{
    MemberExplainer explainer(region, dependences);
    explainer.visit(tree.root());
    return std::move(explainer).result();
}

} // namespace espalier::driver
