#include "espalier/frontend/usage.h"

#include "espalier/frontend/purity.h"
#include "espalier/frontend/walk.h"

#include <clang/AST/Expr.h>

#include <algorithm>

namespace espalier::frontend {

namespace {

class UsageCollector {
public:
    /// \param without  statements that are left out
    /// \param apart    increments and decrements that count as mere uses
    explicit UsageCollector(Usage &usage, std::set<const clang::Stmt *> without = {},
                            const std::set<const clang::Stmt *> &apart = {})
        : usage_(usage), without_(std::move(without)), apart_(apart)
    {
    }

    void collect(const clang::Stmt *statement)
    {
        walk(statement, {.enter =
                             [this](const clang::Stmt &part) {
                                 if (without_.contains(&part))
                                     return false;
                                 note(part);
                                 return true;
                             },
                         .declare = [this](const clang::VarDecl &variable) { declare(variable); }});
    }

private:
    void declare(const clang::VarDecl &variable)
    {
        usage_.declared.insert(variable.getCanonicalDecl());
        if (variable.hasInit()) {
            usage_.modified.insert(variable.getCanonicalDecl());
            note_copy(variable.getType(), variable.getInit());
        }
    }

    void note(const clang::Stmt &part)
    {
        if (const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(&part))
            refer(reference->getDecl());
        else if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(&part))
            note_assignment(*binary);
        else if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(&part))
            note_unary(*unary);
        else if (const auto *call = llvm::dyn_cast<clang::CallExpr>(&part); call && !is_kill(call))
            note_copies(call);
    }

    void refer(const clang::ValueDecl *declared)
    {
        if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(declared))
            usage_.referenced.insert(variable->getCanonicalDecl());
        if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declared))
            usage_.functions.insert(function->getCanonicalDecl());
    }

    void note_assignment(const clang::BinaryOperator &operation)
    {
        if (!operation.isAssignmentOp())
            return;
        modify(operation.getLHS());
        note_copy(operation.getLHS()->getType(), operation.getRHS());
    }

    void note_unary(const clang::UnaryOperator &operation)
    {
        if (operation.isIncrementDecrementOp() && !apart_.contains(&operation))
            modify(operation.getSubExpr());
        else if (operation.getOpcode() == clang::UO_AddrOf)
            if (const clang::VarDecl *variable = variable_of(operation.getSubExpr()))
                usage_.address_taken.insert(variable);
    }

    /// A structure or array may take a pointer too.
    void note_copy(clang::QualType type, const clang::Expr *value)
    {
        if (type->isArithmeticType())
            return;
        const Usage inner = usage_of({value});
        usage_.copied.insert(inner.referenced.begin(), inner.referenced.end());
    }

    void note_copies(const clang::CallExpr *call)
    {
        for (const clang::Expr *argument : call->arguments())
            note_copy(argument->getType(), argument);
    }

    void modify(const clang::Expr *target)
    {
        if (const clang::VarDecl *variable = variable_of(target)) {
            usage_.modified.insert(variable);
            usage_.assigned.insert(variable);
        }
        if (std::optional<Place> place = place_of(target))
            usage_.stored.insert(*place);
    }

    Usage &usage_;
    const std::set<const clang::Stmt *> without_;
    const std::set<const clang::Stmt *> apart_;
};

bool holds_any(const clang::Stmt *statement, const std::set<const clang::Stmt *> &region)
{
    return region.count(statement) ||
           std::any_of(statement->child_begin(), statement->child_end(),
                       [&](const clang::Stmt *child) { return child && holds_any(child, region); });
}

/// Whether a loop assigns a variable before it reads it.
bool assigns_first(const clang::ForStmt *loop, const clang::VarDecl *variable)
{
    for (const Initialization &part : first_clause(loop)) {
        const clang::Expr *evaluated = part.variable ? part.value : part.expression;
        if (evaluated && usage_of({evaluated}).referenced.contains(variable))
            return false;
        if (part.variable == variable)
            return part.value;
    }
    return false;
}

