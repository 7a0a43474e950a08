#include "espalier/frontend/delinearisation.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>
#include <set>

namespace espalier::frontend {

namespace {

[[noreturn]] void no_dimensions(clang::SourceLocation where, const program::Array &array,
                                const std::string &why)
{
    throw Unmodelled{DiagnosticKind::unmodelled_access, where,
                     fmt::format("the subscripts of `{}` are not those of an array of several "
                                 "dimensions: {}",
                                 array.spelling.front(), why)};
}

/// The monomials from the longest to the empty one, so that each is the next times one factor;
/// nothing if they are not all part of such a chain.
std::optional<std::vector<Monomial>> chain_of(const std::set<Monomial> &monomials)
{
    std::vector<Monomial> sorted(monomials.begin(), monomials.end());
    std::ranges::stable_sort(sorted, std::greater<>(), &Monomial::size);
    std::vector<Monomial> result;
    for (const Monomial &next : sorted) {
        while (!result.empty() && result.back().size() > next.size()) {
            Monomial rest, shorter = result.back();
            std::ranges::set_difference(result.back(), next, std::back_inserter(rest));
            if (rest.size() != result.back().size() - next.size())
                return std::nullopt;
            shorter.erase(std::ranges::find(shorter, rest.front()));
            result.push_back(shorter);
        }
        if (!result.empty() && result.back() != next)
            return std::nullopt;
        if (result.empty())
            result.push_back(next);
    }
    return result;
}

isl::pw_aff zero_on(const isl::set &domain) { return domain.pw_aff_on_domain(0); }

} // namespace

void Delinearisation::note(const program::Access &access, Polynomial subscript,
                           clang::SourceLocation where)
{
    arrays_.try_emplace(access.array, where);
    noted_.emplace(access.reference.name(), Noted{std::move(subscript), where});
}

void Delinearisation::apply()
{
    program::Program &program = model_.program();
    for (const auto &[number, where] : arrays_) {
        const std::vector<Monomial> all = strides(number);
        give_dimensions(program.arrays[number], all);
        for (program::Statement &statement : program.statements)
            for (program::Access &access : statement.accesses)
                if (access.array == number)
                    rewrite(access, statement.domain, all);
    }
}

/// What the subscripts of the new dimensions count, outermost first: the last one single elements.
std::vector<Monomial> Delinearisation::strides(std::size_t array) const
{
    std::set<Monomial> monomials = {{}};
    for (const program::Statement &statement : model_.program().statements)
        for (const program::Access &access : statement.accesses)
            if (auto found = noted_.find(access.reference.name());
                access.array == array && found != noted_.end())
                for (const auto &[monomial, coefficient] : found->second.subscript.terms)
                    monomials.insert(monomial);
    std::optional<std::vector<Monomial>> result = chain_of(monomials);
    if (!result)
        no_dimensions(arrays_.at(array), model_.program().arrays[array],
                      "they have no common strides");
    return *result;
}

void Delinearisation::give_dimensions(program::Array &array,
                                      const std::vector<Monomial> &strides) const
{
    std::vector<std::optional<isl::pw_aff>> extents = {std::nullopt};
    for (std::size_t k = 0; k + 1 < strides.size(); ++k) {
        Monomial factor;
        std::ranges::set_difference(strides[k], strides[k + 1], std::back_inserter(factor));
        extents.emplace_back(polynomials_.factor(factor.front()));
    }
    extents.insert(extents.end(), array.extents.begin() + 1, array.extents.end());
    array.extents = std::move(extents);
    array.spelling.insert(array.spelling.begin() + 1, strides.size() - 1, "");
    array.linear_dimensions = strides.size();
    array.has_own_memory = false;
}

/// \param statement  the domain of the access's statement
void Delinearisation::rewrite(program::Access &access, const isl::set &statement,
                              const std::vector<Monomial> &strides)
{
    const program::Array &array = model_.program().arrays[access.array];
    const isl::set domain = access.relation.domain();
    auto found = noted_.find(access.reference.name());
    std::vector<isl::pw_aff> subscripts;
    if (!access.subscripts.empty()) {
        for (const Monomial &stride : strides) {
            isl::pw_aff subscript = zero_on(domain);
            if (found != noted_.end()) {
                const auto &terms = found->second.subscript.terms;
                if (auto term = terms.find(stride); term != terms.end())
                    subscript =
                        isl::manage(isl_pw_aff_set_tuple_id(term->second.copy(), isl_dim_in,
                                                            isl_set_get_tuple_id(statement.get())))
                            .intersect_domain(domain);
            } else if (stride.empty()) {
                subscript = access.subscripts.front();
            }
            subscripts.push_back(subscript);
        }
        keep_inside(subscripts, domain, array,
                    found != noted_.end() ? found->second.where : arrays_.at(access.array));
        subscripts.insert(subscripts.end(), access.subscripts.begin() + 1, access.subscripts.end());
    }
    access.relation = program::access_relation(domain, subscripts, array).coalesce();
    access.subscripts = std::move(subscripts);
}

/// Assumes that subscripts stay in their dimensions. One that always is some rows further or before
/// is that of another row.
void Delinearisation::keep_inside(std::vector<isl::pw_aff> &subscripts, const isl::set &domain,
                                  const program::Array &array, clang::SourceLocation where)
{
    const isl::set executed = model_.program()
                                  .context.intersect(program::parameter_ranges(model_.program()))
                                  .intersect(model_.program().assumptions)
                                  .intersect(domain.params());
    for (std::size_t k = subscripts.size() - 1; k > 0; --k) {
        const isl::pw_aff extent = spread(*array.extents[k], domain);
        std::optional<isl::set> outside;
        for (long rows : {0, 1, -1, 2, -2, 3, -3, 4, -4}) {
            const isl::pw_aff shift = isl::manage(
                isl_pw_aff_scale_val(extent.copy(), isl::val(model_.ctx(), rows).release()));
            const isl::pw_aff shifted = subscripts[k].sub(shift);
            const isl::set left =
                shifted.lt_set(zero_on(domain)).unite(shifted.ge_set(extent)).intersect(domain);
            if (executed.is_subset(left.params()) && !domain.is_empty())
                continue;
            outside = left;
            subscripts[k] = shifted.coalesce().gist(domain);
            subscripts[k - 1] = subscripts[k - 1].add_constant(rows);
            break;
        }
        if (!outside)
            no_dimensions(where, array, "one leaves its dimension, whatever the sizes are");
        model_.assume_never(
            *outside, where,
            fmt::format("this subscript of `{}` leaves its dimension", array.spelling.front()));
    }
}

} // namespace espalier::frontend
