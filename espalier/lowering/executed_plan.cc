#include "espalier/lowering/executed_plan.h"

#include "espalier/lowering/block_buffers.h"
#include "espalier/lowering/call_execution.h"
#include "espalier/presburger/id.h"
#include "espalier/presburger/isl_additions.h"
#include "espalier/program/statement_part.h"
#include "espalier/schedule/loops.h"
#include "espalier/schedule/reached_leaves.h"
#include "espalier/transform/arrays.h"
#include "espalier/transform/trees.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>
#include <functional>
#include <set>

namespace espalier::lowering {

namespace {

using program::AccessKind;
using transform::MatrixView;
using transform::Statement;

/// The tree whose parallel loops have the arrays that are declared inside for their own.
schedule::Tree with_own_buffers(const LoweredPlan &plan)
{
    std::function<void(const schedule::Node &, std::vector<std::size_t> &)> collect =
        [&](const schedule::Node &node, std::vector<std::size_t> &arrays) {
            if (node.is<schedule::Mark>())
                if (auto found = plan.buffers.find(node.as<schedule::Mark>().name);
                    found != plan.buffers.end())
                    arrays.insert(arrays.end(), found->second.begin(), found->second.end());
            for (const schedule::NodePtr &child : node.children())
                collect(*child, arrays);
        };
    return schedule::with_roles(plan.tree, [&](const schedule::Loop &loop) {
        schedule::LoopRole role = *loop.role();
        collect(loop.band.node(), role.own.private_arrays);
        return schedule::loop_role(std::move(role));
    });
}

/// Drops what a copy reads beside what it copies: scalars that nothing writes, which are the same
/// wherever they are read.
void drop_scalars(const program::Program &program, program::Statement &copy)
{
    auto is_operand = [&, has_one = false](const program::Access &access) mutable {
        const bool is_first = access.kind == AccessKind::read && !has_one;
        has_one = has_one || access.kind == AccessKind::read;
        return is_first || access.kind != AccessKind::read ||
               transform::is_written(program, access.array);
    };
    std::erase_if(copy.accesses, [&](const program::Access &one) { return !is_operand(one); });
}

/// Whether two functions have the same values at some instances.
bool are_equal(const isl::pw_aff &one, const isl::pw_aff &other, const isl::set &instances)
{
    const isl::pw_aff difference = one.sub(other).coalesce();
    bool is_zero = true;
    difference.foreach_piece([&](const isl::set &, const isl::multi_aff &piece) {
        is_zero = is_zero && isl_aff_plain_is_zero(piece.at(0).get()) == isl_bool_true;
    });
    return is_zero ? instances.is_subset(difference.domain())
                   : instances.is_subset(one.eq_set(other));
}

/// Whether a part accesses what its statement does at the same instances.
bool is_own(const program::Access &access, const program::Access &own, const isl::set &instances)
{
    if (access.array != own.array || access.subscripts.size() != own.subscripts.size())
        return false;
    for (std::size_t k = 0; k < own.subscripts.size(); ++k)
        if (!are_equal(access.subscripts[k], own.subscripts[k], instances))
            return false;
    return true;
}

/// Puts what calls execute in their place, call by call.
class Executed {
public:
    Executed(const program::Program &source, const LoweredPlan &plan)
        : source_(source), plan_(plan),
          calls_(transform::matrix_view(plan.program, with_own_buffers(plan))), order_(calls_),
          result_{plan.program, plan.tree, {}, isl::union_set::empty(plan.tree.ctx())}
    {
    }

    ExecutedPlan run() &&
    {
        for (const CallContract &contract : plan_.contracts)
            replace(contract);
        join_parts();
        remove_others();
        find_repeated();
        order_.program = result_.program;
        result_.tree = transform::schedule_tree(order_);
        return std::move(result_);
    }

private:
    /// A part that needs no name of its own.
    struct Part {
        std::vector<const CallContract *> contracts; ///< of the calls
        std::string label;

        const CallContract &contract() const { return *contracts.front(); }
    };

