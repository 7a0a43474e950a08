#include "espalier/transform/carried_values.h"

#include "espalier/presburger/affine_piece.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/id.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/program/assignments.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/calls.h"
#include "espalier/transform/element_copies.h"
#include "espalier/transform/normal_form.h"
#include "espalier/transform/statement_order.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace espalier::transform {

namespace {

using program::Access;
using program::AccessKind;

constexpr long max_distance = 4;

/// Whether a statement evaluates everything that it has, whatever the data are.
bool has_no_conditions(const program::Statement &statement)
{
    std::size_t parts = 0, sure = 0;
    program::for_each_part(*statement.body, [&](const auto &) { ++parts; });
    program::for_each_sure_part(*statement.body, [&](const auto &) { ++sure; });
    return std::holds_alternative<program::Assignment>(statement.body->node) && sure == parts;
}

/// A statement that keeps a recurrence, and what of it a loop carries.
class Recurrence {
public:
    Recurrence(const MatrixView &view, const Statement &order)
        : order_(order), source_(program_statement(view.program, order))
    {
        if (order.depth() == 0 || source_.is_kill() || !is_whole(view.program, order) ||
            !has_no_conditions(source_) || !find_direction() || !find_written(view.program))
            return;
        while (long(reads_.size()) < max_distance) {
            std::vector<std::size_t> reads = reads_at(long(reads_.size()) + 1);
            if (reads.empty())
                return;
            reads_.push_back(std::move(reads));
        }
    }

    /// Positions in Statement::accesses: what reads the value of so many iterations before, from 1
    /// on.
    const std::vector<std::vector<std::size_t>> &reads() const { return reads_; }

    const Access &write() const { return *write_; }

    /// { S[i] -> [a_k] }: what the statement writes so many iterations before, or would.
    std::vector<isl::pw_aff> element_before(long distance) const
    {
        isl::multi_aff shift = source_.domain.space().identity_multi_aff_on_domain();
        shift = shift.set_at(int(loop_),
                             shift.at(int(loop_)).add_constant(int(-distance * direction_)));
        std::vector<isl::pw_aff> result;
        for (const isl::pw_aff &subscript : written_)
            result.push_back(subscript.pullback(shift));
        return result;
    }

    /// { [t] -> S[i] }: the first instance of the innermost loop, wherever there is one; nothing if
    /// it has several cases.
    std::optional<isl::pw_multi_aff> first_instances() const
    {
        const auto outer = unsigned(order_.depth() - 1);
        const isl::map all = outer_time(order_, order_.depth()).reverse(); // { [t] -> S[i] }
        const isl::set times = all.domain();
        isl_map *inner = isl_map_from_range(times.copy()); // { [] -> [t] }
        inner = isl_map_lexmin(isl_map_move_dims(inner, isl_dim_in, 0, isl_dim_out, 0, outer));
        const isl::set first = isl::manage(isl_set_flatten(isl_map_wrap(inner)));
        isl_map *instances = all.intersect_domain(first).release();
        instances = isl_map_project_out(instances, isl_dim_in, outer, 1);
        if (isl_map_n_basic_map(instances) != 1)
            return (isl_map_free(instances), std::nullopt);
        return isl::manage(instances).as_pw_multi_aff();
    }

private:
    /// A loop of the source that goes through one dimension alone, forwards or backwards.
    bool find_direction()
    {
        const Row &row = order_.rows.back();
        if (!row.source_loop)
            return false;
        loop_ = *row.source_loop;
        for (std::size_t k = 0; k < order_.depth(); ++k) {
            const isl::pw_aff time = order_.time(k);
            const std::optional<isl::aff> function = presburger::affine_on(time, order_.instances);
            if (!function)
                return false;
            const isl::val moved =
                isl::manage(isl_aff_get_coefficient_val(function->get(), isl_dim_in, int(loop_)));
            if (k + 1 < order_.depth() ? !moved.is_zero() : !moved.abs().is_one())
                return false;
            direction_ = moved.sgn();
        }
        return true;
    }

    /// An array that the statement, and nothing else in the loop, writes an element of.
    bool find_written(const program::Program &program)
    {
        for (const Access &access : source_.accesses)
            if (access.kind != AccessKind::read) {
                if (write_ || access.kind != AccessKind::write)
                    return false;
                write_ = &access;
            }
        if (!write_ || write_->subscripts.empty() ||
            write_->subscripts.size() != program.arrays[write_->array].extents.size())
            return false;
        for (const isl::pw_aff &subscript : write_->subscripts) {
            const std::optional<isl::aff> function =
                presburger::affine_on(subscript, source_.domain);
            if (!function)
                return false;
            written_.emplace_back(*function);
        }
        return moves();
    }

    /// Whether each iteration of the loop writes an element of its own.
    bool moves() const
    {
        return std::ranges::any_of(written_, [&](const isl::pw_aff &subscript) {
            return isl_pw_aff_involves_dims(subscript.get(), isl_dim_in, unsigned(loop_), 1) ==
                   isl_bool_true;
        });
    }

    std::vector<std::size_t> reads_at(long distance) const
    {
        const std::vector<isl::pw_aff> before = element_before(distance);
        auto is_read = [&](const Access &access) {
            if (access.kind != AccessKind::read || access.array != write_->array ||
                access.subscripts.size() != before.size())
                return false;
            for (std::size_t k = 0; k < before.size(); ++k) {
                const std::optional<isl::aff> read =
                    presburger::affine_on(access.subscripts[k], source_.domain);
                if (!read ||
                    isl_pw_aff_is_equal(isl::pw_aff(*read).get(), before[k].get()) != isl_bool_true)
                    return false;
            }
            return true;
        };
        std::vector<std::size_t> result;
        for (std::size_t k = 0; k < source_.accesses.size(); ++k)
            if (is_read(source_.accesses[k]))
                result.push_back(k);
        return result;
    }

