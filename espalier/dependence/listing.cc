#include "espalier/dependence/listing.h"

#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/print.h"

#include <fmt/format.h>
#include <isl/map.h>
#include <isl/space.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>

namespace espalier::dependence {

namespace {

/// Where a reference stands in the program, for sorting.
std::pair<const program::Statement *, const program::Access *> position(const ReferencePlace &place)
{
    return {place.statement, place.access};
}

void add(const program::Program &program, Listed::Kind kind, const isl::union_map &dependences,
         std::vector<Listed> &into)
{
    std::size_t first = into.size();
    dependences.foreach_map([&](const isl::map &tagged) {
        into.push_back({kind, find_reference(program, tagged.space().domain().unwrap()),
                        find_reference(program, tagged.space().range().unwrap()),
                        presburger::coalesced(tagged.factor_domain())});
    });
    std::sort(into.begin() + static_cast<long>(first), into.end(),
              [](const Listed &one, const Listed &two) {
                  return std::pair(position(one.source), position(one.sink)) <
                         std::pair(position(two.source), position(two.sink));
              });
}

void emit(YAML::Emitter &out, const program::Program &program, const ReferencePlace &place)
{
    out << YAML::Flow << YAML::BeginMap;
    out << YAML::Key << "statement" << YAML::Value << place.statement->name();
    out << YAML::Key << "line" << YAML::Value << place.statement->place.line;
    out << YAML::Key << "reference" << YAML::Value << place.access->reference.name();
    out << YAML::Key << "element" << YAML::Value << describe(program, *place.access);
    out << YAML::EndMap;
}

void emit(YAML::Emitter &out, const program::Program &program, const Listed &dependence)
{
    out << YAML::BeginMap;
    out << YAML::Key << "source" << YAML::Value;
    emit(out, program, dependence.source);
    out << YAML::Key << "sink" << YAML::Value;
    emit(out, program, dependence.sink);
    out << YAML::Key << "relation" << YAML::Value << YAML::DoubleQuoted
        << presburger::to_string(dependence.relation);
    out << YAML::EndMap;
}

void emit(YAML::Emitter &out, const program::Program &program, const char *kind,
          const std::vector<ListedAccess> &accesses)
{
    out << YAML::Key << kind << YAML::Value << YAML::BeginSeq;
    for (const ListedAccess &access : accesses) {
        out << YAML::BeginMap << YAML::Key << "access" << YAML::Value;
        emit(out, program, access.reference);
        out << YAML::Key << "relation" << YAML::Value << YAML::DoubleQuoted
            << presburger::to_string(access.relation) << YAML::EndMap;
    }
    out << YAML::EndSeq;
}

} // namespace

ReferencePlace find_reference(const program::Program &program, const isl::space &tag)
{
    isl::id reference = isl::manage(isl_space_get_tuple_id(tag.get(), isl_dim_out));
    for (const program::Statement &statement : program.statements)
        for (const program::Access &access : statement.accesses)
            if (access.reference.get() == reference.get())
                return {&statement, &access};
    throw std::logic_error("a tag names no reference of the program");
}

const program::Statement *statement_of(const program::Program &program, const isl::space &statement)
{
    for (const program::Statement &candidate : program.statements)
        if (isl_space_tuple_is_equal(candidate.domain.space().get(), isl_dim_set, statement.get(),
                                     isl_dim_set) == isl_bool_true)
            return &candidate;
    return nullptr;
}

const char *name(Listed::Kind kind)
{
    static constexpr const char *names[] = {"flow", "anti", "output", "order", "forced", "input"};
    return names[static_cast<std::size_t>(kind)];
}

std::vector<Listed> list(const program::Program &program, const Dependences &dependences,
                         const isl::union_map &input)
{
    std::vector<Listed> result;
    add(program, Listed::Kind::flow, dependences.flow, result);
    add(program, Listed::Kind::anti, dependences.anti, result);
    add(program, Listed::Kind::output, dependences.output, result);
    add(program, Listed::Kind::order, dependences.order, result);
    add(program, Listed::Kind::forced, dependences.forced, result);
    add(program, Listed::Kind::input, input, result);
    return result;
}

std::vector<ListedAccess> list(const program::Program &program, const isl::union_map &accesses)
{
    std::vector<ListedAccess> result;
    accesses.foreach_map([&](const isl::map &tagged) {
        result.push_back({find_reference(program, tagged.space().domain().unwrap()),
                          presburger::coalesced(tagged.domain_factor_domain())});
    });
    std::ranges::sort(result, {}, [](const ListedAccess &one) { return position(one.reference); });
    return result;
}

std::string to_yaml(const program::Program &program, const Dependences &dependences,
                    const isl::union_map &input)
{
    std::vector<Listed> all = list(program, dependences, input);
    YAML::Emitter out;
    out << YAML::BeginMap;
    for (auto kind : {Listed::Kind::flow, Listed::Kind::anti, Listed::Kind::output,
                      Listed::Kind::order, Listed::Kind::forced, Listed::Kind::input}) {
        out << YAML::Key << name(kind) << YAML::Value << YAML::BeginSeq;
        for (const Listed &dependence : all)
            if (dependence.kind == kind)
                emit(out, program, dependence);
        out << YAML::EndSeq;
    }
    emit(out, program, "live_in", list(program, dependences.live_in));
    emit(out, program, "live_out", list(program, dependences.live_out));
    out << YAML::EndMap;
    return std::string(out.c_str()) + "\n";
}

} // namespace espalier::dependence
