#include "espalier/strategies/contractions/trailing_updates.h"

#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/strategies/contractions/block_sizes.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/extension.h"
#include "espalier/transform/normal_form.h"
#include "espalier/transform/statement_split.h"
#include "espalier/transform/strips.h"

#include <isl/aff.h>
#include <isl/map.h>

#include <algorithm>
#include <numeric>

namespace espalier::strategies {

namespace {

using transform::MatrixView;
using transform::Statement;

/// A contraction in a nest of several statements, and the row of the nest that is over its steps.
struct PanelContraction {
    std::string label;
    program::Contraction contraction;
    std::size_t row;
};

/// { S[i] -> [a] } of { S[i] -> A[a] }.
isl::map unnamed(const isl::map &element)
{
    return isl::manage(isl_map_reset_tuple_id(element.copy(), isl_dim_out));
}

class PanelSplitter {
public:
    PanelSplitter(MatrixView view, const dependence::Dependences &dependences,
                  const machine::Machine &machine)
        : scop_(std::move(view)), machine_(machine),
          dependences_(dependence::untagged(dependences.flow)
                           .unite(dependence::untagged(dependences.anti))
                           .unite(dependence::untagged(dependences.output)))
    {
    }

    std::optional<TrailingUpdates> run()
    {
        std::vector<PanelContraction> candidates = candidates_of_first_nest();
        if (candidates.empty())
            return std::nullopt;
        panel_ = panel_steps(candidates.front());
        std::vector<isl::set> parts; // of the statements as the dependences have them
        for (const PanelContraction &one : candidates)
            parts.push_back(trailing_update(one));
        const long nest = labelled(scop_, candidates.front().label).beta.front();
        std::vector<std::string> updates;
        for (std::size_t k = 0; k < candidates.size(); ++k) {
            const std::string &label = candidates[k].label;
            if (parts[k].is_empty())
                continue;
            scop_ = transform::with_statement_split(std::move(scop_), label, parts[k],
                                                    label + "_update");
            updates.push_back(scop_.statements.back().label);
        }
        if (updates.empty())
            return std::nullopt;
        add_panels(nest, candidates.front().row, updates);
        return TrailingUpdates{transform::normalized(std::move(scop_)), updates, panel_};
    }

private:
    const program::Statement &source_of(const Statement &statement) const
    {
        return transform::source_of(scop_.program, statement.instances);
    }

    /// The contractions of one nest that have the same row over their steps.
    std::vector<PanelContraction> candidates_of_first_nest() const
    {
        std::vector<PanelContraction> result;
        std::optional<long> nest;
        for (const Statement &statement : scop_.statements) {
            std::optional<PanelContraction> found = candidate(statement);
            if (!found ||
                (nest && (*nest != statement.beta.front() || result.front().row != found->row)))
                continue;
            nest = statement.beta.front();
            result.push_back(*found);
        }
        return result;
    }

    std::optional<PanelContraction> candidate(const Statement &statement) const
    {
        const program::Statement &source = source_of(statement);
        std::optional<program::Contraction> found =
            program::find_contraction(scop_.program, source);
        if (!found || !transform::is_whole(scop_.program, statement))
            return std::nullopt;
        auto nest = statements_in(scop_, transform::first(statement.beta, 1));
        isl::pw_aff step(source.domain.space().identity_multi_aff_on_domain().at(int(found->step)));
        for (std::size_t row = 0; row < statement.depth() && nest.size() > 1; ++row)
            if (counts(statement, row, step) && is_shared(statement, row))
                return PanelContraction{statement.label, *found, row};
        return std::nullopt;
    }

    /// Whether a row counts the steps of a contraction, from wherever.
    static bool counts(const Statement &statement, std::size_t row, const isl::pw_aff &step)
    {
        const isl::pw_aff shift =
            statement.time(row).sub(step).intersect_domain(statement.instances).coalesce();
        return isl_pw_aff_is_cst(shift.gist(statement.instances).get()) == isl_bool_true;
    }

    /// Whether all statements of a nest are in the loop of a row.
    bool is_shared(const Statement &statement, std::size_t row) const
    {
        auto nest = statements_in(scop_, transform::first(statement.beta, 1));
        return nest.size() ==
               statements_in(scop_, transform::first(statement.beta, row + 1)).size();
    }

