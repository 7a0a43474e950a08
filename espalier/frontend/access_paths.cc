#include "espalier/frontend/access_paths.h"

#include <clang/AST/ExprCXX.h>
#include <fmt/format.h>
#include <isl/aff.h>

#include <algorithm>
#include <set>

namespace espalier::frontend {

void no_access(const clang::Expr *expression, const std::string &why, const std::string &help)
{
    throw Unmodelled{DiagnosticKind::unmodelled_access, expression->getExprLoc(), why, help};
}

void refuse_volatile(const clang::Expr *expression, clang::QualType type)
{
    if (type.isVolatileQualified() || type->isAtomicType())
        no_access(expression, "the access is volatile or atomic",
                  "copy the value into a local variable that is neither");
}

std::string shape(const AccessPath &path)
{
    return fmt::format("{}", fmt::join(path.spelling, "[]"));
}

Memory memory_of(const AccessPath &path)
{
    const std::string &start = path.spelling.front();
    const bool is_whole = path.through_pointer && !path.through_reference;
    Memory result{path.root,
                  is_whole ? start : start.substr(0, start.find('.')),
                  shape(path),
                  path.through_pointer,
                  path.through_restrict,
                  path.type,
                  path.is_owned};
    if (path.pointer_dimensions > 0) {
        const auto row = path.spelling.begin() + long(path.pointer_dimensions) + 1;
        result.owner = fmt::format("{}", fmt::join(path.spelling.begin(), row, "[]"));
        result.is_in_rows = true;
    }
    return result;
}

namespace {

/// Whether the innermost subscript is one of a row in a larger array, in which other rows follow.
bool is_in_row(const AccessPath &path)
{
    return path.dimensions.size() > path.pointer_dimensions + 1;
}

} // namespace

AccessPath AccessPaths::path(const clang::Expr *expression, const Scope &scope)
{
    const clang::Expr *bare = expression->IgnoreParens();
    if (const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(bare);
        cast && cast->getCastKind() == clang::CK_NoOp)
        return path(cast->getSubExpr(), scope);
    if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(bare))
        return variable_path(reference);
    if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(bare))
        return member_path(member, scope);
    if (const auto element = element_of_container(bare))
        return element_path(*element, scope);
    if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(bare)) {
        AccessPath result = pointer_path(element->getBase(), scope);
        result.dimensions.back().terms.push_back({element->getIdx(), false});
        refuse_volatile(element, element->getType());
        return result;
    }
    if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(bare))
        if (operation->getOpcode() == clang::UO_Deref) {
            refuse_volatile(operation, operation->getType());
            return pointer_path(operation->getSubExpr(), scope);
        }
    no_access(expression, "this is not a variable, an array element or a field");
}

AccessPath AccessPaths::variable_path(const clang::DeclRefExpr *reference)
{
    const clang::VarDecl *variable = variable_of(reference);
    if (!variable)
        no_access(reference, "this is not a variable");
    refuse_volatile(reference, variable->getType());
    if (variable->getTLSKind() != clang::VarDecl::TLS_None)
        no_access(reference, "each thread has its own copy of this variable",
                  "copy the variable into a local one before the loop");
    AccessPath result;
    result.root = variable;
    result.spelling = {output_name(variable, model_)};
    result.type = variable->getType().getNonReferenceType();
    result.through_reference = result.through_pointer = variable->getType()->isReferenceType();
    result.through_restrict = result.through_reference && variable->getType().isRestrictQualified();
    return result;
}

AccessPath AccessPaths::member_path(const clang::MemberExpr *member, const Scope &scope)
{
    const auto *field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (!field || field->getParent()->isUnion() || field->isBitField())
        no_access(member, "members of unions and bit-fields are not modelled",
                  "copy the member into a local variable before the loop");
    refuse_volatile(member, member->getType());
    if (field->getType()->isIncompleteArrayType())
        no_access(member, "a flexible array member has no size");
    AccessPath result =
        member->isArrow() ? pointer_path(member->getBase(), scope) : path(member->getBase(), scope);
    if (field->getNameAsString().empty())
        no_access(member, "members without a name are not modelled");
    result.spelling.back() += "." + field->getNameAsString();
    result.type = field->getType();
    return result;
}

