#include "espalier/targets/c/same_memory.h"

#include "espalier/program/expression.h"

#include <isl/map.h>
#include <isl/union_map.h>

#include <algorithm>
#include <variant>
#include <vector>

namespace espalier::targets {

namespace {

using program::Access;
using program::AccessKind;
using program::Array;
using program::Statement;

/// Whether nothing lies between the elements of an array, as other members of structures.
bool is_dense(const Array &array)
{
    return array.is_pointer && array.pointer_dimensions == 0 &&
           std::all_of(array.spelling.begin() + 1, array.spelling.end(),
                       [](const std::string &part) { return part.empty(); });
}

bool have_same_shape(const Array &one, const Array &two)
{
    const auto is_same = [](const auto &extent, const auto &other) {
        return extent.has_value() == other.has_value() &&
               (!extent || extent->plain_is_equal(*other));
    };
    return is_dense(one) && is_dense(two) && one.element_type == two.element_type &&
           one.linear_dimensions == two.linear_dimensions &&
           one.has_triangular_rows == two.has_triangular_rows &&
           std::ranges::equal(one.extents, two.extents, is_same);
}

/// An access to an array, with the subscripts alone in its range.
struct Touch {
    const Statement *statement;
    bool is_write;
    isl::map elements; ///< { S[i] -> [a] }
};

std::vector<Touch> touches_of(const program::Program &program, std::size_t array)
{
    std::vector<Touch> result;
    for (const Statement &statement : program.statements)
        for (const Access &access : statement.accesses)
            if (access.array == array && access.kind != AccessKind::kill)
                result.push_back(
                    {&statement, access.kind != AccessKind::read,
                     isl::manage(isl_map_reset_tuple_id(access.relation.copy(), isl_dim_out))});
    return result;
}

isl::union_set elements_of(const std::vector<Touch> &touches)
{
    isl::union_set result = isl::union_set::empty(touches.front().elements.ctx());
    for (const Touch &touch : touches)
        result = result.unite(touch.elements.range().to_union_set());
    return result;
}

/// Whether one access may write what the other one reads in another instance, or both write.
bool collide(const Touch &one, const Touch &two)
{
    if (!one.is_write && !two.is_write)
        return false;
    const isl::map pairs = one.elements.apply_range(two.elements.reverse());
    if (pairs.is_empty())
        return false;
    const bool computes_first =
        std::holds_alternative<program::Assignment>(one.statement->body->node);
    return one.statement != two.statement || (one.is_write && two.is_write) || !computes_first ||
           !pairs.is_subset(pairs.domain().identity());
}

} // namespace

bool may_be_same(const program::Program &program, std::size_t one, std::size_t two)
{
    if (!have_same_shape(program.arrays[one], program.arrays[two]))
        return false;
    const std::vector<Touch> first = touches_of(program, one), second = touches_of(program, two);
    return !first.empty() && !second.empty() && elements_of(first).is_equal(elements_of(second)) &&
           std::ranges::none_of(first, [&](const Touch &touch) {
               return std::ranges::any_of(
                   second, [&](const Touch &other) { return collide(touch, other); });
           });
}

} // namespace espalier::targets
