// Schedule trees of many statements: what an edit near a leaf costs, and reading and writing; the
// same with isl's own trees beside it. Names: operation, shape of the tree, whose tree /
// statements.

#include "espalier/presburger/context.h"
#include "espalier/schedule/band_edits.h"
#include "espalier/schedule/insert.h"
#include "espalier/schedule/tree.h"
#include "espalier/schedule/yaml.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <isl/id.h>
#include <isl/printer.h>
#include <isl/schedule.h>
#include <isl/schedule_node.h>
#include <isl/val.h>

#include <cstdlib>
#include <functional>
#include <map>
#include <memory>

using namespace espalier;
using namespace espalier::schedule;

namespace {

enum class Shape {
    flat, ///< one sequence of all statements
    deep, ///< nested sequences of two children
};

/// Makes a tree of statements of three dimensions, each under a band of two members and one of one.
class TreeMaker {
public:
    explicit TreeMaker(isl::ctx ctx) : ctx_(ctx) {}

    Tree make(Shape shape, long statements) const
    {
        NodePtr below =
            shape == Shape::flat ? sequence(children(0, statements, 1)) : nested(0, statements);
        return Tree(node(Domain{instances(0, statements, " : 0 <= i, j, k < n")}, below));
    }

private:
    isl::union_set instances(long first, long last, const std::string &constraints = "") const
    {
        std::vector<std::string> pieces;
        for (long k = first; k < last; ++k)
            pieces.push_back(fmt::format("S{}[i, j, k]{}", k, constraints));
        return isl::union_set(ctx_, fmt::format("[n] -> {{ {} }}", fmt::join(pieces, "; ")));
    }

    NodePtr bands(long statement) const
    {
        auto member = [&](const char *variable) {
            return fmt::format("{{ S{}[i, j, k] -> [({})] }}", statement, variable);
        };
        Band outer(
            isl::multi_union_pw_aff(ctx_, fmt::format("[{}, {}]", member("i"), member("j"))));
        Band inner(isl::multi_union_pw_aff(ctx_, fmt::format("[{}]", member("k"))));
        return node(outer, node(inner));
    }

    NodePtr nested(long first, long last) const
    {
        return last - first == 1 ? bands(first)
                                 : sequence(children(first, last, (last - first + 1) / 2));
    }

    /// A filter each for every `step` statements.
    std::vector<NodePtr> children(long first, long last, long step) const
    {
        std::vector<NodePtr> result;
        for (long k = first; k < last; k += step) {
            long end = std::min(k + step, last);
            result.push_back(node(Filter{instances(k, end)}, nested(k, end)));
        }
        return result;
    }

    isl::ctx ctx_;
};

/// A tree of both makes, with a place at the outer band of the statement in the middle.
class Subject {
public:
    Subject(Shape shape, long statements)
        : tree(TreeMaker(context_.get()).make(shape, statements)), yaml(to_yaml(tree)),
          band(middle_band(tree)), in_isl(context_.get(), yaml), band_in_isl(in_isl.root())
    {
        for (std::size_t position : band.path())
            band_in_isl = band_in_isl.child(int(position));
    }

    isl_ctx *ctx() const { return context_.get().get(); }

private:
    static Cursor middle_band(const Tree &tree)
    {
        Cursor result = tree.root();
        while (!result.is<Band>())
            result = result.child(result.child_count() / 2);
        return result;
    }

