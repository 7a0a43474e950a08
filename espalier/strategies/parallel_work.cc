#include "espalier/strategies/parallel_work.h"

#include "espalier/ast/generator.h"
#include "espalier/schedule/loops.h"
#include "espalier/schedule/queries.h"
#include "espalier/transform/arrays.h"

#include <isl/aff.h>
#include <isl/set.h>
#include <isl/union_map.h>
#include <isl/val.h>

#include <algorithm>
#include <cmath>

namespace espalier::strategies {

namespace {

using schedule::Loop;
using schedule::LoopKind;
using schedule::LoopRole;
using schedule::LoopRolePtr;
using schedule::WorkCondition;

/// The number of values that each dimension of a set takes, at most: { [] -> [n] }.
std::vector<isl::pw_aff> extents(const isl::set &set)
{
    std::vector<isl::pw_aff> result;
    for (isl_size k = 0; k < isl_set_dim(set.get(), isl_dim_set); ++k) {
        isl::pw_aff least = isl::manage(isl_set_dim_min(set.copy(), k));
        isl::pw_aff most = isl::manage(isl_set_dim_max(set.copy(), k));
        result.push_back(program::as_extent(most.sub(least).add_constant(1).coalesce()));
    }
    return result;
}

bool is_constant(const isl::pw_aff &function)
{
    return isl_pw_aff_is_cst(function.get()) == isl_bool_true;
}

/// Whether a condition that compares a function is short.
bool is_simple(const isl::pw_aff &factor)
{
    return isl_pw_aff_n_piece(factor.get()) == 1 && !is_constant(factor);
}

/// The same numbers as extents() has them, for the parameters in a context; where the context makes
/// many cases of one, that of any parameters.
std::vector<isl::pw_aff> extents_within(const isl::set &set, const isl::set &context)
{
    std::vector<isl::pw_aff> result = extents(set.intersect_params(context));
    if (std::ranges::all_of(result, [](const isl::pw_aff &factor) {
            return is_constant(factor) || is_simple(factor);
        }))
        return result;
    const std::vector<isl::pw_aff> anywhere = extents(set);
    for (std::size_t k = 0; k < result.size(); ++k)
        if (!is_simple(result[k]) && is_simple(anywhere[k]))
            result[k] = anywhere[k];
    return result;
}

/// Whether a loop around counts several iterators of a statement together, as one over waves does.
/// \param instances  { S[i] }
bool is_in_waves(const Loop &loop, const isl::set &instances)
{
    const isl::multi_union_pw_aff around = loop.functions_around();
    for (isl_size k = 0; k < isl_multi_union_pw_aff_dim(around.get(), isl_dim_out); ++k) {
        const isl::pw_aff time = isl::manage(isl_union_pw_aff_extract_pw_aff(
                                                 around.at(k).get(), instances.space().release()))
                                     .gist(instances);
        unsigned iterators = 0;
        for (isl_size i = 0; i < isl_pw_aff_dim(time.get(), isl_dim_in); ++i)
            iterators +=
                isl_pw_aff_involves_dims(time.get(), isl_dim_in, unsigned(i), 1) == isl_bool_true;
        if (iterators > 1)
            return true;
    }
    return false;
}

/// Makes the condition of a loop from the extents of the statement instances in it.
class ConditionMaker {
public:
    ConditionMaker(const program::Program &program, const ast::Values &sizes)
        : context_(program::code_context(program)),
          possible_(context_.intersect(program::parameter_ranges(program))), sizes_(sizes)
    {
    }

    /// Whether a condition holds for some values of the symbolic constants that their types can
    /// hold.
    bool can_hold(const WorkCondition &condition) const
    {
        double most = 1;
        for (const isl::pw_aff &factor : condition.factors) {
            isl::set values = factor.as_map().range().intersect_params(possible_);
            isl::val greatest = isl::manage(isl_set_dim_max_val(values.release(), 0));
            if (!greatest.is_int())
                return true;
            most *= isl_val_get_d(greatest.get());
        }
        return most >= condition.least;
    }

    /// \return nothing if its work does not depend on the parameters, or not in a simple way
    std::optional<WorkCondition> make(const Loop &loop, const machine::ParallelWork &work) const
    {
        return make(heaviest_extents(loop), work.cycles, work.min_cycles);
    }

    /// \param cycles      of an instance
    /// \param min_cycles  that are enough
    std::optional<WorkCondition> make(const Loop &loop, double cycles, double min_cycles) const
    {
        VaryingExtents extents = heaviest_extents(loop);
        const double all = cycles * product(extents.factors);
        return make(std::move(extents), all, min_cycles);
    }

private:
    /// Of what a loop executes of a statement.
    struct VaryingExtents {
        std::vector<isl::pw_aff> factors;
        /// The loop runs once in each wave, and there are as many as dimensions are long together.
        bool has_waves;
    };

