#include "espalier/driver/commands.h"

#include "espalier/base/error.h"
#include "espalier/base/file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace espalier::driver {

namespace {

tuning::Candidate candidate(const std::string &input, const OptimizeOptions &options)
{
    Timings timings;
    OptimizeResult result = optimize(input, options, timings);
    return {std::move(result.text), std::move(result.script)};
}

/// The original file is read once, so that one that changes meanwhile is noticed by the check of
/// the best script.
tuning::Subject subject(const std::string &input, const OptimizeOptions &options)
{
    tuning::Subject subject;
    subject.original = read_file(input);
    subject.automatic = [=] {
        OptimizeOptions automatic = options;
        automatic.script.reset();
        return candidate(input, automatic).code;
    };
    subject.generate = [=](const tuning::Choose &choose) {
        OptimizeOptions chosen = options;
        chosen.choose = choose;
        chosen.emit_script = true;
        return candidate(input, chosen);
    };
    subject.apply = [=](const std::string &script) {
        OptimizeOptions plain = options;
        plain.script = script::Source{"the best script", script};
        return candidate(input, plain).code;
    };
    return subject;
}

/// Options of the command line that the code depends on, as they are given to it.
std::string code_options(const OptimizeOptions &options)
{
    std::string result = options.target == Target::c ? " --target=c" : "";
    if (options.fast_math)
        result += " --fast-math";
    if (options.frontend.regions == frontend::RegionSelection::marked)
        result += " --regions=pragma";
    if (options.frontend.regions == frontend::RegionSelection::detected)
        result += " --regions=autodetect";
    return result;
}

tuning::Experiment experiment(const std::string &input, const TuneOptions &options,
                              const tuning::Subject &subject)
{
    const script::Source &script = *options.optimize.script;
    std::string metric = options.commands.metric == tuning::Metric::wall ? "wall" : "output";
    std::string others = fmt::format("--metric={}{} --budget={} -- {}", metric,
                                     code_options(options.optimize), options.optimize.budget,
                                     fmt::join(options.optimize.frontend.clang_arguments, " "));
    return {input,       subject.original,         script.name,
            script.text, options.commands.compile, options.commands.run,
            others};
}

/// Comment lines of Lua.
std::string comment(const std::string &text)
{
    std::string line = text;
    std::ranges::replace(line, '\n', ' ');
    std::ranges::replace(line, '\r', ' ');
    return "-- " + line + "\n";
}

std::string annotated(const tuning::Best &best, const std::string &input,
                      const TuneOptions &options)
{
    std::string automatic =
        best.automatic ? fmt::format("{} as fast as with the automatic schedule ({:.4g} s)",
                                     tuning::gain(*best.automatic, best.seconds), *best.automatic)
                       : "the program with the automatic schedule fails";
    return comment(fmt::format("The best of {} points of {} for {}: {}", best.points,
                               options.optimize.script->name, input, tuning::text(best.point))) +
           comment(fmt::format("espalier optimize {} --script=FILE{}", input,
                               code_options(options.optimize))) +
           comment("compiled with: " + options.commands.compile) +
           comment("run with: " + options.commands.run) +
           comment(fmt::format("{:.4g} s: {} as fast as the original ({:.4g} s), {}", best.seconds,
                               tuning::gain(best.original, best.seconds), best.original,
                               automatic)) +
           best.candidate.script;
}

} // namespace

CommandResult run_tune(const std::string &input, const TuneOptions &options,
                       const std::function<void(const std::string &)> &progress)
{
    if (is_stream(input))
        throw Error(Fault::command_line, DiagnosticKind::bad_command_line,
                    fmt::format("`espalier tune` reads its input several times, which `{}` does "
                                "not allow: give it a file",
                                input));
    tuning::Subject tuned = subject(input, options.optimize);
    tuning::Options search = options.search;
    search.compare_outputs = !options.optimize.fast_math;
    tuning::LocalEvaluator evaluator(options.commands, input,
                                     options.optimize.frontend.clang_arguments);
    tuning::Store store(options.database, experiment(input, options, tuned));
    tuning::Best best = tuning::tune(tuned, evaluator, store, search, progress);
    CommandResult result;
    result.text = annotated(best, input, options);
    return result;
}

} // namespace espalier::driver
