#include "espalier/strategies/contractions/blocked_contractions.h"

#include "espalier/strategies/contractions/array_tiles.h"
#include "espalier/strategies/contractions/block_sizes.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/explicit_schedule.h"
#include "espalier/transform/expressions.h"
#include "espalier/transform/layout.h"
#include "espalier/transform/loops.h"
#include "espalier/transform/strips.h"

#include <isl/aff.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

namespace espalier::strategies {

namespace {

using transform::LoopKind;
using transform::MatrixView;
using transform::Statement;

/// { S[i] -> [t] }: the loops of a blocked contraction.
/// \param tiles  { S[i] -> [t] }: loops around these
isl::multi_pw_aff blocked_times(const Statement &statement, const program::Contraction &contraction,
                                const BlockSizes &sizes, const isl::pw_aff_list &tiles)
{
    isl::space space = statement.instances.space();
    isl::multi_aff iterators = space.identity_multi_aff_on_domain();
    auto loop = [&](std::size_t dimension) { return isl::pw_aff(iterators.at(int(dimension))); };
    isl::pw_aff row = loop(contraction.row), column = loop(contraction.column),
                step = loop(contraction.step);
    isl::pw_aff_list times = tiles;
    for (std::size_t dimension : contraction.outer)
        times = times.add(loop(dimension));
    times = times.add(transform::start_of_strip(column, sizes.panel_columns))
                .add(transform::start_of_strip(step, sizes.steps))
                .add(transform::start_of_strip(row, sizes.block_rows))
                .add(transform::start_of_strip(column, sizes.columns))
                .add(transform::start_of_strip(row, sizes.rows))
                .add(step)
                .add(row)
                .add(column);
    return isl::multi_pw_aff(space.add_unnamed_tuple(unsigned(times.size())), times);
}

/// How many of the outermost loops around a statement it shares with others.
std::size_t shared_loops(const MatrixView &view, const Statement &statement)
{
    std::size_t result = 0;
    while (result < statement.depth() &&
           statements_in(view, transform::first(statement.beta, result + 1)).size() > 1)
        ++result;
    return result;
}

bool are_equal(const isl::pw_aff &one, const isl::pw_aff &other)
{
    return isl_pw_aff_is_equal(one.get(), other.get()) == isl_bool_true;
}

/// Whether the innermost loops of a statement are those that blocked_times has made.
bool has_loops_of_blocks(const Statement &statement, const BlockedContraction &block)
{
    isl::multi_pw_aff times = blocked_times(statement, block.contraction, block.sizes,
                                            isl::pw_aff_list(statement.instances.ctx(), 0));
    const std::size_t outer = block.contraction.outer.size();
    const std::size_t first = statement.depth() - schedule::block_loops;
    for (std::size_t k = 0; k < schedule::block_loops; ++k) {
        isl::pw_aff wanted = times.at(int(outer + k)).intersect_domain(statement.instances);
        if (!are_equal(statement.time(first + k).intersect_domain(statement.instances), wanted) ||
            statement.rows[first + k].option != schedule::LoopOption::none ||
            statement.rows[first + k].separated)
            return false;
    }
    return true;
}

/// Whether the elements of a block are where they were to each other: those that take turns belong
/// to different blocks.
bool has_layout_of_blocks(const MatrixView &view, const Statement &statement,
                          const BlockedContraction &block)
{
    const program::Statement &source = transform::source_of(view.program, statement.instances);
    const program::Contraction &contraction = block.contraction;
    if (program::find_contraction(view.program, source) == contraction)
        return true;
    const program::Access &target = source.accesses[contraction.target];
    const program::Array &array = view.program.arrays[target.array];
    if (target.subscripts.size() != block.element.size())
        return false;
    for (std::size_t k = 0; k < block.element.size(); ++k) {
        const isl::pw_aff &before = block.element[k];
        if (are_equal(target.subscripts[k], before))
            continue;
        std::optional<long> turn = program::constant_extent(array.extents[k], 1L << 24);
        auto divides = [&](std::size_t loop, long size) {
            return *turn % size == 0 ||
                   isl_pw_aff_involves_dims(before.get(), isl_dim_in, unsigned(loop), 1) !=
                       isl_bool_true;
        };
        if (!turn || !divides(contraction.row, block.sizes.rows) ||
            !divides(contraction.column, block.sizes.columns) ||
            !are_equal(target.subscripts[k], before.mod(isl::val(before.ctx(), *turn))))
            return false;
    }
    return true;
}

/// "{rows = 8, columns = 24}", as scripts take it.
std::string text(const BlockSizes &sizes)
{
    return fmt::format("{{rows = {}, columns = {}, lanes = {}, steps = {}, block_rows = {}, "
                       "panel_columns = {}}}",
                       sizes.rows, sizes.columns, sizes.lanes, sizes.steps, sizes.block_rows,
                       sizes.panel_columns);
}

/// What accesses an expanded array, executed tile by tile.
struct TiledGroup {
    std::string array;
    std::vector<std::string> members; ///< labels
    std::vector<long> sizes = {};     ///< of the tiles, for each of the outermost loops
    BlockThreads threads = {};        ///< that share the blocks of the contraction
};

class ContractionBlocker {
public:
    ContractionBlocker(const MatrixView &view, const std::vector<SharedLoop> &shared,
                       const machine::Machine &machine, const BlockThreads &threads)
        : shared_(shared), machine_(machine), threads_(threads),
          contractions_(std::size_t(std::ranges::count_if(
              view.program.statements,
              [&](const program::Statement &statement) {
                  return program::find_contraction(view.program, statement).has_value();
              }))),
          result_{view, ""}
    {
    }

