#pragma once

#include "espalier/dependence/listing.h"

#include <array>
#include <string>
#include <vector>

namespace espalier::report {

using DependenceKind = dependence::Listed::Kind;

/// The dependences of a region.
struct RegionDependences {
    std::string title;
    program::Program program;
    dependence::Dependences dependences;
    isl::union_map input; ///< input dependences, tagged
};

/// A reference as people name it.
struct NamedReference {
    const program::Statement *statement;
    std::string verb;    ///< "reads", "writes" or "may write"
    std::string element; ///< "A[i][j + 1]"

    bool operator==(const NamedReference &) const = default;
};

/// The dependences of a kind between two references; those that read alike are one.
struct DependenceRow {
    DependenceKind kind;
    std::string array;
    NamedReference source, sink;
    std::string directions; ///< "(0, +) or (+, *)"; empty if they share no loop
    /// "S[i, j] -> T[i, i']" with a condition for each part. Iterators of the sink that are not
    /// those of the source have a prime. Conditions that all instances meet are left out. Empty if
    /// it is just a constant distance between all instances that have it.
    std::vector<std::string> relation;
};

/// Accesses to an array's values from before the region, or to those that stay after it.
struct LiveRow {
    std::string array;
    NamedReference reference;
    std::vector<std::string> instances; ///< "S[i, 0]", likewise; empty for all of them
};

/// Dependences in short, those of one kind next to each other, those of one array there likewise.
struct DependenceSummary {
    std::vector<DependenceRow> dependences;
    std::vector<LiveRow> live_in, live_out;
};

/// \return points into `region`
DependenceSummary summarize(const RegionDependences &region);

/// All kinds, in the order in which they are shown.
constexpr std::array<DependenceKind, 6> dependence_kinds = {
    DependenceKind::flow,  DependenceKind::anti,   DependenceKind::output,
    DependenceKind::order, DependenceKind::forced, DependenceKind::input};

/// What the dependences of a kind are, in a few words.
const char *explanation(DependenceKind kind);

/// The rows of one kind.
std::vector<DependenceRow> rows_of(const DependenceSummary &summary, DependenceKind kind);

/// The region's statements in their order, without those that only end lifetimes.
std::vector<const program::Statement *> shown_statements(const program::Program &program);

/// The line of the source that a statement begins in, without indentation and a label with its
/// name, or what it computes if the line is not known.
std::string source_line(const program::Program &program, const program::Statement &statement);

} // namespace espalier::report