    presburger::Context context_;

public:
    Tree tree;
    std::string yaml;
    Cursor band;
    isl::schedule in_isl;
    isl::schedule_node band_in_isl;
};

/// Made once for all operations.
const Subject &subject(Shape shape, long statements)
{
    static std::map<std::pair<Shape, long>, std::unique_ptr<Subject>> subjects;
    auto &result = subjects[{shape, statements}];
    if (!result)
        result = std::make_unique<Subject>(shape, statements);
    return *result;
}

isl::multi_union_pw_aff new_band(const Subject &subject)
{
    return subject.band.as<Band>().schedule;
}

/// An operation with either kind of tree.
struct Operation {
    const char *name;
    std::function<void(const Subject &)> ours;
    std::function<void(const Subject &)> isls;
};

/// Makes the whole tree of an edited place.
void finish(const Cursor &edited) { benchmark::DoNotOptimize(edited.tree().node_ptr().get()); }

void finish(__isl_take isl_schedule_node *edited)
{
    isl_schedule *schedule = isl_schedule_node_get_schedule(edited);
    benchmark::DoNotOptimize(schedule);
    isl_schedule_free(schedule);
    isl_schedule_node_free(edited);
}

__isl_give isl_multi_val *tile_sizes(const Subject &subject)
{
    isl_space *space = isl_schedule_node_band_get_space(subject.band_in_isl.get());
    isl_multi_val *result = isl_multi_val_zero(space);
    for (int k = 0; k < 2; ++k)
        result = isl_multi_val_set_val(result, k, isl_val_int_from_si(subject.ctx(), 32));
    return result;
}

void print_with_isl(const Subject &subject)
{
    isl_printer *printer = isl_printer_to_str(subject.ctx());
    printer = isl_printer_set_yaml_style(printer, ISL_YAML_STYLE_BLOCK);
    printer = isl_printer_print_schedule(printer, subject.in_isl.get());
    char *text = isl_printer_get_str(printer);
    benchmark::DoNotOptimize(text);
    std::free(text);
    isl_printer_free(printer);
}

const Operation operations[] = {
    {"insert_mark", [](const Subject &it) { finish(insert_mark(it.band, "here")); },
     [](const Subject &it) {
         isl_id *name = isl_id_alloc(it.ctx(), "here", nullptr);
         finish(isl_schedule_node_insert_mark(it.band_in_isl.copy(), name));
     }},
    {"insert_band", [](const Subject &it) { finish(insert_band(it.band, new_band(it))); },
     [](const Subject &it) {
         finish(isl_schedule_node_insert_partial_schedule(it.band_in_isl.copy(),
                                                          new_band(it).release()));
     }},
    {"split", [](const Subject &it) { finish(split(it.band, 1)); },
     [](const Subject &it) { finish(isl_schedule_node_band_split(it.band_in_isl.copy(), 1)); }},
    {"tile", [](const Subject &it) { finish(tile(it.band, std::vector<long>{32, 32})); },
     [](const Subject &it) {
         finish(isl_schedule_node_band_tile(it.band_in_isl.copy(), tile_sizes(it)));
     }},
    {"read", [](const Subject &it) { read_yaml(it.tree.ctx(), it.yaml, "tree"); },
     [](const Subject &it) {
         isl_schedule_free(isl_schedule_read_from_str(it.ctx(), it.yaml.c_str()));
     }},
    {"print", [](const Subject &it) { benchmark::DoNotOptimize(to_yaml(it.tree)); },
     print_with_isl},
};

void run(benchmark::State &state, Shape shape,
         const std::function<void(const Subject &)> &operation)
{
    const Subject &on = subject(shape, state.range(0));
    for (auto _ : state)
        operation(on);
    state.SetComplexityN(state.range(0));
}

void register_operations()
{
    for (const Operation &operation : operations)
        for (auto [shape, shape_name] : {std::pair(Shape::flat, "flat"), {Shape::deep, "deep"}})
            for (const auto &[whose, work] :
                 {std::pair("espalier", operation.ours), {"isl", operation.isls}}) {
                std::string name = fmt::format("{}/{}/{}", operation.name, shape_name, whose);
                auto measure = [shape = shape, work = work](benchmark::State &state) {
                    run(state, shape, work);
                };
                benchmark::RegisterBenchmark(name.c_str(), measure)
                    ->Arg(125)
                    ->Arg(500)
                    ->Arg(2000)
                    ->Arg(8000)
                    ->Unit(benchmark::kMicrosecond)
                    ->Complexity();
            }
}

} // namespace

int main(int count, char **arguments)
{
    register_operations();
    benchmark::Initialize(&count, arguments);
    if (benchmark::ReportUnrecognizedArguments(count, arguments))
        return 1;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
