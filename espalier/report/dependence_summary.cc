#include "espalier/report/dependence_summary.h"

#include "espalier/dependence/directions.h"
#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/print.h"
#include "espalier/program/iterator_names.h"
#include "espalier/program/loops.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <isl/constraint.h>
#include <isl/local_space.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

#include <algorithm>
#include <iterator>

namespace espalier::report {

namespace {

using dependence::DirectionVector;
using dependence::Listed;
using dependence::ListedAccess;
using dependence::ReferencePlace;
using program::Program;
using program::Statement;

NamedReference named(const Program &program, const ReferencePlace &place)
{
    return {place.statement, verb(place.access->kind), describe(program, *place.access)};
}

/// "S[i] -> T[j = i] : C" of "[n] -> { S[i] -> T[j = i] : C }".
std::string without_frame(const std::string &text)
{
    std::size_t begin = text.find('{') + 2, end = text.rfind('}') - 1;
    return text.substr(begin, end - begin);
}

/// "T[i]" of "T[i' = i]": the values of iterators alone, where they are functions of what stands
/// before.
/// \param tuple  where the tuple of T begins in the text
std::string with_values_only(std::string text, std::size_t tuple, const Statement &statement,
                             const char *prime)
{
    for (const program::Iterator &iterator : statement.iterators) {
        std::string name = iterator.name + prime + " = ";
        std::size_t at = text.find(name, tuple), end = text.find(']', tuple);
        if (at < end)
            text.erase(at, name.size());
    }
    return text;
}

/// A part in isl's notation for each disjunct.
std::vector<std::string> parts(const isl::map &relation, const Statement &source,
                               const Statement &sink)
{
    std::vector<std::string> result;
    with_iterator_names(relation, source, sink).foreach_basic_map([&](const isl::basic_map &part) {
        std::string text = without_frame(presburger::to_string(isl::map(part)));
        text = with_values_only(text, 0, source, "");
        result.push_back(with_values_only(text, text.find(" -> "), sink, "'"));
    });
    return result;
}

std::vector<std::string> parts(const isl::set &instances, const Statement &statement)
{
    std::vector<std::string> result;
    with_iterator_names(instances, statement).foreach_basic_set([&](const isl::basic_set &part) {
        std::string text = without_frame(presburger::to_string(isl::set(part)));
        result.push_back(with_values_only(text, 0, statement, ""));
    });
    return result;
}

/// All pairs of instances: { S[i] -> T[j] }.
isl::map all_pairs(const Program &program, const Statement &source, const Statement &sink)
{
    isl_map *pairs = isl_map_from_domain_and_range(source.domain.copy(), sink.domain.copy());
    return isl::manage(pairs).intersect_params(program.context);
}

/// Those of the pairs that are this far apart: { S[i] -> T[i + d] }.
isl::map apart(isl::map pairs, const DirectionVector &distance, const program::LoopPath &loops)
{
    isl_map *result = pairs.release();
    for (int k = 0; k < static_cast<int>(loops.size()); ++k) {
        auto position = static_cast<std::size_t>(k);
        isl::val least = distance[position].least;
        isl::val step = loops[position]->is_decreasing ? least.neg() : least;
        isl_local_space *space = isl_local_space_from_space(isl_map_get_space(result));
        isl_constraint *equality = isl_constraint_alloc_equality(space);
        equality = isl_constraint_set_coefficient_si(equality, isl_dim_in, k, 1);
        equality = isl_constraint_set_coefficient_si(equality, isl_dim_out, k, -1);
        equality = isl_constraint_set_constant_val(equality, step.release());
        result = isl_map_add_constraint(result, equality);
    }
    return isl::manage(result);
}

/// Computes rows; the loops around the statements are looked up once.
class Summarizer {
public:
    explicit Summarizer(const Program &program)
        : program_(program), loops_(program::loops_around(program))
    {
    }

    DependenceRow row(const Listed &dependence) const
    {
        const Statement &source = *dependence.source.statement, &sink = *dependence.sink.statement;
        program::LoopPath shared = loops_of(source);
        shared.resize(program::shared_loops(shared, loops_of(sink)));
        std::vector<DirectionVector> vectors = dependence::directions(dependence.relation, shared);
        isl::map pairs = all_pairs(program_, source, sink);
        bool says_it_all = is_uniform(dependence.relation, vectors, pairs, shared);
        return {dependence.kind,
                array_of(dependence.source),
                named(program_, dependence.source),
                named(program_, dependence.sink),
                to_string(vectors),
                says_it_all ? std::vector<std::string>()
                            : parts(dependence.relation.gist(pairs), source, sink)};
    }

