#include "espalier/program/value_type.h"

#include <algorithm>
#include <map>
#include <set>

namespace espalier::program {

namespace {

using Kind = ValueType::Kind;

constexpr int char_bits = 8, short_bits = 16, int_bits = 32, wide_bits = 64;

ValueType integer(int bits, std::optional<bool> is_signed)
{
    return {Kind::integer, bits, is_signed};
}

/// The types that C or its <stdint.h> and <stddef.h> spell so.
/// \param long_bits  the width of `long`
ValueType type_spelled(const std::string &spelling, int long_bits)
{
    static const std::set<std::string> floating = {"float", "double", "long double", "_Float16"};
    static const std::map<std::string, ValueType> integers = {
        {"char", integer(char_bits, std::nullopt)},
        {"signed char", integer(char_bits, true)},
        {"unsigned char", integer(char_bits, false)},
        {"short", integer(short_bits, true)},
        {"unsigned short", integer(short_bits, false)},
        {"int", integer(int_bits, true)},
        {"unsigned int", integer(int_bits, false)},
        {"long long", integer(wide_bits, true)},
        {"unsigned long long", integer(wide_bits, false)},
        {"int8_t", integer(char_bits, true)},
        {"uint8_t", integer(char_bits, false)},
        {"int16_t", integer(short_bits, true)},
        {"uint16_t", integer(short_bits, false)},
        {"int32_t", integer(int_bits, true)},
        {"uint32_t", integer(int_bits, false)},
        {"int64_t", integer(wide_bits, true)},
        {"uint64_t", integer(wide_bits, false)},
    };
    if (spelling == "_Bool" || spelling == "bool")
        return {Kind::boolean, 1, false};
    if (floating.contains(spelling))
        return {Kind::floating};
    if (spelling == "long" || spelling == "unsigned long")
        return integer(long_bits, spelling == "long");
    auto found = integers.find(spelling);
    return found != integers.end() ? found->second : ValueType{Kind::named, 0, {}, spelling};
}

ValueType type_spelled(const Program &program, const std::string &spelling)
{
    return type_spelled(spelling, program.wide_type == "long" ? wide_bits : int_bits);
}

/// An integer type as the operands of an operator have it.
ValueType promoted(const ValueType &type)
{
    return type.is_integer() && type.bits < int_bits ? integer(int_bits, true) : type;
}

/// The type to which C converts both operands of an operator.
ValueType common(const ValueType &one, const ValueType &two)
{
    if (one.kind == Kind::unknown || two.kind == Kind::unknown)
        return {};
    if (one.kind == Kind::floating || two.kind == Kind::floating)
        return {Kind::floating};
    if (one.kind == Kind::named || two.kind == Kind::named) {
        bool is_same = one.name == two.name || one.is_integer() || two.is_integer();
        return !is_same ? ValueType() : one.kind == Kind::named ? one : two;
    }
    ValueType first = promoted(one), second = promoted(two);
    if (first.bits != second.bits)
        return first.bits > second.bits ? first : second;
    bool is_signed = first.is_signed == true && second.is_signed == true;
    bool is_known = first.is_signed && second.is_signed;
    return integer(first.bits, is_signed || is_known ? std::optional(is_signed) : std::nullopt);
}

class Typing {
public:
    Typing(const Program &program, const Statement &statement)
        : program_(program), statement_(statement)
    {
    }

    ValueType operator()(const Literal &literal) const
    {
        const std::string &text = literal.spelling;
        bool is_number = text.find_first_of("0123456789") == 0 || text.front() == '.';
        if (!is_number) // a character or an enumerator
            return integer(text.front() == '\'' ? int_bits : wide_bits, true);
        bool is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
        if (text.find_first_of(is_hexadecimal ? ".pP" : ".eE") != std::string::npos)
            return {Kind::floating};
        constexpr std::size_t digits_of_int = 9;
        bool is_int = !is_hexadecimal && text.size() <= digits_of_int &&
                      text.find_first_not_of("0123456789") == std::string::npos;
        return is_int ? integer(int_bits, true) : integer(wide_bits, std::nullopt);
    }

