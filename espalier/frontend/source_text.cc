#include "espalier/frontend/source_text.h"

#include <clang/Lex/Lexer.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Pragma.h>

#include <algorithm>

namespace espalier::frontend {

namespace {

class MarkHandler : public clang::PragmaHandler {
public:
    MarkHandler(Directives &directives, bool is_end)
        : PragmaHandler(is_end ? "endscop" : "scop"), directives_(directives), is_end_(is_end)
    {
    }

    void HandlePragma(clang::Preprocessor &preprocessor, clang::PragmaIntroducer introducer,
                      clang::Token &) override
    {
        directives_.marks.push_back({introducer.Loc, is_end_});
        preprocessor.DiscardUntilEndOfDirective();
    }

private:
    Directives &directives_;
    bool is_end_;
};

class DirectiveRecorder : public clang::PPCallbacks {
public:
    DirectiveRecorder(const clang::SourceManager &sources, Directives &directives)
        : sources_(sources), directives_(directives)
    {
    }

    void InclusionDirective(clang::SourceLocation where, const clang::Token &, llvm::StringRef,
                            bool, clang::CharSourceRange, clang::OptionalFileEntryRef,
                            llvm::StringRef, llvm::StringRef, const clang::Module *, bool,
                            clang::SrcMgr::CharacteristicKind) override
    {
        if (depth_ == 0 && sources_.isWrittenInMainFile(where))
            directives_.includes.push_back(sources_.getFileOffset(where));
    }

    void PragmaDirective(clang::SourceLocation where, clang::PragmaIntroducerKind) override
    {
        if (!sources_.isWrittenInMainFile(where))
            return;
        std::size_t offset = sources_.getFileOffset(where);
        llvm::StringRef line =
            sources_.getBufferData(sources_.getMainFileID()).substr(offset).split('\n').first;
        bool is_mark = line.contains("scop");
        if (!is_mark)
            directives_.pragmas.push_back(offset);
    }

    void MacroDefined(const clang::Token &name, const clang::MacroDirective *) override
    {
        note_macro(name);
    }
    void MacroUndefined(const clang::Token &name, const clang::MacroDefinition &,
                        const clang::MacroDirective *) override
    {
        note_macro(name);
    }

    void If(clang::SourceLocation where, clang::SourceRange, ConditionValueKind) override
    {
        note(where, 1);
    }
    void Ifdef(clang::SourceLocation where, const clang::Token &,
               const clang::MacroDefinition &) override
    {
        note(where, 1);
    }
    void Ifndef(clang::SourceLocation where, const clang::Token &,
                const clang::MacroDefinition &) override
    {
        note(where, 1);
    }
    void Elif(clang::SourceLocation where, clang::SourceRange, ConditionValueKind,
              clang::SourceLocation) override
    {
        note(where, 0);
    }
    void Else(clang::SourceLocation where, clang::SourceLocation) override { note(where, 0); }
    void Endif(clang::SourceLocation where, clang::SourceLocation) override { note(where, -1); }

private:
    void note_macro(const clang::Token &name)
    {
        if (sources_.isWrittenInMainFile(name.getLocation()))
            directives_.macros.push_back(sources_.getFileOffset(name.getLocation()));
    }

    void note(clang::SourceLocation where, int change)
    {
        if (!sources_.isWrittenInMainFile(where))
            return;
        depth_ += change;
        directives_.conditionals.emplace_back(sources_.getFileOffset(where), change);
    }

