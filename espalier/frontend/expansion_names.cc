#include "espalier/frontend/expansion_names.h"

#include "espalier/frontend/walk.h"

#include <fmt/format.h>

namespace espalier::frontend {

void ExpansionNames::enter(const clang::FunctionDecl *function)
{
    locals_.clear();
    tags_.clear();
    for (const clang::ParmVarDecl *parameter : function->parameters())
        locals_.insert(parameter->getNameAsString());
    walk(function->getBody(), {.enter = [&](const clang::Stmt &part) {
             if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(&part))
                 for (const clang::Decl *one : declaration->decls())
                     if (const auto *named = llvm::dyn_cast<clang::NamedDecl>(one))
                         take(named);
             return true;
         }});
}

void ExpansionNames::take(const clang::NamedDecl *local)
{
    const bool is_tag = has_tags_apart() && llvm::isa<clang::TagDecl>(local);
    (is_tag ? tags_ : locals_).insert(local->getNameAsString());
    if (const auto *enumeration = llvm::dyn_cast<clang::EnumDecl>(local))
        for (const clang::EnumConstantDecl *number : enumeration->enumerators())
            locals_.insert(number->getNameAsString());
}

bool ExpansionNames::is_hidden(const clang::NamedDecl *declared) const
{
    const bool is_tag = has_tags_apart() && llvm::isa<clang::TagDecl>(declared);
    return (is_tag ? tags_ : locals_).contains(declared->getNameAsString());
}

/// Whether nothing at file scope has a name, no macro does, and no variable of the function.
bool ExpansionNames::is_free(const std::string &name) const
{
    const auto known = ast_.Idents.find(name);
    return !locals_.contains(name) &&
           (known == ast_.Idents.end() ||
            (!known->second->hadMacroDefinition() &&
             ast_.getTranslationUnitDecl()->lookup(known->second).empty()));
}

clang::IdentifierInfo *ExpansionNames::name_for(const clang::VarDecl *variable)
{
    const std::string wish = variable->getNameAsString();
    if (is_free(wish)) {
        locals_.insert(wish);
        return variable->getIdentifier();
    }
    return name_after(wish);
}

clang::IdentifierInfo *ExpansionNames::name_after(const std::string &wish)
{
    for (int number = 1;; ++number) {
        const std::string name = fmt::format("{}_{}", wish, number);
        if (ast_.Idents.find(name) != ast_.Idents.end() || locals_.contains(name))
            continue;
        locals_.insert(name);
        made_.insert(name);
        return &identifiers_.get(name);
    }
}

} // namespace espalier::frontend
