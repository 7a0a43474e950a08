#include "espalier/frontend/loop_directives.h"

#include "espalier/frontend/model.h"
#include "espalier/program/loops.h"

#include <clang/Lex/Lexer.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

namespace espalier::frontend {

namespace {

using LoopDirective = Directives::LoopDirective;

/// Reads tokens of the main file.
class Reader {
public:
    Reader(const clang::ASTContext &ast, std::size_t offset)
        : text_(ast.getSourceManager().getBufferData(ast.getSourceManager().getMainFileID())),
          lexer_(clang::SourceLocation(), ast.getLangOpts(), text_.begin(), text_.begin() + offset,
                 text_.end())
    {
        next();
    }

    void next()
    {
        lexer_.LexFromRawLexer(token_);
        auto end = static_cast<std::size_t>(lexer_.getBufferLocation() - text_.begin());
        offset_ = end - token_.getLength();
    }

    bool is(clang::tok::TokenKind kind) const { return token_.is(kind); }
    std::size_t offset() const { return offset_; }

private:
    llvm::StringRef text_;
    clang::Lexer lexer_;
    clang::Token token_;
    std::size_t offset_ = 0;
};

/// The offset of what a directive that ends at `end` is for: the next token that is no directive
/// for a loop and no
/// `#pragma scop`.
std::size_t target(const clang::ASTContext &ast, const Directives &directives, std::size_t end)
{
    const clang::SourceManager &sources = ast.getSourceManager();
    while (true) {
        std::size_t offset = Reader(ast, end).offset();
        auto next = std::ranges::find(directives.for_loops, offset, &LoopDirective::begin);
        auto mark = std::ranges::find_if(directives.marks, [&](const Directives::Mark &one) {
            return !one.is_end && sources.isWrittenInMainFile(one.location) &&
                   sources.getFileOffset(one.location) == offset;
        });
        if (next != directives.for_loops.end())
            end = next->end;
        else if (mark != directives.marks.end())
            end = sources.getFileOffset(mark->end);
        else
            return offset;
    }
}

/// The same behind labels.
std::size_t labelled(const clang::ASTContext &ast, std::size_t offset)
{
    Reader reader(ast, offset);
    while (reader.is(clang::tok::raw_identifier)) {
        std::size_t name = reader.offset();
        reader.next();
        if (!reader.is(clang::tok::colon))
            return name;
        reader.next();
    }
    return reader.offset();
}

SourcePlace place_at(const clang::ASTContext &ast, std::size_t offset)
{
    const clang::SourceManager &sources = ast.getSourceManager();
    return place_of(sources, sources.getComposedLoc(sources.getMainFileID(), unsigned(offset)));
}

using Position = std::pair<unsigned, unsigned>; ///< line and column

Position position(const SourcePlace &place)
{
    return {unsigned(place.line), unsigned(place.column)};
}

program::Nest *loop_at(program::Nest &nest, const Position &wanted)
{
    if (nest.kind == program::Nest::Kind::loop && position(nest.place) == wanted)
        return &nest;
    for (program::Nest &child : nest.children)
        if (program::Nest *found = loop_at(child, wanted))
            return found;
    return nullptr;
}

} // namespace

void attach_directives(const clang::ASTContext &ast, const Directives &directives,
                       const TextRange &range, program::Nest &nest)
{
    std::size_t begin = begin_with_directives(ast, directives, range.begin);
    for (const LoopDirective &directive : directives.for_loops) {
        if (directive.begin < begin || directive.begin >= range.end)
            continue;
        std::size_t loop = labelled(ast, target(ast, directives, directive.end));
        if (program::Nest *found = loop_at(nest, position(place_at(ast, loop))))
            found->directives.push_back({directive.text, place_at(ast, directive.words)});
    }
}

std::vector<SourcePlace> independent_loops(const clang::ASTContext &ast,
                                           const Directives &directives, const TextRange &range)
{
    std::vector<SourcePlace> result;
    for (std::size_t end : directives.independent) {
        const std::size_t loop = labelled(ast, target(ast, directives, end));
        if (loop >= range.begin && loop < range.end)
            result.push_back(place_at(ast, loop));
    }
    return result;
}

std::size_t begin_with_directives(const clang::ASTContext &ast, const Directives &directives,
                                  std::size_t offset)
{
    // They stand in text order, and none is for something before what an earlier one is for.
    auto first = std::ranges::lower_bound(directives.for_loops, offset, {}, &LoopDirective::begin);
    std::size_t begin = offset;
    while (first != directives.for_loops.begin() &&
           target(ast, directives, std::prev(first)->end) >= offset)
        begin = (--first)->begin;
    return begin;
}

std::string text_without_directives(const clang::ASTContext &ast, const Directives &directives,
                                    const TextRange &range)
{
    const clang::SourceManager &sources = ast.getSourceManager();
    llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
    std::string result;
    std::size_t copied = range.begin;
    for (const LoopDirective &directive : directives.for_loops) {
        if (directive.begin < range.begin || directive.begin >= range.end)
            continue;
        std::size_t line = text.rfind('\n', directive.begin) + 1;
        result += text.slice(copied, line);
        copied = std::min(text.find('\n', directive.end), range.end - 1) + 1;
    }
    return result + text.slice(copied, range.end).str();
}

void report_unused(const clang::ASTContext &ast, const Directives &directives,
                   Extraction &extraction)
{
    std::set<Position> used;
    for (const Region &region : extraction.regions)
        for (const program::Directive &one : program::directives_in(region.program.nest))
            used.insert(position(one.place));
    for (const LoopDirective &directive : directives.for_loops) {
        SourcePlace place = place_at(ast, directive.words);
        if (!used.contains(position(place)))
            extraction.remarks.push_back(
                {Severity::remark, DiagnosticKind::unused_directive, place,
                 fmt::format("no loop of a region follows `#pragma espalier {}`: it has no effect",
                             directive.text)});
    }
}

} // namespace espalier::frontend
