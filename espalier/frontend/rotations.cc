#include "espalier/frontend/rotations.h"

#include "espalier/frontend/induction.h"
#include "espalier/frontend/known_values.h"
#include "espalier/frontend/pointers.h"
#include "espalier/frontend/walk.h"

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <llvm/Support/Regex.h>

#include <algorithm>
#include <numeric>

namespace espalier::frontend {

namespace {

/// Each turn has the loop's body once more.
constexpr std::size_t most_turns = 4;

bool is_zero(const Polynomial &value, const isl::set &domain)
{
    return is_affine(value) &&
           (value.terms.empty() ||
            domain.is_subset(value.terms.begin()->second.eq_set(domain.pw_aff_on_domain(0))));
}

bool is_same_place(const AccessPath &one, const AccessPath &other, const isl::set &domain)
{
    if (one.root != other.root || shape(one) != shape(other) ||
        one.dimensions.size() != other.dimensions.size())
        return false;
    for (std::size_t k = 0; k < one.dimensions.size(); ++k)
        if (!is_zero(sum(one.dimensions[k].offset, negated(other.dimensions[k].offset)), domain))
            return false;
    return true;
}

/// The statements of a body, and those in blocks in it.
std::vector<const clang::Stmt *> flattened(const std::vector<const clang::Stmt *> &statements)
{
    std::vector<const clang::Stmt *> result;
    for (const clang::Stmt *statement : statements)
        if (llvm::isa<clang::CompoundStmt>(statement)) {
            const auto inner = flattened(children_of(statement));
            result.insert(result.end(), inner.begin(), inner.end());
        } else {
            result.push_back(statement);
        }
    return result;
}

/// The remainder by a small constant that an expression is; 0 if it is none.
std::size_t modulus_of(const clang::Stmt &part, const clang::VarDecl *counter, const Model &model)
{
    const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(&part);
    if (!operation ||
        (operation->getOpcode() != clang::BO_Rem && operation->getOpcode() != clang::BO_And) ||
        !usage_of({operation->getLHS()}).referenced.contains(counter))
        return 0;
    const std::optional<isl::val> constant = constant_of(model, operation->getRHS());
    if (!constant || !constant->is_pos() || constant->gt(isl::val(model.ctx(), long(most_turns))))
        return 0;
    const bool is_mask = operation->getOpcode() == clang::BO_And;
    const auto modulus = std::size_t(constant->num_si()) + (is_mask ? 1 : 0);
    return is_mask && modulus != 2 && modulus != 4 ? 0 : modulus;
}

/// The least common multiple of the remainders of a loop's variable in subscripts of what the loop
/// writes, and in the values of variables that it declares.
std::size_t turns_of_subscripts(const LoopForm &loop, const Model &model)
{
    const std::set<Place> stored = usage_of(loop.body).stored;
    const auto is_stored = [&](const clang::ArraySubscriptExpr *element) {
        const std::optional<Place> place = place_of(element);
        return place && std::ranges::any_of(stored, [&](const Place &other) {
                   return other.first == place->first;
               });
    };
    std::size_t result = 1;
    const Steps in_subscript = {.enter = [&](const clang::Stmt &part) {
        if (const std::size_t modulus = modulus_of(part, loop.counter, model))
            result = std::lcm(result, modulus);
        return true;
    }};
    const Steps steps = {.enter =
                             [&](const clang::Stmt &part) {
                                 if (const auto *element =
                                         llvm::dyn_cast<clang::ArraySubscriptExpr>(&part);
                                     element && is_stored(element))
                                     walk(element->getIdx(), in_subscript);
                                 return true;
                             },
                         .declare =
                             [&](const clang::VarDecl &variable) {
                                 if (variable.hasInit())
                                     walk(variable.getInit(), in_subscript);
                             }};
    for (const clang::Stmt *part : loop.body)
        walk(part, steps);
    return result;
}

/// Whether directives stand in a loop: they name loops by their lines, of which each turn has the
/// same.
bool has_directives(const clang::Stmt *loop, const Model &model)
{
    const auto range = clang::CharSourceRange::getTokenRange(loop->getSourceRange());
    const llvm::StringRef text = clang::Lexer::getSourceText(range, model.ast().getSourceManager(),
                                                             model.ast().getLangOpts());
    return llvm::Regex("pragma[ \t]+espalier").match(text);
}

/// Follows variables through iterations of a loop.
class Rotation {
public:
    Rotation(const LoopForm &loop, const Scope &scope, Model &model,
             PolynomialExtractor &polynomials)
        : statements_(flattened(loop.body)), start_(scope), model_(model),
          polynomials_(polynomials), values_(model, polynomials.affine(), polynomials)
    {
        start_.forget({loop.counter});
        const Usage inside = usage_of(loop.body);
        start_.forget(inside.modified);
        for (const clang::VarDecl *variable : inside.modified)
            if (variable != loop.counter && !inside.declared.contains(variable) &&
                is_exchanged(variable))
                begin(variable, scope);
    }

