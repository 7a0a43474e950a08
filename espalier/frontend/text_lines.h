#pragma once

#include <clang/Basic/LangOptions.h>
#include <llvm/ADT/StringRef.h>

#include <cstddef>
#include <vector>

namespace espalier::frontend {

/// The lines of a file, each with a comment, a directive or other text from its first token to its
/// last. Comments and directives may go on for several lines of the text.
class TextLines {
public:
    /// \param text  ends with a null character, as buffers of files do
    TextLines(llvm::StringRef text, const clang::LangOptions &language);

    /// Where the comments, directives of OpenMP, and attributes in brackets begin that end right
    /// ahead of a declaration; its own place if there are none, or if the file begins with them.
    /// \param place  of its first token, as the parser has it
    std::size_t begin_with_comments(std::size_t place) const;

private:
    struct Token {
        std::size_t begin, end;
        std::size_t line;   ///< position of the line's first token
        bool is_about_next; ///< the line up to here: a comment alone, and the others named above
    };

    /// The number of tokens that begin ahead of a place.
    std::size_t tokens_ahead(std::size_t place) const;

    llvm::StringRef text_;
    std::vector<Token> tokens_;
};

} // namespace espalier::frontend
