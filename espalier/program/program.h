#pragma once

#include "espalier/base/diagnostic.h"
#include "espalier/program/expression.h"

#include <isl/cpp.h>
#include <isl/set.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace espalier::program {

/// How a statement touches memory (Live-Range Reordering (2016), section 2.2). Reads and may-writes
/// may happen, writes definitely happen; a kill says that no value flows through the elements.
enum class AccessKind { read, write, may_write, kill };

/// "reads", "writes", "may write" or "kills".
const char *verb(AccessKind kind);

/// One array reference in a statement.
struct Access {
    AccessKind kind;
    std::size_t array; ///< position in Program::arrays
    isl::id reference; ///< names the reference, unique in the program
    isl::map relation; ///< { S[i] -> A[a] }, restricted to the statement's domain
    std::vector<isl::pw_aff>
        subscripts; ///< { S[i] -> [a_k] }; fewer than A's dimensions: a whole slice
};

/// A loop variable around a statement.
struct Iterator {
    std::string name;
    std::string type; ///< C type in the source
};

/// A statement; a kill statement has no body and one access.
struct Statement {
    isl::set domain; ///< { S[i] : ... }, one dimension per loop around it, outermost first
    std::vector<Iterator> iterators;
    ExpressionPtr body;
    std::vector<Access> accesses;
    SourcePlace place;
    /// How many conditions the source evaluates before it in each iteration of the innermost loop,
    /// for what the domain says.
    std::size_t guards = 0;

    isl::id id() const { return isl::manage(isl_set_get_tuple_id(domain.get())); }
    std::string name() const { return id().name(); }
    bool is_kill() const { return body == nullptr; }
};

/// An array, or a scalar as an array of dimension zero.
struct Array {
    std::string name;         ///< unique in the program; the name of its space
    std::string element_type; ///< C spelling
    /// Number of elements per dimension, { [] -> [n] }, in the parameters; none where the
    /// dimension has no bound in the source (the outermost one of a pointer).
    std::vector<std::optional<isl::pw_aff>> extents;
    /// What C puts before, between and after the subscripts: {"p->cells", ".mass"} for
    /// `p->cells[i].mass`. One more than there are dimensions.
    std::vector<std::string> spelling;
    /// How many of the outermost dimensions C has as one subscript: `A[i * n + j]` for the elements
    /// A[i, j] of rows with n elements, where that is 2.
    std::size_t linear_dimensions = 1;
    /// Whether these are two, and the rows those of a triangle: `A[i * (i + 1) / 2 + j]`, row i
    /// with i + 1 elements.
    bool has_triangular_rows = false;
    /// How many of the outermost dimensions choose a row by a pointer to it: 1 for `A[i][j]` where
    /// each `A[i]` is a pointer. Such rows may be anywhere in memory. The region leaves the
    /// pointers alone, and reads those to all rows that it touches.
    std::size_t pointer_dimensions = 0;
    /// { : ... }: when the region reads the pointer to the array, which lies where another pointer
    /// leads to (`out->pixels`), whatever the data are: where that is not so, `out` may lead
    /// nowhere. Or when the pointer is not null. Nothing for what can be read always.
    std::optional<isl::set> pointer_read = {};
    /// Declaration without its semicolon, where the array is declared inside the region ("double
    /// t[8]"); empty otherwise.
    std::string declaration = {};
    bool is_local = false;      ///< carries no value into the region and none out of it
    bool is_dead_after = false; ///< carries no value out of it
    /// The memory of a variable, which has all elements that the extents say; what a pointer leads
    /// to may have fewer.
    bool has_own_memory = false;
    /// Whether what begins the spelling is a pointer, or begins with the name of one.
    bool is_pointer = false;
    /// Made or changed by a transformation: declared inside the region, and its type, name and
    /// extents are all that there is to the declaration. An extent may be less than 1 where nothing
    /// accesses the array.
    bool is_declared_by_extents = false;
};

/// How the value of a symbolic constant comes out of memory.
struct Reading {
    std::string value; ///< in C: "a->columns", or a condition on variables, "bias != 0"
    /// { : ... }: when the region reads it at all, in the parameters before; elsewhere it is 0.
    isl::set condition;
};

/// A symbolic constant: an integer that the region reads and does not change, in a variable of its
/// name or somewhere else in memory.
struct Parameter {
    isl::id id;
    std::string type;                    ///< C type
    isl::val least, greatest;            ///< what the type can hold; 64 bits are read as signed
    bool is_wide;                        ///< computes in 64 bits without a cast, signed
    std::optional<Reading> reading = {}; ///< nothing for a variable of its name
};

