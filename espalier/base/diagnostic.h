#pragma once

#include <string>
#include <vector>

namespace espalier {

/// A place in a source file, with a copy of its line so that it can be shown without the file.
struct SourcePlace {
    std::string file;
    unsigned line = 0;   ///< counted from 1; 0: the file as a whole
    unsigned column = 0; ///< counted from 1; 0: the line as a whole
    std::string text;    ///< the source line, without its end; empty where it is not known
};

enum class Severity { error, warning, remark };

/// What a diagnostic is about. Each has a stable code ("E102"), a line in `diagnostic_table` and an
/// entry in docs/diagnostics.md.
enum class DiagnosticKind {
    unreadable_file,
    not_c_source,
    syntax_error,
    malformed_model,
    unwritable_output,
    unbalanced_marks,
    invalid_schedule_tree,
    impossible_edit,
    impossible_code,
    broken_dependence,
    impossible_transformation,
    script_error,
    bad_command_line,
    internal_error,
    verification_failed,
    no_region,
    unmodelled_loop,
    unmodelled_condition,
    unmodelled_access,
    unmodelled_expression,
    unmodelled_statement,
    unmodelled_call,
    unmodelled_variable,
    unmodelled_text,
    header_region,
    unused_directive,
    budget_exhausted,
    illegal_schedule,
    no_transformation,
    transformed,
    runtime_check,
    partly_verified,
    guarded_loop,
    parallel_reduction,
    withheld_reduction,
    sequential_loop,
    sequential_member,
};

struct DiagnosticEntry {
    DiagnosticKind kind;
    const char *code;
    const char *title;
};

/// The registry: one entry per kind, in the order of the enumeration.
const std::vector<DiagnosticEntry> &diagnostic_table();

/// The stable code of a kind, for example "E102".
std::string diagnostic_code(DiagnosticKind kind);

/// One observation: what was seen, where, and what to do about it.
struct Diagnostic {
    Severity severity = Severity::error;
    DiagnosticKind kind = DiagnosticKind::internal_error;
    SourcePlace place;
    std::string message;
    std::vector<Diagnostic> notes = {};
};

/// Whose fault an error is; the numbers are the command's exit status.
enum class Fault { input = 1, command_line = 2, espalier = 3 };

} // namespace espalier
