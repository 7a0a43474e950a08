#include "espalier/frontend/extractor.h"

#include "espalier/frontend/increments.h"
#include "espalier/frontend/pointers.h"
#include "espalier/frontend/purity.h"
#include "espalier/presburger/id.h"
#include "espalier/program/dead_statements.h"
#include "espalier/program/declared_memory.h"
#include "espalier/program/unread_locals.h"

#include <clang/AST/Attr.h>
#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/id.h>
#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>
#include <utility>

namespace espalier::frontend {

namespace {

using program::Nest;

Nest loop_nest(bool is_decreasing, std::size_t dimension)
{
    Nest nest;
    nest.kind = Nest::Kind::loop;
    nest.is_decreasing = is_decreasing;
    nest.dimension = dimension;
    return nest;
}

/// How a construct that ends a region is called in a remark.
std::string construct_name(const clang::Stmt *statement)
{
    if (llvm::isa<clang::SwitchStmt>(statement))
        return "a `switch`";
    if (llvm::isa<clang::BreakStmt>(statement))
        return "a `break`";
    if (llvm::isa<clang::ContinueStmt>(statement))
        return "a `continue`";
    if (llvm::isa<clang::ReturnStmt>(statement))
        return "a `return`";
    if (llvm::isa<clang::GotoStmt, clang::IndirectGotoStmt>(statement))
        return "a `goto`";
    if (llvm::isa<clang::AsmStmt>(statement))
        return "inline assembly";
    return "this statement";
}

} // namespace

ProgramExtractor::ProgramExtractor(const clang::ASTContext &ast, isl::ctx ctx,
                                   const clang::FunctionDecl *function,
                                   const std::vector<const clang::Stmt *> &region,
                                   const KeptEffects &kept)
    : model_(ast, ctx, function, region), kept_(kept), affine_(model_), accesses_(model_, affine_),
      statements_(model_, affine_, accesses_)
{
}

program::Program ProgramExtractor::extract()
{
    Scope scope = model_.outermost_scope();
    scope.pointers = starting_places(scope, model_, accesses_.polynomials());
    sequence(with_increments_apart(model_.region(), model_), scope, model_.program().nest);

    // Variables of the function that nothing outside the region looks at start and end dead here.
    VariableSet temporaries;
    for (const clang::VarDecl *variable : model_.usage().referenced)
        if (!model_.usage().declared.count(variable) &&
            is_temporary(variable, model_.function(), model_.region()))
            temporaries.insert(variable);
    statements_.kill(temporaries, model_.outermost_scope(), model_.program().nest);
    accesses_.delinearise();
    accesses_.find_overlaps();
    statements_.add_reads_of_memory();
    return program::without_dead_statements(
        program::with_declared_memory(program::without_unread_locals(std::move(model_.program()))));
}

bool ProgramExtractor::declares_for_later() const
{
    for (const clang::Stmt *statement : model_.region())
        if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(statement))
            for (const clang::Decl *declared : declaration->decls()) {
                const auto *variable = llvm::dyn_cast<clang::VarDecl>(declared);
                if (!variable || is_live_outside(variable->getCanonicalDecl(), model_.function(),
                                                 model_.region()))
                    return true;
            }
    return false;
}

std::vector<std::string> ProgramExtractor::own_names() const
{
    std::vector<std::string> result;
    for (const clang::VarDecl *variable : model_.usage().referenced)
        if (!model_.usage().declared.count(variable) &&
            !is_live_outside(variable, model_.function(), model_.region()))
            result.push_back(variable->getNameAsString());
    for (const clang::FunctionDecl *function : model_.usage().functions)
        if (function->getStorageClass() == clang::SC_Static && !function->isInlineSpecified())
            result.push_back(function->getNameAsString());
    std::ranges::sort(result);
    return result;
}

