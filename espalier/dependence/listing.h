#pragma once

#include "espalier/dependence/dependences.h"

#include <isl/cpp.h>

#include <string>
#include <vector>

namespace espalier::dependence {

/// An array reference of a program, with the statement that it is in.
struct ReferencePlace {
    const program::Statement *statement;
    const program::Access *access;
};

/// The reference that a tag names.
/// \param tag  the space { S[i] -> R[] }
/// Precondition: the tag is one of the program's
ReferencePlace find_reference(const program::Program &program, const isl::space &tag);

/// The statement with the tuple of a space { S[i] }; null if the program has none.
const program::Statement *statement_of(const program::Program &program,
                                       const isl::space &statement);

/// The dependences of one kind between two references.
struct Listed {
    enum class Kind { flow, anti, output, order, forced, input };

    Kind kind;
    ReferencePlace source, sink;
    isl::map relation; ///< { S[i] -> T[j] }
};

/// "flow", "anti", ...
const char *name(Listed::Kind kind);

/// All dependences, one entry for each kind and pair of references, in the order of the kinds and
/// of the statements.
/// \param input  input dependences, tagged
std::vector<Listed> list(const program::Program &program, const Dependences &dependences,
                         const isl::union_map &input);

/// The accesses to what was there before the region, or stays after it.
struct ListedAccess {
    ReferencePlace reference;
    isl::map relation; ///< { S[i] -> A[a] }
};

/// \param accesses  { [S[i] -> R[]] -> A[a] }
std::vector<ListedAccess> list(const program::Program &program, const isl::union_map &accesses);

/// All of it as YAML (the `deps` command).
std::string to_yaml(const program::Program &program, const Dependences &dependences,
                    const isl::union_map &input);

} // namespace espalier::dependence
