#include "espalier/frontend/cxx_subset.h"

#include "espalier/frontend/cxx_library.h"
#include "espalier/frontend/walk.h"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <fmt/format.h>

#include <algorithm>

namespace espalier::frontend {

namespace {

[[noreturn]] void refuse(clang::SourceLocation where, const std::string &why,
                         const std::string &help = "",
                         DiagnosticKind kind = DiagnosticKind::unmodelled_statement)
{
    throw Unmodelled{kind, where, why, help};
}

/// Whether an expression has temporary values, none of which is an object with a destructor.
bool is_without_objects(const clang::Stmt &part)
{
    const auto *whole = llvm::dyn_cast<clang::ExprWithCleanups>(&part);
    return whole && whole->getNumObjects() == 0;
}

/// Constructs that C and C++ share. What they mean beyond that is looked at one by one.
bool is_shared_with_c(const clang::Stmt &part)
{
    using namespace clang;
    return llvm::isa<CompoundStmt, DeclStmt, ForStmt, WhileStmt, DoStmt, IfStmt, NullStmt,
                     BreakStmt, ContinueStmt, ReturnStmt, SwitchStmt, SwitchCase, LabelStmt,
                     GotoStmt, IndirectGotoStmt, AttributedStmt, AsmStmt>(part) ||
           llvm::isa<IntegerLiteral, FloatingLiteral, CharacterLiteral, DeclRefExpr, MemberExpr,
                     ArraySubscriptExpr, ParenExpr, UnaryOperator, BinaryOperator,
                     ConditionalOperator, ImplicitCastExpr, CStyleCastExpr, CallExpr, StringLiteral,
                     UnaryExprOrTypeTraitExpr, ConstantExpr, InitListExpr, StmtExpr>(part) ||
           llvm::isa<CXXBoolLiteralExpr, CXXStaticCastExpr, CXXFunctionalCastExpr, CXXThisExpr,
                     MaterializeTemporaryExpr>(part) ||
           is_without_objects(part);
}

/// How a construct of C++ is called in a remark, and what to write in its place.
std::pair<const char *, const char *> words_for(const clang::Stmt &part)
{
    if (llvm::isa<clang::CXXForRangeStmt>(part))
        return {"a `for` over a range", "count with an index"};
    if (llvm::isa<clang::LambdaExpr>(part))
        return {"a lambda", "move the loops into a function of their own"};
    if (llvm::isa<clang::CXXThrowExpr>(part))
        return {"a `throw`", "test what it is for before the loop"};
    if (llvm::isa<clang::CXXTryStmt>(part))
        return {"a `try` block", "put the block around the loop"};
    if (llvm::isa<clang::CXXNewExpr, clang::CXXDeleteExpr>(part))
        return {"`new` or `delete`", "get memory before the loop"};
    if (llvm::isa<clang::CXXConstructExpr, clang::ExprWithCleanups>(part))
        return {"an object of a class that is made here", "make it before the loop"};
    return {"this construct of C++", ""};
}

class Subset {
public:
    void check(const clang::Stmt &part) const
    {
        if (!is_shared_with_c(part)) {
            const auto [name, help] = words_for(part);
            refuse(part.getBeginLoc(), fmt::format("{} is not modelled", name), help);
        }
        if (const auto *call = llvm::dyn_cast<clang::CallExpr>(&part))
            check_call(*call);
        if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(&part))
            check_reference(*reference);
        if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(&part);
            member && member->hasQualifier())
            refuse(part.getBeginLoc(), "a member that is named with its class is not modelled");
        if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(&part);
            loop && loop->getConditionVariable())
            refuse_declaration(part);
        if (const auto *loop = llvm::dyn_cast<clang::WhileStmt>(&part);
            loop && loop->getConditionVariable())
            refuse_declaration(part);
    }

    void check(const clang::VarDecl &variable) const
    {
        const clang::QualType type = variable.getType();
        if (type->isReferenceType())
            refuse(variable.getLocation(),
                   fmt::format("`{}` is a reference that is declared here",
                               variable.getNameAsString()),
                   "name what it refers to", DiagnosticKind::unmodelled_variable);
        const clang::Type *element = type->getBaseElementTypeUnsafe();
        if (const clang::CXXRecordDecl *record = element->getAsCXXRecordDecl();
            record && record->isLambda())
            refuse(variable.getLocation(), "a lambda is not modelled",
                   "move the loops into a function of their own");
        if (element->isEnumeralType())
            refuse(variable.getLocation(),
                   fmt::format("`{}`, declared here, is of an enumeration",
                               variable.getNameAsString()),
                   "declare it as an integer", DiagnosticKind::unmodelled_variable);
        if (element->isRecordType() || element->isMemberPointerType())
            refuse(variable.getLocation(),
                   fmt::format("`{}` is an object of a class that is declared here",
                               variable.getNameAsString()),
                   "declare it before the loop", DiagnosticKind::unmodelled_variable);
    }

