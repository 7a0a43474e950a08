#include "espalier/frontend/expansions.h"

#include "espalier/frontend/callee_bodies.h"
#include "espalier/frontend/callee_values.h"
#include "espalier/frontend/callees.h"
#include "espalier/frontend/member_variables.h"
#include "espalier/frontend/memory_calls.h"
#include "espalier/frontend/purity.h"
#include "espalier/frontend/source_loops.h"
#include "espalier/frontend/synthetic_expressions.h"
#include "espalier/frontend/walk.h"

#include <algorithm>

namespace espalier::frontend {

namespace {

using clang::Expr;
using clang::Stmt;

/// How deep calls are expanded in each other, and how much of bodies there is in one function.
constexpr std::size_t most_levels = 5, most_parts = 4000;

bool has_loop(const Stmt *statement) { return loop_depth(statement) > 0; }

/// Whether parts of an expression need not be evaluated, or not once.
bool is_choice(const Stmt &part)
{
    const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(&part);
    return llvm::isa<clang::AbstractConditionalOperator, clang::UnaryExprOrTypeTraitExpr,
                     clang::StmtExpr, clang::GenericSelectionExpr, clang::ChooseExpr>(part) ||
           (binary && binary->isLogicalOp());
}

/// The assignment that a statement is; null for others.
const clang::BinaryOperator *assignment_of(const Expr *expression)
{
    const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(expression->IgnoreParens());
    return operation && operation->isAssignmentOp() ? operation : nullptr;
}

/// Whether an expression changes nothing but, if it is an assignment, its target: what is read in
/// it may as well be read before.
bool changes_last(const Expr *expression)
{
    const clang::BinaryOperator *assignment = assignment_of(expression);
    const std::size_t targets = assignment ? 1 : 0;
    std::size_t changes = 0;
    walk(expression, {.enter = [&](const Stmt &part) {
             const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(&part);
             const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(&part);
             changes +=
                 (binary && binary->isAssignmentOp()) || (unary && unary->isIncrementDecrementOp());
             return true;
         }});
    return changes == targets;
}

/// Replaces calls in one function after the other.
class Expander {
public:
    Expander(clang::ASTContext &ast, const Directives &directives, Expansions &result)
        : ast_(ast), callees_(ast, directives, *result.names), bodies_(ast, *result.names),
          memory_(ast, *result.names), result_(result)
    {
    }

    void expand(clang::FunctionDecl *function)
    {
        caller_ = function;
        parts_ = 0;
        active_ = {function->getCanonicalDecl()};
        bodies_.enter(function);
        memory_.enter(function);
        function->setBody(block(llvm::cast<clang::CompoundStmt>(function->getBody()), false));
        split_structures(function, result_.blocks, *result_.names, ast_);
    }

private:
    using Statements = std::vector<Stmt *>;

    Stmt *block(clang::CompoundStmt *block, bool in_loop);
    Stmt *single(Stmt *statement, bool in_loop);
    void append(Stmt *statement, bool in_loop, Statements &out);
    void append_computation(Expr *expression, bool in_loop, Statements &out);
    void append_declaration(clang::DeclStmt *statement, bool in_loop, Statements &out);
    void append_branch(clang::IfStmt *branch, bool in_loop, Statements &out);
    void values(Stmt *parent);
    void value(Stmt *&slot);
    void hoist(Stmt *&slot, const Stmt *whole, Statements &out);
    std::vector<Stmt **> calls_to_hoist(Stmt *&slot);
    clang::CompoundStmt *body_of(clang::CallExpr *call, clang::VarDecl *result);
    const clang::FunctionDecl *callee_of(const clang::CallExpr *call);
    bool has_to_be_expanded(const clang::CallExpr *call, const clang::FunctionDecl *callee) const
    {
        return has_loop(callee->getBody()) ||
               effect_of(call->getDirectCallee()) == CallEffect::unknown;
    }
    /// \param text  of the statement as it was
    Stmt *as_block(const Statements &parts, clang::SourceRange text)
    {
        Stmt *result = clang::CompoundStmt::Create(ast_, parts, clang::FPOptionsOverride(),
                                                   text.getBegin(), text.getEnd());
        result_.blocks.insert(result);
        return result;
    }

