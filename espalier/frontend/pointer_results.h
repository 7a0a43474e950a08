#pragma once

#include "espalier/frontend/rotations.h"
#include "espalier/program/pointer_result.h"

#include <map>
#include <utility>
#include <vector>

namespace espalier::frontend {

/// What the pointers lead to that the region changes and that are used after it.
class PointerResults {
public:
    explicit PointerResults(Model &model) : model_(model) {}

    /// Notes what a loop leaves in the pointers that it exchanges.
    /// \param domain  { [] : ... }: what gets to the loop, in no others
    void note(const LoopModel &loop, const std::vector<RotatedValues> &rotation,
              const isl::set &domain);

    /// Forgets what was noted of variables that change now.
    void forget(const VariableSet &variables);

    /// \param scope  behind the region
    /// \throws Unmodelled if it is not known where such a pointer leads to
    std::vector<program::PointerResult> results(const Scope &scope);

private:
    /// Where a pointer leads to under conditions { [] : ... }.
    using Places = std::vector<std::pair<isl::set, std::shared_ptr<const AccessPath>>>;

    program::PointerResult result(const clang::VarDecl *pointer, const Places &places);

    Model &model_;
    std::map<const clang::VarDecl *, Places> noted_;
};

} // namespace espalier::frontend