    ValueType operator()(const ConstantVariable &variable) const
    {
        for (const Parameter &parameter : program_.parameters)
            if (parameter.id.name() == variable.name)
                return type_spelled(program_, parameter.type);
        return integer(wide_bits, std::nullopt);
    }

    ValueType operator()(const IteratorValue &value) const { return integer_spelled(value.type); }

    ValueType operator()(const AffineValue &value) const { return integer_spelled(value.type); }

    ValueType operator()(const AccessValue &value) const
    {
        return element_type(program_, program_.arrays[statement_.accesses[value.access].array]);
    }

    ValueType operator()(const IndirectValue &value) const
    {
        return element_type(program_, program_.arrays[statement_.accesses[value.access].array]);
    }

    ValueType operator()(const UnaryOperation &operation) const
    {
        return operation.op == "!" ? integer(int_bits, true) : promoted(of(operation.operand));
    }

    ValueType operator()(const BinaryOperation &operation) const
    {
        static const std::set<std::string> truth = {"<", "<=", ">", ">=", "==", "!=", "&&", "||"};
        if (truth.contains(operation.op))
            return integer(int_bits, true);
        if (operation.op == "<<" || operation.op == ">>")
            return promoted(of(operation.left));
        return common(of(operation.left), of(operation.right));
    }

    ValueType operator()(const ConditionalOperation &operation) const
    {
        return common(of(operation.yes), of(operation.no));
    }

    ValueType operator()(const CastOperation &cast) const
    {
        return type_spelled(program_, cast.type);
    }

    ValueType operator()(const LocalValue &value) const
    {
        return type_spelled(program_, value.type);
    }

    ValueType operator()(const CallOperation &) const { return {}; }
    ValueType operator()(const Assignment &assignment) const { return of(assignment.target); }
    ValueType operator()(const Guarded &guarded) const { return of(guarded.statement); }
    ValueType operator()(const LocalDeclaration &) const { return {}; }
    ValueType operator()(const Sequence &) const { return {}; }
    ValueType operator()(const Branch &) const { return {}; }
    ValueType operator()(const DataLoop &) const { return {}; }
    ValueType operator()(const Jump &) const { return {}; }

private:
    ValueType of(const ExpressionPtr &expression) const
    {
        return value_type(program_, statement_, *expression);
    }

    /// The type of a value that is known to be an integer.
    ValueType integer_spelled(const std::string &spelling) const
    {
        ValueType type = type_spelled(program_, spelling);
        return type.is_integer() ? type : integer(wide_bits, std::nullopt);
    }

    const Program &program_;
    const Statement &statement_;
};

} // namespace

ValueType element_type(const Program &program, const Array &array)
{
    return type_spelled(program, array.element_type);
}

std::optional<std::string> unsigned_element_type(const Program &program, const Array &array)
{
    constexpr int int_bits = 32;
    const ValueType type = element_type(program, array);
    const bool is_computed_with =
        type.kind == Kind::integer && type.is_signed == true && type.bits >= int_bits;
    return is_computed_with ? std::optional("unsigned " + array.element_type) : std::nullopt;
}

ValueType value_type(const Program &program, const Statement &statement,
                     const Expression &expression)
{
    return std::visit(Typing(program, statement), expression.node);
}

bool holds_all_values(const ValueType &wide, const ValueType &narrow)
{
    if (wide.kind == Kind::floating)
        return narrow.kind == Kind::floating;
    if (wide.kind == Kind::named)
        return narrow.kind == Kind::named && narrow.name == wide.name;
    if (!wide.is_integer() || !narrow.is_integer())
        return false;
    if (wide.is_signed == narrow.is_signed)
        return wide.bits >= narrow.bits;
    return wide.is_signed == true && wide.bits > narrow.bits;
}

} // namespace espalier::program
