#include "espalier/frontend/regions.h"

#include "espalier/base/error.h"
#include "espalier/frontend/cxx_subset.h"
#include "espalier/frontend/extractor.h"
#include "espalier/frontend/loop_directives.h"
#include "espalier/frontend/marked_statements.h"
#include "espalier/frontend/outside_variables.h"
#include "espalier/frontend/region_division.h"
#include "espalier/frontend/source_loops.h"
#include "espalier/frontend/static_variables.h"
#include "espalier/frontend/text_lines.h"
#include "espalier/frontend/walk.h"
#include "espalier/presburger/budget.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprCXX.h>
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

namespace espalier::frontend {

namespace {

using Statements = std::vector<const clang::Stmt *>;

/// Whether a statement assigns to a pointer variable, and does nothing else.
bool sets_pointer(const clang::Stmt *statement)
{
    const auto *assignment = llvm::dyn_cast<clang::BinaryOperator>(statement);
    return assignment && assignment->getOpcode() == clang::BO_Assign &&
           assignment->getType()->isPointerType() && variable_of(assignment->getLHS());
}

/// The declaration around a function that is in no other: a namespace, a class, `extern "C"`, a
/// template, or the function itself. Ahead of it, functions can be defined for all that follows.
const clang::Decl *outermost_around(const clang::FunctionDecl *function)
{
    const clang::FunctionDecl *pattern = function->getTemplateInstantiationPattern();
    const clang::Decl *result = pattern ? pattern : function;
    while (!result->getLexicalDeclContext()->isTranslationUnit())
        result = clang::Decl::castFromDeclContext(result->getLexicalDeclContext());
    const clang::TemplateDecl *whole = result->getDescribedTemplate();
    return whole ? whole : result;
}

/// More loops in each other than any program has: each takes longer than the one around it.
constexpr std::size_t max_loops = 20;

void refuse_deep_nest(const Statements &statements)
{
    for (const clang::Stmt *statement : statements)
        if (loop_depth(statement) > max_loops)
            throw Unmodelled{
                DiagnosticKind::unmodelled_loop, statement->getBeginLoc(),
                fmt::format("more than {} loops in each other are not modelled", max_loops)};
}

class RegionFinder {
public:
    RegionFinder(const clang::ASTContext &ast, const Directives &directives,
                 const Expansions &expansions, const Options &options,
                 const presburger::Context &context, Extraction &extraction)
        : ast_(ast), sources_(ast.getSourceManager()), directives_(directives),
          expansions_(expansions), options_(options), context_(context), extraction_(extraction),
          lines_(sources_.getBufferData(sources_.getMainFileID()), ast.getLangOpts()),
          out_of_reach_(statics_out_of_reach(ast, directives))
    {
    }

    void run();

private:
    std::size_t offset_of(clang::SourceLocation where) const
    {
        return sources_.getFileOffset(sources_.getExpansionLoc(where));
    }
    const FunctionUsage &usage_of(const clang::FunctionDecl *function)
    {
        auto known = found_.find(function);
        if (known == found_.end())
            known = found_.emplace(function, Found{FunctionUsage(function, out_of_reach_), {}, {}})
                        .first;
        return known->second.usage;
    }
    bool contains_loop(const clang::Stmt *statement) const;
    void find_marked();
    void find_detected_within_budget(const clang::FunctionDecl *function);
    void find_detected(const FunctionUsage &function);
    void detect(const Statements &statements, const FunctionUsage &function);
    void descend(const clang::Stmt *statement, const FunctionUsage &function);
    void add_regions(const FunctionUsage &function, const Statements &run);
    void add_longest(const FunctionUsage &function, const Statements &run);
    Statements without_edges(Statements run) const;
    std::optional<Region> attempt(const FunctionUsage &function, const Statements &statements,
                                  bool report);
    void add(const FunctionUsage &function, const Statements &statements, Region region);
    void find_own_names();
    void find_names_of_statics();
    void remark(DiagnosticKind kind, clang::SourceLocation where, const std::string &message);
    void refuse(const Statements &statements, const Unmodelled &why);
    void refuse_file(const Unmodelled &why);
    Diagnostic diagnostic_of(const Unmodelled &why) const
    {
        return {Severity::remark, why.kind, place_of(sources_, why.location), why.message};
    }

    const clang::ASTContext &ast_;
    const clang::SourceManager &sources_;
    const Directives &directives_;
    const Expansions &expansions_;
    const Options &options_;
    const presburger::Context &context_;
    Extraction &extraction_;
    const TextLines lines_;          ///< of the main file
    const VariableSet out_of_reach_; ///< statics_out_of_reach