private:
    [[noreturn]] static void refuse_declaration(const clang::Stmt &loop)
    {
        refuse(loop.getBeginLoc(), "a declaration in a condition is not modelled",
               "declare the variable before the loop");
    }

    static void check_call(const clang::CallExpr &call)
    {
        if (llvm::isa<clang::CXXOperatorCallExpr>(call) && !element_of_container(&call))
            refuse(call.getExprLoc(), "this operator is a function of a class",
                   "compute with numbers and arrays of them", DiagnosticKind::unmodelled_call);
        if (llvm::isa<clang::CXXMemberCallExpr>(call) && !data_of_container(&call) &&
            !size_of_container(&call))
            refuse(call.getExprLoc(), "this calls a member function",
                   "call it before the loop, and keep its value in a local variable",
                   DiagnosticKind::unmodelled_call);
        if (llvm::isa<clang::UserDefinedLiteral, clang::CUDAKernelCallExpr>(call))
            refuse(call.getExprLoc(), "this call is not modelled", "",
                   DiagnosticKind::unmodelled_call);
    }

    /// A name has to mean the same at the region's start, where declarations are not yet in sight.
    static void check_reference(const clang::DeclRefExpr &reference)
    {
        const auto *variable = llvm::dyn_cast<clang::VarDecl>(reference.getDecl());
        if (variable && reference.hasQualifier())
            refuse(reference.getBeginLoc(),
                   fmt::format("`{}` is a member of a class or namespace",
                               variable->getNameAsString()),
                   "copy the value into a local variable before the loop",
                   DiagnosticKind::unmodelled_variable);
    }
};

void check_all(const clang::Stmt *statement)
{
    const Subset subset;
    walk(statement, {.enter =
                         [&](const clang::Stmt &part) {
                             subset.check(part);
                             return true;
                         },
                     .declare = [&](const clang::VarDecl &variable) { subset.check(variable); }});
}

bool is_number_or_pointer(clang::QualType type)
{
    return type->isArithmeticType() || type->isEnumeralType() || type->isPointerType();
}

} // namespace

void require_cxx_subset(const std::vector<const clang::Stmt *> &statements)
{
    for (const clang::Stmt *statement : statements)
        check_all(statement);
}

bool is_in_cxx_subset(const clang::FunctionDecl *definition)
{
    const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(definition);
    if ((method && method->isInstance()) || definition->isDependentContext() ||
        !is_number_or_pointer(definition->getReturnType()) ||
        !std::ranges::all_of(definition->parameters(), [](const clang::ParmVarDecl *parameter) {
            return is_number_or_pointer(parameter->getType());
        }))
        return false;
    try {
        check_all(definition->getBody());
    } catch (const Unmodelled &) {
        return false;
    }
    return true;
}

std::optional<Unmodelled> refusal_of(const clang::FunctionDecl *function)
{
    auto because = [&](const char *why, const char *help) {
        return Unmodelled{DiagnosticKind::unmodelled_statement, function->getLocation(), why, help};
    };
    if (function->isDependentContext())
        return because("templates are left alone: their text is shared by all their instances",
                       "write the loops for one type in a function of its own");
    if (llvm::isa<clang::CXXConstructorDecl, clang::CXXDestructorDecl>(function))
        return because("constructors and destructors are left alone",
                       "move the loops into a member function");
    if (!llvm::isa<clang::CompoundStmt>(function->getBody()))
        return because("functions that are a `try` block or a coroutine are left alone",
                       "move the loops into a function of their own");
    return std::nullopt;
}

} // namespace espalier::frontend
