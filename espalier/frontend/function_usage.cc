#include "espalier/frontend/function_usage.h"

#include "espalier/frontend/bound_variables.h"
#include "espalier/frontend/walk.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/StmtCXX.h>

#include <algorithm>

namespace espalier::frontend {

/// The walk that fills the records.
class FunctionUsage::Recorder {
public:
    explicit Recorder(FunctionUsage &usage) : usage_(usage) {}

    void record(const clang::Stmt *body)
    {
        walk(body, {.enter =
                        [this](const clang::Stmt &statement) {
                            enter(statement);
                            return true;
                        },
                    .leave = [this](const clang::Stmt &statement) { leave(statement); },
                    .declare = [this](const clang::VarDecl &variable) { declare(variable); }});
    }

private:
    void enter(const clang::Stmt &statement)
    {
        usage_.intervals_[&statement] = {next_, next_};
        around_.push_back(&statement);
        note_jump(statement);
        Usage own;
        add_effect(statement, own);
        for (const clang::VarDecl *variable : own.referenced) {
            usage_.records_[variable].names.push_back(next_);
            if (assigned_name_ != &statement)
                usage_.records_[variable].reads.push_back(next_);
        }
        for (const clang::VarDecl *variable : own.assigned)
            usage_.records_[variable].assigned.push_back(next_);
        for (const clang::VarDecl *variable : own.copied)
            usage_.records_[variable].copied.push_back(next_);
        if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(&statement))
            if (operation->getOpcode() == clang::BO_Assign)
                assigned_name_ = operation->getLHS()->IgnoreParens();
        add_effect(statement, usage_.total_);
        ++next_;
    }

    /// A `goto` leads forward if its label has not been passed yet.
    void note_jump(const clang::Stmt &statement)
    {
        const auto *labelled = llvm::dyn_cast<clang::LabelStmt>(&statement);
        if (labelled)
            passed_.insert(labelled->getDecl());
        const auto *jump = llvm::dyn_cast<clang::GotoStmt>(&statement);
        if (llvm::isa<clang::IndirectGotoStmt>(statement) ||
            (jump && passed_.contains(jump->getLabel())))
            usage_.has_backward_jumps_ = true;
        if ((labelled && labelled->getDecl()->isUsed()) || llvm::isa<clang::SwitchCase>(statement))
            usage_.labels_.push_back(next_);
    }

    void leave(const clang::Stmt &statement)
    {
        usage_.intervals_[&statement].last = next_ - 1;
        around_.pop_back();
        if (is_loop(&statement) || llvm::isa<clang::CXXForRangeStmt>(statement))
            usage_.loops_.push_back(repeated_part_of(statement));
        define(statement);
    }

    /// A loop without what it does once.
    Interval repeated_part_of(const clang::Stmt &loop) const
    {
        const auto *counted = llvm::dyn_cast<clang::ForStmt>(&loop);
        const clang::Stmt *once = counted ? counted->getInit() : nullptr;
        const Interval whole = usage_.intervals_.at(&loop);
        return {(once ? usage_.intervals_.at(once).last : whole.first) + 1, whole.last};
    }

    void declare(const clang::VarDecl &variable)
    {
        Usage own;
        add_effect(variable, own);
        Record &record = usage_.records_[variable.getCanonicalDecl()];
        record.declared = next_ - 1;
        record.definitions.push_back({next_ - 1, block_of(around_.size() - 2)});
        for (const clang::VarDecl *copied : own.copied)
            usage_.records_[copied].copied.push_back(next_ - 1);
        add_effect(variable, usage_.total_);
    }

    /// The definitions of a statement that always runs when what follows it in its block does, and
    /// of the first clause of a `for`, which always runs when the loop does.
    void define(const clang::Stmt &statement)
    {
        const clang::Stmt *parent = around_.empty() ? nullptr : around_.back();
        const auto *loop = llvm::dyn_cast_or_null<clang::ForStmt>(parent);
        const bool is_first_clause = loop && loop->getInit() == &statement;
        const auto *expression = llvm::dyn_cast<clang::Expr>(&statement);
        if (!expression || !(is_first_clause || llvm::isa_and_nonnull<clang::CompoundStmt>(parent)))
            return;
        for (const Initialization &part : initializations(expression))
            if (part.variable)
                usage_.records_[part.variable].definitions.push_back(
                    {usage_.intervals_[part.value].last, block_of(around_.size() - 1)});
    }

