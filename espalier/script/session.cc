#include "espalier/script/session.h"

#include "espalier/transform/find.h"
#include "espalier/transform/impossible.h"
#include "espalier/transform/normal_form.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace espalier::script {

namespace {

/// More loops around a statement than any program has: what is known of each transformation is
/// kept, and its size grows with the square of their number.
constexpr std::size_t max_loops = 100;

void require_few_loops(const transform::MatrixView &view)
{
    for (const transform::Statement &statement : view.statements)
        if (statement.depth() > max_loops)
            throw script_error(fmt::format("`{}` would be in {} loops, and {} are the most",
                                           statement.label, statement.depth(), max_loops));
}

std::string listed(const std::vector<Region> &regions)
{
    std::vector<std::string> result;
    for (std::size_t k = 0; k < regions.size(); ++k)
        result.push_back(fmt::format("region({}) in `{}` on line {}", k + 1, regions[k].function,
                                     regions[k].place.line));
    return result.empty() ? "there are none" : fmt::format("there are {}", fmt::join(result, ", "));
}

} // namespace

Session::Session(std::vector<Region> regions, const Hooks &hooks, const Limits &limits)
    : hooks_(hooks), limits_(limits), regions_(std::move(regions)),
      are_unfinished_(regions_.size(), false)
{
    for (const Region &region : regions_)
        outcomes_.push_back({region.view});
}

std::size_t Session::current() const
{
    if (selected_ != none)
        return selected_;
    if (regions_.size() != 1)
        throw script_error("the script does not say which region it is about; " + listed(regions_));
    return 0;
}

void Session::select(const std::string &function)
{
    std::vector<std::size_t> found;
    for (std::size_t k = 0; k < regions_.size(); ++k)
        if (regions_[k].function == function)
            found.push_back(k);
    if (found.empty())
        throw script_error(
            fmt::format("no function `{}` has a region; {}", function, listed(regions_)));
    if (found.size() > 1)
        throw script_error(
            fmt::format("`{}` has more than one region; {}", function, listed(regions_)));
    selected_ = found.front();
}

void Session::select(long number)
{
    if (number < 1 || std::size_t(number) > regions_.size())
        throw script_error(fmt::format("there is no region {}; {}", number, listed(regions_)));
    selected_ = std::size_t(number - 1);
}

void Session::normalize(std::size_t region)
{
    transform::MatrixView &view = outcomes_[region].view;
    if (are_unfinished_[region])
        view = transform::normalized(std::move(view));
    are_unfinished_[region] = false;
}

const transform::MatrixView &Session::normalized_view()
{
    normalize(current());
    return view();
}

const transform::MatrixView &Session::ordered_view()
{
    transform::require_different_places(normalized_view());
    return view();
}

void Session::apply(unsigned line, const std::string &call, transform::MatrixView after)
{
    Outcome outcome = outcomes_[current()];
    outcome.view = std::move(after);
    outcome.has_own_order = false;
    apply(line, call, std::move(outcome));
}

void Session::apply(unsigned line, const std::string &call, Outcome after)
{
    if (steps_.size() == limits_.transformations)
        throw script_error(
            fmt::format("the script calls more than {} transformations", limits_.transformations));
    require_few_loops(after.view);
    if (outcome().keeps_source)
        throw transform::impossible(
            "`keep_source()` was called: the region stays as it is in the source");
    steps_.push_back({current(), line, call, after.view, after.reference});
    outcomes_[current()] = std::move(after);
}

bool Session::is_legal(const strategies::Candidate &candidate) const
{
    return !hooks_.is_legal || hooks_.is_legal(current(), outcome(), candidate);
}

StrategyInputs Session::strategy_inputs() const
{
    if (!hooks_.strategy_inputs)
        throw script_error("the dependences are not known here, and no strategy can go by them");
    return hooks_.strategy_inputs(current(), outcome());
}

std::optional<strategies::Candidate> Session::planned_nests() const
{
    if (!hooks_.plan_nests)
        throw script_error("there is no scheduler here, and nothing can be planned");
    return hooks_.plan_nests(current(), outcome());
}

std::optional<transform::MatrixView>
Session::planned_around(const std::set<std::string> &labels) const
{
    if (!hooks_.plan_around)
        throw script_error("there is no scheduler here, and nothing can be planned");
    return hooks_.plan_around(current(), outcome(), labels);
}

void Session::apply_unfinished(unsigned line, const std::string &call, transform::MatrixView after)
{
    are_unfinished_[current()] = true;
    apply(line, call, std::move(after));
}

void Session::check()
{
    ordered_view();
    if (!hooks_.check)
        throw script_error("the dependences are not known here, and nothing can be checked");
    hooks_.check(current(), steps_);
}

std::vector<std::string> Session::legalize(unsigned line)
{
    std::vector<std::string> what_was_done;
    if (!hooks_.legalize)
        throw script_error("the dependences are not known here, and nothing can be legalized");
    ordered_view();
    transform::MatrixView after = hooks_.legalize(current(), outcome(), what_was_done);
    apply(line, "legalize()", std::move(after));
    return what_was_done;
}

std::size_t Session::choose(unsigned line, std::string name, std::vector<std::string> alternatives)
{
    ++choices_;
    if (name.empty())
        name = fmt::format("choice {}", choices_);
    std::size_t count = alternatives.size();
    std::size_t chosen =
        hooks_.choose ? hooks_.choose({std::move(name), std::move(alternatives), line}) : 0;
    if (chosen >= count)
        throw script_error(fmt::format("alternative {} of {} was chosen", chosen + 1, count));
    return chosen;
}

void Session::print(const std::string &text)
{
    printed_ += text.size() + 1;
    if (printed_ > limits_.printed)
        throw script_error(fmt::format("the script prints more than {} bytes", limits_.printed));
    prints_.push_back(text);
}

Result Session::take_result()
{
    Result result;
    for (std::size_t k = 0; k < regions_.size(); ++k) {
        normalize(k);
        transform::require_different_places(outcomes_[k].view);
        result.regions.push_back(std::move(outcomes_[k]));
    }
    result.steps = std::move(steps_);
    result.prints = std::move(prints_);
    return result;
}

} // namespace espalier::script
