#include "espalier/driver/optimize.h"

#include "espalier/driver/budget.h"
#include "espalier/driver/dead_statics.h"
#include "espalier/driver/region_parts.h"
#include "espalier/driver/region_pipeline.h"
#include "espalier/driver/region_work.h"
#include "espalier/driver/services.h"
#include "espalier/driver/steady_loops.h"
#include "espalier/driver/text_around.h"
#include "espalier/presburger/budget.h"
#include "espalier/program/loops.h"
#include "espalier/script/recorded.h"
#include "espalier/targets/c/rewriter.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace espalier::driver {

namespace {

/// Cycles of a region in its own order; those of which nothing is known count as none.
double source_cycles(const RegionWork &work)
{
    return work.known ? work.known->sources.front().cycles.value_or(0) : 0;
}

/// The names that the code of a file's regions has beside those to be chosen: all in the file, and
/// the symbolic constants.
std::set<std::string> taken_names(const frontend::Extraction &extraction)
{
    std::set<std::string> result = extraction.identifiers;
    for (const frontend::Region &region : extraction.regions)
        for (const program::Parameter &constant : region.program.parameters)
            result.insert(constant.id.name());
    return result;
}

/// Takes the regions of a file through the pipeline, function by function.
class Optimizer {
public:
    Optimizer(const OptimizeOptions &options, const presburger::Context &context, Timings &timings,
              const frontend::Extraction &extraction, OptimizeResult &result)
        : Optimizer(options, context, timings, extraction, result,
                    lowering::choose_names(taken_names(extraction), extraction.is_cxx))
    {
    }

    void run();

private:
    Optimizer(const OptimizeOptions &options, const presburger::Context &context, Timings &timings,
              const frontend::Extraction &extraction, OptimizeResult &result, lowering::Names names)
        : options_(options), extraction_(extraction), result_(result),
          work_{options, context, timings, extraction, names, lowering::KernelLibrary(names)}
    {
    }

    void optimize_function(std::size_t first, std::size_t end);
    void run_script();
    void remark_on_directives(const frontend::Region &region);
    void take(std::size_t number, RegionResult made);
    void define_functions();
    void emit(std::size_t number, const std::string &steps);

