#include "espalier/frontend/accesses.h"

#include "espalier/frontend/pointers.h"
#include "espalier/frontend/subscripts.h"
#include "espalier/presburger/id.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/space.h>

#include <algorithm>
#include <set>

namespace espalier::frontend {

namespace {

/// Precondition: is_affine(polynomial)
isl::pw_aff value_of(const Polynomial &polynomial, const isl::set &domain)
{
    isl::pw_aff result = domain.pw_aff_on_domain(0);
    for (const auto &[monomial, value] : polynomial.terms)
        result = result.add(value);
    return result;
}

bool has_bounds(const std::map<Monomial, ValueBounds> &parts)
{
    return std::ranges::all_of(
        parts, [](const auto &part) { return part.second.least && part.second.greatest; });
}

/// Whether the products in a subscript can be strides of one array.
/// \param chosen  bounds of what data add, by products
bool have_common_strides(const Polynomial &subscript, const std::map<Monomial, ValueBounds> &chosen)
{
    std::set<Monomial> products = {{}};
    for (const auto &[product, coefficient] : subscript.terms)
        products.insert(product);
    for (const auto &[product, bounds] : chosen)
        products.insert(product);
    return chain_of(products).has_value();
}

} // namespace

program::Access AccessExtractor::access(const clang::Expr *expression, program::AccessKind kind,
                                        const Scope &scope, const isl::set &domain)
{
    Element result = element(expression, kind, scope, domain);
    if (result.chosen)
        no_access(expression, "data choose this element");
    return std::move(result.access);
}

AccessExtractor::Element AccessExtractor::element(const clang::Expr *expression,
                                                  program::AccessKind kind, const Scope &scope,
                                                  const isl::set &domain)
{
    AccessPath place = paths_.path(expression, scope);
    if (!place.type->isArithmeticType() && !place.type->isEnumeralType())
        no_access(expression,
                  fmt::format("values of type `{}` are not modelled", model_.spell(place.type)));
    std::optional<Polynomial> linear;
    std::optional<std::vector<isl::pw_aff>> subscripts = subscripts_if_affine(place, scope, domain);
    if (!subscripts) {
        AccessPath rest = place;
        if (place.pointer_dimensions == 0)
            linear = linear_subscript(place, scope, domain);
        const bool is_read = kind == program::AccessKind::read;
        if (linear && is_read && is_better_chosen(place.dimensions.front(), scope, domain))
            linear.reset();
        if (linear) {
            rest.dimensions.front().terms.clear();
            rest.dimensions.front().offset = {};
            subscripts = subscripts_if_affine(rest, scope, domain);
        }
        if (linear && subscripts && is_affine(*linear)) {
            subscripts->front() = value_of(*linear, domain);
            linear.reset();
        }
    }
    if (!subscripts) {
        program::Access all = access_to_all(place, kind, scope, domain, expression);
        arrays_.note_access(all, false, expression->getExprLoc());
        return {std::move(all), std::move(place)};
    }
    for (std::size_t k = 1; k < subscripts->size(); ++k)
        stay_in_row(place.dimensions[k], (*subscripts)[k], domain, expression);
    program::Access result =
        make_access(arrays_.of(place, expression), kind, std::move(*subscripts), domain);
    arrays_.note_access(result, !model_.is_on_condition(), expression->getExprLoc());
    if (linear)
        delinearisation_.note(result, {std::move(*linear), expression->getExprLoc()});
    return {std::move(result), std::nullopt};
}

/// The subscripts; nothing if one is not affine.
std::optional<std::vector<isl::pw_aff>>
AccessExtractor::subscripts_if_affine(const AccessPath &path, const Scope &scope,
                                      const isl::set &domain)
{
    std::vector<isl::pw_aff> result;
    try {
        const auto obligations =
            model_.obligations_of([&] { result = subscripts_of(path, scope, domain); });
        for (const Model::Obligation &obligation : obligations)
            model_.assume_never(obligation.bad, obligation.where, obligation.what);
    } catch (const Unmodelled &) {
        return std::nullopt;
    }
    return result;
}

/// The access to all elements of an array that subscripts may name of which data choose some. One
/// that counts from where a pointer leads to may get into other rows.
program::Access AccessExtractor::access_to_all(const AccessPath &path, program::AccessKind kind,
                                               const Scope &scope, const isl::set &domain,
                                               const clang::Expr *where)
{
    if (kind == program::AccessKind::write)
        kind = program::AccessKind::may_write;
    program::Access result = make_access(arrays_.of(path, where), kind, {}, domain);
    bool stays_in_row = true;
    for (std::size_t k = path.dimensions.size(); k-- > 0 && stays_in_row;) {
        AccessPath only = path;
        only.dimensions = {path.dimensions[k]};
        const auto subscript = subscripts_if_affine(only, scope, domain);
        if (!subscript || k == 0) {
            const ChosenSubscript parts = chosen_subscript(path.dimensions[k], scope, domain);
            stays_in_row = k == 0 || stays_inside(path.dimensions[k], parts, domain);
            if (k == 0 && path.pointer_dimensions == 0)
                note_chosen(result, parts, where);
            if (!subscript && stays_in_row)
                bound(result, k, parts, domain);
        }
        if (!subscript && k == 0 && path.root->getType()->isArrayType())
            stay_in_array(result, domain);
        if (!subscript)
            continue;
        if (k > 0)
            stay_in_row(path.dimensions[k], subscript->front(), domain, where);
        const isl::space space = result.relation.space();
        const isl::pw_aff named = subscript->front().pullback(space.domain_map_multi_aff());
        const isl::pw_aff coordinate(space.range_map_multi_aff().at(int(k)));
        result.relation = result.relation.intersect(named.eq_set(coordinate).unwrap());
    }
    return result;
}

AccessExtractor::ChosenSubscript
AccessExtractor::chosen_subscript(const AccessPath::Dimension &dimension, const Scope &scope,
                                  const isl::set &domain)
{
    const isl::pw_aff zero = domain.pw_aff_on_domain(0);
    ChosenSubscript result{dimension.offset, {{{}, {zero, zero}}}};
    for (const AccessPath::Term &term : summands_of(dimension))
        add_chosen(result, term, {}, scope, domain);
    return result;
}

/// Adds a term times values that stay the same in the region: what is known of it, and bounds of
/// the rest, as in (row[i] + j) * n.
void AccessExtractor::add_chosen(ChosenSubscript &sum, const AccessPath::Term &term,
                                 const Monomial &factors, const Scope &scope,
                                 const isl::set &domain)
{
    const clang::Expr *bare = term.value->IgnoreParenImpCasts();
    const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(bare);
    const bool is_signed =
        bare->getType()->isSignedIntegerType() && term.value->getType()->isSignedIntegerType();
    if (!has_bounded_part(bare, scope))
        if (auto value = polynomials_.value_if_any(term.value, scope, domain)) {
            const Polynomial all =
                multiplied(term.is_subtracted ? negated(*value) : *value, factors);
            sum.known = frontend::sum(std::move(sum.known), all);
            return;
        }
    if (operation && is_signed && operation->isAdditiveOp()) {
        const bool is_difference = operation->getOpcode() == clang::BO_Sub;
        add_chosen(sum, {operation->getLHS(), term.is_subtracted}, factors, scope, domain);
        return add_chosen(sum, {operation->getRHS(), term.is_subtracted != is_difference}, factors,
                          scope, domain);
    }
    if (operation && is_signed && operation->getOpcode() == clang::BO_Mul)
        for (const bool is_first : {true, false}) {
            const clang::Expr *by = is_first ? operation->getRHS() : operation->getLHS();
            const auto more = polynomials_.fixed_product(by, scope, domain);
            if (more && !more->empty())
                return add_chosen(
                    sum, {is_first ? operation->getLHS() : operation->getRHS(), term.is_subtracted},
                    joined(factors, *more), scope, domain);
        }
    const isl::pw_aff zero = domain.pw_aff_on_domain(0);
    const ValueBounds bounds = bounds_.bounds(term.value, scope, domain);
    ValueBounds &rest = sum.rest.try_emplace(factors, ValueBounds{zero, zero}).first->second;
    rest = frontend::sum(rest, term.is_subtracted ? negated(bounds) : bounds);
}

/// Whether it says more of a subscript which elements it may name than its value, a polynomial:
/// where conditions bound a part of it, as `iy` and `ix` in
///
///     int iy = y * stride + r, ix = x * stride + s;
///     if (iy >= 0 && iy < h && ix >= 0 && ix < w) sum += a[iy * w + ix];
bool AccessExtractor::is_better_chosen(const AccessPath::Dimension &dimension, const Scope &scope,
                                       const isl::set &domain)
{
    const bool has_bounds_for_parts =
        std::ranges::any_of(dimension.terms, [&](const AccessPath::Term &term) {
            return has_bounded_part(term.value, scope);
        });
    if (!has_bounds_for_parts)
        return false;
    const ChosenSubscript chosen = chosen_subscript(dimension, scope, domain);
    return has_bounds(chosen.rest) && have_common_strides(chosen.known, chosen.rest);
}

/// Whether a subscript that data choose is one of its row's, whatever they choose.
bool AccessExtractor::stays_inside(const AccessPath::Dimension &dimension,
                                   const ChosenSubscript &subscript, const isl::set &domain)
{
    if (!dimension.goes_on)
        return true;
    const auto &[least, greatest] = subscript.rest.at({});
    if (!dimension.extent || !least || !greatest || !is_affine(subscript.known) ||
        subscript.rest.size() > 1)
        return false;
    const isl::pw_aff known = value_of(subscript.known, domain);
    const isl::set before = known.add(*least).lt_set(domain.pw_aff_on_domain(0));
    const isl::set behind = known.add(*greatest).ge_set(spread(*dimension.extent, domain));
    return before.unite(behind).is_disjoint(domain);
}

/// Says what the outermost subscript of an access to elements that data choose is, if it has
/// bounds.
void AccessExtractor::note_chosen(const program::Access &access, const ChosenSubscript &subscript,
                                  const clang::Expr *where)
{
    const bool has_bounds = std::ranges::all_of(
        subscript.rest, [](const auto &part) { return part.second.least && part.second.greatest; });
    if (has_bounds)
        delinearisation_.note(access, {subscript.known, where->getExprLoc(), subscript.rest});
}

/// Leaves an access to those elements that one of its subscripts may name.
void AccessExtractor::bound(program::Access &access, std::size_t dimension,
                            const ChosenSubscript &subscript, const isl::set &domain)
{
    if (!is_affine(subscript.known) || subscript.rest.size() > 1)
        return;
    const auto &[least, greatest] = subscript.rest.at({});
    const isl::pw_aff known = value_of(subscript.known, domain);
    const isl::space space = access.relation.space();
    const isl::pw_aff coordinate(space.range_map_multi_aff().at(int(dimension)));
    auto named = [&](const isl::pw_aff &rest) {
        return known.add(rest).coalesce().pullback(space.domain_map_multi_aff());
    };
    isl::set pairs = access.relation.wrap();
    if (least)
        pairs = pairs.intersect(named(*least).le_set(coordinate));
    if (greatest)
        pairs = pairs.intersect(named(*greatest).ge_set(coordinate));
    access.relation = pairs.unwrap().coalesce();
}

/// Leaves an access to those elements that a declared array has.
void AccessExtractor::stay_in_array(program::Access &access, const isl::set &domain) const
{
    const std::optional<isl::pw_aff> &extent =
        model_.program().arrays[access.array].extents.front();
    const isl::space space = access.relation.space();
    const isl::pw_aff coordinate(space.range_map_multi_aff().at(0));
    isl::set pairs = access.relation.wrap();
    pairs = pairs.intersect(coordinate.ge_set(pairs.pw_aff_on_domain(0)));
    if (extent)
        pairs = pairs.intersect(
            coordinate.lt_set(spread(*extent, domain).pullback(space.domain_map_multi_aff())));
    access.relation = pairs.unwrap().coalesce();
}

/// The outermost subscript, if it is a polynomial.
std::optional<Polynomial> AccessExtractor::linear_subscript(const AccessPath &path,
                                                            const Scope &scope,
                                                            const isl::set &domain)
{
    if (path.dimensions.empty())
        return std::nullopt;
    try {
        return subscript_of(path.dimensions.front(), scope, domain, polynomials_);
    } catch (const Unmodelled &) {
        return std::nullopt;
    }
}

program::Access AccessExtractor::argument(const clang::Expr *pointer, program::AccessKind kind,
                                          const Scope &scope, const isl::set &domain)
{
    AccessPath place = paths_.pointer_path(pointer, scope);
    AccessPath::Dimension reach = std::move(place.dimensions.back());
    if (!reach.terms.empty() || !reach.offset.terms.empty())
        no_access(pointer, "an argument that points into the middle of a row is not modelled");
    place.dimensions.pop_back();
    std::vector<isl::pw_aff> subscripts = subscripts_of(place, scope, domain);
    place.dimensions.push_back(std::move(reach));
    paths_.open_slices(place);
    refuse_volatile(pointer, place.type);
    if (!place.type->isArithmeticType())
        no_access(pointer, "the function reads values of a type that is not modelled");
    program::Access result =
        make_access(arrays_.of(place, pointer), kind, std::move(subscripts), domain);
    arrays_.note_access(result, !model_.is_on_condition(), pointer->getExprLoc());
    return result;
}

std::vector<isl::pw_aff> AccessExtractor::subscripts_of(const AccessPath &path, const Scope &scope,
                                                        const isl::set &domain)
{
    std::vector<isl::pw_aff> subscripts;
    for (const AccessPath::Dimension &dimension : path.dimensions) {
        isl::pw_aff sum = domain.pw_aff_on_domain(0);
        if (!is_affine(dimension.offset))
            throw Unmodelled{DiagnosticKind::unmodelled_access, path.root->getLocation(),
                             "a pointer's place in an array is not affine"};
        for (const auto &[monomial, offset] : dimension.offset.terms)
            sum = sum.add(offset);
        for (const AccessPath::Term &term : dimension.terms) {
            isl::pw_aff value = affine_.value(term.value, scope, domain);
            sum = term.is_subtracted ? sum.sub(value) : sum.add(value);
        }
        subscripts.push_back(sum.coalesce().gist(domain));
    }
    return subscripts;
}

/// Assumes that what counts from an element stays in the element's row: memory goes on behind it,
/// where the model has nothing.
void AccessExtractor::stay_in_row(const AccessPath::Dimension &dimension,
                                  const isl::pw_aff &subscript, const isl::set &domain,
                                  const clang::Expr *where)
{
    if (!dimension.goes_on)
        return;
    if (!dimension.extent)
        no_access(where, "a pointer leads into a row whose length is not known");
    const isl::set before = subscript.lt_set(domain.pw_aff_on_domain(0));
    const isl::set behind = subscript.ge_set(spread(*dimension.extent, domain));
    model_.assume_never(before.unite(behind).intersect(domain), where->getExprLoc(),
                        "a pointer leads out of its row");
}

program::Access AccessExtractor::whole(std::size_t array, program::AccessKind kind,
                                       const isl::set &domain)
{
    return make_access(array, kind, {}, domain);
}

program::Access AccessExtractor::make_access(std::size_t array, program::AccessKind kind,
                                             std::vector<isl::pw_aff> subscripts,
                                             const isl::set &domain)
{
    program::Program &program = model_.program();
    if (kind == program::AccessKind::write || kind == program::AccessKind::may_write)
        arrays_.note_write(array);
    const program::Array &target = program.arrays[array];
    isl::map relation = program::access_relation(domain, subscripts, target).coalesce();
    isl::id reference = presburger::make_id(model_.ctx(), fmt::format("R{}", references_++));
    return {kind, array, reference, relation, std::move(subscripts)};
}

} // namespace espalier::frontend
