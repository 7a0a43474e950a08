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

/// The greatest step of a loop.
long greatest_step(const ast::NodePtr &code)
{
    long result = 1;
    const auto *loop = std::get_if<ast::For>(&code->node);
    if (loop && loop->step && loop->step->op == ast::Operator::integer &&
        loop->step->text.size() < 18)
        result = std::stol(loop->step->text);
    ast::foreach_child(
        *code, [&](const ast::NodePtr &child) { result = std::max(result, greatest_step(child)); });
    return result;
}

/// Whether a subscript may be negative, or, in a dimension of few elements, too large: the second
/// iteration of a loop is as far as compilers look.
/// \param subscript  { S[i] -> [a] }, of the instances that can be
bool may_leave(const isl::pw_aff &subscript, const std::optional<isl::pw_aff> &extent, long step)
{
    isl::pw_aff zero = subscript.domain().pw_aff_on_domain(0);
    if (!subscript.lt_set(zero).is_empty())
        return true;
    std::optional<long> length = program::constant_extent(extent, greatest);
    isl::pw_aff end = subscript.domain().pw_aff_on_domain(length.value_or(0));
    return length && *length <= 2 * step && !subscript.ge_set(end).is_empty();
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
    const long step = greatest_step(code);
    for (const program::Statement &statement : program.statements)
        for (const program::Access &access : statement.accesses) {
            const program::Array &array = program.arrays[access.array];
            if (statement.is_kill() || !has_known_extent(array))
                continue;
            isl::set instances = access.relation.domain().intersect_params(context);
            for (std::size_t k = 0; k < access.subscripts.size(); ++k)
                if (may_leave(access.subscripts[k].intersect_domain(instances), array.extents[k],
                              step))
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
