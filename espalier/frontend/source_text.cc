#include "espalier/frontend/source_text.h"

#include <clang/Lex/Lexer.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Pragma.h>

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace espalier::frontend {

namespace {

class MarkHandler : public clang::PragmaHandler {
public:
    MarkHandler(Directives &directives, bool is_end)
        : PragmaHandler(is_end ? "endscop" : "scop"), directives_(directives), is_end_(is_end)
    {
    }

    void HandlePragma(clang::Preprocessor &preprocessor, clang::PragmaIntroducer introducer,
                      clang::Token &word) override
    {
        directives_.marks.push_back({introducer.Loc, word.getEndLoc(), is_end_});
        preprocessor.DiscardUntilEndOfDirective();
    }

private:
    Directives &directives_;
    bool is_end_;
};

/// Reads `#pragma espalier`; in `_Pragma` it is one of the other pragmas.
class LoopDirectiveHandler : public clang::PragmaHandler {
public:
    explicit LoopDirectiveHandler(Directives &directives)
        : PragmaHandler("espalier"), directives_(directives)
    {
    }

    void HandlePragma(clang::Preprocessor &preprocessor, clang::PragmaIntroducer introducer,
                      clang::Token &word) override
    {
        const clang::SourceManager &sources = preprocessor.getSourceManager();
        bool is_read = introducer.Kind == clang::PIK_HashPragma && introducer.Loc.isFileID() &&
                       sources.isWrittenInMainFile(introducer.Loc);
        if (!is_read) {
            preprocessor.DiscardUntilEndOfDirective();
            return;
        }
        std::size_t begin = sources.getFileOffset(introducer.Loc);
        std::size_t word_end = sources.getFileOffset(word.getEndLoc());
        Directives::LoopDirective directive{begin, word_end, word_end, ""};
        clang::Token token;
        for (preprocessor.LexUnexpandedToken(token); token.isNot(clang::tok::eod);
             preprocessor.LexUnexpandedToken(token)) {
            if (directive.text.empty())
                directive.words = sources.getFileOffset(token.getLocation());
            else if (token.hasLeadingSpace())
                directive.text += ' ';
            directive.text += preprocessor.getSpelling(token);
            directive.end = sources.getFileOffset(token.getEndLoc());
        }
        std::erase(directives_.pragmas, begin);
        directives_.for_loops.push_back(std::move(directive));
    }

private:
    Directives &directives_;
};

/// Reads `#pragma pencil`. None has a meaning that replaced text would lose: `independent` is
/// noted, others are promises that the analysis does not need. In `_Pragma` it is one of the other
/// pragmas.
class PencilHandler : public clang::PragmaHandler {
public:
    explicit PencilHandler(Directives &directives)
        : PragmaHandler("pencil"), directives_(directives)
    {
    }

    void HandlePragma(clang::Preprocessor &preprocessor, clang::PragmaIntroducer introducer,
                      clang::Token &) override
    {
        const clang::SourceManager &sources = preprocessor.getSourceManager();
        const bool is_read = introducer.Kind == clang::PIK_HashPragma &&
                             introducer.Loc.isFileID() &&
                             sources.isWrittenInMainFile(introducer.Loc);
        clang::Token token;
        preprocessor.LexUnexpandedToken(token);
        const bool is_independent =
            token.is(clang::tok::identifier) && preprocessor.getSpelling(token) == "independent";
        std::size_t end = sources.getFileOffset(introducer.Loc);
        for (; token.isNot(clang::tok::eod); preprocessor.LexUnexpandedToken(token))
            end = is_read ? sources.getFileOffset(token.getEndLoc()) : end;
        if (!is_read)
            return;
        std::erase(directives_.pragmas, sources.getFileOffset(introducer.Loc));
        if (is_independent)
            directives_.independent.push_back(end);
    }

private:
    Directives &directives_;
};

/// Whether a word is a keyword that generated code may use.
bool is_keyword(const std::string &word)
{
    static const std::set<std::string> keywords = {
        "_Bool",  "__attribute__", "break",    "char",   "const",    "continue", "do",
        "double", "else",          "enum",     "float",  "for",      "if",       "inline",
        "int",    "long",          "restrict", "return", "short",    "signed",   "sizeof",
        "static", "struct",        "typedef",  "union",  "unsigned", "void",     "while"};
    return keywords.contains(word);
}

/// Whether a macro is another spelling of a keyword, as in `#define inline __inline__`.
bool stands_for(const clang::MacroInfo &macro, llvm::StringRef keyword)
{
    if (!macro.isObjectLike() || macro.getNumTokens() != 1)
        return false;
    const clang::IdentifierInfo *word = macro.getReplacementToken(0).getIdentifierInfo();
    return word && word->getName().trim('_') == keyword;
}

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
        if (sources_.isWrittenInMainFile(where))
            directives_.includes.push_back(sources_.getFileOffset(where));
    }

    void PragmaDirective(clang::SourceLocation where, clang::PragmaIntroducerKind) override
    {
        where = sources_.getExpansionLoc(where);
        if (!sources_.isWrittenInMainFile(where))
            return;
        std::size_t offset = sources_.getFileOffset(where);
        llvm::StringRef line =
            sources_.getBufferData(sources_.getMainFileID()).substr(offset).split('\n').first;
        bool is_mark = line.contains("scop");
        if (line.contains("threadprivate"))
            directives_.threadprivate = where;
        if (!is_mark)
            directives_.pragmas.push_back(offset);
    }

    void MacroDefined(const clang::Token &name, const clang::MacroDirective *macro) override
    {
        note_macro(name);
        std::string word = name.getIdentifierInfo()->getName().str();
        if (is_keyword(word) && !stands_for(*macro->getMacroInfo(), word))
            directives_.keywords.emplace_back(name.getLocation(), word);
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
    void SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation) override
    {
        if (!sources_.isInSystemHeader(range.getBegin()))
            directives_.skipped.push_back(range);
    }

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
        directives_.conditionals.emplace_back(sources_.getFileOffset(where), change);
    }

    const clang::SourceManager &sources_;
    Directives &directives_;
};