    LiveRow row(const ListedAccess &live) const
    {
        const Statement &statement = *live.reference.statement;
        isl::set context = statement.domain.intersect_params(program_.context);
        isl::set rest = presburger::coalesced(live.relation.domain().gist(context));
        return {array_of(live.reference), named(program_, live.reference),
                context.is_subset(rest) ? std::vector<std::string>() : parts(rest, statement)};
    }

private:
    const program::LoopPath &loops_of(const Statement &statement) const
    {
        return loops_[static_cast<std::size_t>(&statement - program_.statements.data())];
    }

    const std::string &array_of(const ReferencePlace &place) const
    {
        return program_.arrays[place.access->array].name;
    }

    /// Whether the instances that depend on each other are all those that are apart as the one
    /// vector says.
    static bool is_uniform(const isl::map &relation, const std::vector<DirectionVector> &vectors,
                           const isl::map &pairs, const program::LoopPath &shared)
    {
        isl::space space = pairs.space();
        return vectors.size() == 1 && shared.size() == dimensions(space.domain()) &&
               shared.size() == dimensions(space.range()) &&
               std::ranges::all_of(vectors[0], &dependence::Direction::is_constant) &&
               apart(pairs, vectors[0], shared).is_subset(relation);
    }

    static std::size_t dimensions(const isl::space &space)
    {
        return static_cast<std::size_t>(isl_space_dim(space.get(), isl_dim_set));
    }

    const Program &program_;
    std::vector<program::LoopPath> loops_;
};

/// Whether two dependences are told apart by nothing that a row says about their references.
bool reads_alike(const Program &program, const Listed &one, const Listed &two)
{
    return one.kind == two.kind && named(program, one.source) == named(program, two.source) &&
           named(program, one.sink) == named(program, two.sink);
}

/// Those that read alike as one, and those of one array next to each other.
std::vector<Listed> merged(const Program &program, const std::vector<Listed> &all)
{
    std::vector<Listed> result;
    for (const Listed &dependence : all) {
        auto like = std::ranges::find_if(
            result, [&](const Listed &other) { return reads_alike(program, dependence, other); });
        if (like == result.end())
            result.push_back(dependence);
        else
            like->relation = like->relation.unite(dependence.relation);
    }
    for (Listed &dependence : result)
        dependence.relation = presburger::coalesced(dependence.relation);
    std::ranges::stable_sort(result, {}, [](const Listed &dependence) {
        return std::pair(dependence.kind, dependence.source.access->array);
    });
    return result;
}

std::vector<ListedAccess> merged(const Program &program, const std::vector<ListedAccess> &all)
{
    std::vector<ListedAccess> result;
    for (const ListedAccess &live : all) {
        auto like = std::ranges::find_if(result, [&](const ListedAccess &other) {
            return named(program, live.reference) == named(program, other.reference);
        });
        if (like == result.end())
            result.push_back(live);
        else
            like->relation = like->relation.unite(live.relation);
    }
    std::ranges::stable_sort(result, {},
                             [](const ListedAccess &live) { return live.reference.access->array; });
    return result;
}

} // namespace

DependenceSummary summarize(const RegionDependences &region)
{
    const Program &program = region.program;
    Summarizer summarizer(program);
    DependenceSummary result;
    for (const Listed &dependence :
         merged(program, dependence::list(program, region.dependences, region.input)))
        result.dependences.push_back(summarizer.row(dependence));
    for (const ListedAccess &live :
         merged(program, dependence::list(program, region.dependences.live_in)))
        result.live_in.push_back(summarizer.row(live));
    for (const ListedAccess &live :
         merged(program, dependence::list(program, region.dependences.live_out)))
        result.live_out.push_back(summarizer.row(live));
    return result;
}

const char *explanation(DependenceKind kind)
{
    static constexpr const char *texts[] = {
        "a write and the reads that may see its value",
        "a read and the writes that end what it read",
        "a write and the writes that end what it wrote",
        "a read, or a write that nothing reads, and the later writes of its element",
        "accesses that keep their order so that the same values come in and go out",
        "reads that may see the same value"};
    return texts[static_cast<std::size_t>(kind)];
}

std::vector<DependenceRow> rows_of(const DependenceSummary &summary, DependenceKind kind)
{
    std::vector<DependenceRow> result;
    std::ranges::copy_if(summary.dependences, std::back_inserter(result),
                         [&](const DependenceRow &row) { return row.kind == kind; });
    return result;
}

std::vector<const Statement *> shown_statements(const Program &program)
{
    std::vector<const Statement *> result;
    for (const Statement &statement : program.statements)
        if (!statement.is_kill())
            result.push_back(&statement);
    return result;
}

std::string source_line(const Program &program, const Statement &statement)
{
    std::string line = statement.place.text;
    std::size_t label = line.find(statement.name() + ":");
    if (label != std::string::npos && label == line.find_first_not_of(" \t"))
        line.erase(0, label + statement.name().size() + 1);
    std::size_t begin = line.find_first_not_of(" \t");
    return begin == std::string::npos ? describe(program, statement) : line.substr(begin);
}

} // namespace espalier::report
