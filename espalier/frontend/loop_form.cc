#include "espalier/frontend/loop_form.h"

#include "espalier/frontend/affine.h"
#include "espalier/frontend/increments.h"
#include "espalier/frontend/walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>

namespace espalier::frontend {

namespace {

using Statements = std::vector<const clang::Stmt *>;

[[noreturn]] void no_form(const clang::Stmt *where, const std::string &why, const char *help = "")
{
    throw Unmodelled{DiagnosticKind::unmodelled_loop, where->getBeginLoc(), why, help};
}

bool names(const clang::Stmt *statement, const clang::VarDecl *variable)
{
    return usage_of({statement}).referenced.contains(variable);
}

/// The variables of an expression, in the order of the source.
std::vector<const clang::VarDecl *> variables_in(const clang::Expr *expression)
{
    const VariableSet named = usage_of({expression}).referenced;
    std::vector<const clang::VarDecl *> result(named.begin(), named.end());
    std::ranges::sort(result, {}, [](const clang::VarDecl *one) { return one->getLocation(); });
    return result;
}

class FormFinder {
public:
    FormFinder(const clang::ForStmt *loop, Model &model)
        : loop_(loop), condition_(loop->getCond()), first_(first_clause(loop)),
          iteration_(statements_of(loop->getBody(), model)), model_(model)
    {
        if (loop->getInc())
            std::ranges::copy(with_increments_apart({loop->getInc()}, model),
                              std::back_inserter(iteration_));
    }

    FormFinder(const clang::WhileStmt *loop, Model &model)
        : loop_(loop), condition_(loop->getCond()),
          iteration_(statements_of(loop->getBody(), model)), model_(model)
    {
    }

    FormFinder(const clang::DoStmt *loop, Model &model)
        : loop_(loop), condition_(loop->getCond()),
          iteration_(statements_of(loop->getBody(), model)), model_(model)
    {
    }

    LoopForm find() const
    {
        LoopForm result{};
        result.statement = loop_;
        result.condition = condition_;
        result.counter = counter();
        result.runs_once = llvm::isa<clang::DoStmt>(loop_);
        result.body = iteration_;
        take_first_clause(result);
        if (const std::optional<Step> step = step_of(result.counter)) {
            result.step = step->expression;
            result.place = step->place;
            std::erase(result.body, step->expression);
        }
        return result;
    }

private:
    struct Step {
        const clang::Expr *expression;
        LoopForm::StepPlace place;
    };

    bool is_set_first(const clang::VarDecl *variable) const
    {
        return std::ranges::count(first_, variable, &Initialization::variable) == 1;
    }

    /// The only expression of an iteration that changes a variable, if it has a place.
    std::optional<Step> step_of(const clang::VarDecl *variable) const
    {
        using enum LoopForm::StepPlace;
        auto changes_it = [&](const clang::Stmt *part) { return changes(part, variable, model_); };
        auto names_it = [&](const clang::Stmt *part) { return names(part, variable); };
        const auto at = std::ranges::find_if(iteration_, changes_it);
        if (at == iteration_.end())
            return step_in_condition(variable);
        const auto *step = llvm::dyn_cast<clang::Expr>(*at);
        if (!step || changes(condition_, variable, model_) ||
            std::any_of(at + 1, iteration_.end(), changes_it))
            return std::nullopt;
        if (std::none_of(at + 1, iteration_.end(), names_it))
            return Step{step, last};
        if (std::none_of(iteration_.begin(), at, names_it))
            return Step{step, first};
        return std::nullopt;
    }