    /// The values that the variables have in each iteration, until they are back.
    std::vector<RotatedValues> run()
    {
        while (true) {
            std::vector<Scope> turns = {start_};
            for (std::size_t k = 0; k < most_turns; ++k)
                turns.push_back(after_iteration(turns.back()));
            VariableSet lost;
            std::size_t count = 1;
            for (const clang::VarDecl *variable : variables_)
                if (const std::size_t own = period(variable, turns))
                    count = std::lcm(count, own);
                else
                    lost.insert(variable);
            start_.forget(lost);
            for (const clang::VarDecl *variable : lost)
                variables_.erase(variable);
            if (lost.empty())
                return values(turns, count <= most_turns ? count : 1);
        }
    }

private:
    /// Whether the body changes a variable by assignments that are always done, and by nothing
    /// else.
    bool is_exchanged(const clang::VarDecl *variable) const
    {
        const bool can_follow = variable->getType()->isPointerType()
                                    ? model_.is_followed_pointer(variable)
                                    : can_be_followed(variable, model_);
        return can_follow && std::ranges::all_of(statements_, [&](const clang::Stmt *statement) {
                   const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(statement);
                   return (operation && operation->isAssignmentOp() &&
                           variable_of(operation->getLHS()) == variable &&
                           !usage_of({operation->getRHS()}).modified.contains(variable)) ||
                          !usage_of({statement}).modified.contains(variable);
               });
    }

    void begin(const clang::VarDecl *variable, const Scope &scope)
    {
        if (variable->getType()->isPointerType()) {
            const auto known = scope.pointers.find(variable);
            if (known == scope.pointers.end())
                return;
            start_.pointers.insert_or_assign(variable, known->second);
        } else {
            const auto value = value_before(variable, scope, model_, polynomials_.affine());
            if (!value || !is_affine(*value))
                return;
            give(start_, variable, *value);
        }
        variables_.insert(variable);
    }

    Scope after_iteration(Scope scope)
    {
        for (const clang::Stmt *statement : statements_)
            if (const auto *declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) {
                for (const clang::Decl *one : declaration->decls())
                    if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(one))
                        assign(variable->getCanonicalDecl(), "=", variable->getInit(), scope);
            } else if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(statement);
                       operation && operation->isAssignmentOp() &&
                       variable_of(operation->getLHS())) {
                assign(variable_of(operation->getLHS()), operation->getOpcodeStr().str(),
                       operation->getRHS(), scope);
            } else {
                scope.forget(usage_of({statement}).modified);
            }
        return scope;
    }

