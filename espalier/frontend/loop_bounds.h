#pragma once

#include "espalier/frontend/affine.h"

namespace espalier::frontend {

/// Bounds of loops: products that stay the same are symbolic constants of their own in these,
///
///     for (i = 0; i < rows * columns; i++)
///
/// where subscripts take them for sizes of dimensions (PolynomialExtractor).
class LoopBoundExtractor : public AffineExtractor {
public:
    using AffineExtractor::AffineExtractor;

protected:
    std::optional<isl::pw_aff> product(const clang::BinaryOperator *operation,
                                       const isl::pw_aff &left, const isl::pw_aff &right) override;
};

} // namespace espalier::frontend
