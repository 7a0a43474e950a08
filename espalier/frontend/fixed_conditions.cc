#include "espalier/frontend/fixed_conditions.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <fmt/format.h>
#include <isl/set.h>

namespace espalier::frontend {

namespace {

/// An operand whose value stays the same, in C.
struct Operand {
    std::string text;
    const clang::VarDecl *variable = nullptr; ///< null for a constant
};

/// An expression without parentheses, and conversions that change neither whether it is zero nor
/// what it compares to.
const clang::Expr *bare(const clang::Expr *expression)
{
    const clang::Expr *inner = expression->IgnoreParens();
    const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(inner);
    return cast && cast->getCastKind() != clang::CK_FloatingToIntegral ? bare(cast->getSubExpr())
                                                                       : inner;
}

bool is_null(const clang::Expr *expression, const Model &model)
{
    return expression->getType()->isPointerType() &&
           expression->isNullPointerConstant(const_cast<clang::ASTContext &>(model.ast()),
                                             clang::Expr::NPC_NeverValueDependent) !=
               clang::Expr::NPCK_NotNull;
}

/// A local pointer or number that the region leaves alone.
const clang::VarDecl *fixed_variable(const clang::Expr *expression, const Model &model)
{
    const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(bare(expression));
    const clang::VarDecl *variable = reference ? variable_of(reference) : nullptr;
    const bool is_fixed = variable && !model.may_be_aliased(variable) &&
                          !model.usage().modified.contains(variable) &&
                          !model.usage().declared.contains(variable);
    return is_fixed && (variable->getType()->isPointerType() ||
                        variable->getType()->isRealFloatingType())
               ? variable
               : nullptr;
}

std::optional<Operand> fixed_operand(const clang::Expr *expression, const Model &model)
{
    const clang::VarDecl *variable = fixed_variable(expression, model);
    if (!variable)
        return std::nullopt;
    model.refuse_macro(variable->getNameAsString(), expression->getExprLoc());
    return Operand{variable->getNameAsString(), variable};
}

std::optional<Operand> operand_of(const clang::Expr *expression, const Model &model)
{
    if (const auto variable = fixed_operand(expression, model))
        return variable;
    if (is_null(expression, model))
        return Operand{"0"};
    if (!llvm::isa<clang::FloatingLiteral, clang::IntegerLiteral>(bare(expression)))
        return std::nullopt;
    const clang::SourceManager &sources = model.ast().getSourceManager();
    llvm::SmallString<64> buffer;
    return Operand{clang::Lexer::getSpelling(sources.getSpellingLoc(bare(expression)->getExprLoc()),
                                             buffer, sources, model.ast().getLangOpts())
                       .str()};
}

/// "beta_is_not_0_0" for `beta != 0.0`.
std::string in_words(const Operand &left, clang::BinaryOperatorKind opcode, const Operand &right)
{
    if (right.text == "0" && left.variable->getType()->isPointerType())
        return "has_" + left.text;
    const auto word = [&] {
        switch (opcode) {
        case clang::BO_LT:
            return "less_than";
        case clang::BO_LE:
            return "at_most";
        case clang::BO_GT:
            return "greater_than";
        case clang::BO_GE:
            return "at_least";
        case clang::BO_EQ:
            return "equal_to";
        default:
            return "other_than";
        }
    };
    return fmt::format("{} {} {}", left.text, word(), right.text);
}

/// \param left  a variable
FixedCondition asked(const Operand &left, clang::BinaryOperatorKind opcode, const Operand &right,
                     Model &model)
{
    // One constant for a question and its negation: not for `<` and `>=`, which are none of numbers
    // that cannot be compared.
    const bool is_negated = opcode == clang::BO_EQ;
    const auto positive = is_negated ? clang::BO_NE : opcode;
    const std::string text = fmt::format(
        "{} {} {}", left.text, clang::BinaryOperator::getOpcodeStr(positive).str(), right.text);
    return {model.constants().truth(text, in_words(left, positive, right), left.variable),
            is_negated};
}

bool is_of_integers(const clang::Expr *expression)
{
    return expression->getType()->isIntegralOrEnumerationType();
}

} // namespace

std::optional<FixedCondition> fixed_condition(const clang::Expr *condition, Model &model)
{
    const clang::Expr *inner = bare(condition);
    const auto *negation = llvm::dyn_cast<clang::UnaryOperator>(inner);
    if (negation && negation->getOpcode() == clang::UO_LNot) {
        auto result = fixed_condition(negation->getSubExpr(), model);
        if (result)
            result->is_negated = !result->is_negated;
        return result;
    }
    if (const auto variable = fixed_operand(inner, model))
        return asked(*variable, clang::BO_NE, {"0"}, model);
    const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(inner);
    if (!operation || !(operation->isEqualityOp() || operation->isRelationalOp()) ||
        is_of_integers(operation->getLHS()))
        return std::nullopt;
    const clang::Expr *left = operation->getLHS(), *right = operation->getRHS();
    clang::BinaryOperatorKind opcode = operation->getOpcode();
    if (!fixed_variable(left, model)) {
        std::swap(left, right);
        opcode = clang::BinaryOperator::reverseComparisonOp(opcode);
    }
    // By how much pointers into one array differ is known better elsewhere.
    if (left->getType()->isPointerType() && !operation->isEqualityOp())
        return std::nullopt;
    const auto one = fixed_operand(left, model), other = operand_of(right, model);
    return one && other ? std::optional(asked(*one, opcode, *other, model)) : std::nullopt;
}

bool compares_pointers(const clang::Expr *expression)
{
    const clang::Expr *inner = bare(expression);
    const auto *negation = llvm::dyn_cast<clang::UnaryOperator>(inner);
    const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(inner);
    if (negation && negation->getOpcode() == clang::UO_LNot)
        return bare(negation->getSubExpr())->getType()->isPointerType() ||
               compares_pointers(negation->getSubExpr());
    return operation && operation->isComparisonOp() &&
           operation->getLHS()->getType()->isPointerType();
}

} // namespace espalier::frontend