/// What the source asks to be done to a loop: `#pragma espalier TEXT` before it.
struct Directive {
    std::string text;  ///< with single blanks
    SourcePlace place; ///< where that starts
};

/// The syntactic order of the statements: sequences, loops and statements, as in the source.
struct Nest {
    enum class Kind { sequence, loop, statement };
    Kind kind = Kind::sequence;
    std::vector<Nest> children; ///< in order; exactly one under a loop
    bool is_decreasing = false; ///< of a loop: its variable counts down
    std::size_t dimension = 0;  ///< of a loop: position of its variable in the domains below
    SourcePlace place = {};     ///< of a loop
    std::string label = {};     ///< of a loop: the C label before it, empty if there is none
    std::vector<Directive> directives = {}; ///< of a loop: in the order of the source
    std::size_t statement = 0;              ///< of a statement: position in Program::statements
};

/// The polyhedral model of a region.
struct Program {
    std::vector<Parameter> parameters;
    isl::set context;     ///< { : ... }: holds whenever the region runs
    isl::set assumptions; ///< { : ... }: the model is exact where this holds; checked at run time
    std::vector<Array> arrays;
    /// Pairs of arrays (positions in `arrays`) that nothing in the source keeps apart and of which
    /// one at least is written: the model is exact where they do not overlap in memory. An array
    /// with itself, or with another one in the same rows: where no two of the rows overlap.
    std::vector<std::pair<std::size_t, std::size_t>> may_overlap;
    /// Pairs of a parameter and an array (positions) that a write to the array may change: the
    /// model is exact where it does not lie in the elements that the region touches.
    std::vector<std::pair<std::size_t, std::size_t>> may_change;
    /// Pairs of an array in rows behind pointers and of an array (positions), a write to which may
    /// change these pointers: the model is exact where none lies in what the region touches of it.
    std::vector<std::pair<std::size_t, std::size_t>> may_change_rows;
    std::vector<Statement> statements;
    Nest nest;
    std::string wide_type = "long"; ///< a signed C type of 64 bits

    // Not inline: whoever includes this header would compile them anew.
    Program();
    Program(const Program &other);
    Program(Program &&other) noexcept;
    Program &operator=(const Program &other);
    Program &operator=(Program &&other) noexcept;
    ~Program();
};

/// All statement instances: { S[i] : ... }. With kill statements, or without.
isl::union_set instances(const Program &program);
isl::union_set instances_without_kills(const Program &program);

/// Tagged accesses of a kind: { [S[i] -> R[]] -> A[a] }, R: the reference
/// (Live-Range Reordering (2016), section 2.2).
isl::union_map tagged_accesses(const Program &program, AccessKind kind);

/// { S[i] -> A[a] }: what subscripts name of an array; dimensions of it beyond them are free.
/// \param domain      { S[i] }
/// \param subscripts  { S[i] -> [a_k] }
isl::map access_relation(const isl::set &domain, const std::vector<isl::pw_aff> &subscripts,
                         const Array &array);

/// One tagged access: { [S[i] -> R[]] -> A[a] }.
isl::map tagged_relation(const Access &access);

/// The elements that an array's extents allow, each from 0 on.
/// \param space  { A[a] }
/// \return { A[a] }; nothing if a dimension has no extent
std::optional<isl::set> declared_elements(const Array &array, const isl::space &space);

/// { [] -> [n] } of { [p] -> [n] }, a function of the symbolic constants alone.
isl::pw_aff as_extent(const isl::pw_aff &value);

/// An extent of an array, if it is constant and at most `greatest`.
std::optional<long> constant_extent(const std::optional<isl::pw_aff> &extent, long greatest);

/// What the types of the parameters can hold: { : least <= n <= greatest }.
isl::set parameter_ranges(const Program &program);

/// The values of the symbolic constants for which the region's code is made: { : ... }.
isl::set possible_constants(const Program &program);

/// Those that are not negative where their types say so: { : ... }. What generated code may rely
/// on.
isl::set code_context(const Program &program);

/// The model as YAML (the `view` command).
std::string to_yaml(const Program &program);

/// The assignments of `statement` as C with its own iterators; for people, not for compilers.
std::string describe(const Program &program, const Statement &statement);

/// "A[i - 1][j]": the element of an access likewise.
std::string describe(const Program &program, const Access &access);

} // namespace espalier::program
