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

    /// Notes when an access is made, and the rows behind pointers that it touches
    /// (Array::pointer_dimensions), if any.
    /// \param is_certain  it touches all of them, whatever the data are
    void note_access(const program::Access &access, bool is_certain, clang::SourceLocation where);

    /// Arrays that may overlap in memory (Program::may_overlap), symbolic constants that a write
    /// may change (Program::may_change), and pointers to rows (Program::may_change_rows).
    /// \throws Unmodelled if one certainly does
    void find_overlaps();

private:
    /// Rows behind pointers: { [a] }, a: the subscripts that choose a pointer.
    struct Rows {
        struct Uncertain {
            isl::set rows;
            clang::SourceLocation where;
        };
        isl::set certain; ///< that the region touches whenever it runs
        std::vector<Uncertain> others;
    };

    void refuse_uncertain_rows() const;
    void note_reads_of_pointers();
    void note_changes_of_rows();
    void note_change(std::size_t parameter, std::size_t array);
    std::string unique_name(const std::string &wish) const;

    Model &model_;
    AccessPaths &paths_;
    std::map<std::pair<const clang::VarDecl *, std::string>, std::size_t> known_;
    std::vector<Memory> memory_;              ///< of the arrays, by position
    std::vector<bool> written_;               ///< likewise
    std::map<std::size_t, isl::set> certain_; ///< { : ... }: when arrays are accessed for certain
    std::map<std::pair<const clang::VarDecl *, std::string>, Rows> rows_; ///< by root and owner
};

} // namespace espalier::frontend