/// Where something is in the source.
enum class Side { ahead, behind };

/// On which sides of a region its function may read a variable: any use counts, but those in a
/// `for` that first assigns it.
std::set<Side> reads_outside(const clang::VarDecl *variable, const clang::FunctionDecl *function,
                             const std::vector<const clang::Stmt *> &region)
{
    const clang::Stmt *body = function->getBody();
    const std::set<const clang::Stmt *> inside(region.begin(), region.end());
    const bool has_jumps = contains_label(body); // maybe round the first clause of a `for`
    std::set<Side> result;
    Side here = Side::ahead;
    walk(body, {.enter = [&](const clang::Stmt &statement) {
             if (inside.contains(&statement)) {
                 here = Side::behind;
                 return false;
             }
             const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(&statement);
             if (reference && reference->getDecl()->getCanonicalDecl() == variable)
                 result.insert(here);
             const auto *loop = llvm::dyn_cast<clang::ForStmt>(&statement);
             return !loop || has_jumps || !assigns_first(loop, variable) || holds_any(loop, inside);
         }});
    return result;
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

Usage usage_of(const std::vector<const clang::Stmt *> &statements,
               const std::set<const clang::Stmt *> &apart)
{
    Usage usage;
    UsageCollector collector(usage, {}, apart);
    for (const clang::Stmt *statement : statements)
        collector.collect(statement);
    return usage;
}

Usage usage_beside(const std::vector<const clang::Stmt *> &region,
                   const clang::FunctionDecl *function)
{
    Usage usage;
    UsageCollector(usage, {region.begin(), region.end()}).collect(function->getBody());
    return usage;
}

bool contains_label(const clang::Stmt *statement)
{
    return statement &&
           (llvm::isa<clang::LabelStmt, clang::SwitchCase>(statement) ||
            std::any_of(statement->child_begin(), statement->child_end(), contains_label));
}

bool may_repeat(const clang::Stmt *body, const clang::Stmt *target)
{
    int loops = 0;
    bool is_repeated = false, has_jumps = false;
    walk(body, {.enter =
                    [&](const clang::Stmt &statement) {
                        if (&statement == target) {
                            is_repeated = loops > 0;
                            return false;
                        }
                        has_jumps = has_jumps ||
                                    llvm::isa<clang::GotoStmt, clang::IndirectGotoStmt>(statement);
                        loops += is_loop(&statement);
                        return true;
                    },
                .leave = [&](const clang::Stmt &statement) { loops -= is_loop(&statement); }});
    return is_repeated || has_jumps;
}

bool is_live_outside(const clang::VarDecl *variable, const clang::FunctionDecl *function,
                     const std::vector<const clang::Stmt *> &region)
{
    return !variable->hasLocalStorage() || !reads_outside(variable, function, region).empty();
}

bool is_temporary(const clang::VarDecl *variable, const clang::FunctionDecl *function,
                  const std::vector<const clang::Stmt *> &region)
{
    if (is_live_outside(variable, function, region))
        return false;
    if (usage_of(region).declared.count(variable))
        return true;
    if (llvm::isa<clang::ParmVarDecl>(variable) || variable->hasInit())
        return false;
    return !may_repeat(function->getBody(), region.front());
}

bool is_dead_after(const clang::VarDecl *variable, const clang::FunctionDecl *function,
                   const std::vector<const clang::Stmt *> &region)
{
    if (is_temporary(variable, function, region))
        return true;
    if (!variable->hasLocalStorage() || may_repeat(function->getBody(), region.front()))
        return false;
    const std::set<Side> reads = reads_outside(variable, function, region);
    // Other pointers may lead to arrays and structures.
    return variable->getType()->isScalarType() ? !reads.contains(Side::behind) : reads.empty();
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