    void replace(const CallContract &contract)
    {
        const CallExecution execution(plan_.program, contract);
        const isl::set instances = execution.instances();
        const isl::id name = presburger::make_id(
            instances.ctx(), transform::unused_name_in(order_, "executed_" + contract.call));
        program::Statement &statement = statement_of(contract);
        const std::vector<program::Access> accesses = accesses_of(contract, execution, instances);
        bool has_own_name = false;
        for (std::size_t n = 0; n < accesses.size(); ++n)
            has_own_name =
                has_own_name || !is_own(accesses[n], contract.source.accesses[n], instances);
        for (Statement &calls : order_.statements)
            if (schedule::statement_name(calls.instances.space()) == contract.call) {
                calls = execution.in_order(calls, instances, has_own_name ? name : statement.id());
                calls.label = name.name();
            }
        if (has_own_name)
            divide(statement, {instances, name}, contract, accesses);
        else
            parts_.push_back({{&contract}, name.name()});
    }

    /// What calls access; that is the target where they work on a buffer in its place.
    std::vector<program::Access> accesses_of(const CallContract &contract,
                                             const CallExecution &execution,
                                             const isl::set &instances)
    {
        std::vector<program::Access> result = execution.accesses();
        if (!contract.has_own_target)
            return result;
        auto copies = copies_around(calls_, contract, result, instances);
        if (!copies)
            return result;
        dropped_.insert(copies->begin(), copies->end());
        for (std::size_t n = 0; n < result.size(); ++n)
            if (result[n].array != contract.source.accesses[n].array)
                result[n] = contract.source.accesses[n];
        return result;
    }

    /// Gives a part of a statement a name of its own.
    void divide(program::Statement &statement, const dependence::StatementPart &part,
                const CallContract &contract, const std::vector<program::Access> &accesses)
    {
        const isl::set here = statement.domain.intersect(part.instances);
        program::Statement with_accesses = contract.source;
        for (std::size_t n = 0; n < accesses.size(); ++n) {
            with_accesses.accesses[n].array = accesses[n].array;
            with_accesses.accesses[n].subscripts = accesses[n].subscripts;
        }
        added_.push_back(program::on_part(plan_.program, with_accesses, here, part.name));
        statement = program::on_part(result_.program, statement, statement.domain.subtract(here),
                                     statement.id());
        result_.parts.push_back(part);
    }

    program::Statement &statement_of(const CallContract &contract)
    {
        return *std::ranges::find(result_.program.statements, contract.source.name(),
                                  &program::Statement::name);
    }

    void add_repeated(const isl::set &instances)
    {
        presburger::add_to(result_.repeated, instances.to_union_set());
    }

    /// Whether no two calls of parts in the same loops are in the same iteration of these.
    bool are_apart(const Part &part, const Part &other) const
    {
        auto calls = [&](const CallContract *contract) {
            return unnamed(std::ranges::find(plan_.program.statements, contract->call,
                                             &program::Statement::name)
                               ->domain);
        };
        return std::ranges::all_of(part.contracts, [&](const CallContract *one) {
            return calls(one).is_disjoint(calls(other.contracts.front()));
        });
    }

    static isl::set unnamed(const isl::set &set)
    {
        return isl::manage(isl_set_reset_tuple_id(set.copy()));
    }

    /// What several statements of the order have in common.
    void find_repeated()
    {
        for (std::size_t k = 0; k < order_.statements.size(); ++k)
            for (std::size_t other = 0; other < k; ++other) {
                const isl::set &one = order_.statements[k].instances,
                               &next = order_.statements[other].instances;
                if (schedule::statement_name(one.space()) == schedule::statement_name(next.space()))
                    add_repeated(one.intersect(next));
            }
    }

    /// Joins parts that calls on whole blocks and on others execute in the same loops, and what no
    /// call does there, so that there is one of most statements, with all instances.
    void join_parts()
    {
        for (std::size_t k = 0; k < parts_.size(); ++k)
            for (std::size_t other = parts_.size() - 1; other > k; --other) {
                Statement &one = labelled(order_, parts_[k].label),
                          &next = labelled(order_, parts_[other].label);
                if (!are_in_same_loops(parts_[k], one, parts_[other], next))
                    continue;
                if (!are_apart(parts_[k], parts_[other]))
                    add_repeated(one.instances.intersect(next.instances));
                one.instances = one.instances.unite(next.instances);
                erase(parts_[other].label);
                parts_[k].contracts.push_back(parts_[other].contracts.front());
                parts_.erase(parts_.begin() + long(other));
            }
        for (const Part &part : parts_) {
            join_rest(part);
            Statement &all = labelled(order_, part.label);
            const isl::set &domain = statement_of(part.contract()).domain;
            if (all.instances.is_equal(domain))
                all.instances = domain;
        }
    }