    /// \param value  may be null
    void assign(const clang::VarDecl *variable, const std::string &op, const clang::Expr *value,
                Scope &scope)
    {
        std::optional<Polynomial> number;
        std::shared_ptr<const AccessPath> place;
        try {
            const auto obligations = model_.obligations_of([&] {
                if (value && variable->getType()->isPointerType() && op == "=")
                    place = std::make_shared<AccessPath>(
                        pointed_to(value, scope, model_, polynomials_));
                else if (value && can_be_followed(variable, model_))
                    number = op == "=" ? polynomials_.value(value, scope, scope.domain)
                                       : values_.value_after_step(variable, op, value, scope);
            });
            if (!std::ranges::all_of(obligations, [](const Model::Obligation &obligation) {
                    return obligation.bad.is_empty();
                }))
                number.reset(), place.reset();
        } catch (const Unmodelled &) {
        }
        scope.forget({variable});
        if (place)
            scope.pointers.insert_or_assign(variable, place);
        else if (number && is_affine(*number))
            give(scope, variable, *number);
    }

    /// After how many iterations a variable has again what it starts with; 0 if after none.
    std::size_t period(const clang::VarDecl *variable, const std::vector<Scope> &turns) const
    {
        for (std::size_t k = 1; k < turns.size(); ++k)
            if (has_same(variable, turns[0], turns[k]))
                return k;
        return 0;
    }

    bool has_same(const clang::VarDecl *variable, const Scope &one, const Scope &other) const
    {
        if (variable->getType()->isPointerType()) {
            const auto first = one.pointers.find(variable), second = other.pointers.find(variable);
            return second != other.pointers.end() &&
                   is_same_place(*first->second, *second->second, one.domain);
        }
        const auto first = one.values.find(variable), second = other.values.find(variable);
        return second != other.values.end() &&
               one.domain.is_subset(first->second.eq_set(second->second));
    }

    std::vector<RotatedValues> values(const std::vector<Scope> &turns, std::size_t count) const
    {
        std::vector<RotatedValues> result(count);
        for (std::size_t k = 0; k < count && count > 1; ++k)
            for (const clang::VarDecl *variable : variables_)
                if (const auto place = turns[k].pointers.find(variable);
                    place != turns[k].pointers.end())
                    result[k].pointers.emplace(variable, place->second);
                else
                    result[k].integers.emplace(variable, turns[k].values.at(variable));
        return result;
    }

    const std::vector<const clang::Stmt *> statements_;
    Scope start_; ///< what is known of the variables when the loop starts
    Model &model_;
    PolynomialExtractor &polynomials_;
    KnownValues values_;
    VariableSet variables_;
};

/// { [i, q] -> [i, t] }: the iteration that is the q-th of a turn.
isl::pw_multi_aff iteration_of_turn(const LoopModel &loop, long turns, long turn)
{
    const isl::space space = loop.body.domain.space();
    const int last = int(loop.body.depth()) - 1;
    const isl::multi_aff same = space.identity_multi_aff_on_domain();
    const isl::multi_aff number =
        same.set_at(last, same.at(last).scale(isl::val(space.ctx(), turns)).add_constant(turn));
    isl_map *outer = isl_map_from_multi_aff(same.copy());
    outer = isl_map_project_out(outer, isl_dim_out, unsigned(last), 1);
    const isl::map count =
        isl::manage(isl_map_flat_range_product(outer, loop.iteration.as_map().release()));
    return count.reverse().as_pw_multi_aff().pullback(number);
}

/// The same function of more loops.
isl::pw_aff lifted(const isl::pw_aff &function, const isl::set &domain)
{
    return isl::manage(isl_pw_aff_add_dims(function.copy(), isl_dim_in, 1))
        .intersect_domain(domain);
}

} // namespace

