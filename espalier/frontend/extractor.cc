#include "espalier/frontend/extractor.h"

#include "espalier/frontend/assertions.h"
#include "espalier/frontend/cxx_subset.h"
#include "espalier/frontend/increments.h"
#include "espalier/frontend/induction.h"
#include "espalier/frontend/known_context.h"
#include "espalier/frontend/pointers.h"
#include "espalier/frontend/purity.h"
#include "espalier/frontend/rotations.h"
#include "espalier/frontend/sure_reads.h"
#include "espalier/frontend/synthetic_expressions.h"
#include "espalier/presburger/dimensions.h"
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
#include <memory>
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

/// What to do in place of such a construct; empty if nothing is known.
const char *help_for(const clang::Stmt *statement)
{
    if (llvm::isa<clang::SwitchStmt>(statement))
        return "use `if` and `else`";
    if (llvm::isa<clang::BreakStmt, clang::ReturnStmt, clang::GotoStmt>(statement))
        return "end the loop by its condition alone";
    if (llvm::isa<clang::ContinueStmt>(statement))
        return "put the rest of the body under the opposite condition";
    if (llvm::isa<clang::AsmStmt>(statement))
        return "move the assembly out of the loop";
    return "";
}

/// Whether an expression may have other values in other iterations of the innermost loop.
bool changes_with_loop(const clang::Expr *expression, const Scope &scope)
{
    if (scope.depth() == 0)
        return false;
    const VariableSet named = usage_of({expression}).referenced;
    return std::ranges::any_of(named, [&](const clang::VarDecl *variable) {
        const auto known = scope.values.find(variable);
        return known != scope.values.end() &&
               isl_pw_aff_involves_dims(known->second.get(), isl_dim_in,
                                        unsigned(scope.depth()) - 1, 1) == isl_bool_true;
    });
}

} // namespace

ProgramExtractor::ProgramExtractor(const clang::ASTContext &ast, isl::ctx ctx,
                                   const FunctionUsage &function,
                                   const std::vector<const clang::Stmt *> &region,
                                   const KeptEffects &kept)
    : model_(ast, ctx, function, region), kept_(kept), affine_(model_), accesses_(model_, affine_),
      statements_(model_, affine_, accesses_)
{
}

program::Program ProgramExtractor::extract()
{
    if (model_.is_cxx())
        require_cxx_subset(model_.region());
    add_known_context(model_, affine_);
    Scope scope = model_.outermost_scope();
    scope.pointers = starting_places(scope, model_, accesses_.polynomials());
    sequence(with_increments_apart(model_.region(), model_), scope, model_.program().nest);

    results_ = pointers_.results(scope);

    // Variables of the function that nothing outside the region looks at start and end dead here.
    VariableSet temporaries;
    for (const clang::VarDecl *variable : model_.usage().referenced)
        if (!model_.usage().declared.count(variable) &&
            model_.function().is_temporary(variable, model_.region()))
            temporaries.insert(variable);
    statements_.kill(temporaries, model_.outermost_scope(), model_.program().nest);
    accesses_.delinearise();
    accesses_.arrays().find_overlaps();
    for (const isl::set &iterations : never_)
        rule_out(iterations, model_);
    statements_.list().add_reads_of_memory();
    program::Program read = program::without_unread_locals(std::move(model_.program()));
    const bool changes_nothing = program::changes_nothing(read);
    program::Program executed =
        program::without_dead_statements(program::with_declared_memory(std::move(read)));
    if (!changes_nothing && program::changes_nothing(executed))
        throw Unmodelled{DiagnosticKind::no_region, model_.region().front()->getBeginLoc(),
                         "nothing that is executed of this region changes anything"};
    return program::without_unread_locals(std::move(executed));
}

bool ProgramExtractor::declares_for_later() const
{
    for (const clang::Stmt *statement : model_.region())
        if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(statement))
            for (const clang::Decl *declared : declaration->decls()) {
                const auto *variable = llvm::dyn_cast<clang::VarDecl>(declared);
                if (!variable || model_.function().is_named_beside(variable->getCanonicalDecl(),
                                                                   model_.region()))
                    return true;
            }
    return false;
}

