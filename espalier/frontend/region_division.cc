#include "espalier/frontend/region_division.h"

#include "espalier/frontend/walk.h"

#include <clang/AST/Expr.h>

#include <algorithm>

namespace espalier::frontend {

namespace {

using Statements = std::vector<const clang::Stmt *>;

/// What a region may have of both: the largest kernels that gain by order across nests have fewer
/// nests.
constexpr long max_nests = 8, max_assignments = 24;

/// Where there is more, what a part may have if it has several nests: the less, the more parts
/// there are to share what a function may take.
long max_assignments_of_part(long assignments)
{
    constexpr long most = 8, least = 3, most_in_all = 400;
    return std::clamp(most_in_all / assignments, least, most);
}

long assignments_in(const clang::Stmt *statement)
{
    long result = 0;
    walk(statement, {.enter = [&](const clang::Stmt &inner) {
             const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(&inner);
             result += operation && operation->isAssignmentOp();
             return true;
         }});
    return result;
}

long assignments_in(const Statements &statements)
{
    long result = 0;
    for (const clang::Stmt *statement : statements)
        result += assignments_in(statement);
    return result;
}

} // namespace

std::vector<Statements>
divided_into_regions(const Statements &statements,
                     const std::function<bool(const clang::Stmt *)> &contains_loop)
{
    const long all = assignments_in(statements);
    if (all <= max_assignments || std::ranges::count_if(statements, contains_loop) <= max_nests)
        return {statements};
    std::vector<Statements> result(1);
    long assignments = 0; // of the last part
    for (const clang::Stmt *statement : statements) {
        const long added = assignments_in(statement);
        if (assignments + added > max_assignments_of_part(all) &&
            std::ranges::any_of(result.back(), contains_loop)) {
            result.emplace_back();
            assignments = 0;
        }
        result.back().push_back(statement);
        assignments += added;
    }
    return result;
}

} // namespace espalier::frontend
