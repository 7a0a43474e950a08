#include "espalier/base/diagnostic.h"

namespace espalier {

const std::vector<DiagnosticEntry> &diagnostic_table()
{
    using enum DiagnosticKind;
    static const std::vector<DiagnosticEntry> table = {
        {unreadable_file, "E101", "a file cannot be read"},
        {not_c_source, "E102", "the input is neither C nor C++"},
        {syntax_error, "E103", "Clang rejects the input"},
        {malformed_model, "E104", "a model, schedule or constraint file cannot be read"},
        {unwritable_output, "E105", "the output cannot be written"},
        {unbalanced_marks, "E106", "`#pragma scop` and `#pragma endscop` do not pair up"},
        {invalid_schedule_tree, "E107", "a schedule tree breaks a rule of validity"},
        {impossible_edit, "E108", "an edit or a conversion of a schedule tree does not apply"},
        {impossible_code, "E109", "there is no code for a schedule tree"},
        {broken_dependence, "E110", "a schedule breaks dependences of the program"},
        {impossible_transformation, "E111", "a transformation cannot be applied"},
        {script_error, "E112", "a transformation script fails"},
        {bad_command_line, "E201", "the command line is wrong"},
        {internal_error, "E301", "Espalier failed"},
        {verification_failed, "E302", "the generated code does not do what its schedule says"},
        {no_region, "R101", "there is no region here"},
        {unmodelled_loop, "R102", "a loop is outside the model"},
        {unmodelled_condition, "R103", "a condition is outside the model"},
        {unmodelled_access, "R104", "an access is outside the model"},
        {unmodelled_expression, "R105", "an expression is outside the model"},
        {unmodelled_statement, "R106", "a statement is outside the model"},
        {unmodelled_call, "R107", "a call may have side effects"},
        {unmodelled_variable, "R108", "a variable is outside the model"},
        {unmodelled_text, "R109", "the region's text cannot be replaced"},
        {header_region, "R110", "a region stands in a header"},
        {unused_directive, "R111", "a directive has no effect"},
        {budget_exhausted, "R201", "the operation budget is exhausted"},
        {illegal_schedule, "R202", "a schedule does not preserve the dataflow"},
        {no_transformation, "R203", "a region was left as it was"},
        {transformed, "R204", "a region was transformed"},
        {runtime_check, "R205", "a region is guarded by a check at run time"},
        {partly_verified, "R206", "code was not verified in full"},
        {guarded_loop, "R207", "a condition is evaluated in an innermost loop"},
        {parallel_reduction, "R208", "a reduction runs in parallel"},
        {withheld_reduction, "R209", "a reduction would run in parallel with permission"},
        {sequential_loop, "R210", "a statement runs in no parallel loop"},
        {sequential_member, "R211", "a member of a band is not coincident"},
    };
    return table;
}

std::string diagnostic_code(DiagnosticKind kind)
{
    return diagnostic_table().at(static_cast<std::size_t>(kind)).code;
}

} // namespace espalier