void ProgramExtractor::sequence(const std::vector<const clang::Stmt *> &statements, Scope &scope,
                                Nest &nest)
{
    VariableSet declared;
    for (const clang::Stmt *child : statements) {
        pointers_.forget(usage_of({child}).modified);
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
        statements_.list().label = labelled->getDecl()->getNameAsString();
        this->statement(labelled->getSubStmt(), scope, nest);
        statements_.list().label.clear();
    } else if (const auto *attributed = llvm::dyn_cast<clang::AttributedStmt>(statement)) {
        this->statement(attributed->getSubStmt(), scope, nest);
    } else if (const auto *computation = llvm::dyn_cast<clang::Expr>(statement)) {
        expression(computation, scope, nest);
    } else if (!llvm::isa<clang::NullStmt>(statement)) {
        no_statement(statement, fmt::format("{} is not modelled", construct_name(statement)),
                     help_for(statement));
    }
}

void ProgramExtractor::expression(const clang::Expr *expression, Scope &scope, Nest &nest)
{
    if (const clang::Expr *condition = asserted_condition(expression)) {
        require_met(condition, scope);
    } else if (const clang::Expr *promise = promised_condition(expression)) {
        const auto broken = broken_promise(promise, scope, model_, affine_);
        if (broken && !model_.is_on_condition())
            never_.push_back(*broken);
    } else {
        statements_.expression(expression, scope, nest);
    }
}

/// \throws Unmodelled if the program may end because an assertion fails
void ProgramExtractor::require_met(const clang::Expr *condition, const Scope &scope)
{
    const auto holds = condition_if_modelled(condition, scope);
    if (!holds || is_possible(scope.domain.subtract(*holds)))
        throw Unmodelled{DiagnosticKind::unmodelled_call, condition->getBeginLoc(),
                         "it is not known that this assertion holds; where it does not, it ends "
                         "the program"};
}

/// Whether some of these iterations are done for some symbolic constants, for all that is known.
bool ProgramExtractor::is_possible(const isl::set &domain) const
{
    const program::Program &program = model_.program();
    return !domain.intersect_params(program.context.intersect(program::parameter_ranges(program)))
                .is_empty();
}

void ProgramExtractor::loop(const clang::Stmt *loop, Scope &scope, Nest &nest)
{
    if (is_data_loop(loop, scope)) {
        require_no_environment(loop, model_.ast(), kept_);
        statements_.data_loop(loop, scope, nest);
        return scope.forget(usage_of({loop}).modified);
    }
    const LoopForm form = form_of(loop, model_);
    const std::string label = std::exchange(statements_.list().label, {});
    for (const clang::VarDecl *variable : form.declared)
        statements_.declare(variable, scope, nest);
    for (const clang::Expr *part : form.before)
        statement(part, scope, nest);
    LoopModel modelled = model_loop(form, scope, model_, accesses_.polynomials());
    Nest below = loop_nest(modelled.is_decreasing, scope.depth());
    below.place = model_.place(loop->getBeginLoc());
    below.label = label;
    const std::vector<RotatedValues> rotation =
        rotation_of(form, scope, model_, accesses_.polynomials());
    const std::size_t noted = statements_.assigned().now();
    Nest body;
    below.is_decreasing = below.is_decreasing && rotation.size() == 1;
    if (rotation.size() > 1)
        turns(form, modelled, rotation, body);
    else
        sequence(form.body, modelled.body, body);
    if (!body.children.empty()) {
        below.children.push_back(std::move(body));
        nest.children.push_back(std::move(below));
    }
    const std::optional<Scope> before =
        has_induction_variables(form, model_) ? std::optional(scope) : std::nullopt;
    forget_behind(form, noted, scope);
    if (before)
        give_values_behind(form, iteration_count(modelled, scope.domain), *before, model_,
                           accesses_.polynomials(), scope);
    for (const auto &[variable, value] : values_after(modelled, rotation, scope.domain))
        scope.values.insert_or_assign(variable, value);
    pointers_.note(modelled, rotation, scope.domain);
    statements_.keep_final_value(modelled, loop, scope, nest);
    statements_.kill({form.declared.begin(), form.declared.end()}, scope, nest);
}

