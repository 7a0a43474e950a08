#pragma once

#include "espalier/frontend/usage.h"

#include <clang/AST/Decl.h>

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace espalier::frontend {

/// Where a function uses its variables: found in one walk through it, asked for each region in it.
///
/// A region is a list of statements that follow each other in the function. What is said of
/// variables goes by their names: whoever has the address of one may use it as well.
class FunctionUsage {
public:
    /// \param function      has a body
    /// \param out_of_reach  variables beside its own that no pointer leads to; lives longer
    FunctionUsage(const clang::FunctionDecl *function, const VariableSet &out_of_reach);

    using Region = std::vector<const clang::Stmt *>;

    const clang::FunctionDecl *function() const { return function_; }
    const Usage &total() const { return total_; }

    /// Whether a variable is static, and no pointer leads to it (statics_out_of_reach).
    bool is_out_of_reach(const clang::VarDecl *variable) const
    {
        return out_of_reach_.contains(variable->getCanonicalDecl());
    }

    /// Whether a statement is below a loop, or the function has jumps that may make loops.
    bool may_repeat(const clang::Stmt *statement) const;

    /// Whether `inner` is `outer` or a part of it. Neither need be in the function.
    bool is_within(const clang::Stmt *inner, const clang::Stmt *outer) const;

    /// Whether `variable` may have another value where `region` starts than it had when the
    /// function passed `from` last, or `region` may start without that: something between may
    /// assign to the variable, or a jump may lead there. Goes by names, as all here.
    /// \param from  ahead of `region`
    bool may_change_between(const clang::Stmt *from, const Region &region,
                            const clang::VarDecl *variable) const;

    /// Whether the function names `variable` beside `region`, the declaration apart.
    bool is_named_beside(const clang::VarDecl *variable, const Region &region) const;

    /// Whether the function names `variable` beside `regions` but where it assigns to it by `=`.
    bool is_read_beside(const clang::VarDecl *variable, const std::vector<Region> &regions) const;

    /// Whether the function assigns or increments `variable` beside `region`.
    bool is_assigned_beside(const clang::VarDecl *variable, const Region &region) const;

    /// Whether the function names `variable` beside `region` in a value that is stored in a pointer
    /// or passed on as one.
    bool is_copied_beside(const clang::VarDecl *variable, const Region &region) const;

    /// Whether the function beside `region` may read the value that `variable` has at its end.
    bool is_live_outside(const clang::VarDecl *variable, const Region &region) const;

    /// Whether `variable` lives in `region` alone: no value comes in, and none goes out. Its
    /// storage may be declared around the region.
    bool is_temporary(const clang::VarDecl *variable, const Region &region) const;

    /// Whether nothing reads, after `region` ran, the value that `variable` has at its end; not
    /// even the region itself, where it runs again.
    bool is_dead_after(const clang::VarDecl *variable, const Region &region) const;

private:
    /// Positions of statements and expressions, in the order of a walk from outside in.
    struct Interval {
        std::size_t first, last;
        bool contains(std::size_t position) const { return first <= position && position <= last; }
        bool contains(const Interval &other) const
        {
            return first <= other.first && other.last <= last;
        }
    };
    /// Where a variable gets a value (or, declared, none): what is in `reach` cannot be got to
    /// without passing it.
    struct Definition {
        std::size_t position;      ///< the last one of the new value
        const clang::Stmt *around; ///< with whose end the reach ends
    };
    /// What the function does with one variable.
    struct Record {
        std::vector<std::size_t> names;    ///< in the order of the source, as are the others
        std::vector<std::size_t> reads;    ///< names but those that `=` assigns to
        std::vector<std::size_t> assigned; ///< the assignments and increments
        std::vector<std::size_t> copied;   ///< the assignments and calls that do it
        std::vector<Definition> definitions;
        std::optional<std::size_t> declared;
    };
    class Recorder;

    const Record &record_of(const clang::VarDecl *variable) const;
    /// \return nothing for statements that are not in the function's text
    std::optional<Interval> interval_of(const Region &region) const;
    Interval reach_of(const Definition &definition) const;
    bool is_defined_between(const Record &record, const Interval &region, std::size_t read) const;
    Interval innermost_loop(const Interval &one, std::size_t other) const;
    bool is_passed_between(std::size_t position, const Interval &from,
                           const Interval &region) const;
    bool is_defined_inside(const Record &record, const Interval &region) const;
    bool is_defined_before_each_run(const Record &record, const Interval &region) const;
    bool is_read_ahead(const Record &record, const Interval &region) const;
    bool is_read_behind(const Record &record, const Interval &region) const;
    /// Whether a pointer may lead to an array or a structure, or a part of it, once the region is
    /// done. Scalars whose address is taken are for those who ask about them to know
    /// (Usage::address_taken). Precondition: the region is in the function's text.
    bool is_pointed_to_behind(const clang::VarDecl *variable, const Region &region) const;

    const clang::FunctionDecl *function_;
    const VariableSet &out_of_reach_;
    Usage total_;
    std::unordered_map<const clang::Stmt *, Interval> intervals_;
    std::map<const clang::VarDecl *, Record> records_;
    std::vector<Interval> loops_; ///< what of them is run more than once
    /// What jumps lead to: labels in use, `case` and `default`; in the order of the source.
    std::vector<std::size_t> labels_;
    bool has_backward_jumps_ = false; ///< `goto` to a label in front of it, or to one not known
};

} // namespace espalier::frontend
