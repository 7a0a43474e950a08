#include "espalier/frontend/cxx_library.h"

#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>

namespace espalier::frontend {

namespace {

bool is_named(const clang::NamedDecl *declaration, llvm::StringRef name)
{
    return declaration->getIdentifier() && declaration->getName() == name;
}

/// The class that a type is of, if it is one of the library's.
const clang::ClassTemplateSpecializationDecl *library_class(clang::QualType type)
{
    const auto *specialization = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(
        type.getNonReferenceType()->getAsCXXRecordDecl());
    return specialization && specialization->isInStdNamespace() ? specialization : nullptr;
}

bool is_standard_allocator(clang::QualType type)
{
    const auto *allocator = library_class(type);
    return allocator && is_named(allocator, "allocator");
}

/// A number among the arguments of a template; nothing for the greatest, which says that there is
/// none.
std::optional<std::uint64_t> number(const clang::TemplateArgument &argument)
{
    if (argument.getKind() != clang::TemplateArgument::Integral ||
        argument.getAsIntegral().isAllOnes())
        return std::nullopt;
    return argument.getAsIntegral().getZExtValue();
}

/// `object.NAME()`, of a container.
std::optional<ContainerUse> member_call(const clang::Expr *expression, llvm::StringRef name)
{
    const auto *call = llvm::dyn_cast<clang::CXXMemberCallExpr>(expression->IgnoreParens());
    if (!call || call->getNumArgs() != 0 || !call->getMethodDecl() ||
        !is_named(call->getMethodDecl(), name))
        return std::nullopt;
    const clang::Expr *object = call->getImplicitObjectArgument();
    const std::optional<Container> container = container_of(object->getType());
    return container ? std::optional(ContainerUse{object, *container}) : std::nullopt;
}

/// An argument without what binds it to a reference.
const clang::Expr *bound(const clang::Expr *argument)
{
    const clang::Expr *result = argument->IgnoreParens();
    if (const auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(result))
        result = temporary->getSubExpr()->IgnoreParens();
    const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(result);
    return cast && cast->getCastKind() == clang::CK_NoOp ? cast->getSubExpr() : result;
}

} // namespace

std::optional<Container> container_of(clang::QualType type)
{
    const auto *known = library_class(type);
    if (!known)
        return std::nullopt;
    const clang::TemplateArgumentList &arguments = known->getTemplateArgs();
    if (arguments.size() != 2 || arguments[0].getKind() != clang::TemplateArgument::Type)
        return std::nullopt;
    clang::QualType element = arguments[0].getAsType();
    if (is_named(known, "vector"))
        return element->isBooleanType() || !is_standard_allocator(arguments[1].getAsType())
                   ? std::nullopt
                   : std::optional(Container{Container::Kind::vector, element});
    if (is_named(known, "array"))
        return Container{Container::Kind::array, element, number(arguments[1])};
    if (is_named(known, "span"))
        return Container{Container::Kind::span, element, number(arguments[1])};
    return std::nullopt;
}

std::optional<ContainerUse> element_of_container(const clang::Expr *expression)
{
    const auto *call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression->IgnoreParens());
    if (!call || call->getOperator() != clang::OO_Subscript || call->getNumArgs() != 2)
        return std::nullopt;
    const std::optional<Container> container = container_of(call->getArg(0)->getType());
    if (!container)
        return std::nullopt;
    return ContainerUse{call->getArg(0), *container, call->getArg(1)};
}

std::optional<ContainerUse> data_of_container(const clang::Expr *expression)
{
    return member_call(expression, "data");
}

std::optional<ContainerUse> size_of_container(const clang::Expr *expression)
{
    return member_call(expression, "size");
}

std::optional<ExtremumCall> extremum_call(const clang::Expr *expression)
{
    const auto *call = llvm::dyn_cast<clang::CallExpr>(expression->IgnoreParens());
    const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
    if (!callee || call->getNumArgs() != 2 || !callee->isInStdNamespace() ||
        !callee->getReturnType().getNonReferenceType()->isArithmeticType())
        return std::nullopt;
    const bool is_minimum = is_named(callee, "min");
    if (!is_minimum && !is_named(callee, "max"))
        return std::nullopt;
    return ExtremumCall{is_minimum, bound(call->getArg(0)), bound(call->getArg(1))};
}

} // namespace espalier::frontend
