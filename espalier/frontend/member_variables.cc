#include "espalier/frontend/member_variables.h"

#include "espalier/frontend/synthetic_expressions.h"
#include "espalier/frontend/usage.h"

#include <clang/AST/DeclGroup.h>

#include <algorithm>
#include <map>
#include <vector>

namespace espalier::frontend {

namespace {

using clang::Stmt;

/// A structure that a loop declares.
struct Structure {
    const clang::InitListExpr *values;
    std::vector<Stmt **> members; ///< where its members are named
    bool is_split = true;         ///< nothing names it as a whole, or elsewhere
};

bool has_number_or_pointer(const clang::FieldDecl *field)
{
    const clang::QualType type = field->getType();
    return !field->isBitField() && !type.isVolatileQualified() && !type->isAtomicType() &&
           (type->isArithmeticType() || type->isEnumeralType() || type->isPointerType());
}

/// The values of all members of a variable; null for other variables.
const clang::InitListExpr *values_of_members(const clang::VarDecl &variable)
{
    const auto *record = variable.getType()->getAsRecordDecl();
    const auto *values = llvm::dyn_cast_if_present<clang::InitListExpr>(variable.getInit());
    if (!record || !values || record->isUnion() || !variable.hasLocalStorage() ||
        variable.getType().isVolatileQualified() || variable.hasAttrs())
        return nullptr;
    const auto is_value = [](const clang::Expr *value) {
        return value && !llvm::isa<clang::ImplicitValueInitExpr, clang::InitListExpr>(value);
    };
    const auto fields = std::distance(record->field_begin(), record->field_end());
    const bool has_all =
        values->getNumInits() == fields && std::ranges::all_of(values->inits(), is_value);
    return has_all && std::ranges::all_of(record->fields(), has_number_or_pointer) ? values
                                                                                   : nullptr;
}

/// The variable of which an expression names a member: `v.x`, `(&v)->x`; null for others.
const clang::VarDecl *structure_of(const Stmt *expression)
{
    const auto *member = llvm::dyn_cast<clang::MemberExpr>(expression);
    if (!member || !llvm::isa<clang::FieldDecl>(member->getMemberDecl()))
        return nullptr;
    const clang::Expr *base = member->getBase()->IgnoreParenImpCasts();
    if (member->isArrow()) {
        const auto *address = llvm::dyn_cast<clang::UnaryOperator>(base);
        if (!address || address->getOpcode() != clang::UO_AddrOf)
            return nullptr;
        base = address->getSubExpr()->IgnoreParens();
    }
    return variable_of(base);
}

class StructureSplitter {
public:
    StructureSplitter(clang::FunctionDecl *function, const std::set<const Stmt *> &blocks,
                      ExpansionNames &names, clang::ASTContext &ast)
        : function_(function), blocks_(blocks), names_(names), ast_(ast)
    {
    }

    void run()
    {
        Stmt *body = function_->getBody();
        visit(body, {});
        std::erase_if(structures_, [](const auto &entry) {
            return !entry.second.is_split || entry.second.members.empty();
        });
        for (const auto &[variable, structure] : structures_)
            split(variable, structure);
        for (Stmt **declaration : declarations_)
            *declaration = with_members(*llvm::cast<clang::DeclStmt>(*declaration));
    }

private:
    struct Around {
        bool is_loop = false, is_block = false;
    };

    void visit(Stmt *&slot, Around around)
    {
        if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(slot);
            declaration && around.is_loop)
            declare(*declaration, slot);
        auto structure = structures_.find(structure_of(slot));
        if (structure != structures_.end() && around.is_block) {
            structure->second.members.push_back(&slot);
            return;
        }
        if (const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(slot))
            if (auto whole = structures_.find(variable_of(named)); whole != structures_.end())
                whole->second.is_split = false;
        around.is_block = around.is_block || blocks_.contains(slot);
        around.is_loop =
            around.is_loop || llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(slot);
        for (auto child = slot->child_begin(); child != slot->child_end(); ++child)
            if (*child)
                visit(*child, around);
    }

    void declare(const clang::DeclStmt &declaration, Stmt *&slot)
    {
        bool has_structure = false;
        for (const clang::Decl *declared : declaration.decls())
            if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(declared))
                if (const clang::InitListExpr *values = values_of_members(*variable)) {
                    structures_.emplace(variable, Structure{values, {}});
                    has_structure = true;
                }
        if (has_structure)
            declarations_.push_back(&slot);
    }

    void split(const clang::VarDecl *variable, const Structure &structure)
    {
        std::map<const clang::ValueDecl *, clang::VarDecl *> by_field;
        unsigned position = 0;
        for (const clang::FieldDecl *field : variable->getType()->getAsRecordDecl()->fields()) {
            clang::VarDecl *member = member_variable(*variable, *field);
            member->setInit(const_cast<clang::Expr *>(structure.values->getInit(position++)));
            by_field[field] = member;
            members_[variable].push_back(member);
        }
        for (Stmt **named : structure.members) {
            const auto *field = llvm::cast<clang::MemberExpr>(*named)->getMemberDecl();
            *named = const_cast<clang::Expr *>(reference_to(by_field.at(field), ast_));
        }
    }

    clang::VarDecl *member_variable(const clang::VarDecl &variable, const clang::FieldDecl &field)
    {
        const clang::QualType type = field.getType().getUnqualifiedType();
        return clang::VarDecl::Create(
            ast_, function_, variable.getBeginLoc(), variable.getLocation(),
            names_.name_after(variable.getNameAsString() + "_" + field.getNameAsString()), type,
            ast_.getTrivialTypeSourceInfo(type), clang::SC_None);
    }

    Stmt *with_members(const clang::DeclStmt &declaration)
    {
        std::vector<clang::Decl *> all;
        for (clang::Decl *declared : declaration.decls()) {
            auto split = members_.find(declared);
            if (split == members_.end())
                all.push_back(declared);
            else
                all.insert(all.end(), split->second.begin(), split->second.end());
        }
        return new (ast_)
            clang::DeclStmt(clang::DeclGroupRef::Create(ast_, all.data(), unsigned(all.size())),
                            declaration.getBeginLoc(), declaration.getEndLoc());
    }

    clang::FunctionDecl *function_;
    const std::set<const Stmt *> &blocks_;
    ExpansionNames &names_;
    clang::ASTContext &ast_;
    std::map<const clang::VarDecl *, Structure> structures_;
    std::vector<Stmt **> declarations_; ///< of structures
    std::map<const clang::Decl *, std::vector<clang::VarDecl *>> members_;
};

} // namespace

void split_structures(clang::FunctionDecl *function, const std::set<const clang::Stmt *> &blocks,
                      ExpansionNames &names, clang::ASTContext &ast)
{
    StructureSplitter(function, blocks, names, ast).run();
}

} // namespace espalier::frontend
