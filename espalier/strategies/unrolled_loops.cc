#include "espalier/strategies/unrolled_loops.h"

#include "espalier/machine/code_loops.h"
#include "espalier/schedule/band_edits.h"
#include "espalier/schedule/loops.h"
#include "espalier/schedule/original.h"
#include "espalier/schedule/queries.h"
#include "espalier/strategies/cpu_strategy.h"
#include "espalier/strategies/short_loops.h"

#include <isl/union_map.h>

#include <optional>
#include <utility>

namespace espalier::strategies {

namespace {

using schedule::Band;
using schedule::Cursor;
using schedule::Loop;

/// Copies of statements in one place: they have to fit into a core's cache of decoded instructions
/// with what is around.
constexpr long most_copies = 192;

/// Edits a tree from the leaves up. Every function takes a cursor and returns one at the same place
/// of the edited tree.
class Unroller {
public:
    explicit Unroller(const program::Program &program) : program_(program) {}

    std::optional<schedule::Tree> run(const schedule::Tree &tree)
    {
        Part whole = visit(tree.root());
        schedule::Tree result = settled(std::move(whole)).tree();
        return is_unrolled_ ? std::optional(std::move(result)) : std::nullopt;
    }

private:
    /// What is at a node, before its loops are unrolled.
    struct Part {
        Cursor at;
        long copies = 0;       ///< of statements, if all loops are unrolled; 0: some stay
        std::size_t first = 0; ///< of a band: the member from which on they are
        bool has_loops = false;
    };

    Part visit(const Cursor &node)
    {
        if (node.child_count() == 0)
            return {node, isl_union_set_n_set(schedule::reaching_instances(node).get())};
        std::vector<Part> children;
        Part result{node, 0};
        bool is_straight = true;
        for (std::size_t k = 0; k < node.child_count(); ++k) {
            children.push_back(visit(result.at.child(k)));
            result.at = children.back().at.parent();
            result.copies += children.back().copies;
            result.has_loops = result.has_loops || children.back().has_loops;
            is_straight = is_straight && children.back().copies > 0;
        }
        if (is_straight && result.copies <= most_copies)
            return node.is<Band>() ? members(result) : result;
        for (std::size_t k = 0; k < node.child_count(); ++k)
            result.at = settled({result.at.child(k), children[k].copies, 0, children[k].has_loops})
                            .parent();
        return {result.at};
    }

    /// Members of a band over nothing but copies, from the innermost one on.
    Part members(Part band)
    {
        for (std::size_t k = band.at.as<Band>().size(); k-- > 0;) {
            const Loop loop{band.at, k};
            const long iterations = loop.role() ? 0 : short_iterations(program_, loop);
            if (iterations == 0 || band.copies * iterations > most_copies)
                return {settled({band.at, band.copies, k + 1, band.has_loops})};
            band.copies *= iterations;
            band.has_loops = true;
        }
        return band;
    }

    /// With a part's loops unrolled, if compilers would not do so.
    Cursor settled(const Part &part)
    {
        if (!part.has_loops || part.copies <= machine::max_unrolled_instances)
            return part.at;
        is_unrolled_ = true;
        return unrolled(part.at, part.first);
    }

    const program::Program &program_;
    bool is_unrolled_ = false;
};

} // namespace

std::optional<schedule::Tree> with_unrolled_loops(const program::Program &program,
                                                  const schedule::Tree &tree)
{
    return Unroller(program).run(tree);
}

Strategy unrolled_loops()
{
    return {.name = "unrolled_loops",
            .subject = "nests of loops with a few iterations each",
            .refusal = "there is no nest of loops with a few iterations each that compilers would "
                       "not unroll by themselves",
            .is_whole = true,
            .keeps_order = true,
            .propose = at_most_one([](const Subject &subject) -> std::optional<Candidate> {
                const program::Program &program = subject.program;
                const std::optional<schedule::Tree> tree = with_unrolled_loops(
                    program, schedule::original_schedule_without_kills(program));
                if (!tree)
                    return std::nullopt;
                const CpuStrategy threads{{Tiling::Mode::off}, subject.parallel};
                return Candidate{.plan = {program,
                                          tiled(threads, program, subject.dependences, *tree).tree,
                                          "unrolled_loops()\n"},
                                 .description = "nests of short loops are unrolled",
                                 .has_model = false};
            })};
}

} // namespace espalier::strategies
