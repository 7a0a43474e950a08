#include "espalier/schedule/loop_role.h"

#include <algorithm>
#include <array>
#include <utility>

namespace espalier::schedule {

namespace {

constexpr std::array kinds = {LoopKind::sequential,    LoopKind::parallel,      LoopKind::vector,
                              LoopKind::strict_vector, LoopKind::narrow_vector, LoopKind::joined};

bool is_equal(const Privatization &first, const Privatization &second)
{
    return first.private_arrays == second.private_arrays &&
           std::ranges::equal(
               first.reductions, second.reductions,
               [](const auto &one, const auto &other) { return one.is_same(other); });
}

bool is_equal(const std::optional<WorkCondition> &first, const std::optional<WorkCondition> &second)
{
    if (!first || !second)
        return first.has_value() == second.has_value();
    return first->least == second->least && first->least_asleep == second->least_asleep &&
           std::ranges::equal(first->factors, second->factors,
                              [](const isl::pw_aff &one, const isl::pw_aff &other) {
                                  return one.plain_is_equal(other);
                              });
}

} // namespace

const char *name(LoopKind kind)
{
    switch (kind) {
    case LoopKind::sequential:
        return "sequential";
    case LoopKind::parallel:
        return "parallel";
    case LoopKind::vector:
        return "vector";
    case LoopKind::strict_vector:
        return "strict_vector";
    case LoopKind::narrow_vector:
        return "narrow_vector";
    case LoopKind::joined:
        return "joined";
    }
    return "";
}

bool has_lanes(LoopKind kind)
{
    return kind == LoopKind::vector || kind == LoopKind::strict_vector ||
           kind == LoopKind::narrow_vector;
}

std::optional<LoopKind> loop_kind(const std::string &name)
{
    auto found =
        std::ranges::find_if(kinds, [&](LoopKind kind) { return schedule::name(kind) == name; });
    return found == kinds.end() ? std::nullopt : std::optional(*found);
}

bool Privatization::is_modular() const
{
    return std::ranges::any_of(reductions, [](const program::Reduction &reduction) {
        return reduction.modular_type.has_value();
    });
}

LoopRolePtr loop_role(LoopRole role) { return std::make_shared<const LoopRole>(std::move(role)); }

LoopRolePtr loop_role(LoopKind kind)
{
    return kind == LoopKind::sequential ? nullptr : loop_role(LoopRole{kind});
}

LoopRolePtr with_kind(const LoopRolePtr &role, LoopKind kind)
{
    if (!role || (!role->blocking && !role->keeps_iterations_apart))
        return loop_role(kind);
    return loop_role({.kind = kind,
                      .keeps_iterations_apart = role->keeps_iterations_apart,
                      .blocking = role->blocking});
}

bool is_equal(const LoopRolePtr &first, const LoopRolePtr &second)
{
    if (first == second || !first || !second)
        return first == second;
    return first->kind == second->kind && is_equal(first->own, second->own) &&
           is_equal(first->condition, second->condition) &&
           first->handed_out == second->handed_out &&
           first->keeps_iterations_apart == second->keeps_iterations_apart &&
           first->registers == second->registers &&
           first->has_row_function == second->has_row_function &&
           first->blocking == second->blocking;
}

} // namespace espalier::schedule
