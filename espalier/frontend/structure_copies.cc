#include "espalier/frontend/structure_copies.h"

#include "espalier/frontend/synthetic_expressions.h"
#include "espalier/frontend/walk.h"

#include <fmt/format.h>

#include <algorithm>

namespace espalier::frontend {

namespace {

[[noreturn]] void no_copy(const clang::Expr *where, const std::string &why)
{
    throw Unmodelled{DiagnosticKind::unmodelled_access, where->getExprLoc(), why,
                     "copy its members one by one"};
}

/// Takes copies of structures apart, down to numbers.
class Copies {
public:
    explicit Copies(const Model &model) : model_(model) {}

    void add(const clang::Expr *target, const clang::Expr *source)
    {
        for (const clang::FieldDecl *field : members_of(target)) {
            const clang::Expr *to = member_of(target, field, model_.ast()),
                              *from = member_of(source, field, model_.ast());
            if (is_structure(to))
                add(to, from);
            else if (to->getType()->isArithmeticType() || to->getType()->isEnumeralType())
                result.push_back({to, from, loaded(from, model_.ast())});
            else
                no_copy(target,
                        fmt::format("a copy of `{}`, a member of type `{}`, is not modelled",
                                    field->getNameAsString(), model_.spell(field->getType())));
        }
    }

    std::vector<MemberCopy> result;

private:
    std::vector<const clang::FieldDecl *> members_of(const clang::Expr *structure) const
    {
        const clang::RecordDecl *record = structure->getType()->getAsRecordDecl();
        if (record->isUnion() || !record->isCompleteDefinition())
            no_copy(structure, fmt::format("values of type `{}` are not modelled",
                                           model_.spell(structure->getType())));
        return {record->field_begin(), record->field_end()};
    }

    const Model &model_;
};

/// Whether finding an lvalue reads memory, other than named variables, that may hold one of the
/// copied numbers.
bool is_found_through(const std::vector<MemberCopy> &copies, const clang::Expr *lvalue)
{
    bool result = false;
    walk(lvalue, {.enter = [&](const clang::Stmt &part) {
             const auto *load = llvm::dyn_cast<clang::ImplicitCastExpr>(&part);
             if (!load || load->getCastKind() != clang::CK_LValueToRValue ||
                 llvm::isa<clang::DeclRefExpr>(load->getSubExpr()->IgnoreParens()))
                 return true;
             const clang::QualType type = load->getType().getCanonicalType().getUnqualifiedType();
             result |= std::ranges::any_of(copies, [&](const MemberCopy &copy) {
                 return copy.value->getType().getCanonicalType().getUnqualifiedType() == type;
             });
             return true;
         }});
    return result;
}

} // namespace

bool is_structure(const clang::Expr *expression) { return expression->getType()->isRecordType(); }

const clang::Expr *copied_structure(const clang::Expr *value)
{
    const clang::Expr *bare = value->IgnoreParens();
    const auto *load = llvm::dyn_cast<clang::ImplicitCastExpr>(bare);
    return load && load->getCastKind() == clang::CK_LValueToRValue ? load->getSubExpr() : nullptr;
}

std::vector<MemberCopy> copies_of_members(const clang::Expr *target, const clang::Expr *source,
                                          const Model &model)
{
    Copies copies(model);
    copies.add(target, source);
    for (const clang::Expr *side : {target, source})
        if (is_found_through(copies.result, side))
            no_copy(side, "this structure is found through a number that the copy may change");
    return copies.result;
}

} // namespace espalier::frontend
