#include "espalier/lowering/target_code.h"

#include "espalier/ast/evaluate.h"
#include "espalier/ast/walk.h"
#include "espalier/ast/worksharing.h"
#include "espalier/lowering/divided_loops.h"
#include "espalier/lowering/guards.h"
#include "espalier/lowering/parallel_roles.h"
#include "espalier/lowering/register_loops.h"
#include "espalier/lowering/scalar_replacement.h"
#include "espalier/lowering/scaled_addresses.h"
#include "espalier/lowering/searches.h"
#include "espalier/lowering/vector_loops.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

namespace espalier::lowering {

namespace {

using ast::Operator;
using schedule::LoopKind;

/// What is around a piece of code.
struct Around {
    bool is_team = false;                     ///< all threads run the code
    bool is_shared = false;                   ///< each thread runs iterations of its own
    const ast::For *strips = nullptr;         ///< the innermost loop around that takes several rows
    std::vector<const ast::For *> loops = {}; ///< those around, outermost first
    const std::vector<ScalarReplacement::Variable> *variables = nullptr; ///< null: none
};

/// Whether a condition between numbers holds.
bool holds_always(const ast::ExpressionPtr &condition)
{
    return !condition->operands.empty() &&
           std::ranges::all_of(condition->operands,
                               [](const auto &one) { return one->op == Operator::integer; }) &&
           ast::evaluate(*condition, {}) != 0;
}

/// Whether a loop takes several rows at a time.
bool has_strips(const ast::For &loop)
{
    return !counts_by_one(loop) && loop.condition && loop.step->op == Operator::integer;
}

class CodeMaker {
public:
    CodeMaker(const program::Program &program, const Names &names, const CodeOptions &options)
        : program_(program), options_(options), names_(names.lanes_prefix)
    {
        for (const auto &[mark, arrays] : options.buffers)
            declared_.insert(mark);
    }

    CodePtr of(const ast::NodePtr &node, const Around &around)
    {
        return std::visit([&](const auto &kind) { return this->node(kind, around); }, node->node);
    }

private:
    /// The code of a node that stands alone in a loop, a branch or behind declarations: what is not
    /// for all threads is for one.
    CodePtr alone(const ast::NodePtr &node, const Around &around)
    {
        return is_for_one_thread(node, around) ? single(node, around) : of(node, around);
    }

    CodePtr single(const ast::NodePtr &node, Around around)
    {
        around.is_team = false;
        return code(Single{of(node, around)});
    }

    std::vector<schedule::LoopRolePtr> shared_in(const ast::Node &node) const
    {
        return ast::worksharing_loops(node, declared_);
    }

    /// Whether all threads come by a node that one of them is to run.
    bool is_for_one_thread(const ast::NodePtr &node, const Around &around) const
    {
        return around.is_team && shared_in(*node).empty();
    }

    /// \name Nodes
    /// @{
    CodePtr node(const ast::User &user, const Around &around)
    {
        if (options_.device.barriers.contains(user.statement))
            return code(Barrier{});
        Instance result{user};
        const program::Statement *found = statement_of(program_, user);
        for (std::size_t k = 0; found && around.variables && k < found->accesses.size(); ++k) {
            auto variable = std::ranges::find(*around.variables, element(user, *found, k),
                                              &ScalarReplacement::Variable::element);
            if (variable != around.variables->end())
                result.variables[k] = variable->name;
        }
        return guarded(program_, std::move(result));
    }

    /// In a team, what one thread is to run goes together.
    CodePtr node(const ast::Block &block, const Around &around)
    {
        Block result;
        ast::Block waiting;
        auto add_waiting = [&] {
            if (!waiting.children.empty())
                result.children.push_back(single(
                    std::make_shared<ast::Node>(ast::Node{std::exchange(waiting, {})}), around));
        };
        for (std::size_t k = 0; k < block.children.size(); ++k) {
            const ast::NodePtr &child = block.children[k];
            if (is_for_one_thread(child, around)) {
                waiting.children.push_back(child);
                continue;
            }
            add_waiting();
            const auto divided = around.is_team ? std::nullopt : divided_loop(program_, block, k);
            if (divided)
                result.children.push_back(in_one_if_unchanged(*divided, around));
            else
                result.children.push_back(of(child, around));
            k += divided ? divided->parts - 1 : 0;
        }
        add_waiting();
        result = with_guards_joined(program_, result);
        return result.children.size() == 1 ? result.children.front() : code(std::move(result));
    }

