#include "espalier/transform/own_copy.h"

#include "espalier/presburger/affine_piece.h"
#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/element_copies.h"
#include "espalier/transform/impossible.h"
#include "espalier/transform/normal_form.h"
#include "espalier/transform/statement_order.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

namespace espalier::transform {

namespace {

using program::Access;
using program::AccessKind;

/// Beyond that many cases of which iteration writes an element last, the copies would be more code
/// than the loop.
constexpr int max_cases = 4;

/// { [t] -> [a] }: of each element, the last iteration of the innermost loop that writes it, for
/// the same iterations of the loops around.
isl::map last_iterations(const isl::map &written)
{
    const auto loops = unsigned(isl_map_dim(written.get(), isl_dim_in));
    const auto dimensions = unsigned(isl_map_dim(written.get(), isl_dim_out));
    isl_map *inner = isl_map_reverse(written.copy()); // { [a] -> [t] }
    inner = isl_map_move_dims(inner, isl_dim_in, dimensions, isl_dim_out, 0, loops - 1);
    inner = isl_map_lexmax(inner); // { [a, t0, ...] -> [tn] }
    inner = isl_map_move_dims(inner, isl_dim_out, 0, isl_dim_in, dimensions, loops - 1);
    return isl::manage(isl_map_reverse(inner));
}

/// Whether a statement reads a scalar that its body does not name, but for what compound
/// assignments update: functions that it calls read the variable itself.
bool has_hidden_read(const program::Statement &statement, std::size_t scalar)
{
    std::set<std::size_t> named;
    long updates = 0;
    auto is_scalar = [&](std::size_t access) { return uses(statement.accesses[access], scalar); };
    program::for_each_part(*statement.body, [&](const program::Expression &part) {
        if (const std::optional<std::size_t> access = program::access_named_by(part))
            named.insert(*access);
        const auto *assignment = std::get_if<program::Assignment>(&part.node);
        if (!assignment || assignment->op == "=")
            return;
        const std::optional<std::size_t> target = program::access_named_by(*assignment->target);
        updates += target && is_scalar(*target);
    });
    for (std::size_t k = 0; k < statement.accesses.size(); ++k)
        updates -= is_scalar(k) && !named.contains(k);
    return updates < 0;
}

/// Whether data choose the element of an access, with a subscript for each dimension of the array:
/// such subscripts are those of a copy as well.
bool has_chosen_subscripts(const program::Statement &statement, std::size_t access,
                           std::size_t dimensions)
{
    bool result = false;
    program::for_each_part(*statement.body, [&](const program::Expression &part) {
        const auto *chosen = std::get_if<program::IndirectValue>(&part.node);
        result = result ||
                 (chosen && chosen->access == access && chosen->subscripts.size() == dimensions);
    });
    return result;
}

class OwnCopy {
public:
    OwnCopy(MatrixView view, const std::string &array, const Beta &loop,
            const std::optional<isl::union_map> &lasting)
        : view_(std::move(view)), loop_(loop), array_(find_array(view_.program, array)),
          lasting_(lasting), definite_(no_elements()), possible_(definite_)
    {
    }

    MatrixView run() &&
    {
        require_declarable(original());
        statements_in_loop(view_, loop_);
        find_writes();
        find_users();
        refuse_parts_elsewhere();
        std::optional<isl::map> last;
        if (is_read_later())
            last = last_writes();
        find_kept();
        add_own();
        for (program::Statement &statement : view_.program.statements)
            if (users_.contains(statement.name()))
                redirect(statement);
        if (last && !last->is_empty())
            copy_out(*last);
        return normalized(std::move(view_));
    }

private:
    const program::Array &original() const { return view_.program.arrays[array_]; }

    std::size_t dimensions() const { return original().extents.size(); }

    /// { [t] -> [a] }
    isl::map no_elements() const
    {
        return isl::manage(isl_map_empty(isl_space_alloc(
            view_.program.context.ctx().get(), 0, unsigned(loop_.size()), unsigned(dimensions()))));
    }

    const program::Statement &source_of(const Statement &statement) const
    {
        return program_statement(view_.program, statement);
    }

    /// { [t] -> [a] }: what a reference touches in which iterations of the loop.
    isl::map elements(const Statement &statement, const Access &access) const
    {
        return elements(statement, access.relation, loop_.size());
    }

