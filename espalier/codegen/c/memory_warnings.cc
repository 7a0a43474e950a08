#include "espalier/codegen/c/memory_warnings.h"

#include "espalier/ast/walk.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/set.h>

#include <algorithm>
#include <optional>

namespace espalier::codegen {

namespace {

constexpr long greatest = 1L << 40; ///< of the extents that matter

/// An integer; 0 for other expressions, and if it is very large.
long constant(const ast::ExpressionPtr &expression)
{
    constexpr std::size_t most_digits = 17;
    bool is_integer = expression && expression->op == ast::Operator::integer;
    return is_integer && expression->text.size() <= most_digits ? std::stol(expression->text) : 0;
}

/// The greatest value of a loop variable that compilers see: in the second iteration of a loop, or
/// where it is unrolled.
long greatest_constant(const ast::NodePtr &code)
{
    long result = 1;
    if (const auto *loop = std::get_if<ast::For>(&code->node))
        result = std::max(constant(loop->init), 2 * constant(loop->step));
    if (const auto *user = std::get_if<ast::User>(&code->node))
        for (const ast::ExpressionPtr &iterator : user->iterators)
            result = std::max(result, constant(iterator));
    ast::foreach_child(*code, [&](const ast::NodePtr &child) {
        result = std::max(result, greatest_constant(child));
    });
    return result;
}

/// Whether a subscript may be negative, or, in a dimension of no more elements than some constant
/// in the code, too large.
/// \param subscript  { S[i] -> [a] }, of the instances that can be
bool may_leave(const isl::pw_aff &subscript, const std::optional<isl::pw_aff> &extent, long most)
{
    isl::pw_aff zero = subscript.domain().pw_aff_on_domain(0);
    if (!subscript.lt_set(zero).is_empty())
        return true;
    std::optional<long> length = program::constant_extent(extent, greatest);
    isl::pw_aff end = subscript.domain().pw_aff_on_domain(length.value_or(0));
    return length && *length <= most && !subscript.ge_set(end).is_empty();
}

bool has_known_extent(const program::Array &array)
{
    return std::ranges::any_of(array.extents, [](const std::optional<isl::pw_aff> &extent) {
        return program::constant_extent(extent, greatest).has_value();
    });
}

} // namespace

bool has_watched_memory(const program::Program &program)
{
    return std::ranges::any_of(program.arrays, [](const program::Array &array) {
        return array.is_local || has_known_extent(array);
    });
}

bool may_leave_arrays(const program::Program &program, const ast::NodePtr &code,
                      const isl::set &context)
{
    const long most = greatest_constant(code);
    for (const program::Statement &statement : program.statements)
        for (const program::Access &access : statement.accesses) {
            const program::Array &array = program.arrays[access.array];
            if (statement.is_kill())
                continue;
            isl::set instances = access.relation.domain().intersect_params(context);
            for (std::size_t k = 0; k < access.subscripts.size(); ++k)
                if (array.extents[k] && may_leave(access.subscripts[k].intersect_domain(instances),
                                                  array.extents[k], most))
                    return true;
        }
    return false;
}

std::string without_memory_warnings(const std::string &text, const std::string &indentation)
{
    std::vector<std::string> before = {"push"};
    for (const char *warning : {"aggressive-loop-optimizations", "array-bounds",
                                "maybe-uninitialized", "stringop-overflow"})
        before.push_back(fmt::format("ignored \"-W{}\"", warning));
    auto pragmas = [&](const std::vector<std::string> &actions) {
        std::string result = indentation + "#if defined __GNUC__ && !defined __clang__\n";
        for (const std::string &action : actions)
            result += fmt::format("{}#pragma GCC diagnostic {}\n", indentation, action);
        return result + indentation + "#endif\n";
    };
    return pragmas(before) + text + pragmas({"pop"});
}

} // namespace espalier::codegen