    /// As few steps as do not make memory the limit of the updates: elements of the target are
    /// loaded and stored in each panel. Blocks of registers start where panels end.
    long panel_steps(const PanelContraction &candidate)
    {
        constexpr long least = 64;
        const program::Statement &source = source_of(labelled(scop_, candidate.label));
        BlockSizes sizes =
            block_sizes(machine_, shape_of(scop_.program, source, candidate.contraction), 1);
        long unit = std::lcm(sizes.rows, sizes.columns);
        return (least + unit - 1) / unit * unit;
    }

    /// { S[i] -> [p] }: the panel of the instances of a nest.
    isl::pw_aff panel(const Statement &statement, std::size_t row) const
    {
        return transform::start_of_strip(statement.time(row), panel_);
    }

    /// The instances of a contraction that update elements which nothing else in the same panel
    /// uses.
    isl::set trailing_update(const PanelContraction &candidate)
    {
        const Statement &statement = labelled(scop_, candidate.label);
        const program::Statement &source = source_of(statement);
        isl::map element = source.accesses[candidate.contraction.target].relation;
        isl::map own = panel(statement, candidate.row).as_map().intersect_domain(source.domain);
        isl::map chain = presburger::flat_range_product(unnamed(element), own);
        isl::set used = isl::set::empty(source.domain.space());
        for (const Statement *other : statements_in(scop_, transform::first(statement.beta, 1))) {
            isl::map later =
                panel(*other, candidate.row).as_map().intersect_domain(other->instances);
            isl::map pairs = own.apply_range(later.reverse());
            isl::union_map here = dependences_.intersect(pairs.to_union_map());
            if (other->label == candidate.label)
                here = here.subtract(chain.apply_range(chain.reverse()).to_union_map());
            here.domain().foreach_set([&](const isl::set &part) { used = used.unite(part); });
        }
        // What is used is used as a whole: all updates of an element in the panel.
        isl::set with_used = chain.reverse().intersect_domain(used.apply(chain)).range();
        return simplified(source.domain.subtract(with_used), candidate);
    }

    /// Of an update, the rows behind those of the panel, or the columns, or else the rows and
    /// columns, if there are any: nearly all of it, in few words.
    isl::set simplified(const isl::set &update, const PanelContraction &candidate)
    {
        const Statement &statement = labelled(scop_, candidate.label);
        const isl::set domain = source_of(statement).domain;
        isl::multi_aff iterators = domain.space().identity_multi_aff_on_domain();
        isl::pw_aff end = panel(statement, candidate.row).add_constant(panel_);
        auto behind = [&](std::size_t loop) {
            return domain.intersect(isl::pw_aff(iterators.at(int(loop))).ge_set(end));
        };
        const isl::set rows = behind(candidate.contraction.row);
        const isl::set columns = behind(candidate.contraction.column);
        for (const isl::set &part : {rows, columns, rows.intersect(columns)})
            if (!part.is_empty() && part.is_subset(update))
                return part;
        return presburger::coalesced(update);
    }

    /// Puts all of a nest into a loop over panels, with the updates behind all else.
    void add_panels(long nest, std::size_t row, const std::vector<std::string> &updates)
    {
        for (Statement &statement : scop_.statements) {
            if (statement.beta.front() != nest)
                continue;
            std::string name = transform::unused_name("panel", names_of(statement.rows));
            transform::insert_loop(statement, 0, panel(statement, row), name);
            auto update = std::ranges::find(updates, statement.label);
            if (update == updates.end())
                continue;
            std::fill(statement.beta.begin() + 1, statement.beta.end(), 0);
            statement.beta[1] = 1 + (update - updates.begin());
        }
    }

    MatrixView scop_;
    const machine::Machine &machine_;
    long panel_ = 1;
    isl::union_map dependences_; ///< { S[i] -> T[j] }
};

} // namespace

std::optional<TrailingUpdates> with_trailing_updates(const MatrixView &view,
                                                     const dependence::Dependences &dependences,
                                                     const machine::Machine &machine)
{
    return PanelSplitter(view, dependences, machine).run();
}

} // namespace espalier::strategies
