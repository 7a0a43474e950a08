#include "espalier/frontend/usage.h"

#include "espalier/frontend/cxx_library.h"
#include "espalier/frontend/purity.h"
#include "espalier/frontend/walk.h"

#include <clang/AST/Expr.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>

namespace espalier::frontend {

namespace {

/// A structure or array may take a pointer too.
void note_copy(clang::QualType type, const clang::Expr *value, Usage &usage)
{
    if (type->isArithmeticType())
        return;
    const Usage inner = usage_of({value});
    usage.copied.insert(inner.referenced.begin(), inner.referenced.end());
}

void note_reference(const clang::ValueDecl *declared, Usage &usage)
{
    if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(declared))
        usage.referenced.insert(variable->getCanonicalDecl());
    if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declared))
        usage.functions.insert(function->getCanonicalDecl());
}

void note_change(const clang::Expr *target, Usage &usage)
{
    if (const clang::VarDecl *variable = variable_of(target)) {
        usage.modified.insert(variable);
        usage.assigned.insert(variable);
    }
    if (std::optional<Place> place = place_of(target))
        usage.stored.insert(*place);
}

void note_unary(const clang::UnaryOperator &operation, Usage &usage)
{
    if (operation.isIncrementDecrementOp())
        note_change(operation.getSubExpr(), usage);
    else if (operation.getOpcode() == clang::UO_AddrOf)
        if (const clang::VarDecl *variable = variable_of(operation.getSubExpr()))
            usage.address_taken.insert(variable);
}

/// The parts of an expression that is done for what it changes.
void append_initializations(const clang::Expr *expression, std::vector<Initialization> &parts)
{
    const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression->IgnoreParens());
    if (operation && operation->getOpcode() == clang::BO_Comma) {
        append_initializations(operation->getLHS(), parts);
        append_initializations(operation->getRHS(), parts);
    } else if (operation && operation->getOpcode() == clang::BO_Assign &&
               variable_of(operation->getLHS())) {
        const clang::Expr *value = operation->getRHS();
        const auto *inner = llvm::dyn_cast<clang::BinaryOperator>(value->IgnoreParenImpCasts());
        if (inner && inner->getOpcode() == clang::BO_Assign) {
            append_initializations(inner, parts);
            value = inner->getLHS();
        }
        parts.push_back({variable_of(operation->getLHS()), value, expression});
    } else
        parts.push_back({nullptr, nullptr, expression});
}

} // namespace

std::optional<Place> place_of(const clang::Expr *lvalue)
{
    const clang::Expr *bare = lvalue->IgnoreParenImpCasts();
    auto below = [](const clang::Expr *base, const std::string &step) {
        std::optional<Place> place = place_of(base);
        if (place)
            place->second += step;
        return place;
    };
    if (const clang::VarDecl *variable = variable_of(bare))
        return Place{variable, ""};
    if (llvm::isa<clang::CXXThisExpr>(bare))
        return Place{nullptr, "this"};
    if (const auto element = element_of_container(bare))
        return below(element->object, "[]");
    if (const auto data = data_of_container(bare))
        return place_of(data->object);
    if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(bare))
        return below(member->getBase(), (member->isArrow() ? "[]." : ".") +
                                            member->getMemberDecl()->getNameAsString());
    if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(bare))
        return below(element->getBase(), "[]");
    if (const auto *operation = llvm::dyn_cast<clang::UnaryOperator>(bare))
        if (operation->getOpcode() == clang::UO_Deref)
            return below(operation->getSubExpr(), "[]");
    if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(bare))
        if (operation->isAdditiveOp())
            return place_of(operation->getLHS()->getType()->isPointerType() ? operation->getLHS()
                                                                            : operation->getRHS());
    return std::nullopt;
}

void add_effect(const clang::Stmt &part, Usage &usage)
{
    if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(&part))
        note_reference(reference->getDecl(), usage);
    else if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(&part);
             binary && binary->isAssignmentOp()) {
        note_change(binary->getLHS(), usage);
        note_copy(binary->getLHS()->getType(), binary->getRHS(), usage);
    } else if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(&part))
        note_unary(*unary, usage);
    else if (const auto *call = llvm::dyn_cast<clang::CallExpr>(&part); call && !is_kill(call))
        for (const clang::Expr *argument : call->arguments())
            note_copy(argument->getType(), argument, usage);
    else if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(&part);
             cast && cast->getCastKind() == clang::CK_PointerToIntegral)
        note_copy(cast->getSubExpr()->getType(), cast->getSubExpr(), usage);
    else if (llvm::isa<clang::AtomicExpr, clang::AsmStmt>(&part))
        for (const clang::Stmt *operand : part.children())
            if (const auto *value = llvm::dyn_cast_or_null<clang::Expr>(operand))
                note_copy(value->getType(), value, usage);
}

