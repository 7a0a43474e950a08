#include "espalier/script/bindings.h"
#include "espalier/script/strategies.h"
#include "espalier/strategies/contractions/array_tiles.h"
#include "espalier/strategies/contractions/block_sizes.h"
#include "espalier/strategies/contractions/blocked_contractions.h"
#include "espalier/strategies/contractions/substituted_scalars.h"
#include "espalier/strategies/contractions/trailing_updates.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/compound_assignments.h"
#include "espalier/transform/demotion.h"
#include "espalier/transform/expansion.h"
#include "espalier/transform/impossible.h"
#include "espalier/transform/temporaries.h"
#include "espalier/transform/trees.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

namespace espalier::script {

namespace {

using schedule::BlockSizes;
using transform::MatrixView;

/// The region with a program that does the same as its own, which is what counts from here on.
Outcome with_reference(const Call &call, MatrixView view)
{
    Outcome result = call.outcome();
    result.reference = std::make_shared<const program::Program>(view.program);
    result.view = std::move(view);
    return result;
}

/// The region with a program of its order that does the same.
/// \param reason  why there is none, if there is none
Outcome with_program(const Call &call, const std::optional<program::Program> &program,
                     const std::string &reason)
{
    if (!program)
        throw nothing_to_do(call, reason);
    return with_reference(call, transform::original_view(*program));
}

Outcome demote_scalars(const Call &call)
{
    call.require_size(0, 0);
    require_source(call);
    return with_program(
        call,
        transform::with_scalars_demoted(call.view().program,
                                        call.session().strategy_inputs().dependences),
        "no scalar starts as a copy of an array element, or ends in one of a matrix, "
        "with nothing else between");
}

Outcome substitute_scalars(const Call &call)
{
    call.require_size(0, 0);
    require_source(call);
    return with_program(
        call,
        strategies::with_scalars_substituted(call.view().program,
                                             call.session().strategy_inputs().dependences),
        "no statement in three loops or more reads a scalar that stands for a product or the like "
        "of what has not changed since");
}

Outcome substitute_temporaries(const Call &call)
{
    call.require_size(0, 0);
    require_source(call);
    return with_program(
        call, transform::with_temporaries_substituted(call.view().program),
        "no local scalar is assigned and used by statements that follow each other, "
        "with what it stands for unchanged in between");
}

Outcome add_terms_apart(const Call &call)
{
    call.require_size(0, 0);
    require_source(call);
    if (!call.session().strategy_inputs().fast_math)
        throw transform::impossible(
            "sums of floating-point numbers keep their order without `--fast-math`");
    return with_program(call, transform::with_terms_added_apart(call.view().program),
                        "no statement adds a sum or difference of products to an element");
}

Outcome expand(const Call &call)
{
    call.require_size(1, 1);
    require_source(call);
    const program::Program &program = call.view().program;
    const std::size_t array = transform::find_array(program, call.word(0, "the name of an array"));
    std::optional<transform::Expansion> made =
        transform::expanded(program, call.session().strategy_inputs().dependences, array);
    if (!made)
        throw nothing_to_do(call, "what accesses it shares no loop, or values go from one of its "
                                  "iterations to another, or come into the region");
    return with_reference(call, transform::original_view(made->program));
}

Outcome trailing_updates(const Call &call)
{
    call.require_size(0, 0);
    const StrategyInputs known = call.session().strategy_inputs();
    std::optional<strategies::TrailingUpdates> made =
        strategies::with_trailing_updates(call.view(), known.dependences, known.machine);
    if (!made)
        throw nothing_to_do(call, "no contraction in a nest of several statements has a part that "
                                  "nothing in the same panel of steps depends on");
    Outcome result = with_reference(call, std::move(made->view));
    result.has_own_order = false;
    return result;
}

MatrixView tile_by_array(const Call &call)
{
    call.require_size(2, 3);
    const std::string array = call.word(0, "the name of an array");
    const std::vector<long> sizes = call.whole_numbers(1, "sizes of tiles");
    const std::size_t outermost =
        call.size() == 3 ? call.position(2, "the dimension whose loop is the outermost") : 0;
    if (outermost >= sizes.size() || std::ranges::any_of(sizes, [](long size) { return size < 1; }))
        throw call.wrong_arguments();
    std::optional<MatrixView> made =
        strategies::tiled_by_array(call.view(), array, sizes, outermost);
    if (!made)
        throw nothing_to_do(call, "the statements that access it have to stand side by side, each "
                                  "alone in its outermost loop, with as many subscripts as there "
                                  "are sizes");
    return std::move(*made);
}

/// The sizes of a machine, but for those that are given.
/// \param element_size  bytes
/// \throws Error{script_error} if they do not fit together, or are so large that no code for them
///         could be compiled or run
BlockSizes sizes_of(const Call &call, BlockSizes sizes, std::size_t element_size)
{
    const std::map<std::string, long *> fields = {{"rows", &sizes.rows},
                                                  {"columns", &sizes.columns},
                                                  {"lanes", &sizes.lanes},
                                                  {"steps", &sizes.steps},
                                                  {"block_rows", &sizes.block_rows},
                                                  {"panel_columns", &sizes.panel_columns}};
    for (const auto &[name, size] : call.named_numbers(1, "the sizes of blocks")) {
        auto field = fields.find(name);
        if (field == fields.end())
            throw call.wrong_arguments();
        *field->second = size;
    }
    constexpr long max_elements = 1L << 12; // of a block
    constexpr long max_bytes = 1L << 22;    // of a buffer, which is on the stack
    const long most = max_bytes / long(element_size);
    auto is_multiple = [](long size, long unit) {
        return unit >= 1 && size >= 1 && size % unit == 0;
    };
    if (!is_multiple(sizes.columns, sizes.lanes) || !is_multiple(sizes.block_rows, sizes.rows) ||
        !is_multiple(sizes.panel_columns, sizes.columns) ||
        (sizes.lanes & (sizes.lanes - 1)) != 0 || sizes.steps < 1)
        throw script_error("`lanes` has to be a power of two, `columns` a multiple of it, "
                           "`block_rows` one of `rows`, and `panel_columns` one of `columns`");
    if (sizes.rows > max_elements / sizes.columns)
        throw script_error(
            fmt::format("blocks of more than {} elements are too large", max_elements));
    if (std::max(sizes.block_rows, sizes.panel_columns) > most / sizes.steps)
        throw script_error(fmt::format("buffers of more than {} elements are too large", most));
    return sizes;
}

MatrixView block_product(const Call &call)
{
    call.require_size(1, 2);
    const MatrixView &view = call.view();
    const std::vector<const transform::Statement *> named = statements_in(view, call.prefix(0));
    if (named.size() != 1)
        throw call.wrong_arguments();
    const transform::Statement &statement = *named.front();
    const program::Statement &source = transform::source_of(view.program, statement.instances);
    std::optional<program::Contraction> found = program::find_contraction(view.program, source);
    if (!found)
        throw nothing_to_do(call, "the statement is no contraction, T[i][j] += A[i][k] * B[k][j]");
    const StrategyInputs known = call.session().strategy_inputs();
    const strategies::ContractionShape shape = strategies::shape_of(view.program, source, *found);
    BlockSizes sizes = strategies::block_sizes(
        known.machine, shape, known.parallel ? machine::sharing_threads(known.machine) : 1);
    if (call.size() == 2)
        sizes = sizes_of(call, sizes, shape.element_size);
    std::optional<MatrixView> made = strategies::with_blocks(view, statement.label, sizes);
    if (!made)
        throw nothing_to_do(call, "it takes all iterations of a statement, and the loops over "
                                  "rows, columns and steps are not to be shared with others; "
                                  "`distribute` gives a statement loops of its own");
    return std::move(*made);
}

} // namespace

std::vector<Binding> contraction_bindings()
{
    return {
        {"add_terms_apart", "add_terms_apart()", add_terms_apart},
        {"substitute_scalars", "substitute_scalars()", substitute_scalars},
        {"demote_scalars", "demote_scalars()", demote_scalars},
        {"substitute_temporaries", "substitute_temporaries()", substitute_temporaries},
        {"expand", "expand(\"array\")", expand},
        {"trailing_updates", "trailing_updates()", trailing_updates},
        {"tile_by_array",
         "tile_by_array(\"array\", {size, ...}) or tile_by_array(\"array\", {size, ...}, "
         "outermost dimension)",
         tile_by_array},
        {"block_product",
         "block_product(statement) or block_product(statement, {rows = size, columns = size, lanes "
         "= size, steps = size, block_rows = size, panel_columns = size})",
         block_product},
    };
}

} // namespace espalier::script
