#include "espalier/ilp/problem.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <stdexcept>

namespace espalier::ilp {

namespace {

void append_term(std::string &text, const Integer &coefficient, const std::string &variable)
{
    if (coefficient == 0)
        return;
    bool is_first = text.empty();
    text += coefficient < 0 ? (is_first ? "-" : " - ") : (is_first ? "" : " + ");
    Integer magnitude = abs(coefficient);
    if (variable.empty())
        text += magnitude.get_str();
    else
        text += (magnitude == 1 ? "" : magnitude.get_str() + " ") + variable;
}

std::string to_string(const LinearFunction &function)
{
    std::string result;
    for (std::size_t k = 0; k < function.coefficients.size(); ++k)
        append_term(result, function.coefficients[k], "x" + std::to_string(k));
    append_term(result, function.constant, "");
    return result.empty() ? "0" : result;
}

/// Reads one line.
class LineReader {
public:
    LineReader(std::string_view line, std::size_t variables) : line_(line), variables_(variables) {}

    /// Passes over a word if it comes next.
    bool skip(std::string_view word)
    {
        skip_space();
        if (!line_.substr(position_).starts_with(word))
            return false;
        position_ += word.size();
        return true;
    }

    LinearFunction function()
    {
        LinearFunction result{std::vector<Integer>(variables_)};
        bool is_negative = skip("-");
        do {
            add_term(result, is_negative ? -1 : 1);
            is_negative = skip("-");
        } while (is_negative || skip("+"));
        return result;
    }

    std::size_t size() { return std::stoul(digits()); }

    void expect_end()
    {
        skip_space();
        if (position_ != line_.size())
            fail();
    }

    [[noreturn]] void fail() const
    {
        throw std::invalid_argument("not a line of a problem: " + std::string(line_));
    }

private:
    bool is_at_digit() const
    {
        return position_ < line_.size() &&
               std::isdigit(static_cast<unsigned char>(line_[position_]));
    }

    void skip_space()
    {
        while (position_ < line_.size() && line_[position_] == ' ')
            ++position_;
    }

    std::string digits()
    {
        skip_space();
        std::size_t first = position_;
        while (is_at_digit())
            ++position_;
        if (position_ == first)
            fail();
        return std::string(line_.substr(first, position_ - first));
    }

    void add_term(LinearFunction &function, Integer coefficient)
    {
        skip_space();
        bool has_number = is_at_digit();
        if (has_number)
            coefficient *= Integer(digits());
        if (skip("x")) {
            std::size_t variable = size();
            if (variable >= variables_)
                fail();
            function.coefficients[variable] += coefficient;
        } else if (has_number) {
            function.constant += coefficient;
        } else {
            fail();
        }
    }

    std::string_view line_;
    std::size_t variables_, position_ = 0;
};

void read_line(std::string_view line, Problem &problem)
{
    LineReader reader(line, problem.variables);
    if (reader.skip("variables")) {
        problem.variables = reader.size();
    } else if (reader.skip("minimize")) {
        problem.objectives.push_back(reader.function());
    } else {
        LinearFunction function = reader.function();
        bool is_equality = reader.skip("=");
        if (!reader.skip(is_equality ? "0" : ">= 0"))
            reader.fail();
        (is_equality ? problem.equalities : problem.inequalities).push_back(std::move(function));
    }
    reader.expect_end();
}

} // namespace

LinearFunction operator-(LinearFunction function)
{
    for (Integer &coefficient : function.coefficients)
        mpz_neg(coefficient.get_mpz_t(), coefficient.get_mpz_t());
    function.constant = -function.constant;
    return function;
}

std::string to_string(const Problem &problem)
{
    std::string result = "variables " + std::to_string(problem.variables) + "\n";
    for (const LinearFunction &function : problem.objectives)
        result += "minimize " + to_string(function) + "\n";
    for (const LinearFunction &function : problem.equalities)
        result += to_string(function) + " = 0\n";
    for (const LinearFunction &function : problem.inequalities)
        result += to_string(function) + " >= 0\n";
    return result;
}

Problem parse_problem(std::string_view text)
{
    Problem problem;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);)
        if (!line.empty() && line.front() != '#')
            read_line(line, problem);
    return problem;
}

} // namespace espalier::ilp