/// Forgets what variables hold that a loop changes, but for bounds of what it assigns.
/// \param noted  of StatementExtractor::assigned, in front of the loop
void ProgramExtractor::forget_behind(const LoopForm &loop, std::size_t noted, Scope &scope)
{
    const VariableSet modified = usage_of(loop.body).modified;
    std::map<const clang::VarDecl *, ValueBounds> bounds;
    for (const clang::VarDecl *variable : modified)
        bounds.emplace(variable, statements_.assigned().behind(variable, noted, loop.body, scope));
    scope.forget(modified);
    for (auto &[variable, known] : bounds)
        if (known.least || known.greatest)
            scope.bounds.insert_or_assign(variable, std::move(known));
}

/// The iterations of a loop that find the same values in what it exchanges, one turn after the
/// other, in a loop over how often they do.
void ProgramExtractor::turns(const LoopForm &form, const LoopModel &loop,
                             const std::vector<RotatedValues> &rotation, Nest &nest)
{
    const clang::QualType type = loop.variable->getType();
    const clang::VarDecl *counter =
        model_.new_variable(loop.variable->getNameAsString() + "_turn",
                            type->isPointerType() ? model_.ast().LongTy : type);
    for (std::size_t turn = 0; turn < rotation.size(); ++turn) {
        Scope scope = scope_of_turn(loop, rotation, turn, counter);
        Nest part;
        sequence(form.body, scope, part);
        nest.children.push_back(std::move(part));
    }
}

/// Whether a loop is one statement of those around it: it is small, and data decide how often it
/// runs.
bool ProgramExtractor::is_data_loop(const clang::Stmt *loop, const Scope &scope)
{
    constexpr std::size_t most_loops = 2; // in each other: greater ones are worth looking into
    if (scope.depth() == 0 || loop_depth(loop) > most_loops)
        return false;
    if (leaves_early(loop))
        return true;
    std::optional<LoopForm> form;
    try {
        form = form_of(loop, model_);
        const Scope before = after_first_clause(*form, scope, accesses_.polynomials());
        model_.obligations_of([&] { model_loop(*form, before, model_, accesses_.polynomials()); });
    } catch (const Unmodelled &) {
        if (form)
            model_.do_in_place(form->step);
        return true;
    }
    return false;
}

void ProgramExtractor::branch(const clang::IfStmt *branch, Scope &scope, Nest &nest)
{
    if (branch->hasInitStorage() || branch->hasVarStorage())
        no_statement(branch, "a declaration in a condition is not modelled");
    if (auto holds = condition_if_modelled(branch->getCond(), scope)) {
        const std::size_t before = model_.program().statements.size();
        const std::vector<Scope> ends = {part_of_branch(branch->getThen(), *holds, scope, nest),
                                         part_of_branch(branch->getElse(),
                                                        scope.domain.subtract(*holds).coalesce(),
                                                        scope, nest)};
        if (changes_with_loop(branch->getCond(), scope))
            note_guard(before, scope);
        return leave_branch(branch, scope, ends, true);
    }
    statements_.require_condition(branch->getCond(), scope);
    find_constants_of_both_parts(branch, scope);
    if (const std::vector<Choice> choices = choices_of(branch, model_, scope); !choices.empty()) {
        for (const Choice &choice : choices)
            statements_.choose(choice, branch, scope, nest);
        return;
    }
    leave_branch(branch, scope, branch_on_data(branch, scope, nest), false);
}

