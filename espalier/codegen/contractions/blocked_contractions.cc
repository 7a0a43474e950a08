#include "espalier/codegen/contractions/blocked_contractions.h"

#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/explicit_schedule.h"
#include "espalier/transform/extension.h"
#include "espalier/transform/layout.h"
#include "espalier/transform/normal_form.h"
#include "espalier/transform/strips.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace espalier::codegen {

namespace {

using transform::Beta;
using transform::LoopKind;
using transform::Scop;
using transform::Statement;

/// { S[i] -> [t] }: the loops of a blocked contraction.
/// \param tiles  { S[i] -> [t] }: loops around these
isl::multi_pw_aff blocked_times(const Statement &statement, const Contraction &contraction,
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

/// Statements that are executed together, tile by tile.
struct TiledGroup {
    std::size_t array;                ///< that they share
    std::vector<std::string> members; ///< labels, in their order
    std::vector<long> sizes = {};     ///< of the tiles, for each of the outermost loops
    std::size_t outermost = 0;        ///< the loop whose tiles are outermost
    BlockThreads threads = {};        ///< that share the blocks of the contraction
};

class ContractionBlocker {
public:
    ContractionBlocker(const Scop &scop, const std::vector<SharedLoop> &shared,
                       const Machine &machine, const BlockThreads &threads)
        : shared_(shared), machine_(machine), threads_(threads),
          contractions_(std::size_t(std::ranges::count_if(
              scop.program.statements,
              [&](const program::Statement &statement) {
                  return find_contraction(scop.program, statement).has_value();
              }))),
          proposal_{scop, ""}
    {
    }

    std::optional<Proposal> run(const std::optional<ExpandedArray> &expanded)
    {
        if (expanded && !tile(*expanded))
            return std::nullopt;
        std::vector<std::string> labels;
        for (const Statement &statement : proposal_.scop.statements)
            labels.push_back(statement.label);
        for (const std::string &label : labels)
            block(label);
        if (proposal_.blocks.empty() || (group_ && !shrink_array()))
            return std::nullopt;
        std::vector<std::string> names;
        for (const BlockedContraction &block : proposal_.blocks)
            names.push_back(fmt::format("{} in blocks of {} by {}", block.statement,
                                        block.sizes.rows, block.sizes.columns));
        proposal_.description =
            fmt::format("operands packed, and sums kept in registers: {}", fmt::join(names, ", "));
        return proposal_;
    }

private:
    const program::Program &program() const { return proposal_.scop.program; }

    const program::Statement &source_of(const Statement &statement) const
    {
        return transform::source_of(program(), statement.instances);
    }

    /// \name Statements that share an expanded array.
    /// @{

    /// Puts them into loops over tiles; false if that is not possible.
    bool tile(const ExpandedArray &expanded)
    {
        TiledGroup group{transform::find_array(program(), expanded.name), {}};
        for (const Statement *statement : statements_in(proposal_.scop, {}))
            if (subscripts_in(group, *statement))
                group.members.push_back(statement->label);
        if (!are_adjacent(group) || !choose_sizes(group, expanded.loops))
            return false;
        long first = labelled(proposal_.scop, group.members.front()).beta.front();
        for (std::size_t k = 0; k < group.members.size(); ++k)
            tile(labelled(proposal_.scop, group.members[k]), group, first, long(k));
        proposal_.scop = transform::normalized(std::move(proposal_.scop));
        group_ = group;
        return true;
    }

    /// Leaves the shared array the elements of one tile, if that is a constant number.
    bool shrink_array()
    {
        std::string name = program().arrays[group_->array].name;
        for (std::size_t k = 0; k < group_->sizes.size(); ++k)
            proposal_.scop =
                transform::contract(std::move(proposal_.scop), name, k, group_->sizes[k]);
        constexpr long most = 1L << 17;
        const program::Array &array = program().arrays[group_->array];
        return std::ranges::all_of(array.extents, [](const std::optional<isl::pw_aff> &extent) {
            return program::constant_extent(extent, most).has_value();
        });
    }

    /// { S[i] -> [a] }: which elements of the shared array a statement accesses.
    std::optional<std::vector<isl::pw_aff>> subscripts_in(const TiledGroup &group,
                                                          const Statement &statement) const
    {
        for (const program::Access &access : source_of(statement).accesses)
            if (transform::uses(access, group.array))
                return access.subscripts;
        return std::nullopt;
    }

    /// Whether each member has an outermost loop of its own, and nothing stands between them.
    bool are_adjacent(const TiledGroup &group)
    {
        if (group.members.empty())
            return false;
        long first = labelled(proposal_.scop, group.members.front()).beta.front();
        for (std::size_t k = 0; k < group.members.size(); ++k) {
            const Statement &statement = labelled(proposal_.scop, group.members[k]);
            if (statement.beta.front() != first + long(k) || !is_whole(statement) ||
                statements_in(proposal_.scop, transform::first(statement.beta, 1)).size() > 1)
                return false;
        }
        return true;
    }

    bool is_whole(const Statement &statement) const
    {
        return statement.instances.is_equal(source_of(statement).domain);
    }

    /// Tiles of rows and columns of the contraction that writes the array; single iterations of
    /// other loops. Threads share the outermost loop: where that is over rows, which may have few
    /// blocks and uneven ones, they get panels of columns.
    bool choose_sizes(TiledGroup &group, std::size_t loops)
    {
        for (const std::string &label : group.members) {
            const program::Statement &source = source_of(labelled(proposal_.scop, label));
            std::optional<Contraction> found = find_contraction(program(), source);
            if (!found || source.accesses[found->target].array != group.array)
                continue;
            if (found->row == 0) {
                bool has_panels = threads_.count > 1 && found->column < loops;
                group.outermost = has_panels ? found->column : 0;
                group.threads = {threads_.count, has_panels ? panel_row : block_row};
            }
            BlockSizes sizes =
                block_sizes(shape_of(program(), source, *found), group.threads, thread_panel);
            for (std::size_t k = 0; k < loops; ++k)
                group.sizes.push_back(k == found->row      ? sizes.block_rows
                                      : k == found->column ? sizes.panel_columns
                                                           : 1);
            return true;
        }
        return false;
    }

    BlockSizes block_sizes(const ContractionShape &shape, const BlockThreads &threads,
                           long panel_bytes) const
    {
        const bool share_panels = threads.row == panel_row;
        BlockSizes result =
            codegen::block_sizes(machine_, shape, share_panels ? 1 : threads.count, panel_bytes);
        return share_panels ? with_shared_panels(result, shape, threads.count) : result;
    }

    /// { S[i] -> [t] }: the tile that an instance is in.
    isl::pw_aff_list tiles(const TiledGroup &group, const Statement &statement) const
    {
        std::vector<isl::pw_aff> subscripts = *subscripts_in(group, statement);
        isl::pw_aff_list result(statement.instances.ctx(), 0);
        for (std::size_t k = 0; k < group.sizes.size(); ++k)
            result = result.add(transform::start_of_strip(subscripts[k], group.sizes[k]));
        return result;
    }

    void tile(Statement &statement, const TiledGroup &group, long place, long position)
    {
        isl::pw_aff_list starts = tiles(group, statement);
        Beta inside(statement.beta.begin() + 1, statement.beta.end());
        std::size_t count = group.sizes.size();
        for (std::size_t k = 0; k < count; ++k) {
            std::string name =
                transform::unused_name(fmt::format("tile{}", k), names_of(statement.rows));
            transform::insert_loop(statement, k, starts.at(int(k)), name);
        }
        auto outermost = statement.rows.begin() + long(group.outermost);
        std::rotate(statement.rows.begin(), outermost, outermost + 1);
        if (threads_.count > 1)
            statement.rows.front().kind = LoopKind::parallel;
        for (std::size_t k = count; k < statement.depth(); ++k)
            if (threads_.count > 1)
                statement.rows[k].kind = LoopKind::sequential;
        statement.beta.assign(count, 0);
        statement.beta.front() = place;
        statement.beta.push_back(position);
        statement.beta.insert(statement.beta.end(), inside.begin(), inside.end());
    }

    bool is_in_group(const std::string &label) const
    {
        return group_ && std::ranges::find(group_->members, label) != group_->members.end();
    }
    /// @}

    void block(const std::string &label)
    {
        const Statement &statement = labelled(proposal_.scop, label);
        const program::Statement source = source_of(statement);
        auto shared = std::ranges::find(shared_, label, &SharedLoop::statement);
        bool is_shared = shared != shared_.end();
        std::size_t around = is_in_group(label) ? group_->sizes.size() : is_shared ? 1 : 0;
        Beta outermost = transform::first(statement.beta, around + 1);
        std::optional<Contraction> found = find_contraction(program(), source);
        if (!is_whole(statement) || statements_in(proposal_.scop, outermost).size() > 1 || !found)
            return;
        isl::pw_aff_list outer(statement.instances.ctx(), 0);
        for (std::size_t k = 0; k < around; ++k)
            outer = outer.add(statement.time(k));
        BlockThreads threads = is_in_group(label) ? group_->threads : threads_;
        const bool share_outer = !threads.row && !found->outer.empty();
        if (!threads.row)
            threads = {share_outer ? 1 : threads.count, block_row};
        ContractionShape form = shape_of(program(), source, *found);
        if (around == 0 && is_tiny(form))
            return;
        if (is_shared)
            form.steps = shared->steps;
        const bool has_one_panel = around == 0 && !share_outer && threads.row != panel_row;
        BlockSizes sizes =
            block_sizes(form, threads, has_one_panel ? program_panel(contractions_) : thread_panel);
        if (is_shared)
            sizes = starting_at(sizes, shared->steps);
        std::vector<transform::Row> rows = statement.rows;
        proposal_.scop =
            transform::with_explicit_schedule(std::move(proposal_.scop), statement.beta,
                                              blocked_times(statement, *found, sizes, outer));
        for (std::size_t k = 0; k < around; ++k)
            labelled(proposal_.scop, label).rows[k].kind = rows[k].kind;
        std::size_t row = share_outer ? around : first_block_row(label) + *threads.row;
        if (threads_.count > 1 && !is_in_group(label))
            labelled(proposal_.scop, label).rows[row].kind = LoopKind::parallel;
        proposal_.blocks.push_back({label, *found, sizes});
    }

    std::size_t first_block_row(const std::string &label)
    {
        return labelled(proposal_.scop, label).depth() - block_rows;
    }

    const std::vector<SharedLoop> &shared_;
    const Machine &machine_;
    BlockThreads threads_;
    std::size_t contractions_; ///< in the program
    Proposal proposal_;
    std::optional<TiledGroup> group_;
};

} // namespace

std::optional<Proposal> blocked_contractions(const Scop &scop,
                                             const std::optional<ExpandedArray> &expanded,
                                             const std::vector<SharedLoop> &shared,
                                             const Machine &machine, const BlockThreads &threads)
{
    return ContractionBlocker(scop, shared, machine, threads).run(expanded);
}

} // namespace espalier::codegen
