#include "espalier/targets/c/memory_warnings.h"

#include "espalier/ast/walk.h"
#include "espalier/base/words.h"

#include <fmt/format.h>
#include <isl/aff.h>
#include <isl/set.h>

#include <algorithm>
#include <optional>

namespace espalier::targets {

namespace {

constexpr long greatest = 1L << 40; ///< of the extents that matter

/// An integer; 0 for other expressions, and if it is very large.
long constant(const ast::ExpressionPtr &expression)
{
    constexpr std::size_t max_digits = 17;
    bool is_integer = expression && expression->op == ast::Operator::integer;
    return is_integer && expression->text.size() <= max_digits ? std::stol(expression->text) : 0;
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

/// Whether a subscript is a function of loop variables alone.
bool is_free_of_constants(const isl::pw_aff &subscript)
{
    bool result = true;
    subscript.foreach_piece([&](const isl::set &, const isl::multi_aff &piece) {
        isl::aff function = piece.at(0);
        auto count = unsigned(isl_aff_dim(function.get(), isl_dim_param));
        if (isl_aff_involves_dims(function.get(), isl_dim_param, 0, count) == isl_bool_true)
            result = false;
    });
    return result;
}

/// Whether a subscript may be behind the last element of a dimension in a way that compilers see:
/// some constant in the code is as large as that, or the subscript is a number at most.
/// \param subscript  { S[i] -> [a] }, of the instances that can be
bool may_pass(const isl::pw_aff &subscript, long length, long most)
{
    if (subscript.ge_set(subscript.domain().pw_aff_on_domain(length)).is_empty())
        return false;
    // isl_pw_aff_max_val fails where the function has integer divisions.
    return length <= most || subscript.as_map().range().dim_max_val(0).is_int();
}

/// Whether a subscript may be negative, or too large for a dimension of known length. Where the
/// length is not known, only what is negative whatever the symbolic constants are counts.
/// \param subscript  { S[i] -> [a] }
/// \param instances  { S[i] }: that can be
bool may_leave(const isl::pw_aff &subscript, const isl::set &instances, const isl::pw_aff &extent,
               long most)
{
    std::optional<long> length = program::constant_extent(extent, greatest);
    if (!length && !is_free_of_constants(subscript))
        return false;
    isl::pw_aff possible = subscript.intersect_domain(instances);
    return !possible.lt_set(instances.pw_aff_on_domain(0)).is_empty() ||
           (length && may_pass(possible, *length, most));
}

bool has_known_extent(const program::Array &array)
{
    return std::ranges::any_of(array.extents, [](const std::optional<isl::pw_aff> &extent) {
        return program::constant_extent(extent, greatest).has_value();
    });
}

} // namespace

bool calls_memory_functions(const std::string &text)
{
    return contains_word(text, "memcpy") || contains_word(text, "memset");
}

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
            if (statement.is_kill() || array.is_declared_by_extents)
                continue;
            // Compilers see where such rows start, and may have found out what memory it is.
            if (array.has_triangular_rows && most > 1)
                return true;
            isl::set instances = access.relation.domain().intersect_params(context);
            for (std::size_t k = 0; k < access.subscripts.size(); ++k)
                if (array.extents[k] &&
                    may_leave(access.subscripts[k], instances, *array.extents[k], most))
                    return true;
        }
    return false;
}

std::string without_memory_warnings(const std::string &text, const std::string &indentation)
{
    std::vector<std::string> before = {"push"};
    for (const char *warning : {"aggressive-loop-optimizations", "array-bounds",
                                "maybe-uninitialized", "stringop-overflow", "stringop-overread"})
        before.push_back(fmt::format("ignored \"-W{}\"", warning));
    if (calls_memory_functions(text))
        before.push_back("ignored \"-Wrestrict\"");
    auto pragmas = [&](const std::vector<std::string> &actions) {
        std::string result = indentation + "#if defined __GNUC__ && !defined __clang__\n";
        for (const std::string &action : actions)
            result += fmt::format("{}#pragma GCC diagnostic {}\n", indentation, action);
        return result + indentation + "#endif\n";
    };
    return pragmas(before) + text + pragmas({"pop"});
}

} // namespace espalier::targets
