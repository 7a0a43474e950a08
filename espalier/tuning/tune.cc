#include "espalier/tuning/tune.h"

#include "espalier/base/error.h"
#include "espalier/tuning/records.h"
#include "espalier/tuning/space.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <sstream>

namespace espalier::tuning {

namespace {

/// A run that takes longer than the original's time, so many times, and this is given up.
constexpr double slack_factor = 10, slack_seconds = 10;

/// The first line of a text, if it is short, and else the beginning.
std::string in_short(const std::string &text, std::size_t most)
{
    std::string line = text.substr(0, text.find('\n'));
    if (line.size() <= most)
        return line;
    std::size_t end = most;
    while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xc0) == 0x80)
        --end;
    return line.substr(0, end) + "...";
}

/// Where two different outputs differ first.
std::string difference(const std::string &expected, const std::string &found)
{
    std::istringstream one(expected), other(found);
    std::string one_line, other_line;
    constexpr std::size_t most = 40;
    for (std::size_t number = 1;; ++number) {
        bool has_one = bool(std::getline(one, one_line));
        bool has_other = bool(std::getline(other, other_line));
        if (!has_one || !has_other)
            return fmt::format("its output {}", has_other ? "is longer than the original's"
                                                : has_one
                                                    ? "is shorter than the original's"
                                                    : "ends in another way than the original's");
        if (one_line != other_line)
            return fmt::format("line {} of its output is `{}`, not `{}`", number,
                               in_short(other_line, most), in_short(one_line, most));
    }
}

const std::string bug = "a bug in Espalier: ";

/// The outcome of a point that gives no code.
Record refused(const Error &error)
{
    const Diagnostic &diagnostic = error.diagnostic();
    bool is_bug = error.fault() == Fault::espalier;
    Record record{"", is_bug ? Status::failed : Status::illegal};
    if (is_bug)
        record.message = bug;
    if (diagnostic.place.line > 0)
        record.message += fmt::format("line {}: ", diagnostic.place.line);
    record.message += diagnostic.message;
    return record;
}

class Search {
public:
    Search(const Subject &subject, Evaluator &evaluator, Store &store, const Options &options,
           const std::function<void(const std::string &)> &progress)
        : subject_(subject), evaluator_(evaluator), options_(options), progress_(progress),
          space_(options.seed), records_(store)
    {
    }

    Best run();

private:
    void require_choices();
    void leave_out_known();
    void measure_original();
    void measure_automatic();
    std::optional<Candidate> generate(const Choose &choose, Record &record) const;
    void try_next();
    Record judge(const std::string &name, const std::string &code);
    Record measure(const std::string &name, const std::string &code);
    std::optional<Candidate> reproduced(const Record &record, const Point &point);
    void check_script(const Candidate &candidate, const Point &point) const;
    Best confirmed_best();
    Error nothing_is_right() const;
    std::string told(const Record &record) const;

    const Subject &subject_;
    Evaluator &evaluator_;
    const Options &options_;
    const std::function<void(const std::string &)> &progress_;
    Space space_;
    Records records_;
    std::string expected_; ///< what the original prints
    double original_ = 0;
    std::size_t tried_ = 0;
    bool has_sampled_ = false;
};

/// Runs the script once. The space then knows how large it is about.
void Search::require_choices()
{
    bool has_choices = false;
    auto first = [&](const script::Choice &choice) {
        has_choices = true;
        return space_.choose(choice);
    };
    space_.begin(options_.evaluations);
    try {
        subject_.generate(first);
    } catch (const std::exception &) {
        if (!has_choices)
            throw;
    }
    if (!has_choices)
        throw Error(Fault::input, DiagnosticKind::script_error,
                    "the script has no choices, and there is nothing to tune; "
                    "`choose{16, 32, 64}` in place of a value makes one");
}

void Search::leave_out_known()
{
    for (const Record &record : records_.points())
        space_.leave_out(point_from_json(record.point));
    if (std::size_t known = records_.points().size(); known > 0)
        progress_(fmt::format("points known from an earlier search: {}", known));
}

/// What comes of some code, which is measured if it is new.
Record Search::judge(const std::string &name, const std::string &code)
{
    const Record *known = records_.of_code(fingerprint(code));
    if (!known)
        return measure(name, code);
    Record record = *known;
    if (record.status == Status::measured)
        record.message = "the same code as " + title(record);
    record.point = name;
    record.output.clear();
    return record;
}

Record Search::measure(const std::string &name, const std::string &code)
{
    bool is_original = name == original_name;
    Record record{name, Status::measured, {}, fingerprint(code)};
    std::optional<double> limit;
    if (!is_original)
        limit = slack_factor * original_ + slack_seconds;
    Measurement measurement = evaluator_.measure(code, limit);
    record.seconds = measurement.seconds;
    if (measurement.has_failed) {
        record.status = Status::failed;
        record.message = measurement.message;
        return record;
    }
    if (is_original)
        record.output = measurement.outputs.front();
    const std::string &expected = is_original ? record.output : expected_;
    auto wrong = std::ranges::find_if(measurement.outputs,
                                      [&](const auto &output) { return output != expected; });
    if (options_.compare_outputs && wrong != measurement.outputs.end()) {
        record.status = Status::wrong;
        record.message = difference(expected, *wrong);
    }
    return record;
}

