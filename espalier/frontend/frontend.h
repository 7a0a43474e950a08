#pragma once

#include "espalier/base/diagnostic.h"
#include "espalier/presburger/context.h"
#include "espalier/program/outside_variable.h"
#include "espalier/program/pointer_result.h"
#include "espalier/program/program.h"

#include <optional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace espalier::frontend {

/// What code leaves behind beside its values that is to be as the source leaves it.
struct KeptEffects {
    bool errno_values = false; ///< what mathematical functions store in `errno`
    bool exceptions = false;   ///< flags and traps of floating-point operations
};

/// Which parts of a file are regions.
enum class RegionSelection {
    automatic, ///< the marked ones if the file has marks, else those found
    marked,    ///< between `#pragma scop` and `#pragma endscop`
    detected,  ///< maximal sequences of statements with a loop that can be modelled
};

struct Options {
    RegionSelection regions = RegionSelection::automatic;
    std::vector<std::string> clang_arguments; ///< -I, -D, -std= and the like
    /// isl operations for a function, a quarter of them to find its regions; 0: no limit.
    unsigned long budget = 0;
    KeptEffects kept;
    std::string directory =
        {}; ///< that relative names in the arguments start from; empty: this one
};

/// A region of the file: what it computes, and the text that computes it.
struct Region {
    program::Program program;
    /// Byte offsets of the region's text in the file, marks and directives for loops included.
    std::size_t begin, end;
    /// The same without marks and directives: what runs where the generated code cannot.
    std::string original;
    std::string indentation; ///< white space before the region's first line
    std::string function;    ///< name of the function around it
    /// Byte offset of that function's definition, with the comments, attributes and directives of
    /// OpenMP right above it.
    std::size_t function_begin;
    std::size_t function_lines = 1; ///< of its text
    /// isl operations that it took to find the function's regions, as far as a budget counts them.
    unsigned long function_operations = 0;
    SourcePlace place;
    /// The region declares a variable that the function uses after it: its text cannot stand
    /// inside a block.
    bool declares_for_later = false;
    /// What it leaves in pointers that are used after it.
    std::vector<program::PointerResult> pointer_results = {};
    /// Variables and parameters of the function, declared before the region, whose values only it
    /// and regions after it use, and functions that it calls and that only this file sees; sorted.
    std::vector<std::string> own_names = {};
    /// What code for the region would need to be given in a function of its own, ahead of this one:
    /// outside_variables().
    std::optional<std::vector<program::OutsideVariable>> outside = {};
    /// Arrays of the program, by position, that are variables of the file which no pointer leads to:
    /// their names.
    std::map<std::size_t, std::string> statics = {};
    /// Loops of which the source promises that it does not matter in which order their iterations
    /// access what data choose: `#pragma pencil independent`.
    std::vector<SourcePlace> independent_loops = {};
};

/// A loop of the file, in a region or not.
struct SourceLoop {
    std::string function;
    SourcePlace place;
    unsigned last_line;
    std::size_t begin, end;     ///< byte offsets of its text in the file
    std::size_t depth;          ///< how many loops there are around it and with it
    std::size_t operations = 1; ///< in its text, but for those in loops inside
    std::optional<unsigned long> iterations = {}; ///< if the text says how many: `i < 100`
};

/// A loop during which no integer in memory changes: what was found of some once is so in each of
/// its iterations.
struct SteadyLoop {
    std::size_t begin, end;          ///< byte offsets of its text in the file
    std::string indentation;         ///< white space before its first line
    std::set<std::string> functions; ///< of the file, that run in it
};

/// Why a part of the file is in no region.
struct Refusal {
    std::size_t begin, end; ///< byte offsets of its text
    Diagnostic reason;
    std::string help = {}; ///< a change of the source that would help; empty if none is known
};

/// What was found in a file.
struct Extraction {
    std::string text;                     ///< the bytes of the file
    std::vector<Region> regions;          ///< in the order of the text, disjoint
    std::vector<SourceLoop> loops;        ///< in the order of the text
    std::vector<SteadyLoop> steady_loops; ///< in the order of the text, disjoint
    std::vector<Diagnostic> remarks;      ///< what could not be modelled, and why; in text order
    /// Of the statements with loops that were tried; each loop in no region is in one of them.
    std::vector<Refusal> refusals;
    /// Where the file names variables with static storage of its own that no pointer leads to: byte
    /// offsets; the largest number for names in other files.
    std::map<std::string, std::vector<std::size_t>> statics;
    std::set<std::string> identifiers; ///< every identifier and macro that Clang has seen
    bool can_change_rounding = false;  ///< the file includes <fenv.h>
    bool is_cxx = false;               ///< the file is C++
};

/// Whether a file is read: not if its name ends like those of other languages.
bool is_read(const std::string &file);

/// Whether a file is C++ by its name's ending.
bool is_cxx(const std::string &file);

/// The polyhedral model of every region of a C or C++ file, read with Clang: preprocessing, types
/// and constants are Clang's own. All isl objects are made in `context`. \throws
/// Error{unreadable_file, not_c_source, syntax_error, unbalanced_marks}
Extraction extract(const std::string &file, const Options &options,
                   const presburger::Context &context);

} // namespace espalier::frontend
