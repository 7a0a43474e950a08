#include "espalier/presburger/affine_piece.h"

#include <isl/aff.h>
#include <isl/val.h>

namespace espalier::presburger {

namespace {

bool has_integer_coefficients(const isl::aff &function)
{
    bool result = isl_aff_dim(function.get(), isl_dim_div) == 0 && function.constant_val().is_int();
    for (isl_dim_type type : {isl_dim_in, isl_dim_param})
        for (int k = 0; result && k < isl_aff_dim(function.get(), type); ++k)
            result = isl::manage(isl_aff_get_coefficient_val(function.get(), type, k)).is_int();
    return result;
}

/// The piece that holds on all of the set, if there is one and it is affine.
std::optional<isl::aff> single_piece(const isl::pw_aff &function, const isl::set &domain)
{
    std::optional<isl::aff> result;
    function.foreach_piece([&](const isl::set &, const isl::multi_aff &value) {
        isl::aff piece = value.at(0);
        if (!result && has_integer_coefficients(piece) && domain.is_subset(function.eq_set(piece)))
            result = piece;
    });
    return result;
}

} // namespace

std::optional<isl::aff> affine_on(const isl::pw_aff &function, const isl::set &domain)
{
    std::optional<isl::aff> result = single_piece(function, domain);
    return result ? result : single_piece(function.gist(domain), domain);
}

} // namespace espalier::presburger
