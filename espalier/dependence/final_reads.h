#pragma once

#include "espalier/dependence/violations.h"

#include <set>
#include <string>
#include <vector>

namespace espalier::dependence {

/// Reads behind a region, of what it leaves in arrays of which references have changed, or that
/// copies write: what is copied out too late, or not at all, is not what these find.
class FinalReads {
public:
    /// \param dependences  of the original
    /// \param changed      the same instances and references, and copies
    /// \param order        of `changed`
    /// \param arrays       of references that have changed
    FinalReads(const program::Program &original, const Dependences &dependences,
               const program::Program &changed, const schedule::Tree &order,
               const std::set<std::size_t> &arrays);

    /// Has what final reads do not find be what is not left behind (Violation::Kind::unsaved).
    void rename(std::vector<Violation> &violations) const;

    program::Program before, after; ///< the original and the changed program, with these reads
    schedule::Tree tree;            ///< the order, with the reads last
    Dependences known;              ///< of `before`

private:
    void add(std::size_t array);
    isl::union_set surely_written(std::size_t array) const;
    std::string unused_name(std::string wish) const;
    isl::union_set domain() const;
    bool is_end(const isl::space &statement) const;

    std::vector<program::Statement> ends_;
};

} // namespace espalier::dependence