    /// \param extents  whose product is the number of instances
    std::optional<WorkCondition> make(VaryingExtents extents, double cycles,
                                      double min_cycles) const
    {
        std::vector<isl::pw_aff> &factors = extents.factors;
        std::erase_if(factors, [](const isl::pw_aff &factor) { return is_constant(factor); });
        if (factors.empty() || cycles <= 0 || !std::ranges::all_of(factors, is_simple))
            return std::nullopt;
        // With twice the length of each of two dimensions, a wave is twice as long, not four times.
        const auto count = double(factors.size());
        const double growth = extents.has_waves && count > 1 ? (count - 1) / count : 1;
        return WorkCondition{factors,
                             rounded(product(factors) * std::pow(min_cycles / cycles, 1 / growth))};
    }

    /// The extents of the statement with the most instances.
    VaryingExtents heaviest_extents(const Loop &loop) const
    {
        VaryingExtents result;
        double most = 0;
        schedule::reaching_instances(loop.band).foreach_set([&](const isl::set &instances) {
            VaryingExtents own = varying_extents(loop, instances);
            if (double size = product(own.factors); size > most) {
                most = size;
                result = own;
            }
        });
        return result;
    }

    /// The extents of what the loop executes of a statement; a dimension that has the same one as
    /// a loop around is taken for that one's.
    VaryingExtents varying_extents(const Loop &loop, const isl::set &instances) const
    {
        isl::set set = instances.intersect_params(context_);
        VaryingExtents result{extents_within(instances, context_), is_in_waves(loop, instances)};
        isl::union_map prefix = loop.relation_around();
        isl::union_set times = set.to_union_set().apply(prefix);
        if (times.is_empty())
            return {};
        for (const isl::pw_aff &outer : extents(times.as_set())) {
            auto same = std::ranges::find_if(result.factors, [&](const isl::pw_aff &extent) {
                return isl_pw_aff_is_equal(extent.get(), outer.get()) == isl_bool_true;
            });
            if (same != result.factors.end())
                result.factors.erase(same);
        }
        return result;
    }

    double product(const std::vector<isl::pw_aff> &factors) const
    {
        double result = 1;
        for (const isl::pw_aff &factor : factors)
            result *= double(ast::evaluate(*ast::value(factor, context_), sizes_));
        return result;
    }

    /// With one digit that is not 0.
    static double rounded(double number)
    {
        double unit = std::pow(10, std::floor(std::log10(std::max(1.0, number))));
        return std::ceil(number / unit) * unit;
    }

    isl::set context_, possible_;
    const ast::Values &sizes_;
};

/// A role without a condition that always holds, as where threads start at once.
LoopRolePtr with_needed_condition(LoopRole role)
{
    if (role.condition && role.condition->least <= 0)
        role.condition.reset();
    return schedule::loop_role(std::move(role));
}

} // namespace

schedule::Tree with_loops_that_pay(const program::Program &program, const schedule::Tree &tree,
                                   const machine::Estimate &estimate, const ast::Values &sizes)
{
    ConditionMaker conditions(program, sizes);
    auto weighed = [&](const Loop &loop) -> LoopRolePtr {
        auto found = estimate.parallel_loops.find(loop.role());
        if (loop.role()->kind != LoopKind::parallel || found == estimate.parallel_loops.end())
            return loop.role();
        const machine::ParallelWork &work = found->second;
        LoopRole role = *loop.role();
        role.condition = conditions.make(loop, work);
        role.is_uneven = work.is_uneven;
        bool may_pay = loop.depth() == 0 && role.condition;
        bool never_pays = role.condition && !conditions.can_hold(*role.condition);
        if (never_pays || (!work.pays() && !may_pay))
            return schedule::with_kind(loop.role(), LoopKind::sequential);
        return with_needed_condition(std::move(role));
    };
    return schedule::with_roles(tree, weighed);
}

schedule::Tree with_work_conditions(const program::Program &program, const schedule::Tree &tree,
                                    double cycles, const machine::Machine &machine,
                                    const ast::Values &sizes)
{
    ConditionMaker conditions(program, sizes);
    return schedule::with_roles(tree, [&](const Loop &loop) -> LoopRolePtr {
        if (loop.role()->kind != LoopKind::parallel)
            return loop.role();
        LoopRole role = *loop.role();
        role.condition =
            conditions.make(loop, cycles, machine::clear_gain * double(machine.thread_start));
        if (role.condition && !conditions.can_hold(*role.condition))
            return schedule::with_kind(loop.role(), LoopKind::sequential);
        return with_needed_condition(std::move(role));
    });
}

} // namespace espalier::strategies