    /// What the regions of a function are made of.
    struct Found {
        FunctionUsage usage;
        std::vector<Statements> statements;
        std::vector<std::size_t> regions; ///< of the statements: positions in Extraction::regions
    };
    std::map<const clang::FunctionDecl *, Found> found_;
};

void RegionFinder::run()
{
    const bool is_cxx = ast_.getLangOpts().CPlusPlus;
    if (!is_cxx && !ast_.getLangOpts().C99)
        return refuse_file({DiagnosticKind::unmodelled_text, clang::SourceLocation(),
                            "the generated code needs C99 or later (-std=)",
                            "compile with -std=c99 or later"});
    if (directives_.threadprivate.isValid())
        return refuse_file(
            {DiagnosticKind::unmodelled_variable, directives_.threadprivate,
             "files with variables that each thread has its own copy of are not modelled",
             "move the loops to another file"});
    bool has_marks =
        std::any_of(directives_.marks.begin(), directives_.marks.end(), [&](const auto &mark) {
            return sources_.isWrittenInMainFile(sources_.getExpansionLoc(mark.location));
        });
    for (const Directives::Mark &mark : directives_.marks)
        if (!mark.is_end && !sources_.isWrittenInMainFile(sources_.getExpansionLoc(mark.location)))
            remark(DiagnosticKind::header_region, mark.location,
                   "this region stands in a header, which is left as it is; run espalier on the "
                   "header's own file");
    if (options_.regions == RegionSelection::marked ||
        (options_.regions == RegionSelection::automatic && has_marks)) {
        extraction_.refusals.push_back(
            {0,
             extraction_.text.size(),
             {Severity::remark, DiagnosticKind::no_region, {}, "no marks stand around this loop"},
             "mark it with `#pragma scop` and `#pragma endscop`, or use --regions=autodetect"});
        find_marked();
    } else
        for (const clang::FunctionDecl *function : functions_of(ast_)) {
            if (!contains_loop(function->getBody()))
                continue;
            if (const auto why = is_cxx ? refusal_of(function) : std::nullopt)
                refuse({function->getBody()}, *why);
            else
                find_detected_within_budget(function);
        }
    if (is_cxx)
        extraction_.refusals.push_back({0,
                                        extraction_.text.size(),
                                        {Severity::remark,
                                         DiagnosticKind::unmodelled_statement,
                                         {},
                                         "lambdas and classes inside of functions are left alone"},
                                        "move the loops into a function of their own"});
    find_own_names();
    find_names_of_statics();
    report_unused(ast_, directives_, extraction_);
    std::sort(extraction_.regions.begin(), extraction_.regions.end(),
              [](const Region &one, const Region &two) { return one.begin < two.begin; });
    std::stable_sort(extraction_.remarks.begin(), extraction_.remarks.end(),
                     [](const Diagnostic &one, const Diagnostic &two) {
                         return std::pair(one.place.line, one.place.column) <
                                std::pair(two.place.line, two.place.column);
                     });
}

/// Whether a loop of the function's own text is in a statement: not one of a function that it
/// calls.
bool RegionFinder::contains_loop(const clang::Stmt *statement) const
{
    if (!statement || expansions_.blocks.contains(statement))
        return false;
    return is_loop(statement) ||
           std::any_of(statement->child_begin(), statement->child_end(),
                       [&](const clang::Stmt *child) { return contains_loop(child); });
}

void RegionFinder::remark(DiagnosticKind kind, clang::SourceLocation where,
                          const std::string &message)
{
    SourcePlace place = place_of(sources_, where);
    bool is_known =
        std::any_of(extraction_.remarks.begin(), extraction_.remarks.end(), [&](const auto &other) {
            return other.message == message && other.place.line == place.line &&
                   other.place.column == place.column;
        });
    if (!is_known)
        extraction_.remarks.push_back({Severity::remark, kind, place, message});
}

/// Says why statements are no region.
void RegionFinder::refuse(const Statements &statements, const Unmodelled &why)
{
    remark(why.kind, why.location, why.message);
    const clang::SourceLocation last = sources_.getExpansionLoc(statements.back()->getEndLoc());
    const std::size_t end =
        offset_of(clang::Lexer::getLocForEndOfToken(last, 0, sources_, ast_.getLangOpts()));
    extraction_.refusals.push_back(
        {offset_of(statements.front()->getBeginLoc()), end, diagnostic_of(why), why.help});
}

/// Says why there are no regions.
void RegionFinder::refuse_file(const Unmodelled &why)
{
    remark(why.kind, why.location, why.message);
    extraction_.refusals.push_back({0, extraction_.text.size(), diagnostic_of(why), why.help});
}

void RegionFinder::find_marked()
{
    const std::vector<const clang::FunctionDecl *> all = functions_of(ast_);
    for (const MarkedRange &marked : marked_ranges(directives_, sources_)) {
        const auto [owner, statements] = statements_in(marked.range, all, sources_, expansions_);
        if (statements.empty()) {
            remark(DiagnosticKind::no_region, marked.begin, "there is no statement in this region");
            continue;
        }
        try {
            check_directives(marked.range, marked.begin, directives_);
        } catch (const Unmodelled &unmodelled) {
            refuse(statements, unmodelled);
            continue;
        }
        if (const auto why = ast_.getLangOpts().CPlusPlus ? refusal_of(owner) : std::nullopt) {
            refuse(statements, *why);
            continue;
        }
        const FunctionUsage &function = usage_of(owner);
        if (auto region = attempt(function, statements, true)) {
            region->begin = begin_with_directives(ast_, directives_, marked.range.begin);
            region->end = marked.range.end;
            add(function, statements, std::move(*region));
        }
    }
}

/// Takes a quarter of the budget to find a function's regions: the rest is for what becomes of
/// them.
void RegionFinder::find_detected_within_budget(const clang::FunctionDecl *function)
{
    const unsigned long before = context_.operations();
    const bool is_done = context_.within_budget(presburger::part_of_budget(options_.budget, 4),
                                                [&] { find_detected(usage_of(function)); });
    for (const std::size_t number : found_.at(function).regions)
        extraction_.regions[number].function_operations = context_.operations() - before;
    if (!is_done)
        refuse({function->getBody()},
               {DiagnosticKind::budget_exhausted, function->getBeginLoc(),
                "no more regions of this function are sought: that takes more operations than a "
                "quarter of the budget allows (--budget)",
                "raise --budget, or split the function"});
}

void RegionFinder::find_detected(const FunctionUsage &function)
{
    const auto *body = llvm::cast<clang::CompoundStmt>(function.function()->getBody());
    detect({body->body_begin(), body->body_end()}, function);
}

/// Makes regions of the longest runs of statements that can be modelled together, and looks for
/// more inside those that cannot.
void RegionFinder::detect(const Statements &statements, const FunctionUsage &function)
{
    Statements run;
    for (const clang::Stmt *statement : statements) {
        bool has_loop = contains_loop(statement);
        if (attempt(function, {statement}, has_loop) || sets_pointer(statement)) {
            run.push_back(statement);
            continue;
        }
        add_regions(function, std::exchange(run, {}));
        if (has_loop)
            descend(statement, function);
    }
    add_regions(function, run);
}

/// Makes regions of a run of statements each of which can be modelled.
void RegionFinder::add_regions(const FunctionUsage &function, const Statements &run)
{
    auto has_loop = [&](const clang::Stmt *statement) { return contains_loop(statement); };
    for (const Statements &part : divided_into_regions(run, has_loop))
        add_longest(function, part);
}

/// Makes one region of a run of statements each of which can be modelled; or else one of each part
/// between those that set pointers, which only can if nothing else uses the pointer; or of each
/// statement.
void RegionFinder::add_longest(const FunctionUsage &function, const Statements &run)
{
    const Statements core = without_edges(run);
    if (core.empty())
        return;
    if (std::optional<Region> region = attempt(function, core, core.size() == 1))
        return add(function, core, std::move(*region));
    if (core.size() == 1)
        return;
    const bool is_divided = std::ranges::any_of(core, sets_pointer);
    Statements part;
    for (const clang::Stmt *statement : core)
        if (is_divided && !sets_pointer(statement)) {
            part.push_back(statement);
        } else {
            add_longest(function, std::exchange(part, {}));
            if (!is_divided)
                add_longest(function, {statement});
        }
    add_longest(function, part);
}

/// Looks for regions in the statements that `statement` is made of.
void RegionFinder::descend(const clang::Stmt *statement, const FunctionUsage &function)
{
    // A directive for a loop may be one for the loops in it.
    if (has_pragma_ahead(statement, sources_, ast_.getLangOpts(), directives_))
        return;
    if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(statement))
        return detect({compound->body_begin(), compound->body_end()}, function);
    for (const clang::Stmt *child : statement->children())
        if (child && contains_loop(child) && !llvm::isa<clang::LambdaExpr>(child)) {
            if (!is_loop(child))
                descend(child, function);
            else
                detect({child}, function);
        }
}

/// A run without the statements before its first loop and after its last one.
Statements RegionFinder::without_edges(Statements run) const
{
    const auto has_loop = [&](const clang::Stmt *one) { return contains_loop(one); };
    auto last = std::find_if(run.rbegin(), run.rend(), has_loop);
    run.erase(last.base(), run.end());
    run.erase(run.begin(), std::find_if(run.begin(), run.end(), has_loop));
    return run;
}

/// The model and the text of a region; nothing, and a remark if `report`, where there is none.
std::optional<Region> RegionFinder::attempt(const FunctionUsage &function,
                                            const Statements &statements, bool report)
{
    Region region{};
    try {
        refuse_deep_nest(statements);
        bool done = context_.within_budget(options_.budget, [&] {
            ProgramExtractor extractor(ast_, context_.get(), function, statements, options_.kept);
            region.program = extractor.extract();
            region.pointer_results = extractor.pointer_results();
            region.declares_for_later = extractor.declares_for_later();
            for (const clang::VarDecl *variable : out_of_reach_)
                if (variable->isFileVarDecl())
                    for (const std::size_t array : extractor.arrays_of(variable))
                        region.statics[array] = variable->getNameAsString();
        });
        if (!done) {
            if (report)
                refuse(statements,
                       {DiagnosticKind::budget_exhausted, statements.front()->getBeginLoc(),
                        "the region's model takes more operations than the budget "
                        "allows (--budget)",
                        "raise --budget, or split the loop"});
            return std::nullopt;
        }
        TextRange text = text_of(statements, sources_, ast_.getLangOpts(), directives_);
        attach_directives(ast_, directives_, text, region.program.nest);
        region.independent_loops = independent_loops(ast_, directives_, text);
        region.original = text_without_directives(ast_, directives_, text);
        region.indentation =
            indentation_at(sources_.getBufferData(sources_.getMainFileID()), text.begin);
        region.begin = begin_with_directives(ast_, directives_, text.begin);
        region.end = text.end;
    } catch (const Unmodelled &unmodelled) {
        if (report)
            refuse(statements, unmodelled);
        return std::nullopt;
    }
    const clang::FunctionDecl *declaration = function.function();
    region.function = declaration->getNameAsString();
    region.function_begin =
        lines_.begin_with_comments(offset_of(outermost_around(declaration)->getBeginLoc()));
    region.function_lines = sources_.getExpansionLineNumber(declaration->getEndLoc()) -
                            sources_.getExpansionLineNumber(declaration->getBeginLoc()) + 1;
    region.place = place_of(sources_, statements.front()->getBeginLoc());
    if (!has_directives({offset_of(declaration->getBeginLoc()), region.end}, directives_))
        region.outside = outside_variables(ast_, function, statements, region.original);
    return region;
}

void RegionFinder::add(const FunctionUsage &function, const Statements &statements, Region region)
{
    Found &found = found_.at(function.function());
    found.statements.push_back(statements);
    found.regions.push_back(extraction_.regions.size());
    extraction_.regions.push_back(std::move(region));
}

/// Region::own_names: a variable that several regions use is the first one's.
void RegionFinder::find_own_names()
{
    const auto add = [&](const clang::FunctionDecl *called, std::vector<std::string> &names) {
        const std::string name = called->getNameAsString();
        if (!ast_.getLangOpts().CPlusPlus && called->getStorageClass() == clang::SC_Static &&
            !called->isInlineSpecified() && std::ranges::find(names, name) == names.end())
            names.push_back(name);
    };
    for (const auto &[function, found] : found_) {
        VariableSet done;
        for (std::size_t k = 0; k < found.regions.size(); ++k) {
            const Usage usage = frontend::usage_of(found.statements[k]);
            Region &region = extraction_.regions[found.regions[k]];
            std::vector<std::string> &names = region.own_names;
            for (const clang::VarDecl *variable : usage.referenced)
                if (!usage.declared.contains(variable) &&
                    !found.usage.is_read_beside(variable, found.statements) &&
                    done.insert(variable).second)
                    names.push_back(variable->getNameAsString());
            for (const clang::FunctionDecl *called : usage.functions)
                add(called, names);
            for (const Expansions::Call &call : expansions_.calls)
                if (call.caller == function && offset_of(call.where) >= region.begin &&
                    offset_of(call.where) < region.end)
                    add(call.callee, names);
            std::ranges::sort(names);
        }
    }
}

void RegionFinder::find_names_of_statics()
{
    constexpr std::size_t elsewhere = std::numeric_limits<std::size_t>::max();
    for (const auto &[variable, places] : places_of_names(ast_, out_of_reach_))
        if (variable->isFileVarDecl())
            for (const clang::SourceLocation &place : places)
                extraction_.statics[variable->getNameAsString()].push_back(
                    sources_.isInMainFile(sources_.getExpansionLoc(place)) ? offset_of(place)
                                                                           : elsewhere);
}

} // namespace

void find_regions(const clang::ASTContext &ast, const Directives &directives,
                  const Expansions &expansions, const Options &options,
                  const presburger::Context &context, Extraction &extraction)
{
    RegionFinder(ast, directives, expansions, options, context, extraction).run();
}

} // namespace espalier::frontend