    /// Of a statement's place, given by the position of the statement around it: that statement, or
    /// the block around where the one around is a `for` in it.
    const clang::Stmt *block_of(std::size_t around) const
    {
        const bool is_in_block = around > 0 && llvm::isa<clang::ForStmt>(around_[around]) &&
                                 llvm::isa<clang::CompoundStmt>(around_[around - 1]);
        return around_[is_in_block ? around - 1 : around];
    }

    FunctionUsage &usage_;
    std::vector<const clang::Stmt *> around_;
    const clang::Stmt *assigned_name_ = nullptr;
    std::set<const clang::LabelDecl *> passed_;
    std::size_t next_ = 0;
};

namespace {

/// Whether one of `positions`, in order, is beside an interval.
template <typename Interval>
bool any_beside(const std::vector<std::size_t> &positions, const std::optional<Interval> &interval)
{
    return !positions.empty() &&
           (!interval || positions.front() < interval->first || positions.back() > interval->last);
}

} // namespace

FunctionUsage::FunctionUsage(const clang::FunctionDecl *function, const VariableSet &out_of_reach)
    : function_(function), out_of_reach_(out_of_reach)
{
    Recorder(*this).record(function->getBody());
    if (function->getASTContext().getLangOpts().CPlusPlus)
        total_.address_taken.merge(variables_bound_to_references(function->getBody()));
}

bool FunctionUsage::may_repeat(const clang::Stmt *statement) const
{
    const std::optional<Interval> where = interval_of({statement});
    return !where || has_backward_jumps_ ||
           std::ranges::any_of(loops_, [&](const Interval &loop) { return loop.contains(*where); });
}

bool FunctionUsage::is_within(const clang::Stmt *inner, const clang::Stmt *outer) const
{
    const auto one = intervals_.find(inner), other = intervals_.find(outer);
    return one != intervals_.end() && other != intervals_.end() &&
           other->second.contains(one->second);
}

bool FunctionUsage::may_change_between(const clang::Stmt *from, const Region &region,
                                       const clang::VarDecl *variable) const
{
    const std::optional<Interval> start = interval_of({from}), where = interval_of(region);
    if (!start || !where || has_backward_jumps_)
        return true;
    const auto is_passed = [&](std::size_t position) {
        return is_passed_between(position, *start, *where);
    };
    return std::ranges::any_of(record_of(variable).assigned, is_passed) ||
           std::ranges::any_of(labels_, is_passed);
}

bool FunctionUsage::is_named_beside(const clang::VarDecl *variable, const Region &region) const
{
    return any_beside(record_of(variable).names, interval_of(region));
}

bool FunctionUsage::is_read_beside(const clang::VarDecl *variable,
                                   const std::vector<Region> &regions) const
{
    return std::ranges::any_of(record_of(variable).reads, [&](std::size_t read) {
        return std::ranges::none_of(regions, [&](const Region &region) {
            const std::optional<Interval> interval = interval_of(region);
            return interval && interval->contains(read);
        });
    });
}

bool FunctionUsage::is_assigned_beside(const clang::VarDecl *variable, const Region &region) const
{
    return any_beside(record_of(variable).assigned, interval_of(region));
}

bool FunctionUsage::is_copied_beside(const clang::VarDecl *variable, const Region &region) const
{
    return any_beside(record_of(variable).copied, interval_of(region));
}

bool FunctionUsage::is_live_outside(const clang::VarDecl *variable, const Region &region) const
{
    const std::optional<Interval> where = interval_of(region);
    if (!where || !variable->hasLocalStorage())
        return true;
    const Record &record = record_of(variable);
    return is_read_ahead(record, *where) || is_read_behind(record, *where) ||
           is_pointed_to_behind(variable, region);
}

bool FunctionUsage::is_pointed_to_behind(const clang::VarDecl *variable, const Region &region) const
{
    if (variable->getType()->isScalarType())
        return false;
    const Interval where = *interval_of(region);
    const auto is_inside = [&](std::size_t position) { return where.contains(position); };
    const auto keeps_pointer = [&](const auto &entry) {
        const auto &[other, record] = entry;
        return other->getType()->isAnyPointerType() &&
               std::ranges::any_of(record.assigned, is_inside) && is_live_outside(other, region);
    };
    return is_copied_beside(variable, region) ||
           (std::ranges::any_of(record_of(variable).copied, is_inside) &&
            std::ranges::any_of(records_, keeps_pointer));
}

bool FunctionUsage::is_temporary(const clang::VarDecl *variable, const Region &region) const
{
    if (is_live_outside(variable, region))
        return false;
    const Record &record = record_of(variable);
    const Interval where = *interval_of(region);
    if ((record.declared && where.contains(*record.declared)) || is_defined_inside(record, where))
        return true;
    const bool has_value_ahead = llvm::isa<clang::ParmVarDecl>(variable) || variable->hasInit() ||
                                 (!record.names.empty() && record.names.front() < where.first);
    return !has_value_ahead &&
           (!may_repeat(region.front()) || is_defined_before_each_run(record, where));
}

