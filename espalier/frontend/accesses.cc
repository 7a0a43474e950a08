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

[[noreturn]] void no_access(const clang::Expr *expression, const std::string &why)
{
    throw Unmodelled{DiagnosticKind::unmodelled_access, expression->getExprLoc(), why};
}

void refuse_volatile(const clang::Expr *expression, clang::QualType type)
{
    if (type.isVolatileQualified() || type->isAtomicType())
        no_access(expression, "the access is volatile or atomic");
}

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
    AccessPath place = path(expression);
    if (!place.type->isArithmeticType() && !place.type->isEnumeralType())
        no_access(expression,
                  fmt::format("values of type `{}` are not modelled", model_.spell(place.type)));
    std::vector<isl::pw_aff> subscripts = subscripts_of(place, scope, domain);
    return make_access(array_of(place, expression), kind, std::move(subscripts), domain);
}

program::Access AccessExtractor::argument(const clang::Expr *pointer, program::AccessKind kind,
                                          const Scope &scope, const isl::set &domain)
{
    AccessPath place = pointer_path(pointer);
    AccessPath::Dimension reach = std::move(place.dimensions.back());
    if (!reach.terms.empty())
        no_access(pointer, "an argument that points into the middle of a row is not modelled");
    place.dimensions.pop_back();
    std::vector<isl::pw_aff> subscripts = subscripts_of(place, scope, domain);
    place.dimensions.push_back(std::move(reach));
    open_slices(place);
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

AccessPath AccessExtractor::path(const clang::Expr *expression)
{
    const clang::Expr *bare = expression->IgnoreParens();
    if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(bare))
        return variable_path(reference);
    if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(bare))
        return member_path(member);
    if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(bare)) {
        AccessPath result = pointer_path(element->getBase());
        result.dimensions.back().terms.push_back({element->getIdx(), false});
        refuse_volatile(element, element->getType());
        return result;
    }
    if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(bare))
        if (operation->getOpcode() == clang::UO_Deref) {
            refuse_volatile(operation, operation->getType());
            return pointer_path(operation->getSubExpr());
        }
    no_access(expression, "this is not a variable, an array element or a field");
}

AccessPath AccessExtractor::variable_path(const clang::DeclRefExpr *reference)
{
    const clang::VarDecl *variable = variable_of(reference);
    if (!variable)
        no_access(reference, "this is not a variable");
    refuse_volatile(reference, variable->getType());
    if (variable->getTLSKind() != clang::VarDecl::TLS_None)
        no_access(reference, "each thread has its own copy of this variable");
    AccessPath result;
    result.root = variable;
    result.spelling = {output_name(variable)};
    result.type = variable->getType();
    return result;
}

AccessPath AccessExtractor::member_path(const clang::MemberExpr *member)
{
    const auto *field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (!field || field->getParent()->isUnion() || field->isBitField())
        no_access(member, "members of unions and bit-fields are not modelled");
    refuse_volatile(member, member->getType());
    if (field->getType()->isIncompleteArrayType())
        no_access(member, "a flexible array member has no size");
    AccessPath result =
        member->isArrow() ? pointer_path(member->getBase()) : path(member->getBase());
    if (field->getNameAsString().empty())
        no_access(member, "members without a name are not modelled");
    result.spelling.back() += "." + field->getNameAsString();
    result.type = field->getType();
    return result;
}

AccessPath AccessExtractor::pointer_path(const clang::Expr *expression)
{
    const clang::Expr *bare = expression->IgnoreParens();
    if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(bare)) {
        bool is_sum = operation->getOpcode() == clang::BO_Add;
        if (is_sum || operation->getOpcode() == clang::BO_Sub) {
            const clang::Expr *pointer = operation->getLHS(), *offset = operation->getRHS();
            if (!pointer->getType()->isPointerType())
                std::swap(pointer, offset);
            AccessPath result = pointer_path(pointer);
            result.dimensions.back().terms.push_back({offset, !is_sum});
            return result;
        }
    }
    const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(bare);
    if (cast && cast->getCastKind() == clang::CK_NoOp)
        return pointer_path(cast->getSubExpr());
    if (cast && cast->getCastKind() == clang::CK_LValueToRValue)
        return loaded_pointer(path(cast->getSubExpr()), expression);
    if (cast && cast->getCastKind() == clang::CK_ArrayToPointerDecay) {
        AccessPath result = path(cast->getSubExpr());
        result.dimensions.push_back({extent(result.type), {}});
        result.spelling.emplace_back();
        result.type = model_.ast().getAsArrayType(result.type)->getElementType();
        return result;
    }
    no_access(expression, "this pointer is computed in a way that is not modelled");
}

