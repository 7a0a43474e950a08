#include "espalier/frontend/text_lines.h"

#include <clang/Lex/Lexer.h>

#include <algorithm>

namespace espalier::frontend {

namespace {

/// Whether a line outside of functions that begins with some words is about what comes next.
bool is_about_next(const std::vector<llvm::StringRef> &words, bool are_comments)
{
    if (words.front() == "[" || words.front() == "_Pragma")
        return true;
    if (words.front() == "#")
        return words.size() > 2 && words[1] == "pragma" && words[2] == "omp";
    return are_comments;
}

} // namespace

TextLines::TextLines(llvm::StringRef text, const clang::LangOptions &language) : text_(text)
{
    clang::Lexer lexer(clang::SourceLocation(), language, text.begin(), text.begin(), text.end());
    lexer.SetCommentRetentionState(true);
    std::vector<llvm::StringRef> words; // of the line so far
    bool are_comments = true;           // all of these
    clang::Token token;
    for (bool is_last = false; !is_last;) {
        is_last = lexer.LexFromRawLexer(token);
        if (token.is(clang::tok::eof))
            break;
        const std::size_t end = lexer.getCurrentBufferOffset(), begin = end - token.getLength();
        if (token.isAtStartOfLine() || tokens_.empty()) {
            words.clear();
            are_comments = true;
        }
        words.push_back(text.slice(begin, end));
        are_comments = are_comments && token.is(clang::tok::comment);
        const std::size_t line = words.size() == 1 ? tokens_.size() : tokens_.back().line;
        tokens_.push_back({begin, end, line, is_about_next(words, are_comments)});
    }
}

std::size_t TextLines::begin_with_comments(std::size_t place) const
{
    std::size_t result = place;
    for (std::size_t ahead = tokens_ahead(place); ahead > 0;) {
        const Token &last = tokens_[ahead - 1];
        const bool is_right_above = text_.slice(last.end, result).count('\n') <= 1;
        if (!last.is_about_next || !is_right_above)
            break;
        ahead = last.line;
        result = tokens_[ahead].begin;
    }
    return result == 0 ? place : result;
}

std::size_t TextLines::tokens_ahead(std::size_t place) const
{
    const auto first = std::ranges::lower_bound(tokens_, place, std::ranges::less(), &Token::begin);
    return std::size_t(first - tokens_.begin());
}

} // namespace espalier::frontend
