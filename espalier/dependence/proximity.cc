#include "espalier/dependence/proximity.h"

#include "espalier/dependence/access_patterns.h"
#include "espalier/dependence/last_sources.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/isl_additions.h"

#include <isl/map.h>
#include <isl/mat.h>
#include <isl/set.h>

#include <algorithm>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <utility>

namespace espalier::dependence {

namespace {

using program::AccessKind;

/// A reference with its pattern, if it has one.
struct Touch {
    AccessPosition position;
    const program::Access *access;
    std::optional<AccessPattern> pattern;

    bool is_in_group_with(const Touch &other) const
    {
        return pattern && other.pattern && pattern->has_same_linear_part(*other.pattern);
    }

    bool has_lines() const { return pattern && !access->subscripts.empty(); }
};

/// The first array of a program whose elements are in the same structures as those of another:
/// `x[i].re` and `x[i].im`.
std::size_t first_member(const program::Program &program, std::size_t array)
{
    const std::vector<std::string> &own = program.arrays[array].spelling;
    const auto has_same_structures = [&](const program::Array &other) {
        return own.size() > 1 && own.size() == other.spelling.size() &&
               std::equal(own.begin(), own.end() - 1, other.spelling.begin());
    };
    const auto first = std::ranges::find_if(program.arrays, has_same_structures);
    return first == program.arrays.end() ? array : std::size_t(first - program.arrays.begin());
}

/// An access to a member of structures as one to the structures: those are near each other.
program::Access of_structures(const program::Program &program, program::Access access)
{
    const std::size_t structures = first_member(program, access.array);
    if (structures != access.array)
        access.relation = access.relation.set_range_tuple(program.arrays[structures].name);
    access.array = structures;
    return access;
}

/// Whether one of the subscripts has no end: what data choose is not said to be near anything.
bool may_be_to_any_element(const program::Access &access)
{
    const isl::set elements = access.relation.range();
    for (unsigned k = 0; k < presburger::dimensions(elements); ++k)
        if (isl_set_dim_has_upper_bound(elements.get(), isl_dim_set, k) != isl_bool_true)
            return true;
    return false;
}

/// References that do the same at the same site are one.
bool is_same(const Reference &first, const Reference &second)
{
    return first.site == second.site &&
           isl_map_plain_is_equal(first.access.get(), second.access.get()) == isl_bool_true;
}

/// Different references, those of earlier sites first.
using References = std::vector<const Reference *>;

bool contains(const References &references, const Reference &one)
{
    return std::ranges::any_of(references,
                               [&](const Reference *other) { return is_same(*other, one); });
}

void add_new(References &references, const Reference *one)
{
    if (contains(references, *one))
        return;
    auto place =
        std::ranges::upper_bound(references, one->site->number, {},
                                 [](const Reference *other) { return other->site->number; });
    references.insert(place, one);
}

/// What a number of references access, elements or lines.
class Accesses {
public:
    explicit Accesses(const ExecutionOrder &order) : order_(order) {}
    Accesses(const Accesses &) = delete;
    Accesses &operator=(const Accesses &) = delete;

    /// \param relation  { S[i] -> A[a] }: what the reference accesses
    void add(AccessKind kind, const isl::map &relation)
    {
        // To find the last one, one that may happen has to hide those before it.
        for (Reference &one :
             references_in(relation.to_union_map(), Reference::Role::must_source, order_)) {
            references_.push_back(std::move(one));
            add_new(all_, &references_.back());
            add_new(kind == AccessKind::read ? reads_ : writes_, &references_.back());
        }
    }

    const References &all() const { return all_; }

    /// The reads, and the writes where these are others.
    std::vector<References> kinds() const
    {
        auto is_read = [&](const Reference *one) { return contains(reads_, *one); };
        if (reads_.size() == writes_.size() && std::ranges::all_of(writes_, is_read))
            return {reads_};
        return {reads_, writes_};
    }

private:
    const ExecutionOrder &order_;
    std::list<Reference> references_;
    References all_, reads_, writes_;
};

/// Collects parts of a relation, each once.
class Parts {
public:
    void add(const isl::map &relation)
    {
        relation.foreach_basic_map([&](const isl::basic_map &part) {
            isl::map map(part);
            auto is_known = [&](const isl::map &other) { return map.is_subset(other); };
            if (std::ranges::none_of(parts_, is_known))
                parts_.push_back(std::move(map));
        });
    }

    isl::union_map united(isl::ctx ctx) const
    {
        isl::union_map result = isl::union_map::empty(ctx);
        for (const isl::map &part : parts_)
            presburger::add_to(result, part.to_union_map());
        return result;
    }

private:
    std::vector<isl::map> parts_;
};

/// The parts of { S[i] -> S[j] } with one distance each.
isl::map uniform_part(const isl::map &relation)
{
    isl::map result = isl::map::empty(relation.space());
    relation.foreach_basic_map([&](const isl::basic_map &part) {
        if (isl::set(part.deltas().affine_hull()).is_singleton())
            result = result.unite(isl::map(part));
    });
    return result;
}

bool is_within_one_statement(const isl::map &relation)
{
    return relation.space().domain().is_equal(relation.space().range());
}

class Proximity {
public:
    Proximity(const program::Program &program, const schedule::Tree &original, std::size_t line)
        : ctx_(program.context.ctx()), order_(original), line_(line)
    {
        for (std::size_t s = 0; s < program.statements.size(); ++s) {
            const program::Statement &statement = program.statements[s];
            for (std::size_t k = 0; k < statement.accesses.size(); ++k)
                if (statement.accesses[k].kind != AccessKind::kill &&
                    !may_be_to_any_element(statement.accesses[k])) {
                    const program::Access &access =
                        accesses_.emplace_back(of_structures(program, statement.accesses[k]));
                    add({{s, k}, &access, AccessPattern::of(program, statement, access)});
                }
        }
    }

