#include "espalier/program/print.h"

#include "espalier/program/iterator_names.h"

#include <fmt/format.h>
#include <isl/map.h>

#include <algorithm>
#include <map>

namespace espalier::program {

namespace {

/// C's operator precedences, from loose to tight.
enum Precedence {
    assignment_level = 1,
    conditional_level = 2,
    unary_level = 13,
    primary_level = 15,
};

int binary_level(const std::string &op)
{
    static const std::map<std::string, int> levels = {
        {"||", 3},  {"&&", 4}, {"|", 5},  {"^", 6},  {"&", 7},  {"==", 8},
        {"!=", 8},  {"<", 9},  {"<=", 9}, {">", 9},  {">=", 9}, {"<<", 10},
        {">>", 10}, {"+", 11}, {"-", 11}, {"*", 12}, {"/", 12}, {"%", 12},
    };
    return levels.at(op);
}

/// Whether gcc and clang warn where `op` stands without parentheses inside `outer`.
bool is_confusing(const std::string &outer, int inner_level)
{
    bool is_mixed_logic = outer == "||" && inner_level == binary_level("&&");
    bool is_bitwise =
        (outer == "|" || outer == "^" || outer == "&" || outer == "<<" || outer == ">>") &&
        inner_level < unary_level;
    bool is_comparison = binary_level(outer) <= 9 && binary_level(outer) >= 8 && inner_level >= 5 &&
                         inner_level <= 10;
    return is_mixed_logic || is_bitwise || is_comparison;
}

class Printer {
public:
    explicit Printer(const LeafPrinter &leaves) : leaves_(leaves) {}

    /// The expression, in parentheses if it binds less tightly than `level`.
    std::string at(const ExpressionPtr &expression, int level) const
    {
        auto [text, own] = print(*expression);
        return own < level ? "(" + text + ")" : text;
    }

    std::pair<std::string, int> print(const Expression &expression) const
    {
        return std::visit([this](const auto &node) { return this->node(node); }, expression.node);
    }

private:
    using Text = std::pair<std::string, int>;

    Text node(const Literal &literal) const { return {literal.spelling, primary_level}; }
    Text node(const ConstantVariable &variable) const { return {variable.name, primary_level}; }
    Text node(const IteratorValue &iterator) const
    {
        return {leaves_.iterator(iterator), unary_level};
    }
    Text node(const AccessValue &value) const
    {
        return {leaves_.access(value.access), primary_level};
    }
    Text node(const AffineValue &value) const { return {leaves_.affine(value), unary_level}; }

    Text node(const UnaryOperation &operation) const
    {
        std::string operand = at(operation.operand, unary_level);
        // Two signs in a row would read as a decrement.
        if (operand.front() == operation.op.front())
            operand = "(" + operand + ")";
        return {operation.op + operand, unary_level};
    }

    Text node(const BinaryOperation &operation) const
    {
        int level = binary_level(operation.op);
        auto side = [&](const ExpressionPtr &operand, int least) {
            auto [text, own] = print(*operand);
            bool in_parentheses = own < least || (own != level && is_confusing(operation.op, own));
            return in_parentheses ? "(" + text + ")" : text;
        };
        bool chains = level == 8 || level == 9;
        return {fmt::format("{} {} {}", side(operation.left, chains ? level + 1 : level),
                            operation.op, side(operation.right, level + 1)),
                level};
    }

    Text node(const ConditionalOperation &operation) const
    {
        return {fmt::format("{} ? {} : {}", at(operation.condition, conditional_level + 1),
                            at(operation.yes, conditional_level + 1),
                            at(operation.no, conditional_level)),
                conditional_level};
    }

    Text node(const CallOperation &call) const
    {
        std::vector<std::string> arguments;
        for (const ExpressionPtr &argument : call.arguments)
            arguments.push_back(at(argument, assignment_level));
        return {fmt::format("{}({})", call.function, fmt::join(arguments, ", ")), primary_level};
    }

    Text node(const CastOperation &cast) const
    {
        return {fmt::format("({}){}", cast.type, at(cast.operand, unary_level)), unary_level};
    }

    Text node(const Assignment &assignment) const
    {
        return {fmt::format("{} {} {}", at(assignment.target, unary_level), assignment.op,
                            at(assignment.value, assignment_level)),
                assignment_level};
    }

    Text node(const Guarded &guarded) const
    {
        return {fmt::format("if ({}) {}", print(*guarded.condition).first,
                            print(*guarded.statement).first),
                assignment_level};
    }

    const LeafPrinter &leaves_;
};

} // namespace

std::string print(const Expression &body, const LeafPrinter &leaves)
{
    return Printer(leaves).print(body).first;
}

std::string print_element(const Array &array, const std::vector<std::string> &subscripts)
{
    std::string result = array.spelling.front();
    for (std::size_t k = 0; k < subscripts.size(); ++k)
        result += "[" + subscripts[k] + "]" + array.spelling[k + 1];
    return result;
}

std::string describe(const Program &program, const Statement &statement)
{
    LeafPrinter leaves;
    leaves.iterator = [&](const IteratorValue &value) {
        return statement.iterators[value.dimension].name;
    };
    leaves.affine = [&](const AffineValue &value) {
        std::string text = describe(value.value, statement);
        return text.find_first_of(" -") == std::string::npos ? text : "(" + text + ")";
    };
    leaves.access = [&](std::size_t index) { return describe(program, statement.accesses[index]); };
    return print(*statement.body, leaves);
}

std::string describe(const Program &program, const Access &access)
{
    isl::id name = isl::manage(isl_map_get_tuple_id(access.relation.get(), isl_dim_in));
    auto statement = std::ranges::find_if(program.statements, [&](const Statement &candidate) {
        return candidate.id().get() == name.get();
    });
    std::vector<std::string> subscripts;
    for (const isl::pw_aff &subscript : access.subscripts)
        subscripts.push_back(describe(subscript, *statement));
    return print_element(program.arrays[access.array], subscripts);
}

} // namespace espalier::program