AccessPath AccessPaths::pointer_path(const clang::Expr *expression, const Scope &scope)
{
    const clang::Expr *bare = expression->IgnoreParens();
    if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(bare)) {
        bool is_sum = operation->getOpcode() == clang::BO_Add;
        if (is_sum || operation->getOpcode() == clang::BO_Sub) {
            const clang::Expr *pointer = operation->getLHS(), *offset = operation->getRHS();
            if (!pointer->getType()->isPointerType())
                std::swap(pointer, offset);
            AccessPath result = pointer_path(pointer, scope);
            result.dimensions.back().terms.push_back({offset, !is_sum});
            return result;
        }
    }
    if (const auto data = data_of_container(bare))
        return container_path(*data, scope);
    if (llvm::isa<clang::CXXThisExpr>(bare)) {
        AccessPath object = starting_pointer(model_.this_object(bare->getType()));
        object.through_reference = true;
        return object;
    }
    if (const auto *address = llvm::dyn_cast<clang::UnaryOperator>(bare);
        address && address->getOpcode() == clang::UO_AddrOf)
        return addressed_path(address, scope);
    if (const auto *step = llvm::dyn_cast<clang::UnaryOperator>(bare);
        step && model_.is_done_apart(step))
        if (auto known = scope.pointers.find(variable_of(step->getSubExpr()));
            known != scope.pointers.end())
            return copied_pointer(*known->second, scope);
    const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(bare);
    if (cast && (cast->getCastKind() == clang::CK_NoOp ||
                 cast->getCastKind() == clang::CK_UncheckedDerivedToBase))
        return pointer_path(cast->getSubExpr(), scope);
    if (cast && cast->getCastKind() == clang::CK_LValueToRValue)
        if (auto known = scope.pointers.find(variable_of(cast)); known != scope.pointers.end())
            return copied_pointer(*known->second, scope);
    if (cast && cast->getCastKind() == clang::CK_LValueToRValue)
        return loaded_pointer(path(cast->getSubExpr(), scope), expression);
    if (cast && cast->getCastKind() == clang::CK_ArrayToPointerDecay) {
        AccessPath result = path(cast->getSubExpr(), scope);
        result.dimensions.push_back({extent(result.type), {}});
        result.spelling.emplace_back();
        result.type = model_.ast().getAsArrayType(result.type)->getElementType();
        return result;
    }
    no_access(expression, "this pointer is computed in a way that is not modelled");
}

/// The path of `*pointer` for a local pointer, which leads to an element in the loops around.
AccessPath AccessPaths::copied_pointer(const AccessPath &pointer, const Scope &scope)
{
    AccessPath result = pointer;
    for (AccessPath::Dimension &dimension : result.dimensions)
        dimension.offset = lifted(std::move(dimension.offset), scope.depth());
    result.dimensions.back().goes_on = is_in_row(result);
    return result;
}

/// The path of `*&lvalue`, of an element that a pointer can go on from.
AccessPath AccessPaths::addressed_path(const clang::UnaryOperator *address, const Scope &scope)
{
    AccessPath result = path(address->getSubExpr(), scope);
    if (result.dimensions.empty() || !result.spelling.back().empty())
        no_access(address, "the address of what is no element of an array is not modelled");
    result.dimensions.back().goes_on = is_in_row(result);
    return result;
}

/// The path of `*pointer`: the pointer must be the same all the time, so that its own spelling
/// becomes the root's.
AccessPath AccessPaths::loaded_pointer(AccessPath pointer, const clang::Expr *where)
{
    if (const std::optional<std::string> spelling = fixed_spelling(pointer))
        return behind(pointer, *spelling);
    return row_path(std::move(pointer), where);
}

/// The path of `*pointer` for an element of an array of pointers. No write of the model is to one.
AccessPath AccessPaths::row_path(AccessPath pointer, const clang::Expr *where) const
{
    if (pointer.dimensions.empty() || model_.usage().declared.contains(pointer.root))
        no_access(where, "this pointer changes in the region",
                  "copy the pointer into a local one before the loop");
    pointer.pointer_dimensions = pointer.dimensions.size();
    pointer.through_pointer = true;
    pointer.through_restrict = pointer.through_reference = pointer.is_owned = false;
    pointer.type = pointer.type->getPointeeType();
    pointer.dimensions.push_back({std::nullopt, {}});
    pointer.spelling.emplace_back();
    return pointer;
}

/// How C names what a path leads to, if that is the same all the time.
std::optional<std::string> AccessPaths::fixed_spelling(const AccessPath &path) const
{
    bool is_fixed =
        !model_.usage().modified.count(path.root) && !model_.usage().declared.count(path.root);
    std::string spelling = path.spelling[0];
    for (std::size_t k = 0; k < path.dimensions.size(); ++k) {
        is_fixed = is_fixed && path.dimensions[k].terms.empty() &&
                   path.dimensions[k].offset.terms.empty() && path.through_pointer &&
                   !path.spelling[k + 1].empty();
        if (is_fixed)
            spelling += "->" + path.spelling[k + 1].substr(1);
    }
    return is_fixed ? std::optional(spelling) : std::nullopt;
}

AccessPath AccessPaths::element_path(const ContainerUse &element, const Scope &scope)
{
    AccessPath result = container_path(element, scope);
    result.dimensions.back().terms.push_back({element.subscript, false});
    return result;
}

