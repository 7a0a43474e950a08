#pragma once

#include "espalier/frontend/access_paths.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace espalier::frontend {

/// The arrays of a region, which come into being with the first access to each.
class RegionArrays {
public:
    RegionArrays(Model &model, AccessPaths &paths) : model_(model), paths_(paths) {}

    /// The position in Program::arrays of the array that a path leads into.
    /// \throws Unmodelled if the region declares it in a way that is not modelled
    std::size_t of(const AccessPath &path, const clang::Expr *where);

    /// The arrays made so far of a variable, by position.
    std::vector<std::size_t> arrays_of(const clang::VarDecl *variable) const;

    void note_write(std::size_t array) { written_[array] = true; }

    /// Arrays that may overlap in memory (Program::may_overlap), and symbolic constants that a
    /// write may change (Program::may_change).
    /// \throws Unmodelled if one certainly does
    void find_overlaps();

private:
    void note_change(std::size_t parameter, std::size_t array);
    std::string unique_name(const std::string &wish) const;

    Model &model_;
    AccessPaths &paths_;
    std::map<std::pair<const clang::VarDecl *, std::string>, std::size_t> known_;
    std::vector<Memory> memory_; ///< of the arrays, by position
    std::vector<bool> written_;  ///< likewise
};

} // namespace espalier::frontend
