#include "espalier/lowering/block_buffers.h"

#include "espalier/schedule/reached_leaves.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/space.h>

#include <algorithm>

namespace espalier::lowering {

namespace {

using program::Access;
using program::AccessKind;
using transform::MatrixView;
using transform::Statement;

/// A copy between the buffer and the target.
struct Copy {
    const Statement *statement;
    const Access *buffer, *target;
};

/// { S[x] -> [v] }
isl::multi_pw_aff functions(const isl::space &domain, const std::vector<isl::pw_aff> &values)
{
    isl::pw_aff_list list(domain.ctx(), 0);
    for (const isl::pw_aff &value : values)
        list = list.add(isl::manage(isl_pw_aff_set_tuple_id(
            value.copy(), isl_dim_in, isl_space_get_tuple_id(domain.get(), isl_dim_set))));
    return isl::multi_pw_aff(domain.add_unnamed_tuple(unsigned(values.size())), list);
}

/// { S[x] -> [b, e] }: the iteration of the loops around, and the element of the buffer.
isl::multi_pw_aff place_of(const Copy &copy, std::size_t depth)
{
    std::vector<isl::pw_aff> values;
    for (std::size_t k = 0; k < depth; ++k)
        values.push_back(copy.statement->time(k));
    values.insert(values.end(), copy.buffer->subscripts.begin(), copy.buffer->subscripts.end());
    return functions(copy.statement->instances.space(), values);
}

/// Whether each instance of some has one of a copy for its element, which is that element of the
/// target.
/// \param place   { T[y] -> [b, e] }
/// \param target  { T[y] -> [a] }
bool leads_through(const isl::set &instances, const isl::multi_pw_aff &place,
                   const isl::multi_pw_aff &target, const Copy &copy, std::size_t depth)
{
    const isl::map back = place_of(copy, depth).as_map().reverse(); // without what limits copies
    if (!back.is_single_valued())
        return false;
    const isl::multi_pw_aff to_copy = back.as_pw_multi_aff().to_multi_pw_aff().pullback(place);
    const isl::multi_pw_aff there =
        functions(copy.statement->instances.space(), copy.target->subscripts).pullback(to_copy);
    for (unsigned k = 0; k < target.size(); ++k)
        if (!instances.is_subset(there.at(int(k)).eq_set(target.at(int(k)))))
            return false;
    return instances.is_subset(copy.statement->instances.preimage(to_copy));
}

const Access *access_of(const program::Statement &statement, std::size_t array, AccessKind kind)
{
    auto found = std::ranges::find_if(statement.accesses, [&](const Access &access) {
        return access.array == array && access.kind == kind;
    });
    return found == statement.accesses.end() ? nullptr : &*found;
}

/// What goes on around the calls of one contract, in an iteration of the loops that they are in.
class LoopsAround {
public:
    LoopsAround(const MatrixView &order, const Statement &calls, std::size_t buffer,
                std::size_t target)
        : order_(order), calls_(calls), buffer_(buffer), target_(target)
    {
    }

    /// Finds the copies; false if there is anything else that uses the buffer.
    bool find_copies()
    {
        for (const Statement &statement : order_.statements) {
            const program::Statement &source =
                transform::source_of(order_.program, statement.instances);
            const Access *read = access_of(source, buffer_, AccessKind::read);
            const Access *write = access_of(source, buffer_, AccessKind::write);
            if (&statement == &calls_ || (!read && !write))
                continue;
            if ((read && write) || !is_beside(statement) || !add(statement, source, read, write))
                return false;
        }
        return load_ && store_ && is_alone() && stores_what_was_loaded();
    }

    /// Whether the call uses for its own elements of the target what it uses of the buffer.
    /// \param blocks     { P[i] -> [b] }
    /// \param in_buffer  the access of the call
    /// \param in_target  { P[i] -> [a] }: the element that it stands for
    bool leads_to(const isl::set &instances, const isl::multi_pw_aff &blocks,
                  const Access &in_buffer, const isl::multi_pw_aff &in_target) const
    {
        const isl::multi_pw_aff place =
            blocks.flat_range_product(functions(instances.space(), in_buffer.subscripts));
        return leads_through(instances, place, in_target, *load_, depth()) &&
               (in_buffer.kind == AccessKind::read ||
                leads_through(instances, place, in_target, *store_, depth()));
    }

