#include "espalier/ast/executed.h"

#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/presburger/print.h"

#include <isl/map.h>
#include <isl/space.h>
#include <isl/union_map.h>
#include <isl/union_set.h>

#include <map>

namespace espalier::ast {

namespace {

void add(Executed &executed, const isl::map &relation, const Stock &stock)
{
    Part part = part_of(relation, stock);
    if (!part.times().is_disjoint(stock.known()))
        executed.push_back(std::move(part));
}

/// The same for two statements only if these are the same.
std::string key(const isl::space &statement)
{
    return isl_space_has_tuple_name(statement.get(), isl_dim_set) == isl_bool_true
               ? isl_space_get_tuple_name(statement.get(), isl_dim_set)
               : presburger::to_string(isl::manage(isl_space_drop_all_params(statement.copy())));
}

/// { S[i] -> [b] }
isl::map schedule_of(const schedule::Band &band, const isl::space &statement)
{
    isl::map result = isl::manage(isl_map_from_domain(isl_set_universe(statement.copy())));
    for (std::size_t k = 0; k < band.size(); ++k) {
        isl_pw_aff *member = band.member_on(k, statement).release();
        result = presburger::flat_range_product(result, isl::manage(isl_map_from_pw_aff(member)));
    }
    return result;
}

/// The same as isl::map::is_single_valued. Most parts have one instance for each time by equalities
/// that all their disjuncts share, and pairs of disjuncts take long to compare.
bool is_single_valued(const isl::map &relation)
{
    isl::basic_map hull = relation.affine_hull();
    return isl_basic_map_is_single_valued(hull.get()) == isl_bool_true ||
           relation.is_single_valued();
}

/// The times at which anything is executed.
isl::set all_times(const Executed &executed, const Stock &stock)
{
    isl::set result = isl::set::empty(stock.known().space());
    for (const Part &part : executed)
        result = result.unite(part.times());
    return presburger::coalesced(result);
}

} // namespace

Part::Part(isl::map relation, isl::set times)
    : relation_(std::move(relation)), times_(std::move(times)),
      instance_(std::make_shared<std::optional<std::optional<isl::pw_multi_aff>>>())
{
}

Part Part::with_times(isl::set times) const
{
    Part result = *this;
    result.times_ = std::move(times);
    return result;
}

const std::optional<isl::pw_multi_aff> &Part::instance() const
{
    if (!*instance_) {
        bool is_function = is_single_valued(relation_);
        *instance_ = is_function ? std::optional(relation_.as_pw_multi_aff()) : std::nullopt;
    }
    return **instance_;
}

Part part_of(const isl::map &relation, const Stock &stock)
{
    isl::set times = presburger::aligned(relation.domain(), stock.known());
    std::optional<isl::multi_aff> values = stock.values(presburger::dimensions(times));
    return {relation, values ? times.preimage(*values) : times};
}

Executed executed_at_once(const isl::union_set &instances, const Stock &stock)
{
    Executed result;
    instances.foreach_set([&](const isl::set &set) {
        add(result, isl::manage(isl_map_from_range(set.copy())), stock);
    });
    return result;
}

Executed executed_in_order(const isl::union_map &relation, const Stock &stock)
{
    Executed result;
    relation.foreach_map([&](const isl::map &map) {
        if (!map.intersect_params(stock.known().params()).is_empty())
            result.push_back(part_of(map, stock));
    });
    return result;
}

FilteredParts::FilteredParts(const Executed &executed) : executed_(executed)
{
    for (std::size_t k = 0; k < executed.size(); ++k)
        by_statement_.emplace(key(executed[k].relation().space().range()), k);
}

Executed FilteredParts::within(const isl::union_set &filter, const Stock &stock) const
{
    std::map<std::size_t, isl::set> kept;
    filter.foreach_set([&](const isl::set &set) {
        auto [first, last] = by_statement_.equal_range(key(set.space()));
        for (auto entry = first; entry != last; ++entry)
            kept.emplace(entry->second, set);
    });
    Executed result;
    for (const auto &[part, instances] : kept) {
        if (presburger::is_obviously_universe(instances))
            result.push_back(executed_[part]);
        else
            add(result, executed_[part].relation().intersect_range(instances), stock);
    }
    return result;
}

Executed in_context(const Executed &executed, const Stock &stock)
{
    isl::set known = presburger::shared_constraints(stock.known()).params();
    Executed result;
    for (const Part &part : executed) {
        if (part.times().is_disjoint(stock.known()))
            continue;
        bool is_simple =
            isl_map_n_basic_map(part.relation().get()) == 1 && !part.times().involves_locals();
        result.push_back(
            is_simple
                ? part
                : part_of(presburger::coalesced(part.relation().intersect_params(known)), stock));
    }
    return result;
}

Executed scheduled(const Executed &executed, const schedule::Band &band, const Stock &stock)
{
    Executed result;
    for (const Part &part : executed) {
        isl::map times = schedule_of(band, part.relation().space().range()).reverse();
        isl_map *relation = isl_map_flat_domain_product(part.relation().copy(), times.release());
        // Times and integer divisions of the instance are often the same thing.
        relation = isl_map_detect_equalities(relation);
        result.push_back(part_of(isl::manage(relation), stock));
    }
    return result;
}

Executed expanded(const Executed &executed, const isl::union_map &expansion, const Stock &stock)
{
    Executed result;
    for (const Part &part : executed)
        isl::union_map(part.relation())
            .apply_range(expansion)
            .foreach_map([&](const isl::map &relation) { add(result, relation, stock); });
    return result;
}

Executed extended(const Executed &executed, const isl::union_map &extension, const Stock &stock)
{
    Executed result = executed;
    isl::set possible = all_times(executed, stock);
    extension.foreach_map(
        [&](const isl::map &relation) { add(result, relation.intersect_domain(possible), stock); });
    return result;
}

Part within(const Part &part, const isl::set &times)
{
    unsigned more = presburger::dimensions(part.times()) - presburger::dimensions(times);
    isl::set lifted = presburger::lifted(times, more);
    return {part.relation().intersect_domain(lifted), part.times().intersect(lifted)};
}

Executed restricted(const Executed &executed, const isl::set &times)
{
    Executed result;
    for (const Part &part : executed) {
        unsigned more = presburger::dimensions(part.times()) - presburger::dimensions(times);
        if (!part.times().is_disjoint(presburger::lifted(times, more)))
            result.push_back(part);
    }
    return result;
}

} // namespace espalier::ast
