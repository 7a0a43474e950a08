#include "espalier/frontend/accesses.h"

#include "espalier/presburger/id.h"

#include <clang/AST/Attr.h>
#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/space.h>

#include <algorithm>

namespace espalier::frontend {

namespace {

/// "p->cells[].mass": a path without its subscripts, to tell paths of one variable apart.
std::string shape(const AccessPath &path)
{
    return fmt::format("{}", fmt::join(path.spelling, "[]"));
}

/// The variable or pointer whose memory a path leads to: "s" for `s.cells[i]`, "s.rows" where
/// `rows` is a pointer.
std::string memory_of(const AccessPath &path)
{
    const std::string &start = path.spelling.front();
    return path.through_pointer ? start : start.substr(0, start.find('.'));
}

} // namespace

program::Access AccessExtractor::access(const clang::Expr *expression, program::AccessKind kind,
                                        const Scope &scope, const isl::set &domain)
{
    AccessPath place = paths_.path(expression);
    if (!place.type->isArithmeticType() && !place.type->isEnumeralType())
        no_access(expression,
                  fmt::format("values of type `{}` are not modelled", model_.spell(place.type)));
    std::vector<isl::pw_aff> subscripts = subscripts_of(place, scope, domain);
    return make_access(array_of(place, expression), kind, std::move(subscripts), domain);
}

program::Access AccessExtractor::argument(const clang::Expr *pointer, program::AccessKind kind,
                                          const Scope &scope, const isl::set &domain)
{
    AccessPath place = paths_.pointer_path(pointer);
    AccessPath::Dimension reach = std::move(place.dimensions.back());
    if (!reach.terms.empty())
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
        for (const AccessPath::Term &term : dimension.terms) {
            isl::pw_aff value = affine_.value(term.value, scope, domain);
            sum = term.is_subtracted ? sum.sub(value) : sum.add(value);
        }
        subscripts.push_back(sum.coalesce().gist(domain));
    }
    return subscripts;
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
    if (kind == program::AccessKind::write)
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
                     is_temporary(path.root, model_.function(), model_.region());
    array.has_own_memory = !path.through_pointer;
    if (is_declared_here)
        array.declaration = declaration_of(path.root, memory_of(path), where->getExprLoc());

    model_.program().arrays.push_back(std::move(array));
    origins_.push_back({path.root, memory_of(path), path.through_pointer, path.through_restrict,
                        path.type, where->getExprLoc()});
    written_.push_back(false);
    known_.emplace(key, origins_.size() - 1);
    return origins_.size() - 1;
}

std::vector<std::size_t> AccessExtractor::arrays_of(const clang::VarDecl *variable) const
{
    std::vector<std::size_t> result;
    for (std::size_t k = 0; k < origins_.size(); ++k)
        if (origins_[k].root == variable && !origins_[k].through_pointer)
            result.push_back(k);
    return result;
}

std::string AccessExtractor::declaration_of(const clang::VarDecl *variable, const std::string &name,
                                            clang::SourceLocation where)
{
    clang::QualType type = variable->getType();
    for (clang::QualType part = type; part->isArrayType();
         part = model_.ast().getAsArrayType(part)->getElementType())
        if (!paths_.extent(part))
            throw Unmodelled{DiagnosticKind::unmodelled_variable, where,
                             fmt::format("the size of `{}` is not fixed when the region starts",
                                         variable->getNameAsString())};
    if (type->isVariablyModifiedType() && !model_.is_declared_at_start(variable))
        throw Unmodelled{
            DiagnosticKind::unmodelled_variable, where,
            fmt::format("`{}` has a size that need not be valid everywhere in the region",
                        variable->getNameAsString())};
    if (model_.ast().getBaseElementType(type)->isRecordType() || !variable->hasLocalStorage())
        throw Unmodelled{DiagnosticKind::unmodelled_variable, where,
                         fmt::format("`{}`, declared here, is a structure or static",
                                     variable->getNameAsString())};
    type = model_.ast().getUnqualifiedArrayType(type).getUnqualifiedType();
    std::string text = name;
    type.getAsStringInternal(text, model_.ast().getPrintingPolicy());
    if (text.find("typeof") != std::string::npos) {
        text = name;
        type.getCanonicalType().getAsStringInternal(text, model_.ast().getPrintingPolicy());
    }
    return text;
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

bool AccessExtractor::may_overlap(const Origin &one, const Origin &two) const
{
    if (one.root == two.root && one.memory == two.memory)
        return false;
    if (!one.through_pointer && !two.through_pointer)
        return false;
    if (one.through_restrict || two.through_restrict)
        return false;
    for (const Origin *origin : {&one, &two})
        if (!origin->through_pointer &&
            (model_.usage().declared.count(origin->root) ||
             (!origin->root->getType()->isArrayType() && !origin->root->getType()->isRecordType() &&
              !model_.may_be_aliased(origin->root))))
            return false;
    auto aliases_all = [](clang::QualType type) {
        const auto *alias = type->getAs<clang::TypedefType>();
        return type->isCharType() || (alias && alias->getDecl()->hasAttr<clang::MayAliasAttr>());
    };
    auto effective = [&](clang::QualType type) {
        if (const auto *complex = type->getAs<clang::ComplexType>())
            type = complex->getElementType();
        if (const auto *enumeration = type->getAs<clang::EnumType>())
            type = enumeration->getDecl()->getIntegerType();
        type = model_.ast().getCanonicalType(type).getUnqualifiedType();
        return type->isSignedIntegerType() ? model_.ast().getCorrespondingUnsignedType(type) : type;
    };
    return aliases_all(one.element) || aliases_all(two.element) ||
           effective(one.element) == effective(two.element);
}

void AccessExtractor::find_overlaps()
{
    for (std::size_t one = 0; one < origins_.size(); ++one)
        for (std::size_t two = one + 1; two < origins_.size(); ++two)
            if ((written_[one] || written_[two]) && may_overlap(origins_[one], origins_[two]))
                model_.program().may_overlap.emplace_back(one, two);

    for (const auto &[variable, id] : model_.parameters())
        for (std::size_t k = 0; k < origins_.size(); ++k)
            if (written_[k] && origins_[k].through_pointer && model_.may_be_aliased(variable) &&
                may_overlap(origins_[k],
                            {variable, id.name(), false, false, variable->getType(), {}}))
                throw Unmodelled{
                    DiagnosticKind::unmodelled_variable, origins_[k].where,
                    fmt::format("the write through this pointer may change `{}`", id.name())};
}

} // namespace espalier::frontend