    /// The same of the outermost loops.
    /// \param relation  { S[i] -> A[a] }
    static isl::map elements(const Statement &statement, const isl::map &relation,
                             std::size_t loops)
    {
        const isl::map here = relation.intersect_domain(statement.instances);
        const isl::map times = outer_time(statement, loops);
        return isl::manage(
            isl_map_reset_tuple_id(times.reverse().apply_range(here).release(), isl_dim_out));
    }

    /// \throws Error{impossible_transformation} if an iteration may write what it does not surely
    ///         write
    void find_writes()
    {
        for (const Statement *statement : statements_in(view_, loop_))
            for (const Access &access : source_of(*statement).accesses) {
                if (!uses(access, array_) || access.kind == AccessKind::read)
                    continue;
                isl::map &written = access.kind == AccessKind::write ? definite_ : possible_;
                written = written.unite(elements(*statement, access));
            }
        definite_ = presburger::coalesced(
            definite_.intersect_params(program::possible_constants(view_.program)));
        if (definite_.is_empty())
            throw impossible(fmt::format("nothing in the loop {} surely writes `{}`",
                                         to_string(loop_), original().name));
        if (!possible_.intersect_params(program::possible_constants(view_.program))
                 .is_subset(definite_))
            throw impossible(fmt::format("an iteration of the loop {} may write elements of `{}` "
                                         "that it does not surely write, so that it is not known "
                                         "which iteration is the last one to do so",
                                         to_string(loop_), original().name));
    }

    /// Whether a reference is to elements that some iteration writes.
    bool is_to_written(const Access &access) const
    {
        isl::map to = access.relation;
        to = isl::manage(isl_map_reset_tuple_id(to.release(), isl_dim_out));
        return !to.range().is_disjoint(definite_.range());
    }

    /// Finds the statements in the loop whose references are to be to the copies.
    void find_users()
    {
        for (const Statement *statement : statements_in(view_, loop_)) {
            const program::Statement &source = source_of(*statement);
            for (std::size_t k = 0; k < source.accesses.size(); ++k) {
                const Access &access = source.accesses[k];
                if (!uses(access, array_) || !is_to_written(access))
                    continue;
                const bool has_subscripts = access.subscripts.size() == dimensions() ||
                                            (original().linear_dimensions <= 1 &&
                                             has_chosen_subscripts(source, k, dimensions()));
                if (!has_subscripts || (dimensions() == 0 && has_hidden_read(source, array_)))
                    throw impossible(fmt::format("{} has functions read `{}`, or data choose the "
                                                 "element",
                                                 place_of(source), original().name));
                if (users_.empty())
                    place_ = source.place;
                users_.insert(source.name());
            }
        }
    }

    /// The parts of a split statement share their references.
    void refuse_parts_elsewhere() const
    {
        for (const Statement &statement : view_.statements)
            if (!is_prefix(loop_, statement.beta) && !statement.instances.is_empty() &&
                users_.contains(source_of(statement).name()))
                throw impossible(fmt::format("`{}` is outside of the loop {}, and shares its "
                                             "references to `{}` with another part of {} inside",
                                             statement.label, to_string(loop_), original().name,
                                             place_of(source_of(statement))));
    }

    /// Whether the values that the loop leaves in the array may matter: it is not done with, or
    /// what the check at run time holds apart from other memory is to stay the same.
    bool is_read_later() const
    {
        auto is_user_outside = [&](const Statement &statement) {
            return !is_prefix(loop_, statement.beta) &&
                   std::ranges::any_of(source_of(statement).accesses,
                                       [&](const Access &access) { return uses(access, array_); });
        };
        return !(original().is_local || original().is_dead_after) ||
               std::ranges::any_of(view_.statements, is_user_outside) || is_compared();
    }

    /// Whether what is accessed of the array is compared with other memory at run time.
    bool is_compared() const
    {
        const program::Program &program = view_.program;
        auto has_array = [&](const auto &pair) { return pair.second == array_; };
        return std::ranges::any_of(program.may_change, has_array) ||
               std::ranges::any_of(program.may_change_rows, has_array) ||
               std::ranges::any_of(program.may_overlap, [&](const auto &pair) {
                   return pair.first == array_ || pair.second == array_;
               });
    }