/// Counts a condition for the statements since then, but for those in further loops.
void ProgramExtractor::note_guard(std::size_t since, const Scope &scope)
{
    std::vector<program::Statement> &statements = model_.program().statements;
    for (std::size_t k = since; k < statements.size(); ++k)
        statements[k].guards += presburger::dimensions(statements[k].domain) == scope.depth();
}

/// Makes symbolic constants of integers in memory that a branch reads whatever its condition says.
void ProgramExtractor::find_constants_of_both_parts(const clang::IfStmt *branch, const Scope &scope)
{
    for (const clang::Expr *read : reads_in_both_parts(branch, model_.ast()))
        try {
            model_.obligations_of([&] { affine_.value(read, scope, scope.domain); });
        } catch (const Unmodelled &) { // then it is none
        }
}

/// Behind a branch, what holds in the end of both of its parts.
void ProgramExtractor::leave_branch(const clang::IfStmt *branch, Scope &scope,
                                    const std::vector<Scope> &ends, bool is_exact)
{
    const VariableSet modified = usage_of({branch}).modified;
    scope.forget(modified);
    join(scope, modified, ends, is_exact);
    pointers_.forget(modified);
}

/// Where a condition holds; nothing if it depends on data.
std::optional<isl::set> ProgramExtractor::condition_if_modelled(const clang::Expr *condition,
                                                                const Scope &scope)
{
    try {
        isl::set holds;
        const auto obligations = model_.obligations_of(
            [&] { holds = affine_.condition(condition, scope, scope.domain); });
        for (const Model::Obligation &obligation : obligations)
            model_.assume_never(obligation.bad, obligation.where, obligation.what);
        return holds;
    } catch (const Unmodelled &) {
        return std::nullopt;
    }
}

/// A branch whose condition is not affine: what comes first of it that is affine restricts the
/// instances, the rest is evaluated by each.
/// \return the ends of both parts
std::vector<Scope> ProgramExtractor::branch_on_data(const clang::IfStmt *branch, Scope &scope,
                                                    Nest &nest)
{
    Nest inner;
    std::vector<Scope> ends;
    auto refined = [&](bool is_true) {
        return bounds_.refined(scope, branch->getCond(), is_true, scope.domain);
    };
    const clang::VarDecl *kept = nullptr;
    if (may_change_condition(branch, scope))
        kept = statements_.keep_condition(branch->getCond(), scope, inner);
    const clang::Expr *all = kept ? value_of(kept, model_.ast()) : branch->getCond();
    isl::set holds = scope.domain;
    std::vector<const clang::Expr *> rest = conjuncts_of(branch->getCond());
    while (!rest.empty()) {
        const auto affine = affine_.condition_if_affine(rest.front(), scope, holds);
        if (!affine)
            break;
        holds = *affine;
        rest.erase(rest.begin());
    }
    {
        std::vector<std::unique_ptr<Guards::Guarding>> guarding;
        for (const clang::Expr *conjunct : kept ? std::vector{all} : rest)
            guarding.push_back(
                std::make_unique<Guards::Guarding>(statements_.guards(), conjunct, true));
        ends.push_back(part_of_branch(branch->getThen(), holds, refined(true), inner));
    }
    {
        const Guards::Guarding guarding(statements_.guards(), all, false);
        ends.push_back(part_of_branch(branch->getElse(), scope.domain, refined(false), inner));
    }
    if (kept)
        statements_.kill({kept}, scope, inner);
    nest.children.push_back(std::move(inner));
    return ends;
}

/// \param part    may be null
/// \param domain  { [i] : ... }: the iterations that get to it
/// \return its end
Scope ProgramExtractor::part_of_branch(const clang::Stmt *part, const isl::set &domain,
                                       const Scope &scope, Nest &nest)
{
    const bool is_never_chosen = !is_possible(domain) && !scope.domain.is_empty();
    Scope inner = scope;
    inner.domain = domain;
    if (!part || (is_never_chosen && !contains_label(part)))
        return inner;
    Nest body;
    sequence(statements_of(part, model_), inner, body);
    nest.children.push_back(std::move(body));
    return inner;
}

} // namespace espalier::frontend
