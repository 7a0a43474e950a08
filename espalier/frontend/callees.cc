#include "espalier/frontend/callees.h"

#include "espalier/frontend/assertions.h"
#include "espalier/frontend/purity.h"
#include "espalier/frontend/usage.h"
#include "espalier/frontend/walk.h"

#include <clang/AST/Attr.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <set>

namespace espalier::frontend {

namespace {

/// Larger bodies are left to calls, by their expressions and statements. Those with more loops in
/// each other are worth regions of their own.
constexpr std::size_t most_parts = 1200, most_loops = 3;

/// Whether calls of a function have to stay calls.
bool is_kept_apart(const clang::FunctionDecl *function)
{
    return function->isVariadic() || function->isWeak() || !function->hasPrototype() ||
           function->hasAttr<clang::NoInlineAttr>() ||
           function->hasAttr<clang::OptimizeNoneAttr>() || function->hasAttr<clang::TargetAttr>() ||
           function->hasAttr<clang::AliasAttr>() || function->isNoReturn();
}

bool is_value(clang::QualType type) { return type->isArithmeticType() || type->isEnumeralType(); }

/// The functions that a function names.
FunctionSet named_in(const clang::FunctionDecl *definition)
{
    return usage_of({definition->getBody()}).functions;
}

} // namespace

std::size_t parts_of(const clang::Stmt *statement)
{
    std::size_t result = 0;
    walk(statement, {.enter = [&](const clang::Stmt &) { return ++result > 0; }});
    return result;
}

const clang::FunctionDecl *Callees::expandable(const clang::CallExpr *call)
{
    const clang::FunctionDecl *function = call->getDirectCallee();
    const clang::FunctionDecl *definition = function ? function->getDefinition() : nullptr;
    if (!definition || call->getNumArgs() != definition->getNumParams())
        return nullptr;
    return is_fit(definition) ? definition : nullptr;
}

bool Callees::is_fit(const clang::FunctionDecl *definition)
{
    if (auto known = fit_.find(definition); known != fit_.end())
        return known->second;
    fit_[definition] = false; // where it calls itself
    const bool has_values =
        std::ranges::all_of(definition->parameters(), [](const clang::ParmVarDecl *parameter) {
            return (is_value(parameter->getType()) || parameter->getType()->isPointerType()) &&
                   !parameter->getType().isVolatileQualified();
        });
    const clang::QualType result = definition->getReturnType();
    const bool has_result = result->isVoidType() || result->isPointerType() || is_value(result);
    const bool is_fit = has_values && has_result && !is_kept_apart(definition) &&
                        !calls_itself(definition) &&
                        parts_of(definition->getBody()) <= most_parts &&
                        loop_depth(definition->getBody()) <= most_loops &&
                        !has_pragma(definition) && has_known_calls_only(definition->getBody());
    return fit_[definition] = is_fit;
}

bool Callees::calls_itself(const clang::FunctionDecl *definition) const
{
    FunctionSet seen;
    std::vector<const clang::FunctionDecl *> next = {definition};
    while (!next.empty()) {
        const clang::FunctionDecl *one = next.back();
        next.pop_back();
        for (const clang::FunctionDecl *called : named_in(one)) {
            if (called == definition->getCanonicalDecl())
                return true;
            const clang::FunctionDecl *body = called->getDefinition();
            if (body && seen.insert(called).second)
                next.push_back(body);
        }
    }
    return false;
}

/// Directives in a body would lose their meaning.
bool Callees::has_pragma(const clang::FunctionDecl *definition) const
{
    const clang::SourceManager &sources = ast_.getSourceManager();
    const clang::SourceRange range = definition->getSourceRange();
    if (!sources.isWrittenInMainFile(sources.getExpansionLoc(range.getBegin())))
        return false;
    const std::size_t begin = sources.getFileOffset(sources.getExpansionLoc(range.getBegin()));
    const std::size_t end = sources.getFileOffset(sources.getExpansionLoc(range.getEnd()));
    return std::ranges::any_of(directives_.pragmas,
                               [&](std::size_t pragma) { return pragma >= begin && pragma < end; });
}

/// Whether the calls in a body are modelled, or can be expanded themselves.
bool Callees::has_known_calls_only(const clang::Stmt *body)
{
    bool result = true;
    const auto check = [&](const clang::Stmt &part) {
        const auto *expression = llvm::dyn_cast<clang::Expr>(&part);
        if (const auto *condition = expression ? asserted_condition(expression) : nullptr) {
            result = result && has_known_calls_only(condition);
            return false;
        }
        const auto *call = llvm::dyn_cast<clang::CallExpr>(&part);
        if (call && !is_kill(call) && !promised_condition(call)) {
            const clang::FunctionDecl *callee = call->getDirectCallee();
            result =
                result && callee && (effect_of(callee) != CallEffect::unknown || expandable(call));
        }
        return result;
    };
    walk(body, {.enter = check});
    return result;
}

bool Callees::changes_memory(const clang::FunctionDecl *callee) const
{
    const Usage usage = usage_of({callee->getBody()});
    const auto is_own = [&](const Place &place) {
        const clang::VarDecl *variable = place.first;
        return variable->hasLocalStorage() &&
               (place.second.empty() || variable->getType()->isArrayType());
    };
    const auto is_known = [](const clang::FunctionDecl *function) {
        return effect_of(function) != CallEffect::unknown;
    };
    bool has_other_targets = false;
    walk(callee->getBody(), {.enter = [&](const clang::Stmt &part) {
             const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(&part);
             const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(&part);
             const clang::Expr *target = nullptr;
             if (binary && binary->isAssignmentOp())
                 target = binary->getLHS();
             else if (unary && unary->isIncrementDecrementOp())
                 target = unary->getSubExpr();
             has_other_targets = has_other_targets || (target && !place_of(target));
             return true;
         }});
    return has_other_targets || !std::ranges::all_of(usage.stored, is_own) ||
           !std::ranges::all_of(usage.functions, is_known);
}

bool Callees::is_seen_from(const clang::NamedDecl *declared,
                           const clang::FunctionDecl *caller) const
{
    const clang::SourceManager &sources = ast_.getSourceManager();
    return !names_.is_hidden(declared) &&
           std::ranges::any_of(declared->redecls(), [&](const clang::Decl *one) {
               return one->getLocation().isInvalid() ||
                      sources.isBeforeInTranslationUnit(one->getLocation(), caller->getLocation());
           });
}

/// Whether a type is spelled with names that are seen.
bool Callees::is_seen_from(clang::QualType type, const clang::FunctionDecl *caller) const
{
    while (type->isPointerType() || type->isArrayType())
        type = type->isPointerType() ? type->getPointeeType()
                                     : ast_.getAsArrayType(type)->getElementType();
    if (const auto *alias = type->getAs<clang::TypedefType>())
        return is_seen_from(alias->getDecl(), caller);
    if (const clang::TagDecl *tag = type->getAsTagDecl())
        return tag->getIdentifier() && is_seen_from(tag, caller);
    return type->isBuiltinType() || type->isAnyComplexType();
}

bool Callees::means_the_same_in(const clang::FunctionDecl *callee,
                                const clang::FunctionDecl *caller) const
{
    bool result = true;
    const auto note = [&](bool is_seen) { return result = result && is_seen; };
    walk(callee->getBody(),
         {.enter =
              [&](const clang::Stmt &part) {
                  if (const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(&part)) {
                      const auto *variable = llvm::dyn_cast<clang::VarDecl>(named->getDecl());
                      return note((variable && variable->hasLocalStorage()) ||
                                  is_seen_from(named->getDecl(), caller));
                  }
                  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(&part)) {
                      const auto *field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
                      return note(field && ast_.getSourceManager().isBeforeInTranslationUnit(
                                               field->getLocation(), caller->getLocation()));
                  }
                  if (const auto *cast = llvm::dyn_cast<clang::CStyleCastExpr>(&part))
                      return note(is_seen_from(cast->getType(), caller));
                  return result;
              },
          .declare =
              [&](const clang::VarDecl &variable) {
                  note(is_seen_from(variable.getType(), caller));
              }});
    for (const clang::ParmVarDecl *parameter : callee->parameters())
        note(is_seen_from(parameter->getType(), caller));
    note(is_seen_from(callee->getReturnType(), caller) || callee->getReturnType()->isVoidType());
    return result;
}

} // namespace espalier::frontend
