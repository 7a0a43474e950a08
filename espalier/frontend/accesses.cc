#include "espalier/frontend/accesses.h"

#include "espalier/frontend/pointers.h"
#include "espalier/presburger/id.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/space.h>

#include <algorithm>

namespace espalier::frontend {

namespace {

/// How a variable of the region is declared there, without the semicolon.
/// \throws Unmodelled if it cannot be declared at the region's start
std::string declaration_of(const clang::VarDecl *variable, const std::string &name,
                           const Model &model, AccessPaths &paths, clang::SourceLocation where)
{
    clang::QualType type = variable->getType();
    for (clang::QualType part = type; part->isArrayType();
         part = model.ast().getAsArrayType(part)->getElementType())
        if (!paths.extent(part))
            throw Unmodelled{DiagnosticKind::unmodelled_variable, where,
                             fmt::format("the size of `{}` is not fixed when the region starts",
                                         variable->getNameAsString())};
    if (type->isVariablyModifiedType() && !model.is_declared_at_start(variable))
        throw Unmodelled{
            DiagnosticKind::unmodelled_variable, where,
            fmt::format("`{}` has a size that need not be valid everywhere in the region",
                        variable->getNameAsString())};
    if (model.ast().getBaseElementType(type)->isRecordType() || !variable->hasLocalStorage())
        throw Unmodelled{DiagnosticKind::unmodelled_variable, where,
                         fmt::format("`{}`, declared here, is a structure or static",
                                     variable->getNameAsString())};
    type = model.ast().getUnqualifiedArrayType(type).getUnqualifiedType();
    std::string text = name;
    type.getAsStringInternal(text, model.ast().getPrintingPolicy());
    if (text.find("typeof") != std::string::npos) {
        text = name;
        type.getCanonicalType().getAsStringInternal(text, model.ast().getPrintingPolicy());
    }
    return text;
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
        linear = linear_subscript(place, scope, domain);
        if (linear) {
            rest.dimensions.front().terms.clear();
            rest.dimensions.front().offset = {};
            subscripts = subscripts_if_affine(rest, scope, domain);
        }
    }
    if (!subscripts) {
        program::Access all = access_to_all(place, kind, scope, domain, expression);
        return {std::move(all), std::move(place)};
    }
    for (std::size_t k = 1; k < subscripts->size(); ++k)
        stay_in_row(place.dimensions[k], (*subscripts)[k], domain, expression);
    program::Access result =
        make_access(array_of(place, expression), kind, std::move(*subscripts), domain);
    if (linear)
        delinearisation_.note(result, std::move(*linear), expression->getExprLoc());
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

/// The access to all elements of an array that subscripts of which some are affine may name. One
/// that counts from where a pointer leads to may get into other rows.
program::Access AccessExtractor::access_to_all(const AccessPath &path, program::AccessKind kind,
                                               const Scope &scope, const isl::set &domain,
                                               const clang::Expr *where)
{
    if (kind == program::AccessKind::write)
        kind = program::AccessKind::may_write;
    program::Access result = make_access(array_of(path, where), kind, {}, domain);
    bool stays_in_row = true;
    for (std::size_t k = path.dimensions.size(); k-- > 0 && stays_in_row;) {
        AccessPath only = path;
        only.dimensions = {path.dimensions[k]};
        const auto subscript = subscripts_if_affine(only, scope, domain);
        stays_in_row = subscript || !path.dimensions[k].goes_on;
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
    return make_access(array_of(place, pointer), kind, std::move(subscripts), domain);
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
        written_[array] = true;
    const program::Array &target = program.arrays[array];
    isl::map relation = program::access_relation(domain, subscripts, target).coalesce();
    isl::id reference = presburger::make_id(model_.ctx(), fmt::format("R{}", references_++));
    return {kind, array, reference, relation, std::move(subscripts)};
}

std::size_t AccessExtractor::array_of(const AccessPath &path, const clang::Expr *where)
{
    auto key = std::make_pair(path.root, shape(path));
    auto found = known_.find(key);
    if (found != known_.end())
        return found->second;

    program::Array array;
    std::string name = fmt::format("{}", fmt::join(path.spelling, ""));
    std::replace_if(
        name.begin(), name.end(), [](char c) { return c == '.' || c == '-' || c == '>'; }, '_');
    array.name = unique_name(name);
    array.element_type = model_.spell(path.type);
    for (const AccessPath::Dimension &dimension : path.dimensions)
        array.extents.push_back(dimension.extent);
    array.spelling = path.spelling;
    bool is_declared_here = model_.usage().declared.count(path.root);
    array.is_local = !path.through_pointer && !model_.may_be_aliased(path.root) &&
                     model_.function().is_temporary(path.root, model_.region());
    array.is_dead_after = !path.through_pointer && !model_.may_be_aliased(path.root) &&
                          model_.function().is_dead_after(path.root, model_.region());
    array.has_own_memory = !path.through_pointer;
    if (is_declared_here)
        array.declaration =
            declaration_of(path.root, memory_of(path).owner, model_, paths_, where->getExprLoc());

    model_.program().arrays.push_back(std::move(array));
    memory_.push_back(memory_of(path));
    written_.push_back(false);
    known_.emplace(key, memory_.size() - 1);
    return memory_.size() - 1;
}

std::vector<std::size_t> AccessExtractor::arrays_of(const clang::VarDecl *variable) const
{
    std::vector<std::size_t> result;
    for (std::size_t k = 0; k < memory_.size(); ++k)
        if (memory_[k].root == variable && !memory_[k].through_pointer)
            result.push_back(k);
    return result;
}

std::string AccessExtractor::unique_name(const std::string &wish) const
{
    const std::vector<program::Array> &arrays = model_.program().arrays;
    std::string name = wish;
    for (int suffix = 2;
         std::any_of(arrays.begin(), arrays.end(),
                     [&](const program::Array &array) { return array.name == name; });
         ++suffix)
        name = fmt::format("{}_{}", wish, suffix);
    return name;
}

void AccessExtractor::find_overlaps()
{
    program::Program &program = model_.program();
    for (std::size_t one = 0; one < memory_.size(); ++one)
        for (std::size_t two = one + 1; two < memory_.size(); ++two)
            if ((written_[one] || written_[two]) && model_.may_overlap(memory_[one], memory_[two]))
                program.may_overlap.emplace_back(one, two);
    for (std::size_t parameter = 0; parameter < program.parameters.size(); ++parameter)
        for (std::size_t array = 0; array < memory_.size(); ++array)
            if (written_[array])
                note_change(parameter, array);
}

/// \throws Unmodelled if the array is where the symbolic constant is
void AccessExtractor::note_change(std::size_t parameter, std::size_t array)
{
    const Memory &constant = model_.constants().memory_of(parameter), &written = memory_[array];
    const std::string name = model_.program().parameters[parameter].id.name();
    if (constant.root == written.root && constant.shape == written.shape)
        throw Unmodelled{DiagnosticKind::unmodelled_variable, written.root->getLocation(),
                         fmt::format("a write to `{}` may change `{}`", written.owner, name)};
    if (model_.may_overlap(constant, written))
        model_.program().may_change.emplace_back(parameter, array);
}

} // namespace espalier::frontend
