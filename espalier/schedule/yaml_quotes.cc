#include "espalier/schedule/yaml_quotes.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace espalier::schedule {

namespace {

/// The keys of trees and access information whose values are in isl's notation.
constexpr std::array<std::string_view, 14> keys = {
    "domain",    "context",     "filter", "schedule",   "options",     "extension", "contraction",
    "expansion", "guard",       "sink",   "may_source", "must_source", "kill",      "schedule_map"};

bool is_word(char one) { return std::isalnum(static_cast<unsigned char>(one)) != 0 || one == '_'; }
bool is_space(char one) { return std::isspace(static_cast<unsigned char>(one)) != 0; }

/// Copies a text, one construct after the other.
class Quoter {
public:
    explicit Quoter(const std::string &text) : text_(text) {}

    std::string run()
    {
        while (position_ < text_.size())
            copy_construct();
        return std::move(result_);
    }

private:
    char at(std::size_t position) const
    {
        return position < text_.size() ? text_[position] : '\n';
    }

    void copy_to(std::size_t end)
    {
        end = std::min(end, text_.size());
        result_.append(text_, position_, end - position_);
        position_ = end;
    }

    /// A comment, a string, a word with the value of its key, or another character.
    void copy_construct()
    {
        char one = text_[position_], before = position_ == 0 ? '\n' : text_[position_ - 1];
        bool starts = is_space(before) || before == '{' || before == '[' || before == ',';
        if (one == '#' && is_space(before))
            copy_to(text_.find('\n', position_));
        else if (starts && (one == '"' || one == '\''))
            copy_to(end_of_string(one));
        else if (starts && is_word(one))
            copy_word();
        else
            copy_to(position_ + 1);
    }

    std::size_t end_of_string(char quote) const
    {
        std::size_t end = position_ + 1;
        for (; end < text_.size() && text_[end] != quote; ++end)
            if (quote == '"' && text_[end] == '\\')
                ++end;
        return end + 1;
    }

    void copy_word()
    {
        std::size_t end = position_;
        while (is_word(at(end)))
            ++end;
        std::string_view word = std::string_view(text_).substr(position_, end - position_);
        bool is_key = at(end) == ':' && is_space(at(end + 1)) &&
                      std::ranges::find(keys, word) != keys.end();
        copy_to(end);
        if (!is_key)
            return;
        copy_to(after_space(position_ + 1));
        std::size_t value_end = end_of_value();
        if (value_end > position_)
            quote_to(value_end);
    }

    /// The end of the text in isl's notation that begins here; `position_` if none does.
    std::size_t end_of_value() const
    {
        std::size_t end = position_;
        while (is_word(at(end))) // the name of a tuple
            ++end;
        bool is_bracket = at(end) == '{' || at(end) == '[' || at(end) == '(';
        if (!is_bracket || at(end + 1) == '"' || is_map(end))
            return position_;
        end = end_of_brackets(end);
        for (std::size_t next = after_space(end); has_arrow(next); next = after_space(end))
            end = end_of_brackets(after_space(next + 2));
        return end == unclosed ? position_ : end;
    }

    bool has_arrow(std::size_t position) const
    {
        return position < text_.size() && text_.compare(position, 2, "->") == 0;
    }

    /// Whether a map of YAML stands here: `{ key: ...`, which is no set.
    bool is_map(std::size_t brace) const
    {
        std::size_t word = after_space(brace + 1), end = word;
        while (is_word(at(end)))
            ++end;
        return at(brace) == '{' && end > word && at(end) == ':';
    }

    std::size_t after_space(std::size_t position) const
    {
        while (position < text_.size() && is_space(text_[position]))
            ++position;
        return position;
    }

    /// The end of what stands in brackets, with a name ahead.
    std::size_t end_of_brackets(std::size_t position) const
    {
        int depth = 0;
        for (; position < text_.size(); ++position) {
            char one = text_[position];
            depth += one == '{' || one == '[' || one == '(';
            depth -= one == '}' || one == ']' || one == ')';
            bool is_closed = depth <= 0 && !is_word(one) && !is_space(one);
            if (is_closed)
                return position + 1;
            if (one == '#')
                position = std::min(text_.find('\n', position), text_.size());
        }
        return unclosed;
    }

    /// Quotes the text from here on, as one line.
    void quote_to(std::size_t end)
    {
        std::size_t lines = 0;
        result_ += '\'';
        for (; position_ < end; ++position_) {
            if (text_[position_] == '#')
                position_ = std::min(text_.find('\n', position_), end - 1);
            bool is_end = text_[position_] == '\n';
            lines += is_end;
            result_ += is_end ? ' ' : text_[position_];
            if (text_[position_] == '\'')
                result_ += '\'';
        }
        result_ += '\'';
        result_.append(lines, '\n');
    }

    static constexpr std::size_t unclosed = std::string::npos;

    const std::string &text_;
    std::size_t position_ = 0;
    std::string result_;
};

} // namespace

std::string with_quotes(const std::string &text) { return Quoter(text).run(); }

} // namespace espalier::schedule
