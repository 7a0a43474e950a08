#include "espalier/frontend/known_context.h"

#include "espalier/frontend/assertions.h"
#include "espalier/frontend/walk.h"

#include <clang/Basic/Builtins.h>
#include <isl/aff.h>
#include <isl/set.h>

#include <algorithm>

namespace espalier::frontend {

namespace {

/// That a condition holds, or does not.
struct Fact {
    const clang::Expr *condition;
    bool holds;
    const clang::Stmt *from; ///< after it is evaluated, this has been passed
};

/// Whether the value of an expression depends on variables alone, and nothing changes by it.
bool has_variables_only(const clang::Expr *expression, const clang::ASTContext &ast)
{
    bool result = !expression->HasSideEffects(ast);
    walk(expression, {.enter = [&](const clang::Stmt &part) {
             const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(&part);
             const bool is_memory = unary && (unary->getOpcode() == clang::UO_Deref ||
                                              unary->getOpcode() == clang::UO_AddrOf);
             if (is_memory ||
                 llvm::isa<clang::MemberExpr, clang::ArraySubscriptExpr, clang::CallExpr>(part))
                 result = false;
             return result;
         }});
    return result;
}

/// Collects facts on the way from a function's body to a region.
class FactCollector {
public:
    explicit FactCollector(const Model &model) : model_(model), region_(model.region().front()) {}

    std::vector<Fact> collect()
    {
        enter(model_.function().function()->getBody());
        return std::move(facts_);
    }

private:
    bool holds_region(const clang::Stmt *statement) const
    {
        return statement && model_.function().is_within(region_, statement);
    }

    /// The facts of a statement that the region is a part of.
    void enter(const clang::Stmt *around)
    {
        if (around == region_)
            return;
        if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(around)) {
            if (holds_region(branch->getThen()))
                add(branch->getCond(), true, branch->getCond());
            else if (holds_region(branch->getElse()))
                add(branch->getCond(), false, branch->getCond());
        } else if (const auto *loop = llvm::dyn_cast<clang::WhileStmt>(around)) {
            add(loop->getCond(), true, loop->getCond());
        } else if (const auto *counted = llvm::dyn_cast<clang::ForStmt>(around)) {
            // The step stands behind the condition, and is done before it.
            if (counted->getCond() && holds_region(counted->getBody()))
                add(counted->getCond(), true,
                    counted->getInc() ? counted->getInc() : counted->getCond());
        }
        for (const clang::Stmt *child : around->children()) {
            if (holds_region(child))
                return enter(child);
            if (child && llvm::isa<clang::CompoundStmt>(around))
                pass(child);
        }
    }

    /// The facts that a statement in front leaves behind.
    void pass(const clang::Stmt *statement)
    {
        if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(statement))
            for (const clang::Stmt *part : compound->body())
                pass(part);
        if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(statement)) {
            if (never_goes_on(branch->getThen()))
                add(branch->getCond(), false, branch->getCond());
            else if (never_goes_on(branch->getElse()))
                add(branch->getCond(), true, branch->getCond());
        }
        const auto *expression = llvm::dyn_cast<clang::Expr>(statement);
        if (!expression)
            return;
        if (const clang::Expr *condition = asserted_condition(expression))
            add(condition, true, statement);
        else if (const clang::Expr *promise = promised_condition(expression))
            add(promise, true, statement);
    }

    /// Takes conjunctions apart.
    void add(const clang::Expr *condition, bool holds, const clang::Stmt *from)
    {
        const clang::Expr *bare = condition->IgnoreParenImpCasts();
        const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(bare);
        const auto *negation = llvm::dyn_cast<clang::UnaryOperator>(bare);
        const auto *call = llvm::dyn_cast<clang::CallExpr>(bare);
        if (negation && negation->getOpcode() == clang::UO_LNot)
            return add(negation->getSubExpr(), !holds, from);
        if (call && call->getBuiltinCallee() == clang::Builtin::BI__builtin_expect)
            return add(call->getArg(0), holds, from);
        if (operation && operation->getOpcode() == (holds ? clang::BO_LAnd : clang::BO_LOr)) {
            add(operation->getLHS(), holds, from);
            return add(operation->getRHS(), holds, from);
        }
        if (is_kept(condition, from))
            facts_.push_back({condition, holds, from});
    }

    /// Whether a condition on the region's symbolic constants has the same value where that starts.
    bool is_kept(const clang::Expr *condition, const clang::Stmt *from) const
    {
        const Usage &used = model_.usage();
        return has_variables_only(condition, model_.ast()) &&
               std::ranges::all_of(usage_of({condition}).referenced,
                                   [&](const clang::VarDecl *variable) {
                                       return !model_.may_be_aliased(variable) &&
                                              used.referenced.contains(variable) &&
                                              !used.modified.contains(variable) &&
                                              !used.declared.contains(variable) &&
                                              !model_.function().may_change_between(
                                                  from, model_.region(), variable);
                                   });
    }

    const Model &model_;
    const clang::Stmt *region_;
    std::vector<Fact> facts_;
};

