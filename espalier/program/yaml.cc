#include "espalier/presburger/print.h"
#include "espalier/program/program.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

namespace espalier::program {

namespace {

using presburger::to_string;

const char *name_of(AccessKind kind)
{
    switch (kind) {
    case AccessKind::read:
        return "read";
    case AccessKind::may_write:
        return "may_write";
    case AccessKind::write:
        return "write";
    default:
        return "kill";
    }
}

void emit(YAML::Emitter &out, const Array &array)
{
    out << YAML::BeginMap;
    out << YAML::Key << "name" << YAML::Value << array.name;
    out << YAML::Key << "type" << YAML::Value << array.element_type;
    out << YAML::Key << "extents" << YAML::Value << YAML::Flow << YAML::BeginSeq;
    for (const std::optional<isl::pw_aff> &extent : array.extents)
        out << (extent ? to_string(*extent) : "unknown");
    out << YAML::EndSeq;
    out << YAML::Key << "spelling" << YAML::Value
        << fmt::format("{}", fmt::join(array.spelling, "[]"));
    if (array.pointer_dimensions > 0)
        out << YAML::Key << "pointer_dimensions" << YAML::Value << array.pointer_dimensions;
    if (array.linear_dimensions > 1)
        out << YAML::Key << "linear_dimensions" << YAML::Value << array.linear_dimensions;
    if (array.has_triangular_rows)
        out << YAML::Key << "has_triangular_rows" << YAML::Value << true;
    if (!array.declaration.empty())
        out << YAML::Key << "declaration" << YAML::Value << array.declaration;
    out << YAML::Key << "local" << YAML::Value << array.is_local;
    out << YAML::EndMap;
}

void emit(YAML::Emitter &out, const Program &program, const Statement &statement)
{
    out << YAML::BeginMap;
    out << YAML::Key << "name" << YAML::Value << statement.name();
    if (statement.place.line != 0)
        out << YAML::Key << "line" << YAML::Value << statement.place.line;
    out << YAML::Key << "domain" << YAML::Value << YAML::DoubleQuoted
        << to_string(statement.domain);
    if (!statement.is_kill())
        out << YAML::Key << "body" << YAML::Value << describe(program, statement);
    out << YAML::Key << "accesses" << YAML::Value << YAML::BeginSeq;
    for (const Access &access : statement.accesses) {
        out << YAML::BeginMap;
        out << YAML::Key << "kind" << YAML::Value << name_of(access.kind);
        out << YAML::Key << "reference" << YAML::Value << access.reference.name();
        out << YAML::Key << "relation" << YAML::Value << YAML::DoubleQuoted
            << to_string(access.relation);
        out << YAML::EndMap;
    }
    out << YAML::EndSeq << YAML::EndMap;
}

} // namespace

std::string to_yaml(const Program &program)
{
    YAML::Emitter out;
    out << YAML::BeginMap;
    out << YAML::Key << "context" << YAML::Value << YAML::DoubleQuoted
        << to_string(program.context);
    out << YAML::Key << "assumptions" << YAML::Value << YAML::DoubleQuoted
        << to_string(program.assumptions);
    out << YAML::Key << "parameters" << YAML::Value << YAML::BeginSeq;
    for (const Parameter &parameter : program.parameters) {
        out << YAML::Flow << YAML::BeginMap << YAML::Key << "name" << YAML::Value
            << parameter.id.name() << YAML::Key << "type" << YAML::Value << parameter.type
            << YAML::Key << "least" << YAML::Value << to_string(parameter.least) << YAML::Key
            << "greatest" << YAML::Value << to_string(parameter.greatest);
        if (parameter.reading)
            out << YAML::Key << "memory" << YAML::Value << parameter.reading->value << YAML::Key
                << "is_read" << YAML::Value << YAML::DoubleQuoted
                << to_string(parameter.reading->condition);
        out << YAML::EndMap;
    }
    out << YAML::EndSeq;
    out << YAML::Key << "arrays" << YAML::Value << YAML::BeginSeq;
    for (const Array &array : program.arrays)
        emit(out, array);
    out << YAML::EndSeq;
    out << YAML::Key << "may_overlap" << YAML::Value << YAML::BeginSeq;
    for (auto [one, two] : program.may_overlap)
        out << YAML::Flow << YAML::BeginSeq << program.arrays[one].name << program.arrays[two].name
            << YAML::EndSeq;
    out << YAML::EndSeq;
    if (!program.may_change.empty()) {
        out << YAML::Key << "may_change" << YAML::Value << YAML::BeginSeq;
        for (auto [parameter, array] : program.may_change)
            out << YAML::Flow << YAML::BeginSeq << program.parameters[parameter].id.name()
                << program.arrays[array].name << YAML::EndSeq;
        out << YAML::EndSeq;
    }
    if (!program.may_change_rows.empty()) {
        out << YAML::Key << "may_change_rows" << YAML::Value << YAML::BeginSeq;
        for (auto [rows, array] : program.may_change_rows)
            out << YAML::Flow << YAML::BeginSeq << program.arrays[rows].name
                << program.arrays[array].name << YAML::EndSeq;
        out << YAML::EndSeq;
    }
    out << YAML::Key << "statements" << YAML::Value << YAML::BeginSeq;
    for (const Statement &statement : program.statements)
        emit(out, program, statement);
    out << YAML::EndSeq << YAML::EndMap;
    return std::string(out.c_str()) + "\n";
}

} // namespace espalier::program
