#pragma once

#include "espalier/ast/ast.h"

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace espalier::ast {

/// Values of the names in expressions.
using Values = std::map<std::string, long>;

/// The value of an expression; a truth value is 0 or 1.
/// \throws Error{internal_error} if it uses a name that has no value
/// \throws NumberTooLarge
long evaluate(const Expression &expression, const Values &values);

/// Values of names that change, for expressions that are evaluated again and again: each is read
/// once. Names are numbers here.
class Valuation {
public:
    explicit Valuation(const Values &values);

    /// The number of a name, which may be new, and has no value then.
    std::size_t number(const std::string &name);

    /// Gives a name a value, or another one.
    void define(std::size_t number, long value) { values_[number] = value; }

    /// As evaluate() has it.
    /// \param expression  valid as long as this
    long value(const Expression &expression);

private:
    struct Term {
        Operator op;
        long number;                         ///< an integer's value, or the number of a name
        std::array<std::size_t, 3> operands; ///< as many as the operator has; in `terms_`
    };

    std::size_t term(const Expression &expression);
    long value_of(const Term &term) const;
    long value_of_name(std::size_t number) const;

    std::map<std::string, std::size_t> numbers_;
    std::vector<std::optional<long>> values_; ///< by the numbers of names
    std::vector<Term> terms_;
    std::unordered_map<const Expression *, std::size_t> known_; ///< where they are in `terms_`
};

} // namespace espalier::ast
