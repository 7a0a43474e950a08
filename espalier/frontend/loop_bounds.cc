#include "espalier/frontend/loop_bounds.h"

#include "espalier/frontend/constants_in_memory.h"
#include "espalier/presburger/print.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/space.h>
#include <isl/val.h>

#include <algorithm>

namespace espalier::frontend {

namespace {

/// The one affine function of symbolic constants that a value is; nothing if it is another one.
std::optional<isl::aff> fixed(const isl::pw_aff &value)
{
    const isl::pw_aff simple = value.gist(value.domain()).coalesce();
    std::optional<isl::aff> result;
    simple.foreach_piece(
        [&](const isl::set &, const isl::multi_aff &piece) { result = piece.at(0); });
    if (!result || isl_pw_aff_n_piece(simple.get()) != 1 ||
        isl_aff_dim(result->get(), isl_dim_div) > 0 ||
        !isl::val(isl::manage(isl_aff_get_denominator_val(result->get()))).is_one() ||
        isl_aff_involves_dims(result->get(), isl_dim_in, 0,
                              unsigned(isl_aff_dim(result->get(), isl_dim_in))) != isl_bool_false)
        return std::nullopt;
    return result;
}

/// In C, computed in `type` if that is a wide one.
std::string text_of(const isl::aff &value, clang::QualType type, const Model &model)
{
    const bool is_wide = model.ast().getIntWidth(type) > model.ast().getIntWidth(model.ast().IntTy);
    const auto in_type = [&](const std::string &name) {
        const auto constant =
            std::ranges::find(model.program().parameters, name,
                              [](const program::Parameter &one) { return one.id.name(); });
        return is_wide && !constant->is_wide ? fmt::format("({}){}", model.spell(type), name)
                                             : name;
    };
    std::string text;
    int terms = 0;
    const auto add = [&](const isl::val &factor, const std::string &name) {
        const isl::val size = factor.abs();
        const std::string product = name.empty()    ? presburger::to_string(size)
                                    : size.is_one() ? name
                                                    : fmt::format("{} * {}", size.num_si(), name);
        const char *sign = factor.is_neg() ? "-" : "+";
        text += terms > 0 ? fmt::format(" {} {}", sign, product)
                          : (factor.is_neg() ? sign : "") + product;
        ++terms;
    };
    const int parameters = isl_aff_dim(value.get(), isl_dim_param);
    for (int k = 0; k < parameters; ++k) {
        const isl::val factor =
            isl::manage(isl_aff_get_coefficient_val(value.get(), isl_dim_param, k));
        if (!factor.is_zero())
            add(factor, in_type(isl_aff_get_dim_name(value.get(), isl_dim_param, unsigned(k))));
    }
    if (const isl::val constant = value.constant_val(); !constant.is_zero())
        add(constant, "");
    return terms == 1 ? text : fmt::format("({})", text);
}

/// One of the symbolic constants in a function of them.
isl::id constant_in(const isl::aff &value)
{
    for (unsigned k = 0;; ++k)
        if (isl_aff_involves_dims(value.get(), isl_dim_param, k, 1) == isl_bool_true)
            return isl::manage(isl_space_get_dim_id(value.space().get(), isl_dim_param, k));
}

} // namespace

std::optional<isl::pw_aff> LoopBoundExtractor::product(const clang::BinaryOperator *operation,
                                                       const isl::pw_aff &left,
                                                       const isl::pw_aff &right)
{
    const std::optional<isl::aff> one = fixed(left), other = fixed(right);
    const isl::set domain = left.domain().intersect(right.domain());
    const auto is_read = one && other ? read_condition(model_, domain.params()) : std::nullopt;
    if (!is_read)
        return std::nullopt;
    const std::string first = text_of(*one, operation->getType(), model_),
                      second = text_of(*other, operation->getType(), model_),
                      swapped = fmt::format("{} * {}", second, first);
    const bool is_known =
        std::ranges::any_of(model_.program().parameters, [&](const program::Parameter &known) {
            return known.reading && known.reading->value == swapped;
        });
    const auto constant = model_.constants().computed(
        is_known ? swapped : fmt::format("{} * {}", first, second), operation->getType(),
        constant_in(is_known ? *other : *one), *is_read);
    if (!constant)
        return std::nullopt;
    const auto in_constants = [](const isl::aff &factor) {
        return isl::pw_aff(isl::manage(isl_aff_project_domain_on_params(factor.copy())));
    };
    model_.constants().note({*constant, in_constants(*one), in_constants(*other)});
    return domain.param_pw_aff_on_domain(*constant);
}

} // namespace espalier::frontend
