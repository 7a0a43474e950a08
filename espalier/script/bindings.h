#pragma once

#include "espalier/script/call.h"
#include "espalier/strategies/strategy.h"

#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace espalier::script {

/// What a transformation makes of the region that is selected, which is normalized.
using Transformation = transform::MatrixView (*)(const Call &call);

/// What a strategy makes of it, which may be more than an order.
using Strategy = std::function<Outcome(const Call &call)>;

/// Any other function that scripts may call.
using Query = Value (*)(const Call &call);

/// A function of scripts.
struct Binding {
    std::string name;
    std::string usage; ///< all its forms: "peel(loop, value)"
    std::variant<Transformation, Strategy, Query> function;
};

/// \name The functions, by subject. Each is one entry of a table.
/// @{
std::vector<Binding> place_bindings();            ///< what names statements, loops and places
std::vector<Binding> statement_order_bindings();  ///< transform/statement_order.h
std::vector<Binding> iteration_order_bindings();  ///< transform/iteration_order.h
std::vector<Binding> iteration_domain_bindings(); ///< transform/iteration_domain.h, context.h
std::vector<Binding> loop_bindings();             ///< transform/loops.h
std::vector<Binding> layout_bindings();           ///< transform/layout.h, pack.h
std::vector<Binding> strategy_bindings();         ///< strategies/stencils, strategies/rows
/// Of strategies that are called without arguments.
std::vector<Binding> bindings_of(const std::vector<strategies::Strategy> &strategies);
std::vector<Binding> contraction_bindings(); ///< strategies/contractions
std::vector<Binding> session_bindings();     ///< regions, checks, choices, questions
/// @}

/// All of them.
const std::vector<Binding> &all_bindings();

/// Their names, sorted.
const std::vector<std::string> &function_names();

} // namespace espalier::script
