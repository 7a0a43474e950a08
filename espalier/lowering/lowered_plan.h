#pragma once

#include "espalier/ast/request.h"
#include "espalier/lowering/call_contract.h"
#include "espalier/transform/plan.h"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace espalier::lowering {

/// A plan in the terms of generated code: statements call functions, and arrays have scopes.
struct LoweredPlan {
    program::Program program;
    schedule::Tree tree;
    /// Functions that statements call, in C, in the order in which they are needed.
    std::vector<std::string> definitions = {};
    /// Arrays of the program that are declared where a mark stands, by the mark's name.
    std::map<std::string, std::vector<std::size_t>> buffers = {};
    /// Those of them that are too large for a stack, or may be: threads have them in memory that is
    /// allocated before the region.
    std::vector<std::size_t> allocated = {};
    /// Buffers that are declared outside of parallel loops: all threads have the same ones.
    std::set<std::size_t> shared = {};
    ast::UpperBound upper_bound = ast::UpperBound::minimum;
    /// What the calls execute: one for each statement that calls one of the functions.
    std::vector<CallContract> contracts = {};
};

} // namespace espalier::lowering