bool FunctionUsage::is_dead_after(const clang::VarDecl *variable, const Region &region) const
{
    if (is_temporary(variable, region))
        return true;
    const std::optional<Interval> where = interval_of(region);
    if (!where || !variable->hasLocalStorage())
        return false;
    const Record &record = record_of(variable);
    const bool is_repeated = may_repeat(region.front());
    if (is_repeated && !is_defined_before_each_run(record, *where))
        return false;
    // Other pointers may lead to arrays and structures.
    const bool is_read_again =
        (is_repeated || !variable->getType()->isScalarType()) && is_read_ahead(record, *where);
    return !is_read_again && !is_read_behind(record, *where) &&
           !is_pointed_to_behind(variable, region);
}

const FunctionUsage::Record &FunctionUsage::record_of(const clang::VarDecl *variable) const
{
    static const Record none;
    const auto found = records_.find(variable);
    return found == records_.end() ? none : found->second;
}

std::optional<FunctionUsage::Interval> FunctionUsage::interval_of(const Region &region) const
{
    const auto first = intervals_.find(region.front()), last = intervals_.find(region.back());
    if (first == intervals_.end() || last == intervals_.end())
        return std::nullopt;
    return Interval{first->second.first, last->second.last};
}

FunctionUsage::Interval FunctionUsage::reach_of(const Definition &definition) const
{
    Interval result{definition.position + 1, intervals_.at(definition.around).last};
    const auto label = std::ranges::lower_bound(labels_, result.first);
    if (label != labels_.end() && *label <= result.last)
        result.last = *label - 1;
    return result;
}

/// Whether the way from `from` to a region may pass a place: one between, or one in a loop around
/// the region that `from` is not in.
bool FunctionUsage::is_passed_between(std::size_t position, const Interval &from,
                                      const Interval &region) const
{
    return (position > from.last && position < region.first) ||
           std::ranges::any_of(loops_, [&](const Interval &loop) {
               return loop.contains(region) && !loop.contains(from) && loop.contains(position);
           });
}

/// The part of a loop that runs again, of the innermost one that two places are in; everything if
/// there is none.
FunctionUsage::Interval FunctionUsage::innermost_loop(const Interval &one, std::size_t other) const
{
    Interval result{0, SIZE_MAX};
    for (const Interval &loop : loops_)
        if (loop.contains(one) && loop.contains(other) && result.contains(loop))
            result = loop;
    return result;
}

/// Whether a value that a region leaves behind is overwritten on each way from it to a read beside
/// it: the way leads into the reach of a definition, or round a loop to the definition.
bool FunctionUsage::is_defined_between(const Record &record, const Interval &region,
                                       std::size_t read) const
{
    const Interval around = innermost_loop(region, read);
    return std::ranges::any_of(record.definitions, [&](const Definition &definition) {
        const Interval reach = reach_of(definition);
        return reach.contains(read) && !region.contains(definition.position) &&
               (!reach.contains(region) ||
                (read < region.first && around.contains(definition.position)));
    });
}

/// Whether each read in a region is in the reach of a definition in it.
bool FunctionUsage::is_defined_inside(const Record &record, const Interval &region) const
{
    return std::ranges::all_of(record.reads, [&](std::size_t read) {
        return !region.contains(read) ||
               std::ranges::any_of(record.definitions, [&](const Definition &definition) {
                   return region.contains(definition.position) &&
                          reach_of(definition).contains(read);
               });
    });
}

/// Whether each run of a region starts with a new value: a definition in the innermost loop around
/// reaches it.
bool FunctionUsage::is_defined_before_each_run(const Record &record, const Interval &region) const
{
    const Interval around = innermost_loop(region, region.first);
    return std::ranges::any_of(record.definitions, [&](const Definition &definition) {
        return around.contains(definition.position) && reach_of(definition).contains(region);
    });
}

bool FunctionUsage::is_read_ahead(const Record &record, const Interval &region) const
{
    return std::ranges::any_of(record.reads, [&](std::size_t read) {
        return read < region.first && !is_defined_between(record, region, read);
    });
}

bool FunctionUsage::is_read_behind(const Record &record, const Interval &region) const
{
    return std::ranges::any_of(record.reads, [&](std::size_t read) {
        return read > region.last && !is_defined_between(record, region, read);
    });
}

} // namespace espalier::frontend
