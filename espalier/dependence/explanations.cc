#include "espalier/dependence/explanations.h"

#include "espalier/dependence/directions.h"
#include "espalier/dependence/listing.h"
#include "espalier/presburger/print.h"
#include "espalier/presburger/witness.h"
#include "espalier/program/print.h"
#include "espalier/schedule/reached_leaves.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace espalier::dependence {

namespace {

std::string instance(const program::Statement &statement, const isl::point &at)
{
    std::vector<std::string> values;
    std::vector<isl::val> coordinates = presburger::coordinates(at);
    for (std::size_t k = 0; k < coordinates.size(); ++k)
        values.push_back(fmt::format("{}={}", statement.iterators[k].name,
                                     presburger::to_string(coordinates[k])));
    std::string indices = values.empty() ? "" : fmt::format("[{}]", fmt::join(values, ", "));
    return fmt::format("{}{} (line {})", statement.name(), indices, statement.place.line);
}

/// "A[1][0]": the element that a reference touches at an instance.
std::string element(const program::Program &program, const ReferencePlace &reference,
                    const isl::set &at)
{
    isl::set elements = at.apply(reference.access->relation);
    std::vector<std::string> subscripts;
    for (const isl::val &coordinate : presburger::coordinates(elements.sample_point()))
        subscripts.push_back(presburger::to_string(coordinate));
    return print_element(program.arrays[reference.access->array], subscripts);
}

/// What the second access is to the first, and to the program.
std::string relationship(Violation::Kind kind, const std::string &second,
                         program::AccessKind first_kind, program::AccessKind second_kind)
{
    bool first_reads = first_kind == program::AccessKind::read;
    switch (kind) {
    case Violation::Kind::flow:
        return fmt::format("which {} reads and has to see", second);
    case Violation::Kind::forced:
        return first_reads
                   ? fmt::format("as it was before the region, and {} overwrites it", second)
                   : fmt::format("before {} does, whose value has to be the one that stays",
                                 second);
    case Violation::Kind::race:
        return second_kind == program::AccessKind::read
                   ? fmt::format("and {} reads it, and the two must not run at the same time",
                                 second)
                   : fmt::format("as {} does, and the two updates must not run at the same time",
                                 second);
    default:
        return fmt::format("and {} overwrites it; what is written there is still needed", second);
    }
}

std::string value(const Step &step, const isl::set &at)
{
    isl::set values = at.apply(step.value->as_map());
    return presburger::to_string(presburger::coordinates(values.sample_point()).front());
}

/// What in the schedule is at fault.
std::string fault(const Violation &violation, const presburger::Witness &witness)
{
    if (!violation.steps)
        return "but nothing in the schedule orders them";
    const auto &[first, second] = *violation.steps;
    switch (first.kind) {
    case Step::Kind::set:
        return "but a set leaves them unordered";
    case Step::Kind::sequence:
        return fmt::format("but a sequence has the first in child {} and the second in child {}",
                           first.position, second.position);
    case Step::Kind::parallel:
        return fmt::format("but schedule dimension {} is to run in parallel, and has {} for the "
                           "first and {} for the second",
                           violation.depth, value(first, witness.domain),
                           value(second, witness.range));
    default:
        return fmt::format("but schedule dimension {} has {} for the first and {} for the second",
                           violation.depth, value(first, witness.domain),
                           value(second, witness.range));
    }
}

/// In the loops of the source that are around both statements; empty if there are none.
std::string distance(const program::Program &program, const program::Statement &first,
                     const program::Statement &second, const isl::map &pairs)
{
    std::vector<program::LoopPath> loops = program::loops_around(program);
    auto loops_of = [&](const program::Statement &statement) -> const program::LoopPath & {
        return loops[static_cast<std::size_t>(&statement - program.statements.data())];
    };
    program::LoopPath shared = loops_of(first);
    shared.resize(program::shared_loops(shared, loops_of(second)));
    return to_string(directions(pairs, shared));
}

std::string circumstances(const presburger::Witness &witness, const std::string &distance)
{
    std::vector<std::string> parts;
    for (const auto &[name, value] : witness.constants)
        parts.push_back(fmt::format("{} = {}", name, presburger::to_string(value)));
    if (!distance.empty())
        parts.push_back("distance " + distance);
    return parts.empty() ? "" : fmt::format(" ({})", fmt::join(parts, ", "));
}

/// For an instance that only the program, or only the schedule, executes.
std::string explain_presence(const program::Program &program, const Violation &violation)
{
    isl::space space = violation.pairs.space().domain();
    const program::Statement *statement = statement_of(program, space);
    if (!statement)
        return fmt::format("the schedule executes {}, which the program does not have",
                           schedule::statement_name(space));
    presburger::Witness witness =
        presburger::find_witness(violation.pairs.intersect_params(program.context));
    return fmt::format("{} is {}{}", instance(*statement, witness.domain.sample_point()),
                       violation.kind == Violation::Kind::missing
                           ? "not executed"
                           : "executed, and the program has no such instance",
                       circumstances(witness, ""));
}

/// The writes that a read finds, of which there is one or, with may-writes, several.
std::string finds(const program::Program &program, const isl::union_map &found, const isl::set &at)
{
    std::vector<std::string> writes;
    found.foreach_map([&](const isl::map &tagged) {
        isl::set here = tagged.factor_domain().intersect_range(at).domain();
        const program::Statement *writer = statement_of(program, here.space());
        if (!here.is_empty())
            writes.push_back(instance(*writer, here.sample_point()));
    });
    std::ranges::sort(writes);
    return writes.empty() ? "finds no value that the region wrote"
                          : fmt::format("finds what {} wrote", fmt::join(writes, " or "));
}

/// For a read that does not find the value that it has to see.
std::string explain_storage(const program::Program &program, const Violation &violation,
                            const ReferencePlace &first, const ReferencePlace &second,
                            const presburger::Witness &witness, const std::string &circumstances)
{
    std::string writer = instance(*first.statement, witness.domain.sample_point());
    if (violation.kind == Violation::Kind::unsaved)
        return fmt::format("{} {} {}, and the region has to leave the value behind{}, but nothing "
                           "puts it there",
                           writer, verb(first.access->kind),
                           dependence::element(program, first, witness.domain), circumstances);
    std::string reader = instance(*second.statement, witness.range.sample_point());
    std::string element = dependence::element(program, second, witness.range);
    if (violation.kind == Violation::Kind::unfilled)
        return fmt::format("{} reads {}, and has to see a value from before the region{}, but "
                           "nothing has copied it there",
                           reader, element, circumstances);
    std::string written = fmt::format("{} {} {}", writer, verb(first.access->kind),
                                      dependence::element(program, first, witness.domain));
    if (violation.kind == Violation::Kind::stray)
        return fmt::format("{}, which {} finds in {}, and must not see{}", written, reader, element,
                           circumstances);
    return fmt::format("{}, which {} has to see{}, but in {} it {}", written, reader, circumstances,
                       element, finds(program, *violation.found, witness.range));
}

bool is_of_storage(Violation::Kind kind)
{
    return kind == Violation::Kind::storage || kind == Violation::Kind::stray ||
           kind == Violation::Kind::unfilled || kind == Violation::Kind::unsaved;
}

/// Whether the pairs of a violation have the same reference twice.
bool is_of_one_reference(Violation::Kind kind)
{
    return kind == Violation::Kind::unfilled || kind == Violation::Kind::unsaved;
}

} // namespace

std::string explain(const program::Program &program, const Violation &violation)
{
    if (violation.kind == Violation::Kind::missing || violation.kind == Violation::Kind::foreign)
        return explain_presence(program, violation);
    isl::space tags = violation.pairs.space();
    ReferencePlace first = find_reference(program, tags.domain().unwrap()),
                   second = find_reference(program, tags.range().unwrap());
    isl::map pairs = violation.pairs.factor_domain();
    presburger::Witness witness = presburger::find_witness(pairs.intersect_params(program.context));
    std::string apart = distance(program, *first.statement, *second.statement, pairs);
    if (is_of_storage(violation.kind))
        return explain_storage(
            program, violation, first, second, witness,
            circumstances(witness, is_of_one_reference(violation.kind) ? "" : apart));
    return fmt::format(
        "{} {} {}, {}{}, {}", instance(*first.statement, witness.domain.sample_point()),
        verb(first.access->kind), element(program, first, witness.domain),
        relationship(violation.kind, instance(*second.statement, witness.range.sample_point()),
                     first.access->kind, second.access->kind),
        circumstances(witness, apart), fault(violation, witness));
}

} // namespace espalier::dependence
