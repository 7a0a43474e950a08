#include "espalier/frontend/common_strides.h"

#include "espalier/frontend/contracted_products.h"
#include "espalier/frontend/known_products.h"

#include <fmt/format.h>
#include <isl/aff.h>

#include <algorithm>
#include <functional>
#include <ranges>

namespace espalier::frontend {

namespace {

/// The greatest integer that divides all values of a function, by its coefficients; 0 for zero.
isl::val common_factor(const isl::pw_aff &function)
{
    isl::val result = isl::val::zero(function.ctx());
    function.foreach_piece([&](const isl::set &, const isl::multi_aff &piece) {
        const isl::aff aff = piece.at(0);
        auto divide = [&](isl_val *coefficient) {
            const isl::val value = isl::manage(coefficient);
            result = value.is_int() ? result.gcd(value) : isl::val::one(function.ctx());
        };
        divide(isl_aff_get_constant_val(aff.get()));
        for (isl_dim_type type : {isl_dim_param, isl_dim_in, isl_dim_div})
            for (int k = 0; k < int(isl_aff_dim(aff.get(), type)); ++k)
                divide(isl_aff_get_coefficient_val(aff.get(), type, k));
    });
    return result;
}

/// How many loop variables a function depends on.
std::size_t loops_in(const isl::pw_aff &function)
{
    std::size_t result = 0;
    for (unsigned k = 0; k < unsigned(isl_pw_aff_dim(function.get(), isl_dim_in)); ++k)
        result += isl_pw_aff_involves_dims(function.get(), isl_dim_in, k, 1) == isl_bool_true;
    return result;
}

template <class Value>
bool have_same_monomials(const std::map<Monomial, Value> &one,
                         const std::map<Monomial, Value> &other)
{
    return std::ranges::equal(std::views::keys(one), std::views::keys(other));
}

} // namespace

[[noreturn]] void no_dimensions(clang::SourceLocation where, const program::Array &array,
                                const std::string &why)
{
    throw Unmodelled{DiagnosticKind::unmodelled_access, where,
                     fmt::format("the subscripts of `{}` are not those of an array of several "
                                 "dimensions: {}",
                                 array.spelling.front(), why)};
}

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

std::vector<std::string> references_of(const program::Program &program, std::size_t array,
                                       const NotedSubscripts &noted)
{
    std::vector<std::string> result;
    for (const program::Statement &statement : program.statements)
        for (const program::Access &access : statement.accesses)
            if (access.array == array && noted.contains(access.reference.name()))
                result.push_back(access.reference.name());
    return result;
}

/// The products in what the subscripts of the new dimensions count, outermost first.
std::vector<Monomial> CommonStrides::products(std::size_t array, clang::SourceLocation where)
{
    contract(array);
    if (auto result = chain(array))
        return *result;
    expand(array);
    if (auto result = chain_of_related_factors(array))
        return *result;
    no_dimensions(where, model_.program().arrays[array], "they have no common strides");
}

/// Has products take the place of constants that are products in the subscripts of an array.
void CommonStrides::expand(std::size_t array)
{
    KnownProducts known(model_, polynomials_);
    for (const std::string &reference : references_of(model_.program(), array, noted_)) {
        NotedSubscript &noted = noted_.at(reference);
        if (auto subscript = known.expanded(noted.subscript, noted.where))
            noted.subscript = std::move(*subscript);
    }
}

/// Has constants that are products take the place of their factors where the subscripts of an array
/// never have one without the other.
void CommonStrides::contract(std::size_t array)
{
    for (const SymbolicConstants::Product &known : model_.constants().products()) {
        const ProductOfTwo product(known, polynomials_);
        NotedSubscripts changed;
        bool is_used = false;
        const std::vector<std::string> references = references_of(model_.program(), array, noted_);
        for (const std::string &reference : references) {
            const NotedSubscript &noted = noted_.at(reference);
            const Polynomial subscript = polynomials_.with_fixed_factors(noted.subscript);
            const auto contracted = product.contracted(subscript);
            const auto chosen = product.contracted(noted.chosen);
            if (!contracted || !chosen)
                break;
            is_used = is_used || !have_same_monomials(contracted->terms, subscript.terms) ||
                      !have_same_monomials(*chosen, noted.chosen);
            changed.emplace(reference, NotedSubscript{*contracted, noted.where, *chosen});
        }
        if (is_used && changed.size() == references.size())
            for (auto &[reference, noted] : changed)
                noted_.at(reference) = std::move(noted);
    }
}

/// The same where factors may be multiples of each other but for a constant, as where a pointer
/// walks through rows of n elements, n - 2 and 2 at a time: one of them takes the place of others
/// if subscripts depend on fewer loops then.
/// \return nothing if there are no such products
std::optional<std::vector<Monomial>> CommonStrides::chain_of_related_factors(std::size_t array)
{
    const std::vector<std::string> references = references_of(model_.program(), array, noted_);
    auto loops_in_subscripts = [&] {
        std::size_t result = 0;
        for (const std::string &reference : references)
            for (const auto &[monomial, coefficient] : noted_.at(reference).subscript.terms)
                result += loops_in(coefficient);
        return result;
    };
    std::set<std::string> factors;
    for (const std::string &reference : references)
        for (const auto &[monomial, coefficient] : noted_.at(reference).subscript.terms)
            factors.insert(monomial.begin(), monomial.end());
    const NotedSubscripts before = noted_;
    std::optional<std::vector<Monomial>> result = chain(array);
    NotedSubscripts best = noted_;
    std::size_t fewest = loops_in_subscripts();
    for (const std::string &factor : factors) {
        noted_ = before;
        for (const std::string &reference : references) {
            Polynomial &subscript = noted_.at(reference).subscript;
            subscript = polynomials_.in_terms_of(subscript, factor);
        }
        const std::size_t loops = loops_in_subscripts();
        auto products = chain(array);
        if (!products || (result && loops >= fewest))
            continue;
        fewest = loops;
        best = noted_;
        result = std::move(products);
    }
    noted_ = std::move(best);
    return result;
}

/// The products that an array's subscripts have in common, from the longest to the empty one.
/// Forgets elements that data choose with products of their own: they may be any.
std::optional<std::vector<Monomial>> CommonStrides::chain(std::size_t array)
{
    std::set<Monomial> monomials = {{}};
    auto with = [&](const NotedSubscript &noted) {
        std::set<Monomial> result = monomials;
        for (const auto &[monomial, coefficient] : noted.subscript.terms)
            result.insert(monomial);
        for (const auto &[monomial, bounds] : noted.chosen)
            result.insert(monomial);
        return result;
    };
    const std::vector<std::string> references = references_of(model_.program(), array, noted_);
    for (const std::string &reference : references)
        if (const NotedSubscript &noted = noted_.at(reference); noted.chosen.empty())
            monomials = with(noted);
    for (const std::string &reference : references)
        if (const NotedSubscript &noted = noted_.at(reference); !noted.chosen.empty()) {
            if (auto all = with(noted); chain_of(all))
                monomials = std::move(all);
            else
                noted_.erase(reference);
        }
    return chain_of(monomials);
}

std::vector<Stride> CommonStrides::of(std::size_t array, clang::SourceLocation where)
{
    std::vector<Stride> result;
    isl::val multiple = isl::val::zero(model_.ctx());
    for (const Monomial &product : products(array, where)) {
        for (const std::string &reference : references_of(model_.program(), array, noted_)) {
            const NotedSubscript &noted = noted_.at(reference);
            const auto &terms = noted.subscript.terms;
            if (auto term = terms.find(product); term != terms.end())
                multiple = multiple.gcd(common_factor(term->second));
            if (noted.chosen.contains(product))
                multiple = isl::val::one(model_.ctx());
        }
        result.push_back({product, multiple.is_zero() ? multiple.add(1) : multiple});
    }
    result.back().multiple = isl::val::one(model_.ctx());
    return result;
}

} // namespace espalier::frontend
