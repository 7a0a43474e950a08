#pragma once

#include "espalier/dependence/violations.h"
#include "espalier/transform/matrix_view.h"

#include <string>
#include <vector>

namespace espalier::transform {

/// A transformation that may mend a violated dependence.
struct Correction {
    std::string call; ///< as in a script: "shift(S2, {'0', '1'})"
    MatrixView result;
};

/// What may mend one violated dependence, S[i] before T[j], decided at some loop or place (section
/// 3.4.2, which leaves the method to others):
///  - shifts of T, or of all in its loops that S is not in, forwards, or of S backwards, by the
///    largest distance to make up for, which may depend on symbolic constants, or one more;
///  - skews of the loop that decides by one inside it, by the smallest factor that leaves no
///    dependence of the violation negative there;
///  - the split of T's iteration domain, so that its violating instances run behind the loop that
///    decides.
std::vector<Correction> corrections(const MatrixView &view, const dependence::Violation &violation);

} // namespace espalier::transform
