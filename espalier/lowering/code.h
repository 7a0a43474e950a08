#pragma once

#include "espalier/lowering/elements.h"
#include "espalier/program/program.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace espalier::lowering {

/// The AST of targets: what threads, vectors and registers do is said here, and printers of targets
/// only write it down. Names are final.
struct Code;
using CodePtr = std::shared_ptr<const Code>;

/// One instance of a statement; of a guarded one what it guards, in a Guard.
struct Instance {
    ast::User user;
    /// Variables that stand for elements, by the accesses of the statement.
    std::map<std::size_t, std::string> variables = {};
};

struct Block {
    std::vector<CodePtr> children;
};

struct Choice {
    ast::ExpressionPtr condition;
    CodePtr yes;
    CodePtr no; ///< null if there is none
};

/// A choice that data decides: a condition of a guarded statement, at one of its instances.
struct Guard {
    Instance instance;
    std::size_t level; ///< of its conditions, from outside in
    CodePtr yes;
    CodePtr no; ///< null if there is none
};

/// const name = value; body
struct Let {
    std::string name;
    ast::ExpressionPtr value;
    CodePtr body;
};

/// Arrays that exist while the body runs, each thread's own.
struct Declarations {
    std::vector<std::size_t> arrays; ///< positions in Program::arrays
    /// Those that are only written in this part of the code, of which compilers would warn.
    std::vector<std::size_t> unread;
    CodePtr body;
};

struct Loop {
    ast::For head; ///< without its body
    CodePtr body;
    /// Of a parallel loop: threads run already, and share the iterations.
    bool is_in_team = false;
    /// Of a parallel loop: they share its iterations together with those of the loop that is all of
    /// its body.
    bool takes_inner = false;
    /// Compilers are not to know how the variable changes (scaled_addresses.h).
    bool hides_variable = false;
};

/// Code that several threads run from its start, each of them all of it but for the loops that they
/// share, and what one of them does.
struct Team {
    /// The roles of the loops that they share: threads start if one of these has enough to do.
    std::vector<schedule::LoopRolePtr> shared;
    /// A variable for the mode in which the thread rounds that starts the others, which round
    /// likewise; nothing: they may round as they like.
    std::optional<std::string> rounding;
    CodePtr body;
};

/// What one thread of a team does, for which the others wait.
struct Single {
    CodePtr body;
};

/// Code twice: for several threads where they have enough to do, and for the one that gets there,
/// since an OpenMP region costs as much as small loops, even if no threads start.
struct IfEnough {
    std::vector<schedule::WorkCondition> conditions; ///< one of them has to hold
    CodePtr threads, alone;
};

/// Code that has elements in variables: scalar replacement (Callahan, Carr and Kennedy (1990)).
///
///     if (condition) { T x = q[i]; body; q[i] = x; }
struct ScalarReplacement {
    struct Variable {
        std::string name;
        Element element;
        bool is_stored;        ///< in the end
        bool is_loaded = true; ///< in the beginning
    };

    ast::ExpressionPtr condition; ///< under which the elements exist; null: they do
    std::vector<Variable> variables;
    CodePtr body;
};

/// A loop of which one iteration stands between the others, since it changes an element that they
/// read: where that leaves the element as it was, a loop as any other (DividedLoop).
///
///     const T before = element; between; const T after = element;
///     if (after is before) whole; else { first; second }
struct OneLoopIfUnchanged {
    Element element;
    std::string before, after; ///< variables
    CodePtr between = {}, whole = {}, first = {}, second = {};
};

/// A loop that does something where data say so: it is looked through, in steps, for the first
/// iterations with one of that kind, and runs from there on. That iteration reads what is in
/// variables for all of them (Inspector and executor, Mirchandaney et al. (1988)).
///
///     T start = init;
///     for (; start < n; start += 64)
///         if (condition in one of the iterations from start on, 64 at most)
///             break;
///     body
struct Search {
    std::string start;            ///< variable: the first of the iterations to run
    ast::For head;                ///< of the loop, without its body
    ast::ExpressionPtr behind;    ///< the first value of its variable behind all iterations
    long size;                    ///< of steps, iterations
    std::string found;            ///< variable: whether the condition holds in a step
    std::vector<Instance> before; ///< in each iteration, in variables of its own
    Instance instance;            ///< of the statement that the condition is a part of
    program::ExpressionPtr condition;
    CodePtr body; ///< from `start` on, if that is an iteration
};