[[noreturn]] void no_text(clang::SourceLocation where, const std::string &why,
                          const char *help = "")
{
    throw Unmodelled{DiagnosticKind::unmodelled_text, where, why, help};
}

void refuse_changed_keywords(const clang::SourceManager &sources, clang::SourceLocation begin,
                             clang::SourceLocation end, const Directives &directives)
{
    for (const auto &[definition, word] : directives.keywords)
        if (sources.isBeforeInTranslationUnit(definition, end))
            no_text(begin, fmt::format("`{}` is the name of a macro here, and the new text would "
                                       "use it with its meaning in C",
                                       word));
}

bool is_in(std::size_t offset, const TextRange &range)
{
    return offset >= range.begin && offset < range.end;
}

bool has_one_of(const std::vector<std::size_t> &offsets, const TextRange &range)
{
    return std::ranges::any_of(offsets, [&](std::size_t offset) { return is_in(offset, range); });
}

bool cuts_conditional(const TextRange &range, const Directives &directives)
{
    int depth = 0;
    bool cuts = false;
    for (auto [offset, change] : directives.conditionals) {
        if (!is_in(offset, range))
            continue;
        depth += change;
        cuts = cuts || depth < 0 || (depth == 0 && change == 0);
    }
    return cuts || depth != 0;
}

/// Whether nothing but white space and comments stands between the line of `pragma` and `offset`.
bool leads_to(std::size_t pragma, std::size_t offset, llvm::StringRef text,
              const clang::LangOptions &language)
{
    std::size_t line_end = std::min(text.find('\n', pragma), offset);
    clang::Lexer lexer(clang::SourceLocation(), language, text.begin() + line_end,
                       text.begin() + line_end, text.end());
    clang::Token token;
    lexer.LexFromRawLexer(token);
    auto token_end = static_cast<std::size_t>(lexer.getBufferLocation() - text.begin());
    return token_end - token.getLength() == offset;
}

} // namespace

void record_directives(clang::Preprocessor &preprocessor, Directives &directives)
{
    preprocessor.AddPragmaHandler(new MarkHandler(directives, false));
    preprocessor.AddPragmaHandler(new MarkHandler(directives, true));
    preprocessor.AddPragmaHandler(new LoopDirectiveHandler(directives));
    preprocessor.AddPragmaHandler(new PencilHandler(directives));
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
    refuse_changed_keywords(sources, begin, end, directives);

    llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
    clang::SourceLocation after = clang::Lexer::getLocForEndOfToken(end, 0, sources, language);
    TextRange range{sources.getFileOffset(begin), sources.getFileOffset(after)};
    auto next = clang::Lexer::findNextToken(end, sources, language);
    bool wants_semicolon = text[range.end - 1] != ';' && text[range.end - 1] != '}';
    if (next && next->is(clang::tok::semi) && (wants_semicolon || ends_in_macro))
        range.end = sources.getFileOffset(next->getLocation()) + 1;
    else if (wants_semicolon && !ends_in_macro)
        no_text(end, "the region's last statement has no semicolon of its own");
    check_directives(range, begin, directives);
    if (has_pragma_ahead(statements.front(), sources, language, directives))
        no_text(begin, "the `#pragma` right before the region would lose its meaning",
                "remove the `#pragma`, or move it");
    return range;
}

TextRange text_between_marks(const Directives::Mark &begin, const Directives::Mark &end,
                             const clang::SourceManager &sources)
{
    return {sources.getFileOffset(sources.getExpansionLoc(begin.location)),
            sources.getFileOffset(sources.getExpansionLoc(end.end))};
}

void check_directives(const TextRange &range, clang::SourceLocation where,
                      const Directives &directives)
{
    if (has_one_of(directives.pragmas, range))
        no_text(where, "a `#pragma` in the region would lose its meaning",
                "remove the `#pragma`, or move it");
    if (has_one_of(directives.macros, range))
        no_text(where, "a macro is defined or undefined in the region",
                "define the macro before the loops");
    if (has_one_of(directives.includes, range))
        no_text(where, "a file is included in the region");
    if (cuts_conditional(range, directives))
        no_text(where,
                "a preprocessor conditional starts inside the region and ends outside, or the "
                "other way round",
                "end the conditional where it started");
}

bool has_directives(const TextRange &range, const Directives &directives)
{
    return has_one_of(directives.macros, range) || has_one_of(directives.includes, range) ||
           std::ranges::any_of(directives.conditionals,
                               [&](const auto &one) { return is_in(one.first, range); });
}

bool has_pragma_ahead(const clang::Stmt *statement, const clang::SourceManager &sources,
                      const clang::LangOptions &language, const Directives &directives)
{
    llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
    std::size_t begin = sources.getFileOffset(sources.getExpansionLoc(statement->getBeginLoc()));
    return std::any_of(directives.pragmas.begin(), directives.pragmas.end(),
                       [&](std::size_t pragma) {
                           return pragma < begin && leads_to(pragma, begin, text, language);
                       });
}

std::string indentation_at(llvm::StringRef text, std::size_t offset)
{
    std::size_t line = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;
    std::size_t end = text.find_first_not_of(" \t", line);
    return text.slice(line, std::min(end, offset)).str();
}

} // namespace espalier::frontend