    /// { [a] }: what statements access, but for those in the loop if it is so asked.
    isl::set accessed(bool is_loop_left_out) const
    {
        isl::set result = no_elements().range();
        for (const Statement &statement : view_.statements)
            for (const Access &access : source_of(statement).accesses) {
                const bool is_replaced = is_prefix(loop_, statement.beta) && is_to_written(access);
                if (uses(access, array_) && access.kind != AccessKind::kill &&
                    !(is_loop_left_out && is_replaced))
                    result = result.unite(elements(statement, access.relation, 0).range());
            }
        return result.intersect_params(program::possible_constants(view_.program));
    }

    /// { [t] -> [a] }: the elements that each iteration is the last one to write, and that are to
    /// be copied out.
    isl::map last_writes() const
    {
        isl::map result = presburger::coalesced(last_iterations(definite_));
        if (lasting_) {
            isl::map lasting = no_elements();
            for (const Statement *statement : statements_in(view_, loop_))
                for (const Access &access : source_of(*statement).accesses)
                    if (uses(access, array_) && access.kind != AccessKind::read)
                        lasting = lasting.unite(
                            elements(*statement, lasting_->extract_map(access.relation.space()),
                                     loop_.size()));
            result = presburger::coalesced(result.intersect(lasting));
            if (is_compared() && !accessed(false).is_subset(accessed(true).unite(result.range())))
                throw impossible(
                    fmt::format("`{}` is compared with other memory at run time, which "
                                "takes all accesses to it",
                                original().name));
        }
        if (isl_map_n_basic_map(result.get()) > max_cases)
            throw impossible(fmt::format("there are too many cases of which iteration of the loop "
                                         "{} is the last one to write elements of `{}`",
                                         to_string(loop_), original().name));
        return result;
    }

    /// The number of the elements of a dimension of unknown size that the loop touches, from
    /// `first_` on.
    isl::pw_aff touched_length(std::size_t dimension)
    {
        const isl::set range = presburger::coalesced(places_in(dimension).range().intersect_params(
            program::possible_constants(view_.program)));
        if (isl_set_dim_is_bounded(range.get(), isl_dim_set, 0) != isl_bool_true)
            throw impossible(fmt::format("what the loop {} touches of `{}` has no bounds",
                                         to_string(loop_), original().name));
        // What there is of the array where nothing touches it does not matter.
        auto bound = [&](isl_pw_aff *(*end)(isl_set *, int)) {
            const isl::pw_aff value = program::as_extent(isl::manage(end(range.copy(), 0)));
            const std::optional<isl::aff> simple = presburger::affine_on(value, value.domain());
            return simple ? isl::pw_aff(*simple) : presburger::coalesced(value);
        };
        const isl::set natural = isl::manage(
            isl_set_lower_bound_si(isl_set_universe(range.space().release()), isl_dim_set, 0, 0));
        if (!range.is_subset(natural))
            first_ = bound(isl_set_dim_min);
        const isl::pw_aff end = bound(isl_set_dim_max).add_constant(1);
        return first_ ? presburger::coalesced(end.sub(*first_)) : end;
    }

    /// { [t] -> [a_k] }: where in a dimension iterations touch the array.
    isl::map places_in(std::size_t dimension) const
    {
        const auto before = unsigned(dimension);
        const auto behind = unsigned(dimensions() - dimension) - 1;
        isl::map result = isl::manage(isl_map_project_out(
            isl_map_project_out(no_elements().release(), isl_dim_out, before + 1, behind),
            isl_dim_out, 0, before));
        for (const Statement *statement : statements_in(view_, loop_))
            for (const Access &access : source_of(*statement).accesses) {
                if (!uses(access, array_) || !is_to_written(access))
                    continue;
                isl_map *here = elements(*statement, access).release();
                here = isl_map_project_out(here, isl_dim_out, before + 1, behind);
                result =
                    result.unite(isl::manage(isl_map_project_out(here, isl_dim_out, 0, before)));
            }
        return result;
    }

    /// Finds the dimensions that the copy has: where all accesses have subscripts, those in which
    /// an iteration of the loop touches more than one place.
    void find_kept()
    {
        auto has_subscripts = [&](const Access &access) {
            return !uses(access, array_) || !is_to_written(access) ||
                   access.subscripts.size() == dimensions();
        };
        const bool may_drop =
            std::ranges::all_of(statements_in(view_, loop_), [&](const Statement *statement) {
                return std::ranges::all_of(source_of(*statement).accesses, has_subscripts);
            });
        for (std::size_t k = 0; k < dimensions(); ++k)
            if (!may_drop || !places_in(k).is_single_valued())
                kept_.push_back(k);
    }