    clang::ASTContext &ast_;
    Callees callees_;
    CalleeBodies bodies_;
    MemoryCalls memory_;
    Expansions &result_;
    clang::FunctionDecl *caller_ = nullptr;
    std::vector<const clang::FunctionDecl *> active_; ///< the caller, and what it is expanding
    std::size_t parts_ = 0;                           ///< of bodies, in the caller
};

Stmt *Expander::block(clang::CompoundStmt *block, bool in_loop)
{
    Statements parts;
    for (Stmt *part : block->body())
        append(part, in_loop, parts);
    if (std::ranges::equal(parts, block->body()))
        return block;
    return clang::CompoundStmt::Create(ast_, parts, clang::FPOptionsOverride(),
                                       block->getLBracLoc(), block->getRBracLoc());
}

/// A statement with its calls expanded, where one has to stand.
Stmt *Expander::single(Stmt *statement, bool in_loop)
{
    if (!statement)
        return nullptr;
    const clang::SourceRange text = statement->getSourceRange();
    Statements parts;
    append(statement, in_loop, parts);
    return parts.size() == 1 ? parts.front() : as_block(parts, text);
}

void Expander::append(Stmt *statement, bool in_loop, Statements &out)
{
    if (auto *expression = llvm::dyn_cast<Expr>(statement))
        return append_computation(expression, in_loop, out);
    if (auto *declaration = llvm::dyn_cast<clang::DeclStmt>(statement))
        return append_declaration(declaration, in_loop, out);
    if (auto *branch = llvm::dyn_cast<clang::IfStmt>(statement))
        return append_branch(branch, in_loop, out);
    out.push_back(statement);
    if (auto *inner = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
        out.back() = block(inner, in_loop);
    } else if (auto *counted = llvm::dyn_cast<clang::ForStmt>(statement)) {
        Stmt *body = counted->getBody();
        counted->setBody(nullptr);
        values(counted);
        counted->setBody(single(body, true));
    } else if (auto *tested = llvm::dyn_cast<clang::WhileStmt>(statement)) {
        Stmt *condition = tested->getCond();
        value(condition);
        tested->setCond(llvm::cast<Expr>(condition));
        tested->setBody(single(tested->getBody(), true));
    } else if (auto *run = llvm::dyn_cast<clang::DoStmt>(statement)) {
        Stmt *condition = run->getCond();
        value(condition);
        run->setCond(llvm::cast<Expr>(condition));
        run->setBody(single(run->getBody(), true));
    } else if (auto *labelled = llvm::dyn_cast<clang::LabelStmt>(statement)) {
        labelled->setSubStmt(single(labelled->getSubStmt(), in_loop));
    } else if (auto *choice = llvm::dyn_cast<clang::SwitchStmt>(statement)) {
        choice->setBody(single(choice->getBody(), in_loop));
    } else if (auto *one = llvm::dyn_cast<clang::CaseStmt>(statement)) {
        one->setSubStmt(single(one->getSubStmt(), in_loop));
    } else if (auto *other = llvm::dyn_cast<clang::DefaultStmt>(statement)) {
        other->setSubStmt(single(other->getSubStmt(), in_loop));
    }
}

/// Replaces calls in the expressions of a statement that are short values.
void Expander::values(Stmt *parent)
{
    for (auto slot = parent->child_begin(); slot != parent->child_end(); ++slot)
        if (*slot)
            value(*slot);
}

/// The same of an expression, from inside out.
void Expander::value(Stmt *&slot)
{
    if (llvm::isa<clang::StmtExpr, clang::UnaryExprOrTypeTraitExpr>(slot))
        return;
    values(slot);
    auto *call = llvm::dyn_cast<clang::CallExpr>(slot);
    const clang::FunctionDecl *callee = call ? callee_of(call) : nullptr;
    if (!callee)
        return;
    if (Expr *result = value_of_call(call, callee, ast_)) {
        result_.calls.push_back({caller_, callee, call->getBeginLoc()});
        active_.push_back(callee->getCanonicalDecl());
        Stmt *inner = new (ast_) clang::ParenExpr(call->getBeginLoc(), call->getEndLoc(), result);
        value(inner);
        active_.pop_back();
        slot = inner;
    }
}

/// What a call executes, if that may stand here.
const clang::FunctionDecl *Expander::callee_of(const clang::CallExpr *call)
{
    const clang::FunctionDecl *callee = callees_.expandable(call);
    const bool is_fine = callee && active_.size() <= most_levels &&
                         std::ranges::find(active_, callee->getCanonicalDecl()) == active_.end() &&
                         callees_.means_the_same_in(callee, caller_);
    return is_fine ? callee : nullptr;
}

/// The block in place of a call, with its own calls expanded; null if the call stays.
/// \param result  gets the value; null if that is not used
clang::CompoundStmt *Expander::body_of(clang::CallExpr *call, clang::VarDecl *result)
{
    const clang::FunctionDecl *callee = callee_of(call);
    if (!callee || parts_ + parts_of(callee->getBody()) > most_parts)
        return nullptr;
    clang::CompoundStmt *body = nullptr;
    try {
        body = bodies_.block(call, callee, result);
    } catch (const NotCopied &) {
        return nullptr;
    }
    parts_ += parts_of(body);
    result_.calls.push_back({caller_, callee, call->getBeginLoc()});
    active_.push_back(callee->getCanonicalDecl());
    body = llvm::cast<clang::CompoundStmt>(block(body, true));
    active_.pop_back();
    result_.blocks.insert(body);
    return body;
}

void Expander::append_computation(Expr *expression, bool in_loop, Statements &out)
{
    const clang::SourceRange text = expression->getSourceRange();
    Stmt *slot = expression;
    if (!llvm::isa<clang::CallExpr>(expression->IgnoreParens()))
        value(slot);
    else
        values(slot);
    if (!in_loop)
        return out.push_back(slot);
    Stmt *bare = llvm::cast<Expr>(slot)->IgnoreParenCasts();
    if (auto *call = llvm::dyn_cast<clang::CallExpr>(bare)) {
        if (Stmt *loops = memory_.loops(call))
            return out.push_back(as_block({loops}, text));
        const clang::FunctionDecl *callee = callee_of(call);
        if (callee && has_to_be_expanded(call, callee))
            if (Stmt *body = body_of(call, nullptr))
                return out.push_back(as_block({body}, text));
    }
    Statements parts;
    hoist(slot, expression, parts);
    parts.push_back(slot);
    out.push_back(parts.size() == 1 ? slot : as_block(parts, text));
}

void Expander::append_declaration(clang::DeclStmt *statement, bool in_loop, Statements &out)
{
    const auto *variable = statement->isSingleDecl()
                               ? llvm::dyn_cast<clang::VarDecl>(statement->getSingleDecl())
                               : nullptr;
    values(statement);
    if (in_loop && variable && variable->hasInit() && variable->hasLocalStorage())
        for (auto slot = statement->child_begin(); slot != statement->child_end(); ++slot)
            if (*slot == variable->getInit())
                hoist(*slot, statement, out);
    out.push_back(statement);
}

void Expander::append_branch(clang::IfStmt *branch, bool in_loop, Statements &out)
{
    const clang::SourceRange text = branch->getSourceRange();
    Stmt *condition = branch->getCond();
    value(condition);
    Statements parts;
    if (in_loop && !has_loop(branch->getThen()) && !has_loop(branch->getElse()))
        hoist(condition, branch, parts);
    branch->setCond(llvm::cast<Expr>(condition));
    branch->setThen(single(branch->getThen(), in_loop));
    if (branch->getElse())
        branch->setElse(single(branch->getElse(), in_loop));
    parts.push_back(branch);
    out.push_back(parts.size() == 1 ? branch : as_block(parts, text));
}

/// Has calls in an expression that is always evaluated done in front of the statement that it is
/// in: their values are in variables then.
/// \param slot   of the expression
/// \param whole  the statement
void Expander::hoist(Stmt *&slot, const Stmt *whole, Statements &out)
{
    const auto *expression = llvm::cast<Expr>(slot);
    if (!changes_last(expression))
        return;
    const std::vector<Stmt **> calls = calls_to_hoist(slot);
    const auto changes = [&](Stmt **at) {
        return callees_.changes_memory(callee_of(llvm::cast<clang::CallExpr>(*at)));
    };
    // One that changes memory is the whole of a value that goes into a local variable.
    const clang::BinaryOperator *assignment = assignment_of(expression);
    const Expr *value = assignment ? assignment->getRHS() : expression;
    const clang::VarDecl *target = assignment ? variable_of(assignment->getLHS()) : nullptr;
    const bool is_apart = (!assignment || (assignment->getOpcode() == clang::BO_Assign && target &&
                                           target->hasLocalStorage())) &&
                          calls.size() == 1 && value->IgnoreParenCasts() == *calls.front();
    if (!is_apart && std::ranges::any_of(calls, changes))
        return;
    for (Stmt **at : calls) {
        auto *call = llvm::cast<clang::CallExpr>(*at);
        clang::VarDecl *result = bodies_.result_variable(call, callee_of(call));
        Stmt *body = body_of(call, result);
        if (!body)
            continue;
        out.push_back(bodies_.declaration(result, whole->getBeginLoc(), whole->getEndLoc()));
        out.push_back(body);
        *at = const_cast<Expr *>(value_of(result, ast_));
    }
}

/// The places of the calls in an expression that have to be expanded, and are always evaluated.
std::vector<Stmt **> Expander::calls_to_hoist(Stmt *&slot)
{
    if (is_choice(*slot))
        return {};
    std::vector<Stmt **> result;
    for (auto child = slot->child_begin(); child != slot->child_end(); ++child)
        if (*child)
            for (Stmt **found : calls_to_hoist(*child))
                result.push_back(found);
    auto *call = llvm::dyn_cast<clang::CallExpr>(slot);
    const clang::FunctionDecl *callee = call ? callee_of(call) : nullptr;
    if (callee && !callee->getReturnType()->isVoidType() && has_to_be_expanded(call, callee))
        result.push_back(&slot);
    return result;
}

} // namespace

Expansions expand_calls(clang::ASTContext &ast, const Directives &directives)
{
    Expansions result;
    result.names = std::make_shared<ExpansionNames>(ast);
    Expander expander(ast, directives, result);
    for (const clang::FunctionDecl *function : functions_of(ast))
        expander.expand(const_cast<clang::FunctionDecl *>(function));
    result.new_names = result.names->made();
    return result;
}

} // namespace espalier::frontend
