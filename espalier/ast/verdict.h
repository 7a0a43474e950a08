#pragma once

#include <string>

namespace espalier::ast {

/// What a check says of code.
struct Verdict {
    enum class Kind { right, wrong, undecided };

    Kind kind;
    /// If wrong, the first difference, with an instance that shows it; if undecided, why.
    std::string reason;

    static Verdict right() { return {Kind::right, ""}; }
    static Verdict wrong(std::string difference) { return {Kind::wrong, std::move(difference)}; }
    static Verdict undecided(std::string doubt) { return {Kind::undecided, std::move(doubt)}; }

    bool is_right() const { return kind == Kind::right; }
    bool is_wrong() const { return kind == Kind::wrong; }
    bool is_undecided() const { return kind == Kind::undecided; }
};

} // namespace espalier::ast
