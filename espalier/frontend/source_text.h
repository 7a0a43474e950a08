#pragma once

#include "espalier/frontend/unmodelled.h"

#include <clang/AST/Stmt.h>
#include <clang/Basic/LangOptions.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Preprocessor.h>

#include <string>
#include <vector>

namespace espalier::frontend {

/// Bytes of the main file.
struct TextRange {
    std::size_t begin = 0, end = 0;
};

/// What the preprocessor saw in the main file that the parsed program no longer shows.
struct Directives {
    struct Mark {
        clang::SourceLocation location; ///< of the `#`
        clang::SourceLocation end;      ///< after the word `view` or `endscop`
        bool is_end;
    };
    /// `#pragma espalier` in the main file; offsets of the `#`, the first word of the text, and the
    /// end of the text.
    struct LoopDirective {
        std::size_t begin, words, end;
        std::string text;
    };
    std::vector<LoopDirective> for_loops;
    std::vector<std::size_t> independent; ///< ends of `#pragma pencil independent`, in text order
    std::vector<Mark> marks; ///< `#pragma scop` and `#pragma endscop`, in text order, in any file
    /// Conditional directives of the main file: +1 where one opens, -1 where it closes, 0 between.
    std::vector<std::pair<std::size_t, int>> conditionals;
    /// Where macros in any file, or of the command line, give keywords of C another meaning.
    std::vector<std::pair<clang::SourceLocation, std::string>> keywords;
    clang::SourceLocation threadprivate; ///< of a `#pragma omp threadprivate`, if there is one
    std::vector<std::size_t> pragmas;    ///< offsets of other `#pragma` lines of the main file
    std::vector<std::size_t> macros;     ///< offsets of `#define` and `#undef` in the main file
    std::vector<std::size_t> includes;   ///< offsets of `#include` in the main file
    /// What conditions leave out of the user's files, from the `#` of one to that of the next.
    std::vector<clang::SourceRange> skipped;
};

/// Has `preprocessor` record its directives in `directives`, which must outlive it.
void record_directives(clang::Preprocessor &preprocessor, Directives &directives);

/// The text of consecutive statements, with the semicolon that ends the last one.
/// \throws Unmodelled if it shares a macro's expansion with other code, does not stand in the main
///         file, cuts through `#if` ... `#endif`, or has other directives in it or a `#pragma`
///         ahead, or if new text in its place would not mean what it says
TextRange text_of(const std::vector<const clang::Stmt *> &statements,
                  const clang::SourceManager &sources, const clang::LangOptions &language,
                  const Directives &directives);

/// From a mark to the end of its partner.
TextRange text_between_marks(const Directives::Mark &begin, const Directives::Mark &end,
                             const clang::SourceManager &sources);

/// \throws Unmodelled if the text has directives in it whose meaning replacing it would lose: a
///         `#pragma`, `#include`, `#define` or `#undef`, or half of a conditional
void check_directives(const TextRange &range, clang::SourceLocation where,
                      const Directives &directives);

/// Whether a text has preprocessor directives in it, but pragmas.
bool has_directives(const TextRange &range, const Directives &directives);

/// Whether a `#pragma` stands right before a statement.
bool has_pragma_ahead(const clang::Stmt *statement, const clang::SourceManager &sources,
                      const clang::LangOptions &language, const Directives &directives);

/// The white space that starts the line of `offset`.
std::string indentation_at(llvm::StringRef text, std::size_t offset);

} // namespace espalier::frontend
