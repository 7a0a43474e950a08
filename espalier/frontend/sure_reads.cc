#include "espalier/frontend/sure_reads.h"

#include "espalier/frontend/walk.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/StmtCXX.h>
#include <llvm/ADT/FoldingSet.h>

#include <algorithm>

namespace espalier::frontend {

namespace {

using Reads = std::vector<const clang::Expr *>;

bool is_read_of_integer_in_memory(const clang::Stmt &part)
{
    const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(&part);
    return cast && cast->getCastKind() == clang::CK_LValueToRValue &&
           cast->getType()->isIntegerType() &&
           !llvm::isa<clang::DeclRefExpr>(cast->getSubExpr()->IgnoreParens());
}

/// Whether control may leave a statement before its end.
bool may_leave(const clang::Stmt *statement)
{
    bool result = false;
    walk(statement, {.enter = [&](const clang::Stmt &part) {
             result = result || llvm::isa<clang::ReturnStmt, clang::BreakStmt, clang::ContinueStmt,
                                          clang::GotoStmt, clang::IndirectGotoStmt>(part);
             return !result;
         }});
    return result;
}

void add_sure_reads(const clang::Stmt *statement, Reads &reads)
{
    walk(statement, {.enter = [&](const clang::Stmt &part) {
             if (is_read_of_integer_in_memory(part))
                 reads.push_back(llvm::cast<clang::Expr>(&part));
             if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(&part)) {
                 add_sure_reads(branch->getCond(), reads);
                 return false;
             }
             if (const auto *choice = llvm::dyn_cast<clang::AbstractConditionalOperator>(&part)) {
                 add_sure_reads(choice->getCond(), reads);
                 return false;
             }
             if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(&part);
                 operation && operation->isLogicalOp()) {
                 add_sure_reads(operation->getLHS(), reads);
                 return false;
             }
             return !llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt, clang::SwitchStmt,
                               clang::CXXForRangeStmt, clang::LambdaExpr, clang::LabelStmt,
                               clang::UnaryExprOrTypeTraitExpr>(part);
         }});
}

bool are_equal(const clang::Expr *one, const clang::Expr *two, const clang::ASTContext &ast)
{
    llvm::FoldingSetNodeID first, second;
    one->Profile(first, ast, true);
    two->Profile(second, ast, true);
    return first == second;
}

} // namespace

std::vector<const clang::Expr *> reads_in_both_parts(const clang::IfStmt *branch,
                                                     const clang::ASTContext &ast)
{
    if (!branch->getElse() || may_leave(branch->getThen()) || may_leave(branch->getElse()))
        return {};
    Reads first, second;
    add_sure_reads(branch->getThen(), first);
    add_sure_reads(branch->getElse(), second);
    std::erase_if(first, [&](const clang::Expr *read) {
        return std::ranges::none_of(
            second, [&](const clang::Expr *other) { return are_equal(read, other, ast); });
    });
    return first;
}

} // namespace espalier::frontend
