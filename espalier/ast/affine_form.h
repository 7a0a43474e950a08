#pragma once

#include <isl/aff.h>
#include <isl/cpp.h>

#include <vector>

namespace espalier::ast {

/// coefficients[0] * v[0] + coefficients[1] * v[1] + ... + constant, all integers; v: the variables
/// of a quasi-affine function.
struct AffineForm {
    std::vector<isl::val> coefficients;
    isl::val constant;

    /// How many additions and multiplications it takes to add the form to something.
    std::size_t size() const;

    bool is_constant() const;

    bool has_positive_term() const;

    /// Whether the first term to be written is negated: the first, if none is positive.
    bool begins_with_minus() const;

    AffineForm negated() const;

    /// this + factor * other
    void add(const AffineForm &other, const isl::val &factor);
};

/// floor(dividend / divisor)
struct Division {
    AffineForm dividend; ///< of the variables before this one
    isl::val divisor;    ///< positive
};

/// The variables v of a quasi-affine function { [t] -> [v] }: symbolic constants, then t, then the
/// integer divisions that it is made of, each in terms of those before it.
class Variables {
public:
    explicit Variables(const isl::aff &function);

    std::size_t parameters() const { return parameters_; }
    std::size_t first_division() const { return first_division_; }
    std::size_t size() const { return first_division_ + divisions_.size(); }

    const Division &division(std::size_t variable) const
    {
        return divisions_[variable - first_division_];
    }

    /// Whether any coordinate t has a part in the form.
    bool involves_coordinates(const AffineForm &form) const;

    /// { [t] -> [form] }
    isl::aff function(const AffineForm &form) const;

private:
    isl::aff zero_;
    std::size_t parameters_, first_division_;
    std::vector<Division> divisions_;
};

/// A function, times its denominator, in its own variables.
AffineForm numerator(const isl::aff &function);

inline isl::val denominator(const isl::aff &function)
{
    return isl::manage(isl_aff_get_denominator_val(function.get()));
}

} // namespace espalier::ast
