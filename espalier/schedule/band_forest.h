#pragma once

#include "espalier/schedule/tree.h"

#include <string>
#include <vector>

namespace espalier::schedule {

/// A band forest (Schedule Trees (2014), section 3.2 and figure 2): bands over bands. Siblings may
/// be executed in any order; sequence is encoded in bands of one dimension with constant values.
/// Instances that no sibling schedules are unordered, with respect to each other and to the rest.
struct BandForest {
    struct Band {
        isl::union_map schedule; ///< { S[i] -> [b] } on the instances below
        bool is_permutable = false;
        std::vector<bool> coincident = {}; ///< one for each dimension; those missing are not
        std::vector<Band> children = {};
    };
    isl::union_set instances; ///< { S[i] }
    std::vector<Band> roots;
};

/// A tree as a forest: sets become siblings, sequences bands of constants. Bands without members do
/// not show, nor do marks, contexts and AST options; the instances are those that reach a leaf
/// within the contexts.
/// \throws Error{impossible_edit} if the tree has an expansion, extension or guard
BandForest to_band_forest(const Tree &tree);

/// Siblings become sets. Bands of constants stay bands.
/// \throws Error{impossible_edit} if siblings schedule the same instance, a band schedules one that
///         the band above does not, or a schedule is no function into one space
Tree from_band_forest(const BandForest &forest);

/// A line for each band and statement, in the form of to_text (text.h), indented below its parent:
///
///     band T1[i]    -> (0)
///          T2[i, j] -> (1)
///       band T1[i] -> (i)
///       band T2[i, j] -> (j, i)  permutable, coincident (1, -)
///
/// What the instances of the band above have in common is left out.
/// \throws Error{impossible_edit} if a schedule is no function into one space
std::string to_string(const BandForest &forest);

} // namespace espalier::schedule