    std::vector<ProximityGroup> groups() const
    {
        std::vector<ProximityGroup> result;
        for (const std::vector<Touch> &group : groups_) {
            std::vector<AccessPosition> references;
            std::vector<isl::map> accesses;
            for (const Touch &touch : group) {
                references.push_back(touch.position);
                accesses.push_back(touch.access->relation);
            }
            result.push_back({references, accesses, temporal(group), spatial(group)});
        }
        return result;
    }

private:
    void add(Touch touch)
    {
        by_array_.try_emplace(touch.access->array, order_)
            .first->second.add(touch.access->kind, touch.access->relation);
        auto place = std::ranges::find_if(groups_, [&](const std::vector<Touch> &group) {
            return group.front().is_in_group_with(touch);
        });
        if (place == groups_.end())
            groups_.push_back({std::move(touch)});
        else
            place->push_back(std::move(touch));
    }

    isl::union_map temporal(const std::vector<Touch> &group) const
    {
        Accesses own(order_);
        for (const Touch &touch : group)
            own.add(touch.access->kind, touch.access->relation);
        Parts result;
        foreach_adjacent(
            own, by_array_.at(group.front().access->array), [&](const isl::map &pairs) {
                result.add(is_within_one_statement(pairs) ? uniform_part(pairs) : pairs);
            });
        return result.united(ctx_);
    }

    isl::union_map spatial(const std::vector<Touch> &group) const
    {
        Parts result;
        for (const std::vector<const Touch *> &sharers : with_shared_lines(group)) {
            Accesses lines(order_);
            for (const Touch *touch : sharers)
                lines.add(touch->access->kind, touch->pattern->completed_lines(line_));
            foreach_adjacent(lines, lines, [&](const isl::map &pairs) { result.add(pairs); });
        }
        return result.united(ctx_);
    }

    /// Those references of a group that access lines, parted by what lines they may share.
    static std::vector<std::vector<const Touch *>>
    with_shared_lines(const std::vector<Touch> &group)
    {
        std::vector<std::vector<const Touch *>> result;
        for (const Touch &touch : group) {
            if (!touch.has_lines())
                continue;
            auto place = std::ranges::find_if(result, [&](const auto &sharers) {
                return sharers.front()->pattern->may_share_lines_with(*touch.pattern);
            });
            if (place == result.end())
                place = result.emplace(place);
            place->push_back(&touch);
        }
        return result;
    }

    /// Calls `action` with relations { T[j] -> S[i] }: the last instances of each kind of sources
    /// before an instance of a sink that accesses the same.
    void foreach_adjacent(const Accesses &sinks, const Accesses &sources,
                          const std::function<void(const isl::map &)> &action) const
    {
        for (const References &kind : sources.kinds())
            for (const Reference *sink : sinks.all()) {
                std::vector<Arrival> arrivals;
                find_last_sources(*sink, kind, order_, arrivals);
                for (const Arrival &arrival : arrivals)
                    action(source_to_sink(arrival));
            }
    }

    isl::ctx ctx_;
    ExecutionOrder order_;
    std::size_t line_;
    std::list<program::Access> accesses_;
    std::map<std::size_t, Accesses> by_array_; ///< elements
    std::vector<std::vector<Touch>> groups_;
};

/// The number of equations that hold on all points, without those on remainders.
std::size_t equations(const isl::map &relation)
{
    isl::map plain = isl::manage(isl_map_remove_divs(relation.copy()));
    isl_mat *rows =
        isl_basic_map_equalities_matrix(plain.affine_hull().get(), isl_dim_in, isl_dim_out,
                                        isl_dim_div, isl_dim_param, isl_dim_cst);
    auto result = static_cast<std::size_t>(isl_mat_rows(rows));
    isl_mat_free(rows);
    return result;
}

/// \param function  { [t] -> A[a] }
std::size_t open_subscripts(const isl::map &function)
{
    std::size_t all = presburger::dimensions(function.range());
    return all + equations(presburger::from_domain(function.domain())) - equations(function);
}

} // namespace

std::vector<ProximityGroup> proximity_groups(const program::Program &program,
                                             const schedule::Tree &original, std::size_t line)
{
    return Proximity(program, original, line).groups();
}

std::size_t access_rank(const ProximityGroup &group, const isl::union_map &partial_schedule)
{
    std::size_t result = 0;
    isl::union_map instances = partial_schedule.reverse();
    for (const isl::map &access : group.accesses)
        instances.apply_range(access.to_union_map()).foreach_map([&](const isl::map &function) {
            result = std::max(result, open_subscripts(function));
        });
    return result;
}

} // namespace espalier::dependence
