#pragma once

#include "espalier/frontend/access_paths.h"

#include <map>

namespace espalier::frontend {

/// Variables that live in one body alone, and what stands for them there.
class BodyLocals {
public:
    explicit BodyLocals(const Model &model) : model_(model) {}

    const program::LocalValue &declare(const clang::VarDecl *variable)
    {
        program::LocalValue value{output_name(variable, model_),
                                  model_.spell(variable->getType().getUnqualifiedType())};
        return values_.insert_or_assign(variable, std::move(value)).first->second;
    }

    /// \return null for other variables
    const program::LocalValue *find(const clang::VarDecl *variable) const
    {
        auto found = values_.find(variable);
        return found == values_.end() ? nullptr : &found->second;
    }

    void clear() { values_.clear(); }

private:
    const Model &model_;
    std::map<const clang::VarDecl *, program::LocalValue> values_;
};

} // namespace espalier::frontend