    std::optional<WithBlocks> run(const std::optional<ExpandedArray> &expanded)
    {
        if (expanded && !tile(*expanded))
            return std::nullopt;
        std::vector<std::string> labels;
        for (const Statement &statement : result_.view.statements)
            labels.push_back(statement.label);
        for (const std::string &label : labels)
            block(label);
        if (blocked_contractions_in(result_.view).empty() || (group_ && !shrink_array()))
            return std::nullopt;
        return result_;
    }

private:
    const program::Program &program() const { return result_.view.program; }

    const program::Statement &source_of(const std::string &label) const
    {
        return transform::source_of(program(), labelled(result_.view, label).instances);
    }

    /// Adds a line to the script.
    void write(const std::string &line) { result_.steps += line + "\n"; }

    void run_in_parallel(const std::string &label, std::size_t row)
    {
        const Statement &statement = labelled(result_.view, label);
        write(fmt::format("parallel({})", transform::name_in_scripts(statement, row + 1)));
        result_.view = transform::with_kind(
            std::move(result_.view), transform::first(statement.beta, row + 1), LoopKind::parallel);
    }

    /// \name Statements that share an expanded array.
    /// @{

    /// Puts them into loops over tiles; false if that is not possible. Threads share the outermost
    /// one.
    bool tile(const ExpandedArray &expanded)
    {
        TiledGroup group{expanded.name, {}};
        for (const Statement *statement : users_of(result_.view, expanded.name))
            group.members.push_back(statement->label);
        std::optional<std::size_t> outermost = choose_sizes(group, expanded.loops);
        if (!outermost)
            return false;
        std::optional<MatrixView> tiled =
            tiled_by_array(result_.view, group.array, group.sizes, *outermost);
        if (!tiled)
            return false;
        result_.view = std::move(*tiled);
        write(fmt::format("tile_by_array('{}', {{{}}}, {})", group.array,
                          fmt::join(group.sizes, ", "), *outermost));
        if (threads_.count > 1)
            run_in_parallel(group.members.front(), 0);
        group_ = std::move(group);
        return true;
    }