std::vector<RotatedValues> rotation_of(const LoopForm &loop, const Scope &scope, Model &model,
                                       PolynomialExtractor &polynomials)
{
    const bool has_loops = std::ranges::any_of(
        loop.body, [](const clang::Stmt *part) { return loop_depth(part) > 0; });
    if (!has_loops || has_directives(loop.statement, model))
        return {{}};
    std::vector<RotatedValues> result = Rotation(loop, scope, model, polynomials).run();
    const std::size_t own = result.size(), turns = std::lcm(own, turns_of_subscripts(loop, model));
    for (std::size_t k = own; k < turns && turns <= most_turns; ++k)
        result.push_back(result[k % own]);
    return result;
}

Scope scope_of_turn(const LoopModel &loop, const std::vector<RotatedValues> &rotation,
                    std::size_t turn, const clang::VarDecl *counter)
{
    const isl::pw_multi_aff iteration = iteration_of_turn(loop, long(rotation.size()), long(turn));
    Scope result = loop.body;
    const std::size_t depth = result.depth();
    result.domain = isl::manage(
        isl_set_coalesce(isl_set_preimage_pw_multi_aff(result.domain.release(), iteration.copy())));
    result.replaced.insert(result.loops.back());
    result.loops.back() = counter;
    const auto moved = [&](const isl::pw_aff &function) {
        return function.pullback(iteration)
            .intersect_domain(result.domain)
            .coalesce()
            .gist(result.domain);
    };
    const auto moved_sum = [&](Polynomial value) {
        value = lifted(std::move(value), depth);
        for (auto &[monomial, coefficient] : value.terms)
            coefficient = moved(coefficient);
        return value;
    };
    for (auto &[variable, value] : result.values)
        value = moved(value).intersect_domain(result.domain);
    for (auto &[variable, value] : result.polynomials)
        value = std::make_shared<Polynomial>(moved_sum(*value));
    for (auto &[variable, place] : result.pointers) {
        AccessPath path = *place;
        for (AccessPath::Dimension &dimension : path.dimensions)
            dimension.offset = moved_sum(std::move(dimension.offset));
        place = std::make_shared<AccessPath>(std::move(path));
    }
    for (const auto &[variable, value] : rotation[turn].integers)
        result.values.insert_or_assign(variable, lifted(value, result.domain));
    for (const auto &[variable, place] : rotation[turn].pointers)
        result.pointers.insert_or_assign(variable, place);
    return result;
}

std::vector<isl::set> where_turns_end(const LoopModel &loop, std::size_t turns,
                                      const isl::set &domain)
{
    const int last = int(loop.body.depth()) - 1;
    isl::map by_outer = loop.iteration.intersect_domain(loop.body.domain).as_map();
    by_outer = isl::manage(isl_map_project_out(by_outer.release(), isl_dim_in, unsigned(last), 1));
    isl::pw_aff count = by_outer.lexmax_pw_multi_aff().at(0).add_constant(1);
    count = count.union_add(domain.subtract(count.domain()).pw_aff_on_domain(0));
    const isl::pw_aff rest = count.mod(isl::val(domain.ctx(), long(turns)));
    std::vector<isl::set> result;
    for (std::size_t turn = 0; turn < turns; ++turn)
        result.push_back(
            rest.eq_set(domain.pw_aff_on_domain(long(turn))).intersect(domain).coalesce());
    return result;
}

std::map<const clang::VarDecl *, isl::pw_aff>
values_after(const LoopModel &loop, const std::vector<RotatedValues> &rotation,
             const isl::set &domain)
{
    std::map<const clang::VarDecl *, isl::pw_aff> result;
    if (rotation.size() < 2 || rotation.front().integers.empty())
        return result;
    const std::vector<isl::set> ends = where_turns_end(loop, rotation.size(), domain);
    for (std::size_t turn = 0; turn < rotation.size(); ++turn)
        for (const auto &[variable, value] : rotation[turn].integers) {
            const isl::pw_aff part = value.intersect_domain(ends[turn]);
            const auto [known, is_new] = result.try_emplace(variable, part);
            if (!is_new)
                known->second = known->second.union_add(part).coalesce();
        }
    return result;
}

} // namespace espalier::frontend