/// The path of `*pointer`: the pointer must be the same all the time, so that its own spelling
/// becomes the root's.
AccessPath AccessExtractor::loaded_pointer(AccessPath pointer, const clang::Expr *where)
{
    bool is_fixed = !model_.usage().modified.count(pointer.root) &&
                    !model_.usage().declared.count(pointer.root);
    std::string spelling = pointer.spelling[0];
    for (std::size_t k = 0; k < pointer.dimensions.size(); ++k) {
        is_fixed = is_fixed && pointer.dimensions[k].terms.empty() && pointer.through_pointer &&
                   !pointer.spelling[k + 1].empty();
        if (is_fixed)
            spelling += "->" + pointer.spelling[k + 1].substr(1);
    }
    if (!is_fixed)
        no_access(where, "this pointer changes in the region, or is an element of an array");
    AccessPath result;
    result.root = pointer.root;
    result.through_pointer = true;
    // A pointer computed from a `restrict` one may lead to the same memory.
    result.through_restrict = pointer.type.isRestrictQualified() && pointer.dimensions.empty() &&
                              spelling == output_name(pointer.root) &&
                              !model_.is_copied(pointer.root) &&
                              !model_.may_be_aliased(pointer.root);
    result.spelling = {spelling, ""};
    result.type = pointer.type->getPointeeType();
    std::optional<isl::pw_aff> outermost;
    const auto *parameter = llvm::dyn_cast<clang::ParmVarDecl>(pointer.root);
    if (parameter && pointer.dimensions.empty() && spelling == parameter->getNameAsString() &&
        parameter->getOriginalType()->isArrayType())
        outermost = extent(parameter->getOriginalType());
    result.dimensions.push_back({outermost, {}});
    return result;
}

/// Adds the dimensions that the path leaves open: a row is an array with free subscripts.
void AccessExtractor::open_slices(AccessPath &path)
{
    while (const clang::ArrayType *array = model_.ast().getAsArrayType(path.type)) {
        path.dimensions.push_back({extent(path.type), {}});
        path.spelling.emplace_back();
        path.type = array->getElementType();
    }
}

std::optional<isl::pw_aff> AccessExtractor::extent(clang::QualType array_type)
{
    Scope scope = model_.outermost_scope();
    const clang::ArrayType *array = model_.ast().getAsArrayType(array_type);
    if (const auto *constant = llvm::dyn_cast_or_null<clang::ConstantArrayType>(array))
        return scope.domain.pw_aff_on_domain(
            isl::val(model_.ctx(), constant->getSize().getZExtValue()));
    const auto *variable = llvm::dyn_cast_or_null<clang::VariableArrayType>(array);
    std::optional<isl::pw_aff> result;
    if (!variable || !variable->getSizeExpr())
        return result;
    try {
        model_.obligations_of(
            [&] { result = affine_.value(variable->getSizeExpr(), scope, scope.domain); });
    } catch (const Unmodelled &) {
    }
    return result;
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
        if (!extent(part))
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

/// The name that a variable has in the output: its own, unless the region declares it and something
/// else that can be seen from the region's start has the same name.
std::string AccessExtractor::output_name(const clang::VarDecl *variable)
{
    std::string name = variable->getNameAsString();
    model_.refuse_macro(name, variable->getLocation());
    if (!model_.usage().declared.count(variable))
        return name;
    std::set<const clang::VarDecl *> seen = model_.usage().referenced;
    seen.insert(model_.usage().declared.begin(), model_.usage().declared.end());
    std::vector<const clang::VarDecl *> rivals;
    std::copy_if(seen.begin(), seen.end(), std::back_inserter(rivals),
                 [&](const clang::VarDecl *other) { return other->getNameAsString() == name; });
    // In the order of the source, so that the output does not depend on addresses.
    std::sort(rivals.begin(), rivals.end(), [&](const auto *one, const auto *two) {
        bool one_is_outer = !model_.usage().declared.count(one);
        bool two_is_outer = !model_.usage().declared.count(two);
        return one_is_outer != two_is_outer ? one_is_outer
                                            : one->getLocation() < two->getLocation();
    });
    auto position = std::find(rivals.begin(), rivals.end(), variable) - rivals.begin();
    clang::IdentifierTable &identifiers = model_.ast().Idents;
    bool is_taken = !model_.ast().getTranslationUnitDecl()->lookup(&identifiers.get(name)).empty();
    if (position == 0 && !is_taken)
        return name;
    std::string other = fmt::format("{}_{}", name, position + 1);
    while (identifiers.find(other) != identifiers.end())
        other += "_";
    return other;
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
