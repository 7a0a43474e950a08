#include "espalier/ast/leaf.h"

#include "espalier/ast/band_generator.h"
#include "espalier/base/error.h"
#include "espalier/presburger/coalesce.h"
#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/print.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/id.h>
#include <isl/local_space.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

#include <algorithm>

namespace espalier::ast {

namespace {

/// { [t] -> [t] } with the dimensions that obviously have one constant value replaced by it;
/// nothing if none has.
std::optional<isl::multi_aff> constant_dimensions(const isl::set &known)
{
    std::optional<isl::multi_aff> result;
    for (unsigned k = 0; k < presburger::dimensions(known); ++k) {
        isl::val value = isl::manage(isl_set_plain_get_val_if_fixed(known.get(), isl_dim_set, k));
        if (!value.is_int())
            continue;
        if (!result)
            result = known.space().identity_multi_aff_on_domain();
        isl_local_space *space = isl_local_space_from_space(known.space().release());
        isl_aff *constant = isl_aff_val_on_domain(space, value.release());
        result = result->set_at(static_cast<int>(k), isl::manage(constant));
    }
    return result;
}

std::string statement_name(const isl::map &order)
{
    if (!order.has_range_tuple_id())
        throw Error(Fault::input, DiagnosticKind::impossible_code,
                    fmt::format("the instances {} have no statement name",
                                presburger::to_string(order.range())));
    return order.range_tuple_id().name();
}

/// The same function, on all times if it is made of one piece.
isl::pw_multi_aff extended(const isl::pw_multi_aff &function)
{
    std::vector<isl::multi_aff> pieces;
    function.foreach_piece(
        [&](const isl::set &, const isl::multi_aff &piece) { pieces.push_back(piece); });
    return pieces.size() == 1 ? isl::pw_multi_aff(pieces.front()) : function;
}

/// The value of an expression at an instance.
/// \param instance  { [t] -> S[i] }
ExpressionPtr value(const isl::pw_aff &expression, const isl::pw_multi_aff &instance,
                    const Place &place)
{
    isl::pw_aff here = expression.pullback(instance);
    // An expression in a branch that is not taken here may have no value.
    bool has_value = !here.domain().is_disjoint(place.known);
    return has_value ? to_expression(here, place) : integer(0);
}

/// \param part  has one instance at each time
User user(const Request &request, const Part &part, const Stock &stock, const Place &place)
{
    isl::pw_multi_aff instance = *part.instance();
    if (auto values = stock.values())
        instance = instance.pullback(*values);
    if (auto constants = constant_dimensions(place.known))
        instance = instance.pullback(*constants);
    // What the domain says would be repeated for each of the expressions otherwise.
    Place within{place.known.intersect(instance.domain()), place.iterators};
    isl::pw_multi_aff anywhere = extended(instance);
    User result{statement_name(part.relation()), {}, {}};
    for (unsigned k = 0; k < instance.size(); ++k)
        result.iterators.push_back(to_expression(instance.at(static_cast<int>(k)), place));
    auto wanted = request.expressions.find(result.statement);
    if (wanted == request.expressions.end())
        return result;
    const std::vector<isl::pw_aff> &expressions = wanted->second;
    for (auto expression = expressions.begin(); expression != expressions.end(); ++expression) {
        auto same = std::find_if(expressions.begin(), expression, [&](const isl::pw_aff &earlier) {
            return isl_pw_aff_plain_is_equal(earlier.get(), expression->get()) == isl_bool_true;
        });
        result.values.push_back(same != expression
                                    ? result.values[std::size_t(same - expressions.begin())]
                                    : value(*expression, anywhere, within));
    }
    return result;
}

/// { [t, i] -> S[i] } of { [t] -> S[i] }.
isl::map with_coordinates(const isl::map &relation)
{
    isl::space statement = relation.space().range();
    isl_map *copy = isl_set_identity(isl_set_universe(statement.release()));
    copy = isl_map_reset_tuple_id(copy, isl_dim_in);
    return isl::manage(isl_map_flat_domain_product(relation.copy(), copy));
}

/// Several instances at one time, in any order: their coordinates become schedule dimensions.
Grafts enumerate(const Request &request, const Stock &stock, const Part &part)
{
    Executed instances = {part_of(with_coordinates(part.relation()), stock)};
    BandTask task{.first = stock.depth(),
                  .upper_bound = request.upper_bound,
                  .finish = [&](const Stock &inner,
                                const Executed &rest) { return terminate(request, inner, rest); },
                  .name = "the coordinates of " + statement_name(part.relation())};
    for (std::size_t k = stock.depth(); k < presburger::dimensions(instances.front().times()); ++k)
        task.levels.push_back({k});
    return generate_band(task, stock, instances);
}

Grafts terminate(const Request &request, const Stock &stock, const Part &part)
{
    if (!part.instance())
        return enumerate(request, stock, part);
    isl::set guard =
        presburger::coalesced(presburger::with_known_divs(part.times().gist(stock.known())));
    if (guard.is_empty())
        return {};
    isl::set nothing = isl::set::universe(stock.known().space());
    Place place = stock.place(stock.known().intersect(guard));
    return {{make_node(user(request, part, stock, place)), guard, nothing}};
}

} // namespace

Grafts terminate(const Request &request, const Stock &stock, const Executed &executed)
{
    Grafts result;
    for (const Part &part : executed) {
        Grafts grafts = terminate(request, stock, part);
        result.insert(result.end(), grafts.begin(), grafts.end());
    }
    return result;
}

} // namespace espalier::ast
