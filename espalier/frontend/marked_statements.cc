#include "espalier/frontend/marked_statements.h"

#include "espalier/base/error.h"
#include "espalier/frontend/model.h"
#include "espalier/frontend/walk.h"

namespace espalier::frontend {

namespace {

using Statements = std::vector<const clang::Stmt *>;

std::size_t offset_of(clang::SourceLocation where, const clang::SourceManager &sources)
{
    return sources.getFileOffset(sources.getExpansionLoc(where));
}

/// The innermost compound statement of a body that a range lies in; null if there is none.
const clang::CompoundStmt *innermost_around(const TextRange &range, const clang::Stmt *body,
                                            const clang::SourceManager &sources,
                                            const Expansions &expansions)
{
    const clang::CompoundStmt *result = nullptr;
    walk(body, {.enter = [&](const clang::Stmt &statement) {
             const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(&statement);
             if (!compound || expansions.blocks.contains(compound))
                 return !compound;
             const bool holds = offset_of(compound->getLBracLoc(), sources) < range.begin &&
                                offset_of(compound->getRBracLoc(), sources) >= range.end;
             if (holds)
                 result = compound;
             return holds;
         }});
    return result;
}

/// The sequence of statements around a place: the innermost compound statement that holds both
/// offsets, and of its children those between.
Statements statements_between(const clang::CompoundStmt *compound, const TextRange &range,
                              const clang::SourceManager &sources)
{
    Statements inside;
    for (const clang::Stmt *child : compound->body()) {
        std::size_t begin = offset_of(child->getBeginLoc(), sources),
                    end = offset_of(child->getEndLoc(), sources);
        bool begins_inside = begin >= range.begin && begin < range.end;
        bool ends_inside = end >= range.begin && end < range.end;
        if (begins_inside && ends_inside)
            inside.push_back(child);
        else if (begins_inside || ends_inside)
            throw Error(Fault::input, DiagnosticKind::unbalanced_marks,
                        "`#pragma scop` and `#pragma endscop` cut through this statement",
                        place_of(sources, child->getBeginLoc()));
    }
    return inside;
}

/// The loop between two offsets that is the body of another statement, without braces.
Statements loop_between(const clang::Stmt *statement, const TextRange &range,
                        const clang::SourceManager &sources, const Expansions &expansions)
{
    for (const clang::Stmt *child : statement->children()) {
        if (!child || expansions.blocks.contains(child))
            continue;
        std::size_t begin = offset_of(child->getBeginLoc(), sources);
        if (is_loop(child) && begin >= range.begin && begin < range.end)
            return {child};
        Statements found = loop_between(child, range, sources, expansions);
        if (!found.empty())
            return found;
    }
    return {};
}

} // namespace

std::vector<MarkedRange> marked_ranges(const Directives &directives,
                                       const clang::SourceManager &sources)
{
    std::vector<MarkedRange> ranges;
    const Directives::Mark *open = nullptr;
    auto fail = [&](const Directives::Mark &mark, const std::string &message) {
        throw Error(Fault::input, DiagnosticKind::unbalanced_marks, message,
                    place_of(sources, mark.location));
    };
    for (const Directives::Mark &mark : directives.marks) {
        if (!sources.isWrittenInMainFile(sources.getExpansionLoc(mark.location)))
            continue;
        if (mark.is_end && !open)
            fail(mark, "`#pragma endscop` without `#pragma scop` before it");
        if (!mark.is_end && open)
            fail(mark, "`#pragma scop` inside another region; its `#pragma endscop` is missing");
        if (mark.is_end)
            ranges.push_back({text_between_marks(*open, mark, sources), open->location});
        open = mark.is_end ? nullptr : &mark;
    }
    if (open)
        fail(*open, "`#pragma scop` without `#pragma endscop` after it");
    return ranges;
}

MarkedStatements statements_in(const TextRange &range,
                               const std::vector<const clang::FunctionDecl *> &functions,
                               const clang::SourceManager &sources, const Expansions &expansions)
{
    for (const clang::FunctionDecl *function : functions) {
        const clang::CompoundStmt *innermost =
            innermost_around(range, function->getBody(), sources, expansions);
        if (!innermost)
            continue;
        Statements statements = statements_between(innermost, range, sources);
        if (statements.empty())
            statements = loop_between(innermost, range, sources, expansions);
        return {function, std::move(statements)};
    }
    return {nullptr, {}};
}

} // namespace espalier::frontend