void add_effect(const clang::VarDecl &variable, Usage &usage)
{
    usage.declared.insert(variable.getCanonicalDecl());
    if (variable.hasInit()) {
        usage.modified.insert(variable.getCanonicalDecl());
        note_copy(variable.getType(), variable.getInit(), usage);
    }
}

Usage usage_of(const std::vector<const clang::Stmt *> &statements,
               const std::set<const clang::Stmt *> &apart)
{
    Usage usage;
    const Steps steps = {
        .enter =
            [&](const clang::Stmt &part) {
                if (!apart.contains(&part))
                    add_effect(part, usage);
                return true;
            },
        .declare = [&](const clang::VarDecl &variable) { add_effect(variable, usage); }};
    for (const clang::Stmt *statement : statements)
        walk(statement, steps);
    return usage;
}

bool contains_label(const clang::Stmt *statement)
{
    return statement &&
           (llvm::isa<clang::LabelStmt, clang::SwitchCase>(statement) ||
            std::any_of(statement->child_begin(), statement->child_end(), contains_label));
}

bool contains_return(const clang::Stmt *statement)
{
    bool result = false;
    walk(statement, {.enter = [&](const clang::Stmt &part) {
             result = result || llvm::isa<clang::ReturnStmt>(part);
             return !result;
         }});
    return result;
}

bool is_operation(const clang::Stmt &part)
{
    return llvm::isa<clang::BinaryOperator, clang::UnaryOperator, clang::ArraySubscriptExpr,
                     clang::MemberExpr, clang::CallExpr, clang::ConditionalOperator>(part);
}

std::vector<Initialization> initializations(const clang::Expr *expression)
{
    std::vector<Initialization> result;
    append_initializations(expression, result);
    return result;
}

std::vector<Initialization> first_clause(const clang::ForStmt *loop)
{
    std::vector<Initialization> result;
    const clang::Stmt *init = loop->getInit();
    if (const auto *declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(init)) {
        for (const clang::Decl *declared : declaration->decls())
            if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(declared))
                result.push_back({variable->getCanonicalDecl(), variable->getInit(), nullptr});
    } else if (init)
        append_initializations(llvm::cast<clang::Expr>(init), result);
    return result;
}

bool is_loop(const clang::Stmt *statement)
{
    return llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(statement);
}

std::size_t loop_depth(const clang::Stmt *statement)
{
    std::size_t result = 0;
    if (!statement)
        return result;
    for (const clang::Stmt *child : statement->children())
        result = std::max(result, loop_depth(child));
    return result + is_loop(statement);
}

bool leaves_early(const clang::Stmt *loop)
{
    bool result = false;
    walk(loop, {.enter = [&](const clang::Stmt &part) {
             result = result || llvm::isa<clang::BreakStmt, clang::ContinueStmt>(part);
             const bool has_own_jumps =
                 &part != loop && (is_loop(&part) || llvm::isa<clang::SwitchStmt>(part));
             return !has_own_jumps;
         }});
    return result;
}

bool has_jump_target(const clang::Stmt *statement)
{
    bool result = false;
    walk(statement, {.enter = [&](const clang::Stmt &part) {
             result = result || llvm::isa<clang::LabelStmt, clang::SwitchCase>(part);
             return !llvm::isa<clang::SwitchStmt>(part);
         }});
    return result;
}

std::vector<const clang::Stmt *> children_of(const clang::Stmt *statement)
{
    if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(statement))
        return {compound->body_begin(), compound->body_end()};
    return {statement};
}

const clang::VarDecl *variable_of(const clang::Expr *expression)
{
    const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
    const auto *variable =
        reference ? llvm::dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
    return variable ? variable->getCanonicalDecl() : nullptr;
}

} // namespace espalier::frontend