    CodePtr in_one_if_unchanged(const DividedLoop &loop, const Around &around)
    {
        OneLoopIfUnchanged result{
            .element = loop.element, .before = names_.next(), .after = names_.next()};
        const auto reading = [&](const ast::For &part, const std::string &variable) {
            return with_variable(part, {variable, loop.element, false}, around);
        };
        result.between = node(loop.between, around);
        result.whole = reading(loop.whole, result.before);
        result.first = reading(*loop.first, result.before);
        result.second = reading(*loop.second, result.after);
        return code(std::move(result));
    }

    CodePtr node(const ast::If &choice, const Around &around)
    {
        CodePtr yes = alone(choice.yes, around);
        CodePtr no = !choice.no                                         ? nullptr
                     : std::holds_alternative<ast::If>(choice.no->node) ? of(choice.no, around)
                                                                        : alone(choice.no, around);
        return code(Choice{choice.condition, std::move(yes), std::move(no)});
    }

    CodePtr node(const ast::Let &let, const Around &around)
    {
        return code(Let{let.name, let.value, alone(let.body, around)});
    }

    CodePtr node(const ast::Mark &mark, const Around &around)
    {
        if (options_.device.kernels.contains(mark.name))
            return launch(mark);
        auto found = options_.buffers.find(mark.name);
        if (found == options_.buffers.end())
            return of(mark.body, around);
        std::vector<std::size_t> arrays = found->second;
        std::erase_if(arrays,
                      [&](std::size_t array) { return !uses(program_, *mark.body, array); });
        std::vector<std::size_t> unread = arrays;
        std::erase_if(unread,
                      [&](std::size_t array) { return reads(program_, *mark.body, array); });
        return code(Declarations{std::move(arrays), std::move(unread), alone(mark.body, around)});
    }

    /// Each thread has iterations of its own, as those of a CPU do.
    CodePtr launch(const ast::Mark &mark)
    {
        return code(Launch{mark.name, of(mark.body, {.is_shared = true})});
    }

    CodePtr node(const ast::For &loop, const Around &around)
    {
        CodePtr result = loop_code(loop, around);
        const auto found = options_.device.persistent.find(&loop);
        return found == options_.device.persistent.end()
                   ? result
                   : code(PersistentKernel{found->second, result});
    }

    CodePtr loop_code(const ast::For &loop, const Around &around)
    {
        if (loop.role && loop.role->registers > 0)
            return over_registers(loop, around);
        if (loop.is_degenerate())
            return code(Let{loop.iterator, loop.init, alone(loop.body, around)});
        if (kind_of(loop.role) == LoopKind::sequential)
            return sequential(loop, around);
        if (is_around_threads(loop)) {
            ast::For in_turn = loop;
            in_turn.role = nullptr;
            return sequential(in_turn, around);
        }
        const std::vector<program::Reduction> modular = modular_reductions(loop.role->own);
        if (modular.empty())
            return concurrent(loop, around);
        ModularReductions result;
        for (const program::Reduction &reduction : modular) {
            result.reductions.push_back({reduction, names_.next()});
            modular_[reduction.array] = *reduction.modular_type;
        }
        result.body = concurrent(loop, around);
        for (const program::Reduction &reduction : modular)
            modular_.erase(reduction.array);
        return code(std::move(result));
    }
    /// @}

    /// \name Loops
    /// @{
    CodePtr sequential(const ast::For &loop, const Around &around)
    {
        if (!around.is_team && !around.is_shared)
            return in_front_of_threads(loop, around);
        CodePtr replaced = with_variables(loop, around);
        return replaced ? replaced : plain(loop, around);
    }

    CodePtr concurrent(const ast::For &loop, const Around &around)
    {
        if (loop.role->kind == LoopKind::parallel)
            return parallel(loop, around);
        if (loop.role->kind == LoopKind::joined)
            return sequential(loop, around);
        CodePtr result = with_vectors(loop, around);
        if (!result && loop.role->kind == LoopKind::strict_vector)
            result = with_variables(loop, around);
        const bool is_unordered = loop.role->is_unordered();
        if (!result && is_unordered)
            result = with_search(loop, around);
        if (!result && is_unordered)
            result = with_invariants(loop, around);
        return result ? result : plain(loop, around);
    }

    CodePtr over_registers(const ast::For &loop, const Around &around)
    {
        RegisterLoop all = register_loop(loop, options_.device.numbers);
        CodePtr body = of(loop.body, around);
        if (all.condition)
            body = code(Choice{std::move(all.condition), std::move(body), nullptr});
        return code(Loop{.head = std::move(all.head), .body = std::move(body)});
    }