    /// Leaves the shared array the elements of one tile, if that is a constant number.
    bool shrink_array()
    {
        for (std::size_t k = 0; k < group_->sizes.size(); ++k) {
            result_.view =
                transform::contract(std::move(result_.view), group_->array, k, group_->sizes[k]);
            write(fmt::format("contract('{}', {}, {})", group_->array, k, group_->sizes[k]));
        }
        constexpr long most = 1L << 17;
        const program::Array &array =
            program().arrays[transform::find_array(program(), group_->array)];
        return std::ranges::all_of(array.extents, [](const std::optional<isl::pw_aff> &extent) {
            return program::constant_extent(extent, most).has_value();
        });
    }

    /// Tiles of rows and columns of the contraction that writes the array; single iterations of
    /// other loops. Threads share the outermost loop: where that is over rows, which may have few
    /// blocks and uneven ones, they get panels of columns.
    /// \return which loop's tiles are outermost; nothing if no contraction writes the array
    std::optional<std::size_t> choose_sizes(TiledGroup &group, std::size_t loops) const
    {
        for (const std::string &label : group.members) {
            const program::Statement &source = source_of(label);
            std::optional<program::Contraction> found =
                program::find_contraction(program(), source);
            if (!found ||
                program().arrays[source.accesses[found->target].array].name != group.array)
                continue;
            const bool has_panels = found->row == 0 && threads_.count > 1 && found->column < loops;
            if (found->row == 0)
                group.threads = {threads_.count,
                                 has_panels ? schedule::jc_loop : schedule::ic_loop};
            BlockSizes sizes =
                block_sizes(shape_of(program(), source, *found), group.threads, thread_panel);
            for (std::size_t k = 0; k < loops; ++k)
                group.sizes.push_back(k == found->row      ? sizes.block_rows
                                      : k == found->column ? sizes.panel_columns
                                                           : 1);
            return has_panels ? found->column : 0;
        }
        return std::nullopt;
    }

    bool is_in_group(const std::string &label) const
    {
        return group_ && std::ranges::find(group_->members, label) != group_->members.end();
    }
    /// @}

    BlockSizes block_sizes(const ContractionShape &shape, const BlockThreads &threads,
                           long panel_bytes) const
    {
        const bool share_panels = threads.loop == schedule::jc_loop;
        BlockSizes result =
            strategies::block_sizes(machine_, shape, share_panels ? 1 : threads.count, panel_bytes);
        return share_panels ? with_shared_panels(result, shape, threads.count) : result;
    }

    void block(const std::string &label)
    {
        const program::Statement source = source_of(label);
        auto shared = std::ranges::find(shared_, label, &SharedLoop::statement);
        const bool is_shared = shared != shared_.end();
        const std::size_t around = is_in_group(label) ? group_->sizes.size() : is_shared ? 1 : 0;
        std::optional<program::Contraction> found = program::find_contraction(program(), source);
        if (!found || shared_loops(result_.view, labelled(result_.view, label)) != around)
            return;
        BlockThreads threads = is_in_group(label) ? group_->threads : threads_;
        const bool share_outer = !threads.loop && !found->outer.empty();
        if (!threads.loop)
            threads = {share_outer ? 1 : threads.count, schedule::ic_loop};
        ContractionShape form = shape_of(program(), source, *found);
        const program::Array &target = program().arrays[source.accesses[found->target].array];
        if (around == 0 && (is_tiny(form) || is_narrower_than_blocks(machine_, target, form)))
            return;
        if (is_shared)
            form.steps = shared->steps;
        const bool has_one_panel = around == 0 && !share_outer && threads.loop != schedule::jc_loop;
        BlockSizes sizes =
            block_sizes(form, threads, has_one_panel ? program_panel(contractions_) : thread_panel);
        if (is_shared)
            sizes = starting_at(sizes, shared->steps);
        std::optional<MatrixView> made = with_blocks(result_.view, label, sizes);
        if (!made)
            return;
        result_.view = std::move(*made);
        write(fmt::format("block_product({}, {})", label, text(sizes)));
        if (threads_.count > 1 && !is_in_group(label))
            run_in_parallel(label, share_outer ? around : first_block_loop(label) + *threads.loop);
    }

    std::size_t first_block_loop(const std::string &label) const
    {
        return labelled(result_.view, label).depth() - schedule::block_loops;
    }