    const Statement &order_;
    const program::Statement &source_;
    std::size_t loop_ = 0; ///< the dimension that the innermost loop goes through
    int direction_ = 0;    ///< in which that is, 1 or -1
    const Access *write_ = nullptr;
    std::vector<isl::pw_aff> written_; ///< affine functions
    std::vector<std::vector<std::size_t>> reads_;
};

/// Adds the scalars and what gives them their values.
class Carrier {
public:
    Carrier(const MatrixView &view, const Beta &place, const Recurrence &recurrence,
            isl::pw_multi_aff first)
        : result_{view, {}}, label_(statements_in(view, place).front()->label),
          recurrence_(recurrence), first_(std::move(first)), array_(recurrence.write().array)
    {
    }

    CarriedValues run() &&
    {
        add_scalars();
        read_scalars();
        for (std::size_t k = scalars().size(); k-- > 0;)
            pass_on(k);
        for (std::size_t k = 0; k < scalars().size(); ++k)
            start(k);
        result_.view = normalized(std::move(result_.view));
        return std::move(result_);
    }

private:
    const Statement &order() const { return labelled(result_.view, label_); }

    program::Program &program() { return result_.view.program; }

    const std::vector<std::size_t> &scalars() const { return result_.scalars; }

    void add_scalars()
    {
        const program::Array original = program().arrays[array_];
        for (std::size_t k = 1; k <= recurrence_.reads().size(); ++k) {
            program::Array scalar;
            scalar.name =
                unused_name_in(result_.view, fmt::format("{}_{}_before", original.name, k));
            scalar.element_type = original.element_type;
            result_.scalars.push_back(add_array(program(), std::move(scalar)));
        }
    }

    void read_scalars()
    {
        const isl::id name = program_statement(program(), order()).id();
        program::Statement &source = *std::ranges::find_if(
            program().statements, [&](const auto &one) { return one.name() == name.name(); });
        for (std::size_t k = 0; k < scalars().size(); ++k)
            for (std::size_t access : recurrence_.reads()[k])
                set_element(program(), source.accesses[access], scalars()[k], {});
    }

    /// The last scalars take the values of those before them, and the first one that of the
    /// element, at the end of each iteration.
    void pass_on(std::size_t scalar)
    {
        Statement copy = order();
        copy.label = unused_name_in(result_.view, "pass_on");
        const isl::id name = presburger::make_id(copy.instances.ctx(), copy.label);
        copy.instances = isl::manage(isl_set_set_tuple_id(copy.instances.release(), name.copy()));
        copy.iterators = isl::manage(
            isl_multi_pw_aff_set_tuple_id(copy.iterators.release(), isl_dim_in, name.copy()));
        const Beta loop = enclose(copy.beta);
        copy.beta.back() = child_count(result_.view, loop);
        std::vector<isl::pw_aff> element;
        for (isl::pw_aff subscript : recurrence_.element_before(0))
            element.push_back(
                isl::manage(isl_pw_aff_set_tuple_id(subscript.release(), isl_dim_in, name.copy())));
        add(std::move(copy), {scalars()[scalar], {}},
            scalar == 0 ? ElementAt{array_, element} : ElementAt{scalars()[scalar - 1], {}});
    }

    /// In front of the loop.
    void start(std::size_t scalar)
    {
        const Beta loop = enclose(order().beta);
        result_.view = move(std::move(result_.view), enclose(loop), loop, 1);
        const isl::map where = presburger::from_domain(first_.domain());
        Statement copy =
            statement_on_elements(result_.view, "start", enclose(loop), loop.back(),
                                  isl::manage(isl_map_reset_tuple_id(where.copy(), isl_dim_in)));
        std::vector<isl::pw_aff> element;
        for (const isl::pw_aff &subscript : recurrence_.element_before(long(scalar) + 1)) {
            isl_pw_aff *here = subscript.pullback(first_).release();
            element.push_back(isl::manage(isl_pw_aff_set_tuple_id(
                here, isl_dim_in, isl_set_get_tuple_id(copy.instances.get()))));
        }
        add(std::move(copy), {scalars()[scalar], {}}, {array_, element});
    }

    void add(Statement order_of_copy, const ElementAt &target, const ElementAt &value)
    {
        const SourcePlace place = program_statement(program(), order()).place;
        program().statements.push_back(
            copy_of_element(program(), order_of_copy, place, target, value));
        result_.view.statements.push_back(std::move(order_of_copy));
    }

    CarriedValues result_;
    const std::string label_;
    const Recurrence &recurrence_; ///< of the order as it was
    const isl::pw_multi_aff first_;
    const std::size_t array_;
};

} // namespace

std::optional<CarriedValues> with_values_carried(const MatrixView &view, const Beta &place)
{
    const Statement *order = statements_in(view, place).front();
    const Recurrence recurrence(view, *order);
    if (recurrence.reads().empty())
        return std::nullopt;
    for (const Statement *other : statements_in(view, enclose(place)))
        if (other != order &&
            writes(program_statement(view.program, *other), recurrence.write().array))
            return std::nullopt;
    std::optional<isl::pw_multi_aff> first = recurrence.first_instances();
    return first ? std::optional(Carrier(view, place, recurrence, *first).run()) : std::nullopt;
}

} // namespace espalier::transform