    const clang::SourceManager &sources_;
    Directives &directives_;
    int depth_ = 0;
};

[[noreturn]] void no_text(clang::SourceLocation where, const std::string &why)
{
    throw Unmodelled{DiagnosticKind::unmodelled_text, where, why};
}

void check_conditionals(const TextRange &range, clang::SourceLocation where,
                        const Directives &directives)
{
    int depth = 0;
    bool cuts = false;
    for (auto [offset, change] : directives.conditionals) {
        if (offset < range.begin || offset >= range.end)
            continue;
        depth += change;
        cuts = cuts || depth < 0 || (depth == 0 && change == 0);
    }
    cuts = cuts || depth != 0;
    if (cuts)
        no_text(where,
                "a preprocessor conditional starts inside the region and ends outside, or the "
                "other way round");
}

/// Whether nothing but white space and comments stands between the line of `pragma` and `offset`.
bool leads_to(std::size_t pragma, std::size_t offset, const clang::SourceManager &sources,
              const clang::LangOptions &language)
{
    llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
    std::size_t line_end = std::min(text.find('\n', pragma), offset);
    clang::Lexer lexer(clang::SourceLocation(), language, text.begin() + line_end,
                       text.begin() + line_end, text.end());
    clang::Token token;
    lexer.LexFromRawLexer(token);
    return static_cast<std::size_t>(lexer.getBufferLocation() - text.begin()) >= offset &&
           static_cast<std::size_t>(lexer.getBufferLocation() - text.begin()) - token.getLength() ==
               offset;
}

void check_directives(const TextRange &range, clang::SourceLocation where,
                      const clang::SourceManager &sources, const clang::LangOptions &language,
                      const Directives &directives)
{
    auto is_inside = [&](std::size_t offset) {
        return offset >= range.begin && offset < range.end;
    };
    for (std::size_t pragma : directives.pragmas)
        if (is_inside(pragma) ||
            (pragma < range.begin && leads_to(pragma, range.begin, sources, language)))
            no_text(where, "a `#pragma` in the region, or right before it, would lose its meaning");
    for (std::size_t macro : directives.macros)
        if (is_inside(macro))
            no_text(where, "a macro is defined or undefined in the region");
}

} // namespace

void record_directives(clang::Preprocessor &preprocessor, Directives &directives)
{
    preprocessor.AddPragmaHandler(new MarkHandler(directives, false));
    preprocessor.AddPragmaHandler(new MarkHandler(directives, true));
    preprocessor.addPPCallbacks(
        std::make_unique<DirectiveRecorder>(preprocessor.getSourceManager(), directives));
}

TextRange text_of(const std::vector<const clang::Stmt *> &statements,
                  const clang::SourceManager &sources, const clang::LangOptions &language,
                  const Directives &directives)
{
    clang::SourceLocation begin = statements.front()->getBeginLoc();
    clang::SourceLocation end = statements.back()->getEndLoc();
    if (begin.isMacroID() &&
        !clang::Lexer::isAtStartOfMacroExpansion(begin, sources, language, &begin))
        no_text(begin, "the region starts inside a macro's expansion");
    bool ends_in_macro = end.isMacroID();
    if (ends_in_macro && !clang::Lexer::isAtEndOfMacroExpansion(end, sources, language, &end))
        no_text(end, "the region ends inside a macro's expansion");
    begin = sources.getExpansionLoc(begin);
    end = sources.getExpansionLoc(end);
    if (!sources.isWrittenInMainFile(begin) || !sources.isWrittenInMainFile(end))
        no_text(begin, "the region does not stand in this file, but in one that it includes");

    llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
    clang::SourceLocation after = clang::Lexer::getLocForEndOfToken(end, 0, sources, language);
    TextRange range{sources.getFileOffset(begin), sources.getFileOffset(after)};
    auto next = clang::Lexer::findNextToken(end, sources, language);
    bool wants_semicolon = text[range.end - 1] != ';' && text[range.end - 1] != '}';
    if (next && next->is(clang::tok::semi) && (wants_semicolon || ends_in_macro))
        range.end = sources.getFileOffset(next->getLocation()) + 1;
    else if (wants_semicolon && !ends_in_macro)
        no_text(end, "the region's last statement has no semicolon of its own");
    check_conditionals(range, begin, directives);
    check_directives(range, begin, sources, language, directives);
    return range;
}

TextRange text_between_marks(const Directives::Mark &begin, const Directives::Mark &end,
                             const clang::SourceManager &sources)
{
    llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
    std::size_t first = sources.getFileOffset(sources.getExpansionLoc(begin.location));
    first = text.rfind('\n', first) + 1;
    std::size_t last = sources.getFileOffset(sources.getExpansionLoc(end.location));
    std::size_t line_end = text.find('\n', last);
    if (line_end == llvm::StringRef::npos)
        line_end = text.size();
    if (line_end > last && text[line_end - 1] == '\r')
        --line_end;
    return {first, line_end};
}

std::string indentation_at(llvm::StringRef text, std::size_t offset)
{
    std::size_t line = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;
    std::size_t end = text.find_first_not_of(" \t", line);
    return text.slice(line, std::min(end, offset)).str();
}

std::size_t next_line(llvm::StringRef text, std::size_t offset)
{
    std::size_t end = text.find('\n', offset);
    return end == llvm::StringRef::npos ? text.size() : end + 1;
}

} // namespace espalier::frontend
