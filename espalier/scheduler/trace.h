#pragma once

#include <string>
#include <vector>

namespace espalier::scheduler {

/// Writes down what the scheduler does, for people; or does not, if nobody asked.
class Trace {
public:
    Trace() = default;

    /// \param lines  where the lines go; outlives the trace
    explicit Trace(std::vector<std::string> &lines) : lines_(&lines) {}

    bool is_on() const { return lines_ != nullptr; }

    /// Adds a line. Callers with lines that take work to make ask is_on() first.
    void say(const std::string &line) const
    {
        if (lines_)
            lines_->push_back(std::string(2 * depth_, ' ') + line);
    }

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