    const OptimizeOptions &options_;
    const frontend::Extraction &extraction_;
    OptimizeResult &result_;
    FileWork work_;
    std::vector<targets::Replacement> replacements_;
    std::set<targets::Helper> helpers_;
    std::set<std::size_t> keep_finds_;     ///< regions whose code keeps what inspections find
    std::vector<std::string> definitions_; ///< of other functions that the code calls
    targets::Kernels kernels_;             ///< that a device runs
    std::map<std::size_t, std::string> functions_; ///< of regions, by where the one around begins
    std::string windows_;
};

/// Adds lines to others, behind an empty one.
void add_paragraph(std::string &text, const std::string &lines)
{
    text += (text.empty() || lines.empty() ? "" : "\n") + lines;
}

bool are_of_one_function(const frontend::Region &one, const frontend::Region &two)
{
    return one.function_begin == two.function_begin && one.function == two.function;
}

void Optimizer::run()
{
    run_script();
    const std::vector<frontend::Region> &regions = extraction_.regions;
    for (std::size_t first = 0, end = 0; first < regions.size(); first = end) {
        while (end < regions.size() && are_of_one_function(regions[first], regions[end]))
            ++end;
        optimize_function(first, end);
    }
    if (options_.windows.last) {
        result_.text = windows_;
        return;
    }
    if (!windows_.empty())
        result_.prints.push_back(windows_);
    std::ranges::move(steady_marks(keep_finds_, replacements_, extraction_, work_.names),
                      std::back_inserter(replacements_));
    define_functions();
    result_.text = targets::rewrite(extraction_.text, std::move(replacements_));
}

/// Optimizes some regions of a function, those that take most time first: they get most of the
/// budget.
void Optimizer::optimize_function(std::size_t first, std::size_t end)
{
    FunctionBudget budget(extraction_.regions[first], options_.budget);
    auto spending = [&](const auto &step) {
        const unsigned long before = work_.context.operations();
        step();
        budget.spend(work_.context.operations() - before);
    };
    std::vector<RegionWork> works;
    std::vector<std::size_t> order;
    for (std::size_t number = first; number < end; ++number) {
        works.push_back({number, work_, options_});
        order.push_back(number - first);
        spending([&] { analyze_region(works.back(), budget.share_of_equals(end - number - 1)); });
    }
    auto most_first = [&](std::size_t one, std::size_t two) {
        return source_cycles(works[one]) > source_cycles(works[two]);
    };
    std::ranges::stable_sort(order, most_first);
    std::vector<RegionResult> results(works.size());
    for (std::size_t k = 0; k < order.size(); ++k)
        spending([&] {
            results[order[k]] =
                optimize_region(works[order[k]], budget.share_of_first(order.size() - k - 1));
        });
    for (std::size_t k = 0; k < results.size(); ++k)
        take(first + k, std::move(results[k]));
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
    PlanningServices services(options_, work_.context, work_.timings);
    ScriptOptions script_options{reduction_options(options_),
                                 options_.target == Target::openmp,
                                 options_.machine,
                                 options_.strategies,
                                 options_.choose,
                                 &services,
                                 [this](const program::Program &program) {
                                     return nests_planned(program, options_, work_.context,
                                                          work_.timings);
                                 }};
    work_.context.within_budget(options_.budget, [&] {
        work_.script.emplace(*source, extraction_.regions, script_options, work_.timings);
        result_.prints = work_.script->prints();
    });
    if (work_.script && options_.script && options_.emit_script)
        result_.script = script::recorded(work_.script->steps(), extraction_.regions.size());
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

/// Whether a remark says why a region stays as it is.
bool says_why_kept(const Diagnostic &remark)
{
    return remark.kind == DiagnosticKind::no_transformation ||
           remark.kind == DiagnosticKind::budget_exhausted ||
           remark.kind == DiagnosticKind::illegal_schedule;
}

/// Puts the code for a region in its place.
void Optimizer::take(std::size_t number, RegionResult made)
{
    const frontend::Region &region = extraction_.regions[number];
    RegionOutcome outcome{region.begin, region.end, made.code.has_value(), made.source_cycles};
    if (!made.code) {
        std::ranges::copy_if(made.remarks, std::back_inserter(outcome.why_kept), says_why_kept);
        outcome.help = made.help;
    }
    result_.regions.push_back(std::move(outcome));
    std::ranges::move(made.remarks, std::back_inserter(result_.remarks));
    windows_ += made.windows;
    emit(number, made.code ? made.steps : "keep_source()\n");
    if (!made.code)
        return;
    replacements_.push_back(
        {region.begin, region.end,
         lead(extraction_.text, region) + made.code->text + trail(extraction_.text, region)});
    helpers_.insert(made.code->helpers.begin(), made.code->helpers.end());
    if (made.code->helpers.contains(targets::Helper::steady))
        keep_finds_.insert(number);
    lowering::add_definitions(definitions_, made.code->definitions);
    kernels_.add(made.code->kernels);
    if (!made.code->function.empty())
        add_paragraph(functions_[region.function_begin], made.code->function);
}

/// Adds what was done to a region to the script that does the same, if that is asked for.
void Optimizer::emit(std::size_t number, const std::string &steps)
{
    if (options_.script || !options_.emit_script)
        return;
    if (extraction_.regions.size() > 1)
        result_.script += fmt::format("region({})\n", number + 1);
    result_.script += steps;
}

/// Defines functions of regions before those around them, and what all code calls before the first
/// region's.
void Optimizer::define_functions()
{
    targets::DeviceFiles for_device;
    if (options_.device)
        for_device = options_.device->files(kernels_, work_.names, options_.device_stem);
    result_.beside = std::move(for_device.beside);
    if (!(helpers_.empty() && definitions_.empty() && for_device.host.empty())) {
        const frontend::Region &first = extraction_.regions.front();
        std::string text = targets::define(helpers_, work_.names, first.program.wide_type);
        add_paragraph(text, for_device.host);
        for (const std::string &definition : definitions_)
            add_paragraph(text, definition);
        add_paragraph(text, functions_[first.function_begin]);
        functions_[first.function_begin] = text;
    }
    for (const auto &[place, text] : functions_)
        replacements_.push_back(define_before(extraction_.text, place, text));
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
    timings.measure("dependences", [&] {
        note_dead_statics(extraction, context, presburger::part_of_budget(options.budget, 8));
    });
    Optimizer(options, context, timings, extraction, result).run();
    timings.add_operations(context.operations());
    result.loops = extraction.loops;
    result.refusals = extraction.refusals;
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
