#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace espalier::scheduler {

/// Writes down what the scheduler does, for people; or does not, if nobody asked.
class Trace {
public:
    Trace() = default;

    /// \param lines  where the lines go; outlives the trace
    explicit Trace(std::vector<std::string> &lines) : lines_(&lines) {}

    bool is_on() const { return lines_ != nullptr; }

    /// \name Adds a line, as fmt::format() makes it. Callers with arguments that take work to make
    /// ask is_on() first.
    /// @{
    void say(std::string_view line) const
    {
        if (lines_)
            lines_->push_back(std::string(2 * depth_, ' ').append(line));
    }

    template <class First, class... Others>
    void say(fmt::format_string<First, Others...> format, First &&first, Others &&...others) const
    {
        if (lines_)
            say(fmt::format(format, std::forward<First>(first), std::forward<Others>(others)...));
    }
    /// @}

    /// The same, with lines further in.
    Trace nested() const
    {
        Trace result = *this;
        ++result.depth_;
        return result;
    }

private:
    std::vector<std::string> *lines_ = nullptr;
    std::size_t depth_ = 0;
};

} // namespace espalier::scheduler