    const std::vector<SharedLoop> &shared_;
    const machine::Machine &machine_;
    BlockThreads threads_;
    std::size_t contractions_; ///< in the program
    WithBlocks result_;
    std::optional<TiledGroup> group_;
};

} // namespace

std::string description_of(const std::vector<BlockedContraction> &blocks)
{
    std::vector<std::string> names;
    for (const BlockedContraction &block : blocks)
        names.push_back(fmt::format("{} in blocks of {} by {}", block.statement, block.sizes.rows,
                                    block.sizes.columns));
    return fmt::format("operands packed, and sums kept in registers: {}", fmt::join(names, ", "));
}

std::vector<BlockedContraction> blocked_contractions_in(const MatrixView &view)
{
    std::vector<BlockedContraction> result;
    for (const Statement &statement : view.statements) {
        auto row = std::ranges::find_if(statement.rows, [](const transform::Row &each) {
            return each.role && each.role->blocking;
        });
        if (row != statement.rows.end())
            result.push_back({*row->role->blocking, statement.label});
    }
    return result;
}

std::optional<MatrixView> with_blocks(MatrixView view, const std::string &label,
                                      const BlockSizes &sizes)
{
    const Statement statement = labelled(view, label);
    const program::Statement &source = transform::source_of(view.program, statement.instances);
    std::optional<program::Contraction> found = program::find_contraction(view.program, source);
    const std::size_t around = shared_loops(view, statement);
    if (!found || around == statement.depth() || !transform::is_whole(view.program, statement))
        return std::nullopt;
    for (std::size_t loop : {found->row, found->column, found->step})
        for (std::size_t k = 0; k < around; ++k)
            if (statement.rows[k].source_loop == loop)
                return std::nullopt;
    isl::pw_aff_list outer(statement.instances.ctx(), 0);
    for (std::size_t k = 0; k < around; ++k)
        outer = outer.add(statement.time(k));
    schedule::LoopRole role{.kind = LoopKind::sequential};
    role.blocking = std::make_shared<const schedule::Blocking>(
        schedule::Blocking{*found, sizes, source.accesses[found->target].subscripts});
    MatrixView result = transform::with_explicit_schedule(
        std::move(view), statement.beta, blocked_times(statement, *found, sizes, outer));
    std::vector<transform::Row> &rows = labelled(result, label).rows;
    for (std::size_t k = 0; k < around; ++k)
        rows[k].role = statement.rows[k].role;
    rows[rows.size() - schedule::block_loops].role = schedule::loop_role(std::move(role));
    return result;
}

std::optional<std::string> change_of_blocks(const MatrixView &view, const BlockedContraction &block)
{
    auto found = std::ranges::find(view.statements, block.statement, &Statement::label);
    if (found == view.statements.end() || !transform::is_whole(view.program, *found))
        return "its iterations were divided";
    const Statement &statement = *found;
    if (statement.depth() < schedule::block_loops || !has_loops_of_blocks(statement, block))
        return "its innermost loops are no longer those of the blocks";
    const std::size_t first = statement.depth() - schedule::block_loops;
    if (shared_loops(view, statement) > first)
        return "other statements are in its loops over blocks";
    for (std::size_t row = first; row < statement.depth(); ++row)
        if (statement.rows[row].kind() == LoopKind::vector ||
            (statement.rows[row].kind() == LoopKind::parallel && row >= first + schedule::jr_loop))
            return "a loop in its blocks is to run in parallel or in vector lanes";
    if (!has_layout_of_blocks(view, statement, block))
        return "what it writes has another layout, which divides blocks";
    return std::nullopt;
}

std::optional<WithBlocks> blocked_contractions(const MatrixView &view,
                                               const std::optional<ExpandedArray> &expanded,
                                               const std::vector<SharedLoop> &shared,
                                               const machine::Machine &machine,
                                               const BlockThreads &threads)
{
    return ContractionBlocker(view, shared, machine, threads).run(expanded);
}

} // namespace espalier::strategies