    void erase(const std::string &label)
    {
        std::erase_if(order_.statements,
                      [&](const Statement &statement) { return statement.label == label; });
    }

    /// Joins what no call executes, before or behind what calls do in the same loops, if its times
    /// are, too: it is in their order.
    void join_rest(const Part &part)
    {
        std::vector<std::string> joined;
        for (const Statement &rest : order_.statements)
            if (is_rest(rest, part) && is_in_order(rest, part))
                joined.push_back(rest.label);
        for (const std::string &label : joined) {
            Statement &all = labelled(order_, part.label);
            all.instances = all.instances.unite(labelled(order_, label).instances);
            erase(label);
        }
    }

    bool is_rest(const Statement &rest, const Part &part) const
    {
        const Statement &one = labelled(order_, part.label);
        const isl::multi_pw_aff &times = part.contract().times;
        const std::size_t depth = part.contract().blocks.size();
        if (rest.label == one.label || rest.depth() != depth + times.size() ||
            schedule::statement_name(rest.instances.space()) != part.contract().source.name() ||
            transform::first(rest.beta, depth) != transform::first(one.beta, depth))
            return false;
        for (std::size_t k = 0; k < times.size(); ++k)
            if (!rest.time(depth + k).plain_is_equal(times.at(int(k))))
                return false;
        return true;
    }

    bool is_in_order(const Statement &rest, const Part &part) const
    {
        const std::size_t depth = part.contract().blocks.size();
        const bool is_before = rest.beta[depth] < labelled(order_, part.label).beta[depth];
        return std::ranges::all_of(part.contracts, [&](const CallContract *contract) {
            const CallExecution execution(plan_.program, *contract);
            return is_before ? execution.are_before(rest.instances)
                             : execution.are_behind(rest.instances);
        });
    }

    bool are_in_same_loops(const Part &part, const Statement &one, const Part &other,
                           const Statement &next) const
    {
        const std::size_t depth = part.contract().blocks.size();
        auto is_between = [&](const Statement &statement) {
            return &statement != &one && &statement != &next &&
                   !dropped_.contains(statement.label) && statement.depth() >= depth &&
                   transform::first(statement.beta, depth) == transform::first(one.beta, depth) &&
                   statement.beta[depth] >= std::min(one.beta[depth], next.beta[depth]) &&
                   statement.beta[depth] <= std::max(one.beta[depth], next.beta[depth]);
        };
        return part.contract().source.name() == other.contract().source.name() &&
               part.contract().blocks.plain_is_equal(other.contract().blocks) &&
               part.contract().times.plain_is_equal(other.contract().times) &&
               transform::first(one.beta, depth) == transform::first(next.beta, depth) &&
               std::ranges::none_of(order_.statements, is_between);
    }

    /// Removes calls, copies to and from buffers that are not used any more, and what other copies
    /// read beside what they copy.
    void remove_others()
    {
        std::vector<program::Statement> &all = result_.program.statements;
        std::erase_if(order_.statements, [&](const Statement &statement) {
            return dropped_.contains(statement.label);
        });
        std::erase_if(all, [&](const program::Statement &statement) {
            return dropped_.contains(statement.name()) ||
                   std::ranges::any_of(plan_.contracts, [&](const CallContract &contract) {
                       return contract.call == statement.name();
                   });
        });
        for (program::Statement &statement : all)
            if (std::ranges::find(source_.statements, statement.name(),
                                  &program::Statement::name) == source_.statements.end())
                drop_scalars(result_.program, statement);
        std::ranges::move(added_, std::back_inserter(all));
    }

    const program::Program &source_;
    const LoweredPlan &plan_;
    const MatrixView calls_; ///< the plan's order
    MatrixView order_;
    ExecutedPlan result_;
    std::vector<program::Statement> added_;
    std::vector<Part> parts_;
    std::set<std::string> dropped_; ///< labels of copies to and from buffers
};

} // namespace

ExecutedPlan executed(const program::Program &source, const LoweredPlan &plan)
{
    return Executed(source, plan).run();
}

} // namespace espalier::lowering