/// Code that collects sums and products in a type in which they wrap around: in variables in place
/// of scalars, and through pointers to arrays of that type.
struct ModularReductions {
    struct Collected {
        program::Reduction reduction;
        std::string name;
    };

    std::vector<Collected> reductions;
    CodePtr body;
};

/// \name What vectors do in an iteration of a VectorLoop.
/// @{

/// const V result = the elements from `first` on;
struct Load {
    std::string result;
    Element first;
};

/// The elements from `first` on = vector;
struct Store {
    Element first;
    std::string vector;
};

/// V result = value; or, for a vector that is there, result op value;
struct Compute {
    enum class Result { constant, variable, update };

    Result kind;
    std::string result, op;
    program::ExpressionPtr value;
    /// Vectors, or elements that are the same in all lanes, by the accesses in the value.
    std::map<std::size_t, std::variant<std::string, Element>> operands;
    bool is_spread = false; ///< the value is one number, which goes to all lanes
};

/// const V result = lanes of two vectors, one behind the other;
struct Shuffle {
    std::string result, one, other;
    std::vector<std::size_t> lanes;
};

/// sums op terms;
struct Accumulate {
    std::string sums, op, terms;
};

using VectorInstruction = std::variant<Load, Store, Compute, Shuffle, Accumulate>;
/// @}

/// A loop over columns, of which vectors do as many as there are in whole vectors, and a copy of
/// the loop the rest.
struct VectorLoop {
    /// As many sums of one statement as a vector has lanes, which are in a vector meanwhile.
    struct Sums {
        std::string name;
        std::vector<Element> targets; ///< by lanes
    };

    /// const name = condition ? value : otherwise: the strip of rows whose lines are fetched.
    struct Strip {
        std::string name;
        ast::ExpressionPtr condition, value, otherwise;
    };

    std::string start;               ///< a variable: the first column of a vector, and of the rest
    ast::ExpressionPtr first;        ///< its value in front of the loop
    ast::ExpressionPtr is_whole;     ///< whether there are as many columns left as lanes
    std::string column;              ///< the variable of the loop
    std::string element_type;        ///< of the vectors
    long lanes;                      ///< of the vectors
    std::optional<Strip> strip = {}; ///< nothing: nothing is fetched
    std::vector<Element> fetched = {}; ///< into caches, in each iteration
    std::vector<Sums> sums = {};
    std::vector<VectorInstruction> body = {};
    CodePtr rest = {}; ///< a loop from `start` on
};

/// What the host has a device do, and waits for no sooner than it needs it. The threads of all
/// blocks run the body, in which symbolic constants stand for their numbers.
struct Launch {
    std::string kernel; ///< name of the mark above it
    CodePtr body;
};

/// A loop of the host that runs in one launch: blocks that are there all the time take turns at
/// what launches inside have blocks do, and wait for each other behind each.
struct PersistentKernel {
    long threads; ///< of a block, as many as any of these has
    CodePtr body; ///< loops, choices and values around launches
};

/// Where the threads of a block wait until all of them are there.
struct Barrier {};

using CodeKind = std::variant<Instance, Block, Choice, Guard, Let, Declarations, Loop, Team, Single,
                              IfEnough, ScalarReplacement, OneLoopIfUnchanged, Search,
                              ModularReductions, VectorLoop, Launch, PersistentKernel, Barrier>;

struct Code {
    CodeKind kind;
};

template <class Kind>
CodePtr code(Kind kind)
{
    return std::make_shared<Code>(Code{std::move(kind)});
}

/// Makes names of variables that nothing else has.
class Temporaries {
public:
    explicit Temporaries(std::string prefix) : prefix_(std::move(prefix)) {}

    std::string next() { return prefix_ + std::to_string(count_++); }

private:
    std::string prefix_;
    std::size_t count_ = 0;
};

} // namespace espalier::lowering
