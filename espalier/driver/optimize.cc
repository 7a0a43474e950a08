#include "espalier/driver/optimize.h"

#include "espalier/ast/sampled_check.h"
#include "espalier/base/error.h"
#include "espalier/driver/budget.h"
#include "espalier/driver/planning.h"
#include "espalier/driver/region_parts.h"
#include "espalier/driver/scripting.h"
#include "espalier/driver/text_around.h"
#include "espalier/program/loops.h"
#include "espalier/schedule/loops.h"
#include "espalier/script/directives.h"
#include "espalier/script/recorded.h"
#include "espalier/targets/c/region_code.h"
#include "espalier/targets/c/rewriter.h"

#include <fmt/format.h>

#include <algorithm>

namespace espalier::driver {

namespace {

/// Takes regions through the pipeline, one after the other.
class Optimizer {
public:
    Optimizer(const OptimizeOptions &options, const presburger::Context &context, Timings &timings,
              const frontend::Extraction &extraction, OptimizeResult &result)
        : options_(options), context_(context), timings_(timings), extraction_(extraction),
          result_(result), names_(lowering::choose_names(extraction.identifiers)), kernels_(names_)
    {
    }

    void run();

private:
    std::optional<targets::RegionCode> attempt(const frontend::Region &region);
    std::optional<targets::RegionCode> transform_within_budget(const frontend::Region &region);
    /// A region with what is always known of it.
    struct Analyzed {
        const frontend::Region &region;
        RegionAnalysis analysis;
        std::vector<Candidate> sources; ///< source_candidates()
    };

    bool transform(const frontend::Region &region, std::optional<Analyzed> &known,
                   std::optional<targets::RegionCode> &code);
    bool analyze_within_budget(const frontend::Region &region, std::optional<Analyzed> &result);
    Analyzed with_sources(const frontend::Region &region, RegionAnalysis analysis);
    bool plan_within_budget(const frontend::Region &region, Contractions contractions,
                            std::optional<Analyzed> &known, std::optional<Planned> &result);
    bool finish_within_budget(const frontend::Region &region, const Planned &planned,
                              std::optional<targets::RegionCode> &code);
    std::optional<targets::RegionCode> keep_order_within_budget(const frontend::Region &region,
                                                                std::optional<Analyzed> &known);
    std::optional<targets::RegionCode> finish(const frontend::Region &region,
                                              const Planned &planned);
    std::optional<targets::RegionCode> generate(const frontend::Region &region,
                                                const Planned &planned);
    std::optional<Planned> plan_by_scheduler(const Analyzed &known, Contractions contractions);
    void run_script();
    void remark_on_directives(const frontend::Region &region);
    bool follows_script(const frontend::Region &region) const;
    std::optional<Planned> plan_by_script(const frontend::Region &region);
    void emit(const frontend::Region &region, const std::string &lines);
    std::size_t number_of(const frontend::Region &region) const
    {
        return std::size_t(&region - extraction_.regions.data());
    }
    void verify(const program::Program &program, const transform::CpuPlan &plan,
                const ast::NodePtr &code, const frontend::Region &region);
    targets::RegionStyle style(const frontend::Region &region) const;
    void remark(DiagnosticKind kind, const frontend::Region &region, const std::string &message);
    void explain(const frontend::Region &region, const transform::CpuPlan &plan,
                 const targets::RegionCode &code);