    /// An increment or decrement that the condition always does, and that alone names the variable.
    std::optional<Step> step_in_condition(const clang::VarDecl *variable) const
    {
        using enum LoopForm::StepPlace;
        const clang::UnaryOperator *step = nullptr;
        int names = 0;
        bool has_choices = false;
        walk(condition_, {.enter = [&](const clang::Stmt &part) {
                 const auto *reference = llvm::dyn_cast<clang::DeclRefExpr>(&part);
                 names += reference && variable_of(reference) == variable;
                 const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(&part);
                 if (unary && unary->isIncrementDecrementOp() &&
                     variable_of(unary->getSubExpr()) == variable)
                     step = unary;
                 const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(&part);
                 has_choices = has_choices || llvm::isa<clang::ConditionalOperator>(part) ||
                               (binary && (binary->isLogicalOp() || binary->isCommaOp()));
                 return true;
             }});
        if (!step || names != 1 || has_choices)
            return std::nullopt;
        return Step{step, step->isPrefix() ? before_condition : in_condition};
    }

    const clang::VarDecl *counter() const
    {
        const auto tested =
            condition_ ? variables_in(condition_) : std::vector<const clang::VarDecl *>();
        for (const clang::VarDecl *variable : tested)
            if (is_set_first(variable) && step_of(variable))
                return variable;
        for (const clang::VarDecl *variable : tested)
            if (step_of(variable))
                return variable;
        // Something is wrong with the loop; what it is, shows with the variable that was meant.
        for (const Initialization &part : first_)
            if (part.variable)
                return part.variable;
        no_form(loop_,
                condition_ ? "its condition compares no variable that one step of each "
                             "iteration changes"
                           : "the loop has no condition",
                "count with an integer that the condition compares and each iteration steps once");
    }

    void take_first_clause(LoopForm &form) const
    {
        const bool is_pointer = form.counter->getType()->isPointerType();
        for (const Initialization &part : first_) {
            if (part.variable == form.counter && !is_pointer) {
                form.start = part.value;
                form.declares_counter = !part.expression;
                continue;
            }
            const clang::Expr *evaluated = part.expression ? part.expression : part.value;
            if (evaluated && !is_pointer && names(evaluated, form.counter))
                no_form(loop_, fmt::format("another part of its first clause looks at `{}`",
                                           form.counter->getNameAsString()));
            for (const clang::VarDecl *changed : usage_of({part.expression}).modified)
                if (form.start && names(form.start, changed))
                    no_form(loop_, fmt::format("its first clause changes `{}` after it was read",
                                               changed->getNameAsString()));
            if (part.expression)
                form.before.push_back(part.expression);
            else
                form.declared.push_back(part.variable);
        }
    }

    const clang::Stmt *loop_;
    const clang::Expr *condition_;
    std::vector<Initialization> first_;
    Statements iteration_; ///< what is done in each iteration, the third clause included
    const Model &model_;
};

} // namespace

LoopForm form_of(const clang::Stmt *loop, Model &model)
{
    if (const auto *counted = llvm::dyn_cast<clang::ForStmt>(loop)) {
        if (counted->getConditionVariable())
            no_form(loop, "a declaration in a condition is not modelled",
                    "declare the variable before the loop");
        return FormFinder(counted, model).find();
    }
    if (const auto *once = llvm::dyn_cast<clang::DoStmt>(loop))
        return FormFinder(once, model).find();
    return FormFinder(llvm::cast<clang::WhileStmt>(loop), model).find();
}

isl::val step_of(const LoopForm &loop, const Model &model)
{
    const std::string name = loop.counter->getNameAsString();
    if (!loop.step)
        no_form(loop.statement, fmt::format("the loop has no step for `{}`", name),
                "step the variable once in each iteration, by a constant");
    const std::optional<Addition> addition = addition_to(loop.counter, loop.step);
    if (!addition)
        no_form(loop.step, fmt::format("this does not add a constant to `{}`", name),
                "count by a constant, and compute the other value from the counter");
    const std::optional<isl::val> added =
        addition->value ? constant_of(model, addition->value) : isl::val(model.ctx(), 1);
    if (!added || added->is_zero())
        no_form(loop.step, fmt::format("the step of `{}` is not a constant other than zero", name),
                "count by a constant, and multiply the counter by the step");
    if (added->abs().gt(isl::val(model.ctx(), 1L << 30)))
        no_form(loop.step, "the step is so large that the loop variable wraps around");
    return addition->is_subtracted ? added->neg() : *added;
}

} // namespace espalier::frontend