/// Where a condition certainly fails: what it computes fits in its types there.
/// \return nothing if it is not affine
std::optional<isl::set> failures(const clang::Expr *condition, bool holds, const Scope &scope,
                                 const isl::set &domain, Model &model, AffineExtractor &affine)
{
    try {
        isl::set met;
        const auto obligations =
            model.obligations_of([&] { met = affine.condition(condition, scope, domain); });
        isl::set result = holds ? domain.subtract(met) : met;
        for (const Model::Obligation &obligation : obligations)
            result = result.subtract(obligation.bad);
        return result.coalesce();
    } catch (const Unmodelled &) {
        return std::nullopt;
    }
}

/// Drops from the context the constants for which something happens that never does. What is left
/// is convex, or everything stays as it is.
void exclude(const isl::set &never, Model &model)
{
    program::Program &program = model.program();
    const isl::set possible = program.context.intersect(program::parameter_ranges(program));
    const isl::set left = possible.subtract(never.params()).coalesce();
    if (isl_set_n_basic_set(left.get()) == 1)
        program.context = program.context.intersect(left.gist(possible)).coalesce();
}

/// { : ... }: where unsigned numbers of 64 bits are what they are read as, signed ones.
isl::set read_as_they_are(const Model &model)
{
    const isl::val least_of_narrow = isl::val(model.ctx(), -(1L << 32));
    isl::set result = isl::set::universe(isl::space::unit(model.ctx()));
    for (const program::Parameter &parameter : model.program().parameters)
        if (!parameter.is_wide && parameter.least.lt(least_of_narrow)) {
            const isl::aff value = isl::space::unit(model.ctx())
                                       .add_param(parameter.id)
                                       .param_aff_on_domain(parameter.id);
            result = result.intersect(value.ge_set(value.space().domain().zero_aff_on_domain()));
        }
    return result;
}

} // namespace

void add_known_context(Model &model, AffineExtractor &affine)
{
    const Scope scope = model.outermost_scope();
    std::vector<isl::set> never;
    for (const Fact &fact : FactCollector(model).collect())
        if (auto fails = failures(fact.condition, fact.holds, scope, scope.domain, model, affine))
            never.push_back(std::move(*fails));
    // Of numbers beyond what they are read as, conditions say something else.
    const isl::set known = read_as_they_are(model);
    // `n != 0` leaves a convex set once `n >= 0` is known.
    for (int round = 0; round < 2; ++round)
        for (const isl::set &one : never)
            exclude(one.params().intersect(known), model);
}

std::optional<isl::set> broken_promise(const clang::Expr *condition, const Scope &scope,
                                       Model &model, AffineExtractor &affine)
{
    return failures(condition, true, scope, scope.domain, model, affine);
}

void rule_out(const isl::set &never, Model &model)
{
    exclude(never.params().intersect(model.program().assumptions), model);
}

} // namespace espalier::frontend
