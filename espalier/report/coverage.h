#pragma once

#include "espalier/base/diagnostic.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace espalier::report {

/// What became of a loop.
enum class LoopFate {
    left_out, ///< it is in no region
    kept,     ///< it is in a region for which nothing better was found
    changed,
};

/// Why a loop is as it was.
struct Reason {
    Diagnostic diagnostic;
    std::string help = {}; ///< a change of the source that would help; empty if none is known
};

/// A loop of a file in a report on coverage.
struct CoveredLoop {
    std::string function;
    SourcePlace place;
    std::size_t depth; ///< how many loops there are around it and with it
    LoopFate fate;
    double work; ///< cycles, about, that its own statements take when the function runs once
    std::vector<Reason> reasons = {}; ///< none if it was changed
};

/// A file in such a report.
struct CoveredFile {
    std::string name;
    std::vector<CoveredLoop> loops = {};    ///< in the order of the text
    std::optional<Diagnostic> failure = {}; ///< why it could not be read
};

/// What a report on coverage says.
struct Coverage {
    std::vector<CoveredFile> files;
    std::vector<std::string> skipped = {}; ///< files of a build in other languages
};

/// Loops, and the work in them.
struct LoopCounts {
    std::size_t loops = 0, in_regions = 0, changed = 0;
    double work = 0, work_in_regions = 0, changed_work = 0;

    LoopCounts &operator+=(const CoveredLoop &loop);
    LoopCounts &operator+=(const LoopCounts &other);
};

LoopCounts counts_of(const std::vector<CoveredLoop> &loops);

/// The counts of something that has a name: a function, or a file.
struct NamedCounts {
    std::string name;
    LoopCounts counts;
};

/// By functions: those with most of the work first, and else in the order of the text.
std::vector<NamedCounts> by_functions(const CoveredFile &file);

/// By files with loops, in that order.
std::vector<NamedCounts> by_files(const Coverage &coverage);

/// What several loops have in common that are as they were.
struct CommonReason {
    Reason reason; ///< of the first of them
    std::size_t loops = 0;
    double work = 0;
    std::vector<SourcePlace> places = {}; ///< each once
};

/// Which loops have the same reason.
enum class Likeness {
    message, ///< those with the same message
    kind,    ///< those with the same kind of diagnostic
};

/// The reasons for loops of one fate, those that keep most of the work first. A loop with several
/// counts for each, with a part of its work.
std::vector<CommonReason> ranked_reasons(const std::vector<CoveredLoop> &loops, LoopFate fate,
                                         Likeness likeness);

/// All loops of all files.
std::vector<CoveredLoop> all_loops(const Coverage &coverage);

} // namespace espalier::report
