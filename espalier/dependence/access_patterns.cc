#include "espalier/dependence/access_patterns.h"

#include "espalier/presburger/dimensions.h"
#include "espalier/presburger/hermite.h"
#include "espalier/presburger/isl_additions.h"

#include <isl/aff.h>
#include <isl/space.h>
#include <isl/val.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace espalier::dependence {

namespace {

/// { [i] -> S[i] }: the instances of a statement by the first of as many loop variables as any
/// statement of the program has.
isl::multi_aff by_position(const program::Program &program, const program::Statement &statement)
{
    std::size_t depth = 0;
    for (const program::Statement &one : program.statements)
        depth = std::max(depth, one.iterators.size());
    auto own = static_cast<unsigned>(statement.iterators.size());
    isl::space all = isl::space::unit(program.context.ctx()).add_unnamed_tuple(unsigned(depth));
    return isl::manage(isl_multi_aff_project_out_map(all.release(), isl_dim_set, own,
                                                     unsigned(depth) - own))
        .set_range_tuple(statement.id());
}

/// What a quasi-affine function { [i] -> [v] } grows with one loop variable on average: its
/// coefficient, without rounding down in divisions.
isl::val mean_coefficient(const isl::aff &function, unsigned variable)
{
    auto coefficient = [&](isl_dim_type type, unsigned k) {
        return isl::manage(isl_aff_get_coefficient_val(function.get(), type, int(k)));
    };
    isl::val result = coefficient(isl_dim_in, variable);
    for (unsigned k = 0; k < unsigned(isl_aff_dim(function.get(), isl_dim_div)); ++k) {
        if (coefficient(isl_dim_div, k).is_zero())
            continue;
        isl::aff divided = isl::manage(isl_aff_get_div(function.get(), int(k)));
        result = result.add(coefficient(isl_dim_div, k).mul(mean_coefficient(divided, variable)));
    }
    return result;
}

/// The mean coefficients of a function, times what makes them integers.
std::vector<isl::val> integer_row(const isl::aff &function, std::size_t variables)
{
    std::vector<isl::val> result;
    isl::val denominator(function.ctx(), 1);
    for (unsigned k = 0; k < variables; ++k) {
        result.push_back(mean_coefficient(function, k));
        isl::val scaled = result.back().mul(denominator);
        denominator = denominator.mul(isl::manage(isl_val_get_den_val(scaled.get())));
    }
    for (isl::val &entry : result)
        entry = entry.mul(denominator);
    return result;
}

/// { S[i] -> [v] } for the instances of `domain`.
isl::map linear_function(const isl::set &domain, const std::vector<isl::val> &coefficients)
{
    isl::aff result = domain.space().zero_aff_on_domain();
    for (std::size_t k = 0; k < coefficients.size(); ++k)
        result = isl::manage(isl_aff_set_coefficient_val(result.release(), isl_dim_in, int(k),
                                                         coefficients[k].copy()));
    return result.as_map().intersect_domain(domain);
}

/// { A[a] -> A[a_1, ..., a_{n-1}, floor(a_n / line)] }
isl::multi_aff line_of_element(const isl::space &array, std::size_t line)
{
    isl::multi_aff result = array.identity_multi_aff_on_domain();
    int last = int(isl_space_dim(array.get(), isl_dim_set)) - 1;
    isl::val size(array.ctx(), long(line));
    return result.set_at(last, result.at(last).scale_down(size).floor());
}

/// Unlike with isl::aff's own function, the two may know different parameters.
isl::aff difference(const isl::aff &first, const isl::aff &second)
{
    return isl::pw_aff(first).sub(second).as_aff();
}

bool differ_by_integer(const isl::aff &first, const isl::aff &second)
{
    return difference(first, second).is_cst();
}

bool are_equal(const isl::aff &first, const isl::aff &second)
{
    isl::aff rest = difference(first, second);
    return rest.is_cst() && rest.constant_val().is_zero();
}

} // namespace

AccessPattern::AccessPattern(const program::Statement &statement, const program::Access &access,
                             std::vector<isl::aff> subscripts)
    : array_(access.array), loops_(statement.iterators.size()), access_(access.relation),
      subscripts_(std::move(subscripts))
{
}

std::optional<AccessPattern> AccessPattern::of(const program::Program &program,
                                               const program::Statement &statement,
                                               const program::Access &access)
{
    bool is_slice = access.subscripts.size() < program.arrays[access.array].extents.size();
    if (is_slice || !std::ranges::all_of(access.subscripts, &isl::pw_aff::isa_aff))
        return std::nullopt;
    isl::multi_aff instances = by_position(program, statement);
    std::vector<isl::aff> subscripts;
    for (const isl::pw_aff &subscript : access.subscripts)
        subscripts.push_back(subscript.pullback(instances).as_aff());
    return AccessPattern(statement, access, std::move(subscripts));
}

bool AccessPattern::has_same_linear_part(const AccessPattern &other) const
{
    return array_ == other.array_ &&
           std::ranges::equal(subscripts_, other.subscripts_, differ_by_integer);
}

bool AccessPattern::may_share_lines_with(const AccessPattern &other) const
{
    return loops_ == other.loops_ && has_same_linear_part(other) &&
           std::equal(subscripts_.begin(), subscripts_.end() - 1, other.subscripts_.begin(),
                      are_equal);
}

isl::map AccessPattern::completed_lines(std::size_t line) const
{
    presburger::IntegerMatrix rows;
    for (const isl::aff &subscript : subscripts_)
        rows.push_back(integer_row(subscript, loops_));
    isl::map result = access_.apply_range(line_of_element(access_.space().range(), line).as_map());
    rows = presburger::completing_rows(access_.ctx(), std::move(rows), loops_);
    for (std::size_t k = rows.size(); k-- > 0;)
        result = presburger::flat_range_product(linear_function(access_.domain(), rows[k]), result);
    return result;
}

} // namespace espalier::dependence
