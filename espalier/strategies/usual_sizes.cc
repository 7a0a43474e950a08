#include "espalier/strategies/usual_sizes.h"

#include "espalier/machine/code_loops.h"
#include "espalier/presburger/bounds.h"
#include "espalier/presburger/id.h"
#include "espalier/strategies/strides.h"

#include <isl/aff.h>
#include <isl/set.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace espalier::strategies {

namespace {

/// The size of windows, as of the weights of filters, where nothing says so.
constexpr long usual_window = 3;

/// The dimensions of a domain that a subscript adds up, among other terms.
std::vector<unsigned> dimensions_in(const isl::pw_aff &subscript, const isl::set &domain)
{
    std::vector<unsigned> result;
    const isl_size dimensions = isl_set_dim(domain.get(), isl_dim_set);
    for (isl_size k = 0; k < dimensions; ++k) {
        const std::optional<isl::val> found = coefficient(subscript, int(k));
        if (found && found->is_one())
            result.push_back(unsigned(k));
    }
    return result;
}

/// Whether a subscript is a dimension of a domain, and nothing else.
bool is_dimension(const isl::pw_aff &subscript, const isl::set &domain, unsigned dimension)
{
    isl_local_space *space = isl_local_space_from_space(domain.space().release());
    const isl::pw_aff plain =
        isl::manage(isl_pw_aff_from_aff(isl_aff_var_on_domain(space, isl_dim_set, dimension)));
    return subscript.ne_set(plain).is_empty();
}

/// A symbolic constant and a number.
using Value = std::pair<std::string, isl::val>;

/// What a symbolic constant is where a bound, p + c - i >= 0 of dimension i and nothing else, holds
/// for i = last at most.
std::optional<Value> constant_for(const isl::aff &slack, unsigned dimension, long last)
{
    auto coefficient = [&](isl_dim_type type, isl_size k) {
        return isl::manage(isl_aff_get_coefficient_val(slack.get(), type, int(k)));
    };
    std::optional<isl_size> found;
    const isl_size constants = isl_aff_dim(slack.get(), isl_dim_param);
    for (isl_size k = 0; k < constants; ++k) {
        if (coefficient(isl_dim_param, k).is_zero())
            continue;
        if (found || !coefficient(isl_dim_param, k).is_one())
            return std::nullopt;
        found = k;
    }
    const isl_size dimensions = isl_aff_dim(slack.get(), isl_dim_in);
    for (isl_size k = 0; k < dimensions; ++k)
        if (unsigned(k) == dimension ? !coefficient(isl_dim_in, k).is_negone()
                                     : !coefficient(isl_dim_in, k).is_zero())
            return std::nullopt;
    if (!found || isl_aff_dim(slack.get(), isl_dim_div) > 0)
        return std::nullopt;
    const isl::val constant = isl::manage(isl_aff_get_constant_val(slack.get()));
    return Value{isl_aff_get_dim_name(slack.get(), isl_dim_param, unsigned(*found)),
                 isl::val(slack.ctx(), last).sub(constant)};
}

/// The sizes of loops around a statement.
class SizesOfLoops {
public:
    SizesOfLoops(const program::Program &program, const program::Statement &statement)
        : domain_(isl::manage(isl_set_remove_divs(statement.domain.copy())))
    {
        for (const program::Access &access : statement.accesses)
            for (std::size_t k = 0; k < access.subscripts.size(); ++k)
                add(access.subscripts[k],
                    program::constant_extent(program.arrays[access.array].extents[k],
                                             machine::max_unrolled_iterations),
                    access.kind != program::AccessKind::read);
    }

    void add_to(std::map<std::string, isl::val> &values) const
    {
        if (isl_set_n_basic_set(domain_.get()) != 1)
            return;
        for (const auto &[dimension, extent] : extents_)
            add_size(dimension, extent, values);
        const std::vector<unsigned> windows = dimensions_of_windows();
        if (windows.size() > 1) // those of one dimension are of any size
            for (unsigned dimension : windows)
                add_size(dimension, usual_window, values);
    }

private:
    void add(const isl::pw_aff &subscript, std::optional<long> extent, bool is_written)
    {
        const std::vector<unsigned> dimensions = dimensions_in(subscript, domain_);
        if (is_written)
            written_.insert(dimensions.begin(), dimensions.end());
        if (dimensions.size() > 1)
            added_.insert(dimensions.begin(), dimensions.end());
        else if (dimensions.size() == 1 && is_dimension(subscript, domain_, dimensions.front()))
            add_alone(dimensions.front(), extent);
    }

    void add_alone(unsigned dimension, std::optional<long> extent)
    {
        alone_.insert(dimension);
        if (extent && *extent > 1)
            extents_[dimension] = *extent;
    }

    std::vector<unsigned> dimensions_of_windows() const
    {
        std::vector<unsigned> result;
        for (unsigned dimension : alone_)
            if (added_.contains(dimension) && !written_.contains(dimension) &&
                !extents_.contains(dimension))
                result.push_back(dimension);
        return result;
    }

    /// Adds what a symbolic constant is that has a loop run so often.
    void add_size(unsigned dimension, long size, std::map<std::string, isl::val> &values) const
    {
        for (const presburger::Bound &bound : presburger::bounds(domain_, dimension))
            if (auto found = constant_for(bound.slack, dimension, size - 1))
                values.insert(std::move(*found));
    }

    isl::set domain_;
    std::map<unsigned, long> extents_; ///< of arrays of which dimensions are subscripts
    std::set<unsigned> alone_;         ///< dimensions that are subscripts by themselves
    std::set<unsigned> added_;         ///< those that are added to others
    std::set<unsigned> written_;       ///< those that tell elements apart that are written
};

/// { : p = v }
isl::set equality(const std::string &name, const isl::val &value)
{
    isl_set *universe = isl_set_universe(isl_space_params_alloc(value.ctx().get(), 1));
    universe = isl_set_set_dim_id(universe, isl_dim_param, 0,
                                  presburger::make_id(value.ctx(), name).release());
    return isl::manage(isl_set_fix_val(universe, isl_dim_param, 0, value.copy()));
}

} // namespace

std::optional<isl::set> usual_sizes(const program::Program &program)
{
    std::map<std::string, isl::val> values;
    for (const program::Statement &statement : program.statements)
        if (!statement.is_kill())
            SizesOfLoops(program, statement).add_to(values);
    if (values.empty())
        return std::nullopt;
    isl::set result = isl::set::universe(program.context.space());
    for (const auto &[name, value] : values)
        result = result.intersect(equality(name, value));
    const isl::set possible = program::possible_constants(program);
    const bool is_open = !possible.is_disjoint(result) && !possible.is_subset(result);
    return is_open ? std::optional(result) : std::nullopt;
}

} // namespace espalier::strategies