void ProgramExtractor::sequence(const std::vector<const clang::Stmt *> &statements, Scope &scope,
                                Nest &nest)
{
    VariableSet declared;
    for (const clang::Stmt *child : statements) {
        statement(child, scope, nest);
        if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(child))
            for (const clang::Decl *one : declaration->decls())
                if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(one))
                    declared.insert(variable->getCanonicalDecl());
    }
    statements_.kill(declared, scope, nest);
}

void ProgramExtractor::statement(const clang::Stmt *statement, Scope &scope, Nest &nest)
{
    if (llvm::isa<clang::DeclStmt, clang::Expr>(statement))
        require_no_environment(statement, model_.ast(), kept_);
    if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
        Nest inner;
        sequence(statements_of(compound, model_), scope, inner);
        nest.children.push_back(std::move(inner));
    } else if (is_loop(statement)) {
        loop(statement, scope, nest);
    } else if (const auto *choice = llvm::dyn_cast<clang::IfStmt>(statement)) {
        branch(choice, scope, nest);
    } else if (const auto *declared = llvm::dyn_cast<clang::DeclStmt>(statement)) {
        statements_.declaration(declared, scope, nest);
    } else if (const auto *labelled = llvm::dyn_cast<clang::LabelStmt>(statement)) {
        if (labelled->getDecl()->isUsed())
            no_statement(statement, fmt::format("a `goto` may lead to `{}`",
                                                labelled->getDecl()->getNameAsString()));
        statements_.label = labelled->getDecl()->getNameAsString();
        this->statement(labelled->getSubStmt(), scope, nest);
        statements_.label.clear();
    } else if (const auto *attributed = llvm::dyn_cast<clang::AttributedStmt>(statement)) {
        this->statement(attributed->getSubStmt(), scope, nest);
    } else if (const auto *computation = llvm::dyn_cast<clang::Expr>(statement)) {
        statements_.expression(computation, scope, nest);
    } else if (!llvm::isa<clang::NullStmt>(statement)) {
        no_statement(statement, fmt::format("{} is not modelled", construct_name(statement)));
    }
}

void ProgramExtractor::loop(const clang::Stmt *loop, Scope &scope, Nest &nest)
{
    const LoopForm form = form_of(loop, model_);
    const std::string label = std::exchange(statements_.label, {});
    for (const clang::VarDecl *variable : form.declared)
        statements_.declare(variable, scope, nest);
    for (const clang::Expr *part : form.before)
        statement(part, scope, nest);
    LoopModel modelled = model_loop(form, scope, model_, accesses_.polynomials());
    Nest below = loop_nest(modelled.is_decreasing, scope.depth());
    below.place = model_.place(loop->getBeginLoc());
    below.label = label;
    Nest body;
    sequence(form.body, modelled.body, body);
    if (!body.children.empty()) {
        below.children.push_back(std::move(body));
        nest.children.push_back(std::move(below));
    }
    scope.forget(usage_of(form.body).modified);
    statements_.keep_final_value(modelled, loop, scope, nest);
    statements_.kill({form.declared.begin(), form.declared.end()}, scope, nest);
}

void ProgramExtractor::branch(const clang::IfStmt *branch, Scope &scope, Nest &nest)
{
    if (branch->hasInitStorage() || branch->hasVarStorage())
        no_statement(branch, "a declaration in a condition is not modelled");
    isl::set holds;
    try {
        holds = affine_.condition(branch->getCond(), scope, scope.domain);
    } catch (Unmodelled &unmodelled) {
        unmodelled.kind = DiagnosticKind::unmodelled_condition;
        throw;
    }
    isl::set domain = scope.domain;
    for (const clang::Stmt *part : {branch->getThen(), branch->getElse()}) {
        isl::set taken = part == branch->getThen() ? holds : domain.subtract(holds).coalesce();
        if (!part || (taken.is_empty() && !contains_label(part)))
            continue;
        Scope inner = scope;
        inner.domain = taken;
        Nest body;
        sequence(statements_of(part, model_), inner, body);
        nest.children.push_back(std::move(body));
    }
    scope.forget(usage_of({branch}).modified);
}

} // namespace espalier::frontend
