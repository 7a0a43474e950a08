#include "espalier/strategies/contractions/unblocked.h"

#include "espalier/presburger/isl_additions.h"
#include "espalier/schedule/loops.h"
#include "espalier/schedule/queries.h"

#include <algorithm>
#include <numeric>

namespace espalier::strategies {

namespace {

using schedule::Band;
using schedule::Cursor;

/// The member of a band from which on a kernel executes the loops; nothing if there is none.
std::optional<std::size_t> first_blocked_member(const Band &band)
{
    auto found = std::ranges::find_if(band.members, [](const schedule::Member &member) {
        return member.role && member.role->blocking;
    });
    return found == band.members.end() ? std::nullopt
                                       : std::optional(std::size_t(found - band.members.begin()));
}

bool has_threads(const Band &band, std::size_t first)
{
    return std::any_of(band.members.begin() + long(first), band.members.end(),
                       [](const schedule::Member &member) {
                           return member.kind() == schedule::LoopKind::parallel;
                       });
}

bool has_threads_below(const Cursor &node)
{
    if (node.is<Band>() && has_threads(node.as<Band>(), 0))
        return true;
    for (std::size_t k = 0; k < node.child_count(); ++k)
        if (has_threads_below(node.child(k)))
            return true;
    return false;
}

/// { S[i] -> [i_d] } for some dimensions d of one statement.
isl::multi_union_pw_aff iterators(const isl::union_set &statement,
                                  const std::vector<std::size_t> &dimensions)
{
    const isl::ctx ctx = statement.ctx();
    const isl::multi_aff all = statement.as_set().space().identity_multi_aff_on_domain();
    isl::union_pw_aff_list members(ctx, 0);
    for (std::size_t dimension : dimensions) {
        isl::union_pw_aff member = presburger::empty_union_pw_aff(ctx);
        presburger::add_to(member, isl::pw_aff(all.at(int(dimension))));
        members = members.add(member);
    }
    return isl::multi_union_pw_aff(
        isl::space::unit(ctx).add_unnamed_tuple(unsigned(dimensions.size())), members);
}

Cursor visit(const Cursor &node)
{
    if (node.is<Band>())
        if (auto first = first_blocked_member(node.as<Band>())) {
            const Band &band = node.as<Band>();
            schedule::LoopRole role = *band.members[*first].role;
            const program::Contraction &contraction = role.blocking->contraction;
            if (has_threads(band, *first) || has_threads_below(node.child(0)))
                role.kind = schedule::LoopKind::parallel;
            Band loops(iterators(schedule::reaching_instances(node),
                                 {contraction.row, contraction.step, contraction.column}));
            loops.members.front().role = schedule::loop_role(std::move(role));
            schedule::NodePtr result = schedule::node(std::move(loops));
            if (*first > 0) {
                std::vector<std::size_t> around(*first);
                std::iota(around.begin(), around.end(), 0);
                result = schedule::node(schedule::select(band, around), result);
            }
            return node.grafted_unchecked(result);
        }
    Cursor here = node;
    for (std::size_t k = 0; k < here.child_count(); ++k)
        here = visit(here.child(k)).parent();
    return here;
}

} // namespace

schedule::Tree unblocked(const schedule::Tree &tree) { return visit(tree.root()).tree(); }

} // namespace espalier::strategies