void Search::measure_original()
{
    const Record *known = records_.find(original_name);
    Record record = known ? *known : judge(original_name, subject_.original);
    if (record.status == Status::failed)
        throw Error(Fault::command_line, DiagnosticKind::bad_command_line,
                    fmt::format("the original program cannot be measured: {}; see --compile and "
                                "--run",
                                record.message));
    if (record.status == Status::wrong)
        throw Error(
            Fault::command_line, DiagnosticKind::bad_command_line,
            fmt::format("the original program prints something else each time that it runs, "
                        "so that no other can be compared with it: {}; put times on lines "
                        "that start with `time:`",
                        record.message));
    expected_ = record.output;
    original_ = seconds_of(record);
    if (!known)
        records_.keep(record);
    progress_(fmt::format("original: {:.4g} s", original_));
}

void Search::measure_automatic()
{
    const Record *known = records_.find(automatic_name);
    if (!known) {
        records_.keep(judge(automatic_name, subject_.automatic()));
        known = records_.find(automatic_name);
    }
    progress_("automatic schedule: " + told(*known));
}

std::string Search::told(const Record &record) const
{
    constexpr std::size_t most = 100;
    if (record.status == Status::illegal)
        return "illegal: " + in_short(record.message, most);
    if (record.status == Status::failed)
        return "failed: " + in_short(record.message, most);
    if (record.status == Status::wrong)
        return "wrong: " + in_short(record.message, most);
    double seconds = seconds_of(record);
    std::string note =
        record.message.empty() ? "" : fmt::format(", {}", in_short(record.message, most));
    return fmt::format("{:.4g} s, {}{}", seconds, gain(original_, seconds), note);
}

/// What the script makes with these choices; if nothing, the record says why.
std::optional<Candidate> Search::generate(const Choose &choose, Record &record) const
{
    try {
        return subject_.generate(choose);
    } catch (const Error &error) {
        record = refused(error);
    } catch (const std::exception &failure) {
        record.status = Status::failed;
        record.message = bug + failure.what();
    }
    return std::nullopt;
}

void Search::try_next()
{
    std::size_t left = options_.evaluations - tried_;
    double total = std::min(double(options_.evaluations),
                            double(tried_) + std::round(space_.estimated_rest()));
    space_.begin(left);
    if (space_.is_random() && !has_sampled_) {
        has_sampled_ = true;
        progress_(fmt::format("about {:.0f} points are left, of which {} are tried, at random "
                              "(--seed={})",
                              space_.estimated_rest(), left, options_.seed));
    }
    Record record;
    std::optional<Candidate> candidate =
        generate([&](const script::Choice &choice) { return space_.choose(choice); }, record);
    Point point = space_.finish();
    record.point = to_json(point);
    if (candidate)
        record = judge(record.point, candidate->code);
    records_.keep(record);
    ++tried_;
    const Record *best = records_.best();
    progress_(
        fmt::format("[{}/{:.0f}] {}: {}{}", tried_, total, text(point), told(record),
                    best ? fmt::format(" (best {})", gain(original_, seconds_of(*best))) : ""));
}

Error Search::nothing_is_right() const
{
    std::vector<Record> points = records_.points();
    std::string first;
    if (!points.empty())
        first = fmt::format("{}: {}", title(points.front()), told(points.front()));
    return {Fault::input, DiagnosticKind::script_error,
            fmt::format("no choice gives a program that is right; points tried: {}; {}",
                        points.size(), first)};
}

/// What the script makes of a point now. If that is no longer the code that was measured, as
/// another version of Espalier made it, the record is renewed, and there is nothing to return.
std::optional<Candidate> Search::reproduced(const Record &record, const Point &point)
{
    std::size_t next = 0;
    auto follow = [&](const script::Choice &choice) {
        bool is_known = next < point.size() && point[next].position < choice.alternatives.size();
        return is_known ? point[next++].position : std::size_t(0);
    };
    Record renewed;
    std::optional<Candidate> candidate = generate(follow, renewed);
    renewed.point = record.point;
    if (candidate && fingerprint(candidate->code) == record.code)
        return candidate;
    records_.keep(candidate ? judge(record.point, candidate->code) : renewed);
    return std::nullopt;
}

/// \throws Error{internal_error} if a script without choices makes something else
void Search::check_script(const Candidate &candidate, const Point &point) const
{
    if (subject_.apply(candidate.script) != candidate.code)
        throw Error(Fault::espalier, DiagnosticKind::internal_error,
                    fmt::format("the script without choices does not make the code that was "
                                "measured for {}; this is a bug in Espalier, please report it, "
                                "with the input and the script",
                                text(point)));
}

Best Search::confirmed_best()
{
    while (const Record *found = records_.best()) {
        Record record = *found;
        Point point = point_from_json(record.point);
        std::optional<Candidate> candidate = reproduced(record, point);
        if (!candidate)
            continue;
        check_script(*candidate, point);
        Best result;
        result.point = std::move(point);
        result.candidate = std::move(*candidate);
        result.seconds = seconds_of(record);
        result.original = original_;
        const Record *automatic = records_.find(automatic_name);
        if (automatic->status == Status::measured)
            result.automatic = seconds_of(*automatic);
        result.points = records_.points().size();
        return result;
    }
    throw nothing_is_right();
}

Best Search::run()
{
    require_choices();
    leave_out_known();
    measure_original();
    measure_automatic();
    while (tried_ < options_.evaluations && !space_.is_exhausted())
        try_next();
    return confirmed_best();
}

} // namespace

std::string gain(double reference, double seconds)
{
    return reference > 0 && seconds > 0 ? fmt::format("{:.2f}x", reference / seconds) : "?";
}

Best tune(const Subject &subject, Evaluator &evaluator, Store &store, const Options &options,
          const std::function<void(const std::string &)> &progress)
{
    return Search(subject, evaluator, store, options, progress).run();
}

} // namespace espalier::tuning
