#include "espalier/program/iterator_names.h"

#include "espalier/presburger/print.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>
#include <isl/val.h>

#include <optional>

namespace espalier::program {

isl::set with_iterator_names(isl::set set, const Statement &statement)
{
    isl_set *result = set.release();
    for (unsigned k = 0; k < statement.iterators.size(); ++k)
        result = isl_set_set_dim_name(result, isl_dim_set, k, statement.iterators[k].name.c_str());
    return isl::manage(result);
}

isl::pw_aff with_iterator_names(isl::pw_aff function, const Statement &statement)
{
    isl_pw_aff *result = function.release();
    for (unsigned k = 0; k < statement.iterators.size(); ++k) {
        isl::id name = isl::manage(
            isl_id_alloc(isl_pw_aff_get_ctx(result), statement.iterators[k].name.c_str(), nullptr));
        result = isl_pw_aff_set_dim_id(result, isl_dim_in, k, name.release());
    }
    return isl::manage(result);
}

isl::map with_iterator_names(isl::map relation, const Statement &source, const Statement &sink)
{
    isl_map *result = relation.release();
    for (unsigned k = 0; k < source.iterators.size(); ++k)
        result = isl_map_set_dim_name(result, isl_dim_in, k, source.iterators[k].name.c_str());
    for (unsigned k = 0; k < sink.iterators.size(); ++k)
        result =
            isl_map_set_dim_name(result, isl_dim_out, k, (sink.iterators[k].name + "'").c_str());
    return isl::manage(result);
}

namespace {

/// A term of an affine expression.
struct Term {
    isl::val coefficient;
    std::string name; ///< empty for the constant
};

void add_terms(std::vector<Term> &terms, const isl::aff &function, isl_dim_type type)
{
    for (unsigned k = 0; k < unsigned(isl_aff_dim(function.get(), type)); ++k)
        terms.push_back(
            {isl::manage(isl_aff_get_coefficient_val(function.get(), type, static_cast<int>(k))),
             isl_aff_get_dim_name(function.get(), type, k)});
}

/// The sum of the terms with this sign, after what is in `text`.
void append(std::string &text, const std::vector<Term> &terms, bool is_negative)
{
    for (const auto &[coefficient, name] : terms) {
        if (coefficient.is_zero() || coefficient.is_neg() != is_negative)
            continue;
        isl::val size = coefficient.abs();
        std::string term = name.empty()    ? presburger::to_string(size)
                           : size.is_one() ? name
                                           : presburger::to_string(size) + " * " + name;
        const char *first_sign = is_negative ? "-" : "", *sign = is_negative ? " - " : " + ";
        text += (text.empty() ? first_sign : sign) + term;
    }
}

std::string sum(const isl::aff &function)
{
    std::vector<Term> terms;
    add_terms(terms, function, isl_dim_in);
    add_terms(terms, function, isl_dim_param);
    terms.push_back({isl::manage(isl_aff_get_constant_val(function.get())), ""});
    std::string text;
    append(text, terms, false);
    append(text, terms, true);
    return text.empty() ? "0" : text;
}

/// What a function is, wherever it is defined, if that is one sum of multiples.
std::optional<isl::aff> as_sum(const isl::pw_aff &function)
{
    std::optional<isl::aff> result;
    if (function.n_piece() == 1)
        function.foreach_piece(
            [&](const isl::set &, const isl::multi_aff &piece) { result = piece.at(0); });
    bool is_integral = result && !result->involves_locals() &&
                       isl::manage(isl_aff_get_denominator_val(result->get())).is_one();
    return is_integral ? result : std::nullopt;
}

} // namespace

std::string describe(const isl::pw_aff &function, const Statement &statement)
{
    isl::pw_aff named = with_iterator_names(function, statement);
    if (std::optional<isl::aff> linear = as_sum(named))
        return sum(*linear);
    std::string text = presburger::to_string(named);
    std::size_t begin = text.rfind("[("), end = text.rfind(")]");
    bool is_simple = named.n_piece() == 1 && begin != std::string::npos && end > begin;
    return is_simple ? text.substr(begin + 2, end - begin - 2) : text;
}

} // namespace espalier::program
