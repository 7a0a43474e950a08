#pragma once

#include "espalier/schedule/tree.h"

#include <string>
#include <variant>
#include <vector>

namespace espalier::schedule {

/// Kelly's abstraction (Schedule Trees (2014), section 3.2): each statement has its part of the
/// schedule, a concatenation of syntactic dimensions, which are constant and order statements, and
/// multi-dimensional piecewise quasi-affine functions. Values are compared in the relaxed
/// lexicographic order: those of different length by the common prefix.
struct KellySchedule {
    /// A syntactic dimension: a number, the same for all instances.
    struct Syntactic {
        long value;
    };
    /// { S[i] -> [b] }
    using Function = isl::multi_pw_aff;
    using Part = std::variant<Syntactic, Function>;

    struct Statement {
        isl::set instances; ///< { S[i] }
        std::vector<Part> parts;
    };
    std::vector<Statement> statements; ///< each once
};

/// A tree in Kelly's abstraction, which has no sets: their children get an order, that in which
/// they stand. Bands without members do not show, nor do marks and contexts; the instances are
/// those that reach a leaf within the contexts. Statements stand in the order of the leaves, those
/// of one leaf with the shorter names first.
/// \throws Error{impossible_edit} if a statement's instances part at a sequence or set, or the tree
///         has an expansion, extension or guard
KellySchedule to_kelly(const Tree &tree);

/// Statements with equal prefixes share nodes: syntactic dimensions become sequences, functions
/// bands. Dimensions that are the same number for all that share the prefix are left out.
/// A statement whose parts end where those of others go on is unordered with respect to these.
/// \throws Error{impossible_edit} if there is no statement, one stands twice, or after an equal
///         prefix come functions of different dimensions, or syntactic dimensions and functions;
///         Error{invalid_schedule_tree} if a function has no value for an instance
Tree from_kelly(const KellySchedule &schedule);

/// "T1: { [i] -> [0, i] }", a line for each statement, as in the paper's section 1. What a
/// statement's instances have in common is left out; symbolic constants are not listed.
std::string to_string(const KellySchedule &schedule);

} // namespace espalier::schedule
