#include "espalier/strategies/strides.h"

#include "espalier/schedule/queries.h"

#include <isl/aff.h>

#include <functional>

namespace espalier::strategies {

namespace {

/// Weights of what an access does from one iteration of the innermost loop to the next.
constexpr int in_place = 1, next_element = 2, jump = -4;

/// { S[i] -> [t] } inverted, t: the prefix and the members of a band; nothing if t does not tell i.
std::optional<isl::pw_multi_aff> instance_at(const isl::map &order)
{
    if (!order.is_injective())
        return std::nullopt;
    return order.reverse().as_pw_multi_aff();
}

/// How an access moves along schedule dimension `position`.
int weight(const program::Access &access, const isl::pw_multi_aff &instance, int position)
{
    int result = in_place;
    for (std::size_t k = 0; k < access.subscripts.size(); ++k) {
        std::optional<isl::val> step =
            coefficient(access.subscripts[k].pullback(instance), position);
        bool is_last = k + 1 == access.subscripts.size();
        if (!step || (!step->is_zero() && !(is_last && step->abs().is_one())))
            return jump;
        if (!step->is_zero())
            result = next_element;
    }
    return result;
}

/// Calls a function with each access of each statement below a band, each member, and the weight
/// for that member as the innermost loop.
/// \return false if the schedule does not tell instances apart
bool foreach_weight(const program::Program &program, const schedule::Cursor &band,
                    const std::function<void(const program::Access &, std::size_t, int)> &call)
{
    isl::union_map order = schedule::prefix_relation(band.child(0));
    for (const program::Statement &statement : program.statements) {
        isl::union_map own = order.intersect_domain(statement.domain);
        if (statement.is_kill() || own.is_empty())
            continue;
        std::optional<isl::pw_multi_aff> instance = instance_at(own.as_map());
        if (!instance)
            return false;
        for (const program::Access &access : statement.accesses)
            for (std::size_t k = 0; k < band.as<schedule::Band>().size(); ++k)
                call(access, k, weight(access, *instance, int(band.schedule_depth() + k)));
    }
    return true;
}

} // namespace

std::optional<isl::val> coefficient(const isl::pw_aff &function, int position)
{
    std::optional<isl::val> result;
    bool is_same = true;
    function.foreach_piece([&](const isl::set &, const isl::multi_aff &piece) {
        isl::val value =
            isl::manage(isl_aff_get_coefficient_val(piece.at(0).get(), isl_dim_in, position));
        is_same = is_same && (!result || result->eq(value));
        result = value;
    });
    return is_same ? result : std::nullopt;
}

std::vector<std::size_t> members_without_write_jumps(const program::Program &program,
                                                     const schedule::Cursor &band)
{
    const std::vector<schedule::Member> &members = band.as<schedule::Band>().members;
    std::vector<bool> jumps(members.size(), false);
    bool is_known = foreach_weight(
        program, band, [&](const program::Access &access, std::size_t member, int weight) {
            if (access.kind != program::AccessKind::read && weight == jump)
                jumps[member] = true;
        });
    std::vector<std::size_t> result;
    for (std::size_t member = 0; is_known && member < members.size(); ++member)
        if (members[member].is_coincident && !jumps[member])
            result.push_back(member);
    return result;
}

bool jumps_along_member(const program::Program &program, const schedule::Cursor &band,
                        std::size_t member)
{
    bool has_jumps = false;
    const bool is_known =
        foreach_weight(program, band, [&](const program::Access &, std::size_t other, int weight) {
            has_jumps = has_jumps || (other == member && weight == jump);
        });
    return !is_known || has_jumps;
}

bool stays_in_place(const program::Access &access, std::size_t loop)
{
    return std::ranges::all_of(access.subscripts, [&](const isl::pw_aff &subscript) {
        std::optional<isl::val> step = coefficient(subscript, int(loop));
        return step && step->is_zero();
    });
}

bool is_contiguous(const program::Access &access, std::size_t loop)
{
    std::vector<bool> steps, moves;
    for (const isl::pw_aff &subscript : access.subscripts) {
        std::optional<isl::val> step = coefficient(subscript, int(loop));
        moves.push_back(!step || !step->is_zero());
        steps.push_back(step && step->abs().is_one());
    }
    return !steps.empty() && steps.back() && std::ranges::count(moves, true) == 1;
}

bool jumps_along(const program::Access &access, std::size_t loop)
{
    return !stays_in_place(access, loop) && !is_contiguous(access, loop);
}

bool is_sum_along(const program::Statement &statement, std::size_t loop)
{
    auto is_updated = [&](const program::Access &write) {
        return write.kind == program::AccessKind::read ||
               (stays_in_place(write, loop) &&
                std::ranges::any_of(statement.accesses, [&](const program::Access &read) {
                    return read.kind == program::AccessKind::read &&
                           read.relation.is_equal(write.relation);
                }));
    };
    return std::ranges::all_of(statement.accesses, is_updated);
}

int contiguous_along(const program::Program &program, const program::Statement &statement,
                     std::size_t loop)
{
    return int(std::ranges::count_if(statement.accesses, [&](const program::Access &access) {
        return program.arrays[access.array].spelling.back().empty() && is_contiguous(access, loop);
    }));
}

bool has_jump_along(const program::Statement &statement, std::size_t loop)
{
    return std::ranges::any_of(statement.accesses, [&](const program::Access &access) {
        return jumps_along(access, loop);
    });
}

std::optional<std::size_t> best_innermost_member(const program::Program &program,
                                                 const schedule::Cursor &band)
{
    const std::vector<schedule::Member> &members = band.as<schedule::Band>().members;
    std::vector<int> gain(members.size(), 0);
    bool is_known =
        foreach_weight(program, band, [&](const program::Access &, std::size_t member, int weight) {
            gain[member] += weight;
        });
    if (!is_known)
        return std::nullopt;
    std::optional<std::size_t> best;
    for (std::size_t member = 0; member < gain.size(); ++member)
        if (members[member].is_coincident && gain[member] > 0 &&
            (!best || gain[member] >= gain[*best]))
            best = member;
    if (!best) {
        std::vector<std::size_t> harmless = members_without_write_jumps(program, band);
        return harmless.empty() ? std::nullopt : std::optional(harmless.back());
    }
    if (gain[*best] <= gain.back() && members.back().is_coincident)
        return gain.size() - 1;
    return best;
}

} // namespace espalier::strategies