    std::vector<std::string> labels() const
    {
        std::vector<std::string> result = {load_->statement->label, store_->statement->label};
        if (clear_)
            result.push_back(clear_->label);
        return result;
    }

private:
    std::size_t depth() const { return calls_.depth(); }

    bool is_beside(const Statement &statement) const
    {
        return statement.depth() >= depth() &&
               transform::first(statement.beta, depth()) == transform::first(calls_.beta, depth());
    }

    long position(const Statement &statement) const { return statement.beta[depth()]; }

    bool add(const Statement &statement, const program::Statement &source, const Access *read,
             const Access *write)
    {
        const Access *other =
            access_of(source, target_, write ? AccessKind::read : AccessKind::write);
        if (write && source.accesses.size() == 1) {
            const bool is_first =
                !clear_ && (!load_ || position(statement) < position(*load_->statement));
            clear_ = &statement;
            return is_first && position(statement) < position(calls_);
        }
        std::optional<Copy> &copy = write ? load_ : store_;
        const bool is_in_turn =
            write ? position(statement) < position(calls_) : position(statement) > position(calls_);
        if (!other || copy || source.accesses.size() != 2 || !is_in_turn)
            return false;
        copy = Copy{&statement, read ? read : write, other};
        return true;
    }

    /// Whether nothing else happens between the copies where there are calls, and threads have
    /// buffers of their own.
    bool is_alone() const
    {
        const isl::set blocks = outer_time(calls_, depth()).range();
        const bool has_others =
            std::ranges::any_of(order_.statements, [&](const Statement &statement) {
                return &statement != &calls_ && is_beside(statement) &&
                       position(statement) > position(*load_->statement) &&
                       position(statement) < position(*store_->statement) &&
                       !outer_time(statement, depth()).range().is_disjoint(blocks);
            });
        const bool has_own =
            std::all_of(calls_.rows.begin(), calls_.rows.end(), [&](const transform::Row &row) {
                return row.kind() == schedule::LoopKind::sequential ||
                       std::ranges::find(row.role->own.private_arrays, buffer_) !=
                           row.role->own.private_arrays.end();
            });
        return !has_others && has_own;
    }

    bool stores_what_was_loaded() const
    {
        const isl::set &stored = store_->statement->instances;
        return leads_through(stored, place_of(*store_, depth()),
                             functions(stored.space(), store_->target->subscripts), *load_,
                             depth());
    }

    const MatrixView &order_;
    const Statement &calls_;
    std::size_t buffer_, target_; ///< arrays
    const Statement *clear_ = nullptr;
    std::optional<Copy> load_, store_;
};

} // namespace

std::optional<std::vector<std::string>> copies_around(const MatrixView &order,
                                                      const CallContract &contract,
                                                      const std::vector<Access> &accesses,
                                                      const isl::set &instances)
{
    auto calls = std::ranges::find_if(order.statements, [&](const Statement &statement) {
        return schedule::statement_name(statement.instances.space()) == contract.call;
    });
    if (calls == order.statements.end())
        return std::nullopt;
    std::optional<LoopsAround> around;
    for (std::size_t n = 0; n < accesses.size(); ++n) {
        const Access &used = accesses[n], &own = contract.source.accesses[n];
        if (used.array == own.array)
            continue;
        if (!around) {
            around.emplace(order, *calls, used.array, own.array);
            if (!around->find_copies())
                return std::nullopt;
        }
        if (!around->leads_to(instances, contract.blocks, used,
                              functions(instances.space(), own.subscripts)))
            return std::nullopt;
    }
    return around ? std::optional(around->labels()) : std::nullopt;
}

} // namespace espalier::lowering
