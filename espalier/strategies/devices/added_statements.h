#pragma once

#include "espalier/schedule/tree.h"

#include <isl/cpp.h>

#include <string>
#include <vector>

namespace espalier::strategies {

/// Statements that an extension node adds to a tree (Schedule Trees (2014), section 4.1), and their
/// filters in a sequence. Their instances are { S[t, a] }, t: schedule dimensions of outer bands,
/// so that all is a function of them that depends on when they run.
class AddedStatements {
public:
    explicit AddedStatements(isl::ctx ctx) : relation_(isl::union_map::empty(ctx)) {}

    /// \param instances  { S[t, a] }
    /// \param outer      how many dimensions t has
    /// \param below      what is below the filter
    void add(const isl::set &instances, unsigned outer, const schedule::NodePtr &below);

    /// { [t] -> S[t, a] }
    const isl::union_map &relation() const { return relation_; }

    const std::vector<schedule::NodePtr> &filters() const { return filters_; }

private:
    isl::union_map relation_;
    std::vector<schedule::NodePtr> filters_;
};

/// extension over sequence(filters of the first, filter over subtree, filters of the last)
schedule::NodePtr with_added(const AddedStatements &first, const schedule::NodePtr &filter,
                             const AddedStatements &last);

/// { S[t, a] } of { [t] -> [a] }
isl::set instances_of(const std::string &name, const isl::map &relation);

std::string name_of(const isl::set &instances);

/// { S[c] -> [c_first, ...] }, so many of the coordinates.
isl::multi_pw_aff coordinates(const isl::set &instances, unsigned first, unsigned count);

schedule::Band band_of(const isl::multi_pw_aff &functions);

std::vector<isl::pw_aff> list(const isl::multi_pw_aff &functions);

} // namespace espalier::strategies