/// The path of `*object.data()`: the elements of a `std::array` are a part of it, those of other
/// containers lie elsewhere, where nothing that is modelled moves them.
AccessPath AccessPaths::container_path(const ContainerUse &use, const Scope &scope)
{
    const Container &container = use.container;
    AccessPath object = path(use.object, scope);
    refuse_volatile(use.object, container.element);
    if (container.kind == Container::Kind::array) {
        if (object.dimensions.empty())
            object.spelling.back() += data_call;
        object.dimensions.push_back({fixed_extent(*container.size), {}});
        object.spelling.emplace_back();
        object.type = container.element;
        return object;
    }
    const std::optional<std::string> spelling = fixed_spelling(object);
    if (!spelling)
        no_access(use.object,
                  "this container is an element of an array or another container, or changes",
                  "use one container for all rows, `v[i * n + j]`");
    AccessPath result;
    result.root = object.root;
    result.through_pointer = true;
    result.is_owned = container.kind == Container::Kind::vector && is_object_of_its_own(object);
    result.spelling = {*spelling + data_call, ""};
    result.type = container.element;
    result.dimensions.push_back({std::nullopt, {}});
    return result;
}

/// Whether no other name leads to the same object: it is a variable, or a member of one or of
/// `*this`.
bool AccessPaths::is_object_of_its_own(const AccessPath &object) const
{
    return !object.through_pointer ||
           (model_.is_this(object.root) && object.dimensions.size() == 1);
}

/// { [] -> [n] } for a number.
isl::pw_aff AccessPaths::fixed_extent(std::uint64_t size) const
{
    return model_.outermost_scope().domain.pw_aff_on_domain(
        isl::val(model_.ctx(), static_cast<long>(size)));
}

std::optional<std::pair<std::string, Memory>> AccessPaths::size_call(const clang::Expr *object)
{
    const AccessPath path = this->path(object, model_.outermost_scope());
    const std::optional<std::string> spelling = fixed_spelling(path);
    const bool is_there = path.dimensions.empty() || is_object_of_its_own(path);
    if (!spelling || !is_there)
        return std::nullopt;
    const std::string call = *spelling + ".size()";
    Memory memory{path.root, *spelling, call, false, false, model_.ast().getSizeType()};
    memory.is_hidden = true;
    return std::pair(call, memory);
}

AccessPath AccessPaths::starting_pointer(const clang::VarDecl *variable)
{
    AccessPath pointer;
    pointer.root = variable;
    pointer.spelling = {output_name(variable, model_)};
    pointer.type = variable->getType();
    return behind(pointer, pointer.spelling.front());
}

/// What a pointer leads to, which the code can name by `spelling`.
AccessPath AccessPaths::behind(const AccessPath &pointer, const std::string &spelling)
{
    AccessPath result;
    result.root = pointer.root;
    result.through_pointer = true;
    // A pointer computed from a `restrict` one may lead to the same memory.
    result.through_restrict = pointer.type.isRestrictQualified() && pointer.dimensions.empty() &&
                              spelling == output_name(pointer.root, model_) &&
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

void AccessPaths::open_slices(AccessPath &path)
{
    while (const clang::ArrayType *array = model_.ast().getAsArrayType(path.type)) {
        path.dimensions.push_back({extent(path.type), {}});
        path.spelling.emplace_back();
        path.type = array->getElementType();
    }
}

std::optional<isl::pw_aff> AccessPaths::extent(clang::QualType array_type)
{
    Scope scope = model_.outermost_scope();
    scope.changed = model_.usage().modified; // maybe before the region, too
    const clang::ArrayType *array = model_.ast().getAsArrayType(array_type);
    if (const auto *constant = llvm::dyn_cast_or_null<clang::ConstantArrayType>(array))
        return fixed_extent(constant->getSize().getZExtValue());
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

std::string output_name(const clang::VarDecl *variable, const Model &model)
{
    std::string name = variable->getNameAsString();
    model.refuse_macro(name, variable->getLocation());
    if (!model.usage().declared.count(variable))
        return name;
    std::set<const clang::VarDecl *> seen = model.usage().referenced;
    seen.insert(model.usage().declared.begin(), model.usage().declared.end());
    std::vector<const clang::VarDecl *> rivals;
    std::copy_if(seen.begin(), seen.end(), std::back_inserter(rivals),
                 [&](const clang::VarDecl *other) { return other->getNameAsString() == name; });
    // In the order of the source, so that the output does not depend on addresses.
    std::sort(rivals.begin(), rivals.end(), [&](const auto *one, const auto *two) {
        bool one_is_outer = !model.usage().declared.count(one);
        bool two_is_outer = !model.usage().declared.count(two);
        return one_is_outer != two_is_outer ? one_is_outer
                                            : one->getLocation() < two->getLocation();
    });
    auto position = std::find(rivals.begin(), rivals.end(), variable) - rivals.begin();
    const clang::IdentifierTable &identifiers = model.ast().Idents;
    const auto known = identifiers.find(name);
    bool is_taken = known != identifiers.end() &&
                    !model.ast().getTranslationUnitDecl()->lookup(known->second).empty();
    if (position == 0 && !is_taken)
        return name;
    std::string other = fmt::format("{}_{}", name, position + 1);
    while (identifiers.find(other) != identifiers.end())
        other += "_";
    return other;
}

} // namespace espalier::frontend