    const OptimizeOptions &options_;
    const presburger::Context &context_;
    Timings &timings_;
    const frontend::Extraction &extraction_;
    OptimizeResult &result_;
    lowering::Names names_;
    lowering::KernelLibrary kernels_;
    std::optional<ScriptRun> script_;
};

void Optimizer::remark(DiagnosticKind kind, const frontend::Region &region,
                       const std::string &message)
{
    result_.remarks.push_back({Severity::remark, kind, region.place, message});
}

void Optimizer::run()
{
    run_script();
    std::vector<targets::Replacement> replacements;
    std::set<targets::Helper> helpers;
    std::vector<std::string> definitions; // of other functions that the code calls
    for (const frontend::Region &region : extraction_.regions) {
        std::optional<targets::RegionCode> code = attempt(region);
        if (!code) {
            emit(region, "keep_source()\n");
            continue;
        }
        replacements.push_back(
            {region.begin, region.end,
             lead(extraction_.text, region) + code->text + trail(extraction_.text, region)});
        helpers.insert(code->helpers.begin(), code->helpers.end());
        lowering::add_definitions(definitions, code->definitions);
    }
    result_.regions = extraction_.regions.size();
    if (!helpers.empty() || !definitions.empty()) {
        std::string wide = extraction_.regions.front().program.wide_type;
        std::string text = targets::define(helpers, names_, wide);
        for (const std::string &definition : definitions)
            text += (text.empty() ? "" : "\n") + definition;
        replacements.push_back(
            define_before(extraction_.text, extraction_.regions.front().function_begin, text));
    }
    result_.text = targets::rewrite(extraction_.text, std::move(replacements));
}

/// Runs the script, or what the directives make one, if there is something of the kind. What takes
/// more than the budget leaves no script.
void Optimizer::run_script()
{
    std::optional<script::Source> source = options_.script;
    if (source)
        for (const frontend::Region &region : extraction_.regions)
            remark_on_directives(region);
    else
        source = script_of_directives(extraction_.regions);
    if (!source)
        return;
    ScriptOptions script_options{
        reduction_options(options_),
        options_.target == Target::openmp,
        options_.machine,
        options_.choose,
        [this](const auto &scop, const auto &fixed) {
            return with_parts_planned(scop, fixed, options_, kernels_, context_, timings_);
        },
        [this](const program::Program &program) {
            return nests_planned(program, options_, kernels_, context_, timings_);
        }};
    context_.within_budget(options_.budget, [&] {
        script_.emplace(*source, extraction_.regions, script_options, timings_);
        result_.prints = script_->prints();
    });
    if (script_ && options_.script && options_.emit_script)
        result_.script = script::recorded(script_->steps(), extraction_.regions.size());
}

void Optimizer::remark_on_directives(const frontend::Region &region)
{
    for (const program::Directive &one : program::directives_in(region.program.nest))
        result_.remarks.push_back(
            {Severity::remark, DiagnosticKind::unused_directive, one.place,
             fmt::format("`#pragma espalier {}` has no effect: the script says how to transform "
                         "the regions",
                         one.text)});
}

/// The code for a region; nothing, and a remark, where it stays as it was. What takes more than the
/// budget gives way to what takes less: the order of the source with threads, then the source.
std::optional<targets::RegionCode>
Optimizer::transform_within_budget(const frontend::Region &region)
{
    const std::size_t known_remarks = result_.remarks.size();
    std::optional<Analyzed> known;
    std::optional<targets::RegionCode> code;
    bool is_done = false;
    context_.within_budget(15 * part_of_budget(options_.budget, 16),
                           [&] { is_done = transform(region, known, code); });
    if (is_done)
        return code;
    result_.remarks.resize(known_remarks, Diagnostic());
    if (!follows_script(region))
        code = keep_order_within_budget(region, known);
    remark(DiagnosticKind::budget_exhausted, region,
           code ? "the region was left in the order of the source, but for threads: to find a "
                  "better one takes more operations than the budget allows (--budget)"
                : "the region was left as it was: it takes more operations than the budget allows "
                  "(--budget)");
    return code;
}

/// The best code for a region; nothing where it is to stay as it is. Where blocks make too much of
/// it, there are none.
/// \param known  what has been found out of the region
/// \return false if that takes more than the budget
bool Optimizer::transform(const frontend::Region &region, std::optional<Analyzed> &known,
                          std::optional<targets::RegionCode> &code)
{
    if (is_never_executed(region.program))
        return true;
    const std::size_t known_remarks = result_.remarks.size();
    for (Contractions contractions : {Contractions::in_blocks, Contractions::in_loops}) {
        result_.remarks.resize(known_remarks, Diagnostic());
        std::optional<Planned> planned;
        if (!plan_within_budget(region, contractions, known, planned))
            return false;
        if (!planned || finish_within_budget(region, *planned, code))
            return true;
        if (!planned->has_blocks)
            return false;
    }
    return false;
}

/// \param known   of the region, if it has been analyzed before; else that comes first
/// \param result  nothing where the region is to stay as it is
/// \return false if that takes more than the budget
bool Optimizer::plan_within_budget(const frontend::Region &region, Contractions contractions,
                                   std::optional<Analyzed> &known, std::optional<Planned> &result)
{
    const bool is_done = context_.within_budget(options_.budget, [&] {
        if (follows_script(region))
            result = plan_by_script(region);
        else if (known || analyze_within_budget(region, known))
            result = plan_by_scheduler(*known, contractions);
    });
    return is_done && (known || follows_script(region));
}

/// Generates code from five eighths of the budget: where bounds of several loops cut blocks, it can
/// have too many cases.
/// \return false if that is not enough
bool Optimizer::finish_within_budget(const frontend::Region &region, const Planned &planned,
                                     std::optional<targets::RegionCode> &code)
{
    return context_.within_budget(5 * part_of_budget(options_.budget, 8),
                                  [&] { code = finish(region, planned); });
}

/// The code for a region in the order of the source, with threads, from a quarter of the budget;
/// nothing if that is not enough, or no threads pay.
/// \param known  nothing if it takes more than the budget to find out
std::optional<targets::RegionCode>
Optimizer::keep_order_within_budget(const frontend::Region &region, std::optional<Analyzed> &known)
{
    const std::size_t known_remarks = result_.remarks.size();
    std::optional<targets::RegionCode> code;
    const bool is_done = context_.within_budget(part_of_budget(options_.budget, 4), [&] {
        if (!known)
            known.emplace(with_sources(region, analyze_roughly(region, options_, timings_)));
        Planning planning = plan_source(region, known->analysis, known->sources.back(), options_,
                                        kernels_, context_, timings_);
        if (planning.planned)
            code = finish(region, *planning.planned);
    });
    if (is_done && code)
        return code;
    result_.remarks.resize(known_remarks, Diagnostic());
    return std::nullopt;
}

/// \return false if that takes more than three quarters of the budget
bool Optimizer::analyze_within_budget(const frontend::Region &region,
                                      std::optional<Analyzed> &result)
{
    return context_.within_budget(3 * part_of_budget(options_.budget, 4), [&] {
        result.emplace(with_sources(region, analyze(region, options_, timings_)));
    });
}

Optimizer::Analyzed Optimizer::with_sources(const frontend::Region &region, RegionAnalysis analysis)
{
    std::vector<Candidate> sources = source_candidates(analysis, options_, context_, timings_);
    return {region, std::move(analysis), std::move(sources)};
}

/// What goes wrong leaves the region as it is.
std::optional<targets::RegionCode> Optimizer::attempt(const frontend::Region &region)
{
    auto leave = [&](const std::string &reason) {
        remark(DiagnosticKind::no_transformation, region, "the region was left as it was" + reason);
        return std::nullopt;
    };
    auto leave_after_failure = [&](const std::string &what) {
        return leave(", because of a failure inside Espalier: " + what);
    };
    std::optional<targets::RegionCode> code;
    try {
        code = transform_within_budget(region);
    } catch (const isl::exception &failure) {
        return leave_after_failure(failure.what());
    } catch (const Error &error) {
        // Who writes a script is to hear of what it asks for, and who asks for a check, of its end.
        const bool is_impossible = error.diagnostic().kind == DiagnosticKind::impossible_code;
        if (follows_script(region) || (options_.verify && !is_impossible))
            throw;
        if (is_impossible)
            return leave(std::string(": ") + error.what());
        return leave_after_failure(error.what());
    }
    return code;
}

targets::RegionStyle Optimizer::style(const frontend::Region &region) const
{
    targets::RegionStyle style;
    style.original = region.original;
    style.own_names = region.own_names;
    style.indentation = region.indentation;
    style.names = names_;
    style.target = options_.target;
    style.shares_rounding = extraction_.can_change_rounding;
    return style;
}

/// The code for a plan; nothing, and a remark, where the check that it needs cannot be made.
std::optional<targets::RegionCode> Optimizer::finish(const frontend::Region &region,
                                                     const Planned &planned)
{
    std::optional<targets::RegionCode> code =
        timings_.measure("codegen", [&] { return generate(region, planned); });
    if (!code) {
        remark(DiagnosticKind::no_transformation, region,
               "the region was left as it was: arrays in it may overlap, and the memory that it "
               "touches has no bounds to check");
        return std::nullopt;
    }
    if (region.declares_for_later && !code->runtime_check.empty()) {
        remark(
            DiagnosticKind::no_transformation, region,
            "the region was left as it was: it needs a check at run time, and declares variables "
            "that are used after it");
        return std::nullopt;
    }
    if (options_.verify)
        timings_.measure("verify",
                         [&] { verify(planned.program, planned.plan, code->ast, region); });
    explain(region, planned.plan, *code);
    std::ranges::copy(planned.missed, std::back_inserter(result_.remarks));
    emit(region, planned.script);
    return code;
}

/// \throws Error{impossible_code}, with the place in the script if that makes a plan without code
std::optional<targets::RegionCode> Optimizer::generate(const frontend::Region &region,
                                                       const Planned &planned)
{
    try {
        return targets::generate_region(planned.program, planned.plan, style(region));
    } catch (const Error &error) {
        if (!follows_script(region))
            throw;
        auto has_code = [&](const program::Program &program, const transform::CpuPlan &plan) {
            try {
                targets::generate_region(program, plan, style(region));
            } catch (const Error &) {
                return false;
            }
            return true;
        };
        throw script_->located(number_of(region), error, has_code);
    }
}

/// What the scheduler and the strategies for CPUs make of a region.
std::optional<Planned> Optimizer::plan_by_scheduler(const Analyzed &known,
                                                    Contractions contractions)
{
    Planning planning = plan_region(known.region, known.analysis, known.sources, options_,
                                    contractions, kernels_, context_, timings_);
    std::ranges::move(planning.remarks, std::back_inserter(result_.remarks));
    return std::move(planning.planned);
}

/// Whether a script says how to transform a region: that of the user says it for all.
bool Optimizer::follows_script(const frontend::Region &region) const
{
    return options_.script || !program::directives_in(region.program.nest).empty();
}

/// What the script made of a region.
/// \throws Error{broken_dependence}
std::optional<Planned> Optimizer::plan_by_script(const frontend::Region &region)
{
    std::size_t number = number_of(region);
    if (!script_) {
        remark(DiagnosticKind::budget_exhausted, region,
               "the region was left as it was: its script takes more operations than the budget "
               "allows (--budget)");
        return std::nullopt;
    }
    if (!script_->transforms(number)) {
        remark(DiagnosticKind::no_transformation, region,
               "the region was left as it was: the script does nothing with it");
        return std::nullopt;
    }
    if (script_->keeps_source(number)) {
        remark(DiagnosticKind::no_transformation, region,
               "the region was left as it was: the script says so");
        return std::nullopt;
    }
    Workshop workshop{options_.machine, kernels_, context_, options_.budget};
    Planned planned = timings_.measure("check", [&] { return script_->planned(number, workshop); });
    if (std::string done = script_->description(number); options_.explain && !done.empty())
        remark(DiagnosticKind::transformed, region, "as the script says: " + done);
    planned.script = script::script_of_directives(region.program).text;
    return planned;
}

/// Adds what was done to a region to the script that does the same, if that is asked for.
void Optimizer::emit(const frontend::Region &region, const std::string &lines)
{
    if (options_.script || !options_.emit_script)
        return;
    if (extraction_.regions.size() > 1)
        result_.script += fmt::format("region({})\n", number_of(region) + 1);
    result_.script += lines;
}

/// \throws Error{verification_failed} if the code does something else than its schedule
void Optimizer::verify(const program::Program &program, const transform::CpuPlan &plan,
                       const ast::NodePtr &code, const frontend::Region &region)
{
    isl::set possible =
        program::code_context(program).intersect(program::parameter_ranges(program));
    ast::Expectation expectation = ast::expectation(plan.tree, possible);
    ast::Verdict verdict = ast::check_samples(code, expectation);
    if (verdict.is_wrong())
        throw Error(Fault::espalier, DiagnosticKind::verification_failed,
                    "this is a bug in Espalier, please report it with the input: " + verdict.reason,
                    region.place);
}

void Optimizer::explain(const frontend::Region &region, const transform::CpuPlan &plan,
                        const targets::RegionCode &code)
{
    if (!options_.explain)
        return;
    remark(DiagnosticKind::transformed, region,
           fmt::format(
               "this region of `{}` was transformed: statements: {}, tiled bands: {}, parallel "
               "loops: {}, loops moved inside for their strides: {}",
               region.function,
               std::count_if(region.program.statements.begin(), region.program.statements.end(),
                             [](const auto &statement) { return !statement.is_kill(); }),
               plan.tiled_bands, schedule::count_concurrent_loops(plan.tree),
               plan.reordered_bands));
    if (!code.runtime_check.empty())
        remark(DiagnosticKind::runtime_check, region,
               fmt::format("the new code runs if `{}`, the old one otherwise", code.runtime_check));
    for (const std::string &guard : code.innermost_guards)
        remark(DiagnosticKind::guarded_loop, region, guard);
    std::ranges::move(reduction_remarks(region.program, plan), std::back_inserter(result_.remarks));
}

} // namespace

OptimizeResult optimize(const std::string &file, const OptimizeOptions &options, Timings &timings)
{
    presburger::Context context;
    OptimizeResult result;
    frontend::Options frontend_options = options.frontend;
    frontend_options.budget = options.budget;
    frontend::Extraction extraction = timings.measure(
        "frontend", [&] { return frontend::extract(file, frontend_options, context); });
    Optimizer(options, context, timings, extraction, result).run();
    std::ranges::copy_if(extraction.remarks, std::inserter(result.remarks, result.remarks.begin()),
                         [&](const Diagnostic &remark) {
                             return options.explain || extraction.regions.empty() ||
                                    remark.kind == DiagnosticKind::unused_directive;
                         });
    auto position = [](const Diagnostic &remark) {
        return std::pair(remark.place.line, remark.place.column);
    };
    std::ranges::stable_sort(result.remarks, {}, position);
    return result;
}

} // namespace espalier::driver