    /// A loop that starts threads in front of it instead of many times in it.
    CodePtr in_front_of_threads(const ast::For &loop, Around around)
    {
        std::vector<schedule::LoopRolePtr> shared = shared_in(ast::Node{loop});
        if (shared.empty())
            return plain(loop, around);
        const auto conditions = conditions_of(shared);
        if (is_twice(ast::Node{loop}, conditions, most_in_team))
            return code(IfEnough{conditions, in_front_of_threads(without_conditions(loop), around),
                                 plain(without_threads(loop), around)});
        around.is_team = true;
        std::optional<std::string> rounding = mode_of_rounding();
        return code(Team{std::move(shared), std::move(rounding), plain(loop, around)});
    }

    /// Statement instances in code that may be there twice: in teams each loop that threads share
    /// takes time, even if there is only one of them.
    static constexpr std::size_t most_in_team = most_instances_twice;

    /// Whether code is there twice (IfEnough): it is small, and threads start on conditions.
    bool is_twice(const ast::Node &node, const std::vector<schedule::WorkCondition> &conditions,
                  std::size_t most_instances) const
    {
        return options_.has_code_for_one_thread && !conditions.empty() &&
               instances_in(node) <= most_instances;
    }

    /// A loop whose iterations threads share.
    CodePtr parallel(const ast::For &loop, Around around)
    {
        const auto conditions = conditions_of({loop.role});
        if (!around.is_team && is_twice(ast::Node{loop}, conditions, most_instances_twice))
            return code(IfEnough{conditions, parallel(without_conditions(loop), around),
                                 sequential(without_threads(loop), around)});
        std::optional<std::string> rounding = around.is_team ? std::nullopt : mode_of_rounding();
        const bool is_in_team = around.is_team || rounding;
        around.is_team = false;
        around.is_shared = true;
        CodePtr body = plain(loop, around, is_in_team);
        return rounding ? code(Team{{loop.role}, std::move(rounding), std::move(body)}) : body;
    }

    std::optional<std::string> mode_of_rounding()
    {
        return options_.shares_rounding ? std::optional(names_.next()) : std::nullopt;
    }

    /// The reductions that wrap around in a type, but those that a loop around has in that type.
    std::vector<program::Reduction> modular_reductions(const schedule::Privatization &own) const
    {
        std::vector<program::Reduction> result = own.reductions;
        std::erase_if(result, [&](const program::Reduction &reduction) {
            auto known = modular_.find(reduction.array);
            return !reduction.modular_type ||
                   reduction.modular_type == (known == modular_.end()
                                                  ? program_.arrays[reduction.array].element_type
                                                  : known->second);
        });
        return result;
    }

    /// The loop with what it updates in variables. Elements are touched only if the loop runs,
    /// since there need not be any otherwise.
    /// \param around  of the loop; elements are replaced only inside of threads, where compilers
    ///                have lost what they know
    /// \return null if there is nothing to replace
    CodePtr with_variables(const ast::For &loop, Around around)
    {
        return around.is_shared && loop.condition
                   ? with_variables(loop, around, replaceable_elements(program_, loop), true)
                   : nullptr;
    }

    /// The loop with what it reads in each iteration in variables.
    /// \return null if there is nothing to replace
    CodePtr with_invariants(const ast::For &loop, const Around &around)
    {
        return loop.condition
                   ? with_variables(loop, around, invariant_elements(program_, loop), false)
                   : nullptr;
    }

    /// The loop from the first iterations on in which data have it do something.
    /// \return null if it does that anyway, or nothing is gained
    CodePtr with_search(const ast::For &loop, const Around &around)
    {
        std::optional<SearchedLoop> result = searched(program_, loop, names_);
        if (!result)
            return nullptr;
        result->search.body =
            with_variables(result->rest, around, std::move(result->elements), false);
        return code(std::move(result->search));
    }

    CodePtr with_variables(const ast::For &loop, Around around, std::vector<Element> elements,
                           bool are_stored)
    {
        std::erase_if(elements, [&](const Element &element) {
            return options_.device.registers.contains(element.array);
        });
        if (elements.empty())
            return nullptr;
        ScalarReplacement result = variables_of(loop, std::move(elements), are_stored);
        around.variables = &result.variables;
        result.body = plain(loop, around);
        return code(std::move(result));
    }

    ScalarReplacement variables_of(const ast::For &loop, std::vector<Element> elements,
                                   bool are_stored)
    {
        ast::ExpressionPtr runs = replaced(loop.condition, loop.iterator, loop.init);
        ScalarReplacement result{holds_always(runs) ? nullptr : std::move(runs), {}, {}};
        for (Element &one : elements)
            result.variables.push_back({names_.next(), std::move(one), are_stored});
        return result;
    }

    /// A loop that has an element in a variable.
    CodePtr with_variable(const ast::For &loop, ScalarReplacement::Variable variable, Around around)
    {
        const std::vector<ScalarReplacement::Variable> all =
            with_those_around({std::move(variable)}, around);
        around.variables = &all;
        return plain(loop, around);
    }

