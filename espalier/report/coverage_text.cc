#include "espalier/report/coverage_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace espalier::report {

namespace {

/// Places that are listed for a reason.
constexpr std::size_t max_places = 5;

std::string counted(std::size_t number, const std::string &what)
{
    return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

std::string share(double part, double whole)
{
    return whole > 0 ? fmt::format("{:.1f} %", 100 * part / whole) : "-";
}

std::string line(const NamedCounts &named, const LoopCounts &total, std::size_t width)
{
    const LoopCounts &counts = named.counts;
    return fmt::format("  {:<{}}  {:>6}  {:>10}  {:>7}    {:>8}  {:>10}  {:>8}\n", named.name,
                       width, counts.loops, counts.in_regions, counts.changed,
                       share(counts.work, total.work), share(counts.work_in_regions, counts.work),
                       share(counts.changed_work, counts.work));
}

/// A line for each of `rows`, and one for all.
std::string table(const std::string &what, const std::vector<NamedCounts> &rows)
{
    NamedCounts total{"in all", {}};
    std::size_t width = std::max(what.size(), total.name.size());
    for (const NamedCounts &row : rows) {
        total.counts += row.counts;
        width = std::max(width, row.name.size());
    }
    std::string result = fmt::format("  {:<{}}  {:<29}  work\n", "", width, "loops");
    result += fmt::format("  {:<{}}  {:>6}  {:>10}  {:>7}    {:>8}  {:>10}  {:>8}\n", what, width,
                          "in all", "in regions", "changed", "in all", "in regions", "changed");
    for (const NamedCounts &row : rows)
        result += line(row, total.counts, width);
    return result + (rows.size() > 1 ? line(total, total.counts, width) : "");
}

std::string text_of(const SourcePlace &place)
{
    if (place.line == 0)
        return place.file;
    return fmt::format("{}:{}:{}", place.file, place.line, place.column);
}

std::string text_of(const CommonReason &common, double work, Likeness likeness)
{
    const Diagnostic &diagnostic = common.reason.diagnostic;
    const char *title = diagnostic_table().at(static_cast<std::size_t>(diagnostic.kind)).title;
    std::string result = fmt::format("    {:>7}  {}: {} [{}]\n", share(common.work, work),
                                     counted(common.loops, "loop"),
                                     likeness == Likeness::message ? diagnostic.message : title,
                                     diagnostic_code(diagnostic.kind));
    const std::string indentation(13, ' ');
    for (std::size_t k = 0; k < std::min(common.places.size(), max_places); ++k)
        result += indentation + text_of(common.places[k]) + "\n";
    if (common.places.size() > max_places)
        result += fmt::format("{}and {} more\n", indentation, common.places.size() - max_places);
    if (likeness == Likeness::message && !common.reason.help.empty())
        result += fmt::format("{}help: {}\n", indentation, common.reason.help);
    return result;
}

/// Why loops are as they were: those in no region, and those in regions.
std::string reasons(const std::vector<CoveredLoop> &loops, Likeness likeness)
{
    const double work = counts_of(loops).work;
    std::string result;
    auto add = [&](LoopFate fate, const char *title) {
        const std::vector<CommonReason> all = ranked_reasons(loops, fate, likeness);
        result += all.empty() ? "" : title;
        for (const CommonReason &common : all)
            result += text_of(common, work, likeness);
    };
    add(LoopFate::left_out, "  Left out, with their share of the work:\n");
    add(LoopFate::kept, "  In regions that stay as they are:\n");
    return result;
}

std::string text_of(const CoveredFile &file)
{
    std::string result = file.name + "\n";
    if (file.failure)
        return result + fmt::format("  is left out: {}: {} [{}]\n", text_of(file.failure->place),
                                    file.failure->message, diagnostic_code(file.failure->kind));
    if (file.loops.empty())
        return result + "  has no loops\n";
    return result + table("function", by_functions(file)) + reasons(file.loops, Likeness::message);
}

/// Names in one or several lines.
std::string listed(const std::vector<std::string> &names)
{
    std::string result;
    for (const std::string &name : names)
        result += "    " + name + "\n";
    return result;
}

std::string text_of_totals(const Coverage &coverage)
{
    const std::vector<NamedCounts> files = by_files(coverage);
    std::vector<std::string> failed;
    for (const CoveredFile &file : coverage.files)
        if (file.failure)
            failed.push_back(file.name);
    std::string result = counted(coverage.files.size(), "file") + "\n";
    result += files.empty() ? "  have no loops\n" : table("file", files);
    result += reasons(all_loops(coverage), Likeness::kind);
    if (!failed.empty())
        result += "  Files that could not be read:\n" + listed(failed);
    if (!coverage.skipped.empty())
        result += "  Files in other languages:\n" + listed(coverage.skipped);
    return result;
}

} // namespace

std::string to_text(const Coverage &coverage)
{
    std::string result;
    for (const CoveredFile &file : coverage.files)
        result += (result.empty() ? "" : "\n") + text_of(file);
    if (coverage.files.size() == 1 && coverage.skipped.empty())
        return result;
    return result + (result.empty() ? "" : "\n") + text_of_totals(coverage);
}

} // namespace espalier::report
