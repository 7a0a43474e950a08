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
    class StatementPrinter;

    explicit Printer(const LeafPrinter &leaves) : leaves_(leaves) {}

    /// The expression, in parentheses if it binds less tightly than `level`.
    std::string at(const ExpressionPtr &expression, int level) const
    {
        auto [text, own] = print(*expression);
        return own < level ? "(" + text + ")" : text;
    }

    std::pair<std::string, int> print(const Expression &expression) const;

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
    Text node(const IndirectValue &value) const
    {
        std::vector<std::string> subscripts;
        for (const ExpressionPtr &subscript : value.subscripts)
            subscripts.push_back(print(*subscript).first);
        return {leaves_.indirect(value.access, subscripts), primary_level};
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

    Text node(const LocalValue &value) const { return {value.name, primary_level}; }

    Text node(const LocalDeclaration &declaration) const
    {
        const std::string start = fmt::format("{} {}", declaration.type, declaration.name);
        return {declaration.value
                    ? fmt::format("{} = {}", start, at(declaration.value, assignment_level))
                    : start,
                assignment_level};
    }

    Text node(const Jump &jump) const { return {jump.keyword, assignment_level}; }

    /// Of what only stands as a statement.
    template <class Statement>
    Text node(const Statement &statement) const;

    const LeafPrinter &leaves_;
};

/// Prints statements in lines.
class Printer::StatementPrinter {
public:
    StatementPrinter(const Printer &expressions, std::string unit)
        : expressions_(expressions), unit_(std::move(unit))
    {
    }

    std::string print(const ExpressionPtr &statement) const
    {
        if (const auto *sequence = std::get_if<Sequence>(&statement->node))
            return "{\n" + indented(all(*sequence)) + "}\n";
        if (const auto *branch = std::get_if<Branch>(&statement->node))
            return print(*branch);
        if (const auto *loop = std::get_if<DataLoop>(&statement->node))
            return print(*loop);
        return text(statement) + ";\n";
    }

private:
    std::string print(const Branch &branch) const
    {
        const std::string head = fmt::format("if ({})", text(branch.condition));
        if (!branch.no)
            return head + below(branch.yes);
        const std::string rest = std::holds_alternative<Branch>(branch.no->node)
                                     ? " " + print(branch.no)
                                     : in_braces(branch.no);
        return head + without_end(in_braces(branch.yes)) + " else" + rest;
    }

    std::string print(const DataLoop &loop) const
    {
        const std::string condition = loop.condition ? text(loop.condition) : "";
        if (loop.runs_once)
            return "do" + without_end(in_braces(loop.body)) +
                   fmt::format(" while ({});\n", condition);
        if (loop.init.empty() && loop.steps.empty() && loop.condition)
            return fmt::format("while ({})", condition) + below(loop.body);
        const auto space = [](const std::string &part) { return part.empty() ? "" : " " + part; };
        return fmt::format("for ({};{};{})", list(loop.init), space(condition),
                           space(list(loop.steps))) +
               below(loop.body);
    }

    std::string all(const Sequence &sequence) const
    {
        std::string result;
        for (const ExpressionPtr &statement : sequence.statements)
            result += print(statement);
        return result;
    }

    /// What a head is followed by: a line of its own, or braces.
    std::string below(const ExpressionPtr &statement) const
    {
        const bool is_plain = std::holds_alternative<Assignment>(statement->node) ||
                              std::holds_alternative<Jump>(statement->node);
        return is_plain ? "\n" + indented(print(statement)) : in_braces(statement);
    }

    std::string in_braces(const ExpressionPtr &statement) const
    {
        const auto *sequence = std::get_if<Sequence>(&statement->node);
        return " {\n" + indented(sequence ? all(*sequence) : print(statement)) + "}\n";
    }

    std::string list(const std::vector<ExpressionPtr> &expressions) const
    {
        std::vector<std::string> texts;
        for (const ExpressionPtr &expression : expressions) {
            const auto *step = std::get_if<Assignment>(&expression->node);
            const auto *by = step ? std::get_if<Literal>(&step->value->node) : nullptr;
            const bool is_unit = by && by->spelling == "1" && step->op != "=";
            texts.push_back(is_unit && (step->op == "+=" || step->op == "-=")
                                ? text(step->target) + (step->op == "+=" ? "++" : "--")
                                : text(expression));
        }
        return fmt::format("{}", fmt::join(texts, ", "));
    }

    std::string text(const ExpressionPtr &expression) const
    {
        return expressions_.print(*expression).first;
    }

    static std::string without_end(std::string lines)
    {
        lines.pop_back();
        return lines;
    }

    std::string indented(const std::string &lines) const
    {
        std::string result;
        for (std::size_t begin = 0; begin < lines.size();) {
            const std::size_t end = lines.find('\n', begin) + 1;
            result += unit_ + lines.substr(begin, end - begin);
            begin = end;
        }
        return result;
    }

    const Printer &expressions_;
    std::string unit_;
};

template <class Statement>
Printer::Text Printer::node(const Statement &statement) const
{
    std::string text = StatementPrinter(*this, "").print(make_expression(statement));
    std::ranges::replace(text, '\n', ' ');
    text.pop_back();
    return {text, assignment_level};
}

std::pair<std::string, int> Printer::print(const Expression &expression) const
{
    return std::visit([this](const auto &node) { return this->node(node); }, expression.node);
}

} // namespace

std::string print(const Expression &expression, const LeafPrinter &leaves)
{
    return Printer(leaves).print(expression).first;
}

std::string print_statement(const Expression &body, const LeafPrinter &leaves,
                            const std::string &unit)
{
    const Printer printer(leaves);
    return Printer::StatementPrinter(printer, unit).print(std::make_shared<Expression>(body));
}

std::string print_element(const Array &array, const std::vector<std::string> &subscripts)
{
    std::string result = array.spelling.front();
    for (std::size_t k = 0; k < subscripts.size(); ++k)
        result += "[" + subscripts[k] + "]" + array.spelling[k + 1];
    return result;
}

std::string print_lvalue(Array array, const std::vector<std::string> &subscripts)
{
    const auto second = array.spelling.begin() + 1;
    array.spelling.erase(second, second + long(array.linear_dimensions) - 1);
    return print_element(array, subscripts);
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
    leaves.indirect = [&](std::size_t index, const std::vector<std::string> &subscripts) {
        return print_lvalue(program.arrays[statement.accesses[index].array], subscripts);
    };
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