    static std::vector<ScalarReplacement::Variable>
    with_those_around(std::vector<ScalarReplacement::Variable> variables, const Around &around)
    {
        if (around.variables)
            std::ranges::copy(*around.variables, std::back_inserter(variables));
        return variables;
    }

    /// The body of a loop, with what each iteration updates in variables.
    CodePtr with_own_variables(const ast::For &loop, Around around)
    {
        ScalarReplacement result{nullptr, {}, {}};
        for (IterationElement &one : elements_of_iterations(program_, loop))
            result.variables.push_back(
                {names_.next(), std::move(one.element), true, one.is_read_first});
        if (result.variables.empty())
            return alone(loop.body, around);
        const std::vector<ScalarReplacement::Variable> all =
            with_those_around(result.variables, around);
        around.variables = &all;
        result.body = alone(loop.body, around);
        return code(std::move(result));
    }

    /// The vectors' part of a loop, and the rest.
    /// \return null if the loop is to be left to compilers
    CodePtr with_vectors(const ast::For &loop, const Around &around)
    {
        if (loop.role->kind == LoopKind::narrow_vector)
            return with_narrow_vectors(loop, around);
        std::optional<VectorLoop> result;
        if (loop.role->kind == LoopKind::strict_vector) {
            std::optional<WithVectors> sums = with_vector_sums(program_, loop, names_);
            cached_ = sums ? std::move(sums->rows) : std::vector<Element>();
            if (sums)
                result = std::move(sums->loop);
        } else if (around.strips && !cached_.empty()) {
            result = with_vectors_and_prefetches(program_, loop, *around.strips, cached_, names_);
        }
        if (!result)
            return nullptr;
        return code(with_rest(std::move(*result), loop, around));
    }

    /// The same, with what is the same in all iterations in variables.
    CodePtr with_narrow_vectors(const ast::For &loop, Around around)
    {
        auto vectors = in_narrow_vectors(program_, loop, options_.narrow_vector, names_);
        if (!vectors)
            return nullptr;
        ScalarReplacement result = variables_of(loop, fixed_elements(program_, loop), false);
        around.variables = &result.variables;
        take_from(result.variables, *vectors);
        ast::For few = loop;
        few.role = nullptr; // fewer iterations than a vector has lanes
        result.body = code(with_rest(std::move(*vectors), few, around));
        return result.variables.empty() ? result.body : code(std::move(result));
    }

    /// \param rest  loop whose last iterations are those behind the vectors' part
    VectorLoop with_rest(VectorLoop vectors, ast::For rest, const Around &around)
    {
        rest.init = name_of(vectors.start);
        vectors.rest = plain(rest, around);
        return vectors;
    }

    CodePtr plain(const ast::For &loop, Around around, bool is_in_team = false)
    {
        Loop result{loop, nullptr, is_in_team};
        result.head.body = nullptr;
        if (has_strips(loop))
            around.strips = &loop;
        around.loops.push_back(&loop);
        result.body = with_own_variables(loop, around);
        if (has_strips(loop))
            cached_.clear();
        // Where threads share iterations, each of them has to get to the loop.
        const bool is_shared_by_threads = kind_of(loop.role) == LoopKind::parallel || is_in_team;
        result.hides_variable = !is_shared_by_threads && has_scaled_addresses(program_, loop);
        if (result.hides_variable && has_lanes(kind_of(loop.role)))
            result.head.role = nullptr;
        result.takes_inner =
            kind_of(loop.role) == LoopKind::parallel && shares_inner(loop, *result.body);
        around.loops.pop_back();
        CodePtr guarded =
            is_shared_by_threads ? nullptr : with_guard_outside(program_, result, around.loops);
        return guarded ? guarded : code(std::move(result));
    }
    /// @}

    const program::Program &program_;
    const CodeOptions &options_;
    Temporaries names_;
    std::set<std::string> declared_;             ///< marks
    std::map<std::size_t, std::string> modular_; ///< types that loops around have arrays in
    std::vector<Element> cached_;                ///< of rows of a strip that have just been read
};

} // namespace

std::size_t instances_in(const ast::Node &code)
{
    std::size_t result = std::holds_alternative<ast::User>(code.node) ? 1 : 0;
    ast::foreach_child(code, [&](const ast::NodePtr &child) { result += instances_in(*child); });
    return result;
}

CodePtr target_code(const program::Program &program, const ast::NodePtr &loops, const Names &names,
                    const CodeOptions &options)
{
    return CodeMaker(program, names, options).of(loops, {});
}

} // namespace espalier::lowering