    void add_own()
    {
        program::Array own;
        own.name = unused_name_in(view_, original().name + "_own");
        own.element_type = original().element_type;
        for (std::size_t k : kept_)
            own.extents.emplace_back(original().extents[k] ? *original().extents[k]
                                                           : touched_length(k));
        own_ = add_array(view_.program, std::move(own));
    }

    /// An element of the array in the copy.
    /// \param element  { S[i] -> [a_k] }
    ElementAt in_own(std::vector<isl::pw_aff> element, const isl::set &domain) const
    {
        if (first_)
            element.front() =
                presburger::coalesced(element.front().sub(on_instances(*first_, domain.space())));
        std::vector<isl::pw_aff> kept;
        for (std::size_t k : kept_)
            kept.push_back(element[k]);
        return {own_, std::move(kept)};
    }

    void redirect(program::Statement &statement) const
    {
        for (Access &access : statement.accesses) {
            if (!uses(access, array_) || !is_to_written(access))
                continue;
            if (access.subscripts.size() == dimensions())
                set_element(view_.program, access, own_,
                            in_own(access.subscripts, statement.domain).subscripts);
            else
                redirect_chosen(access);
        }
    }

    /// \throws Error{impossible_transformation} if the copy starts at another element
    void redirect_chosen(Access &access) const
    {
        if (first_)
            throw impossible(
                fmt::format("data choose elements of `{}`, of which only some would be copied",
                            view_.program.arrays[array_].name));
        access.array = own_;
        access.relation = access.relation.set_range_tuple(view_.program.arrays[own_].name);
    }

    void copy_out(const isl::map &last)
    {
        const std::optional<isl::pw_multi_aff> only = only_elements(last);
        Statement order = statement_on_elements(
            view_, "last_" + original().name, loop_, child_count(view_, loop_),
            only ? presburger::from_domain(last.domain()) : last);
        std::vector<isl::pw_aff> element;
        for (std::size_t k = 0; k < dimensions(); ++k)
            element.push_back(only ? at_instances(only->at(int(k)), order)
                                   : coordinate(order.instances.space(), loop_.size() + k));
        view_.program.statements.push_back(copy_of_element(
            view_.program, order, place_, {array_, element}, in_own(element, order.instances)));
        view_.statements.push_back(std::move(order));
    }

    /// { [t] -> [a] }: the element that an iteration copies; nothing if there may be several, or it
    /// is one of several functions.
    static std::optional<isl::pw_multi_aff> only_elements(const isl::map &last)
    {
        if (!last.is_single_valued())
            return std::nullopt;
        isl::pw_multi_aff result = last.as_pw_multi_aff().coalesce();
        return isl_pw_multi_aff_n_piece(result.get()) == 1 ? std::optional(std::move(result))
                                                           : std::nullopt;
    }

    /// { S[t] -> [v] } of { [t] -> [v] }
    static isl::pw_aff at_instances(const isl::pw_aff &function, const Statement &order)
    {
        const isl::multi_aff times =
            order.instances.space().identity_multi_aff_on_domain().reset_range_tuple_id();
        return function.pullback(times);
    }

    MatrixView view_;
    Beta loop_;
    std::size_t array_, own_ = 0;
    std::optional<isl::union_map> lasting_; ///< { S[i] -> A[a] }: what is to be copied out
    std::vector<std::size_t> kept_;         ///< dimensions of the array that the copy has
    isl::map definite_, possible_;     ///< { [t] -> [a] }: what iterations surely and may write
    std::set<std::string> users_;      ///< statements of the program
    SourcePlace place_;                ///< of the first of them
    std::optional<isl::pw_aff> first_; ///< { [] -> [a_0] } where the copy starts; nothing: at 0
};

} // namespace

MatrixView with_own_copy(MatrixView view, const std::string &array, const Beta &loop,
                         const std::optional<isl::union_map> &lasting)
{
    return OwnCopy(std::move(view), array, loop, lasting).run();
}

} // namespace espalier::transform
