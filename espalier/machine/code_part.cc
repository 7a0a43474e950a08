#include "espalier/machine/code_part.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace espalier::machine {

namespace {

/// A reference's part of a mean; counts are weighted by how often it runs.
void weigh(Reference &reference, double factor)
{
    reference.runs *= factor;
    for (Move &move : reference.moves)
        move.count *= reference.runs;
    for (double &misses : reference.misses)
        misses *= factor;
}

void add(Reference &sum, const Reference &other)
{
    sum.runs += other.runs;
    for (std::size_t k = 0; k < sum.moves.size(); ++k)
        sum.moves[k].count += other.moves[k].count;
    for (std::size_t level = 0; level < level_count; ++level)
        sum.misses[level] += other.misses[level];
}

} // namespace

void CodePart::append(CodePart other)
{
    cycles += other.cycles;
    kernel_cycles += other.kernel_cycles;
    std::ranges::move(other.references, std::back_inserter(references));
    std::ranges::move(other.origins, std::back_inserter(origins));
}

void CodePart::drop_last_strides()
{
    for (Origin &origin : origins)
        origin.strides.pop_back();
}

void note_crossings(CodePart &body, const Machine &machine)
{
    const auto line = double(machine.line);
    const auto moves_along = [&](std::size_t k) {
        return body.origins[k].strides.back() == body.references[k].element_bytes;
    };
    for (std::size_t one = 0; one < body.references.size(); ++one)
        for (std::size_t other = 0; other < one; ++other) {
            Reference &first = body.references[one], &second = body.references[other];
            const double apart = std::abs(first.address - second.address);
            if (first.array == second.array && apart > 0 && apart < line && moves_along(one) &&
                moves_along(other))
                first.crosses_lines = second.crosses_lines = true;
        }
}

CodePart mean(std::vector<Sample> samples)
{
    CodePart result;
    std::map<std::size_t, std::size_t> known; // places
    for (auto &[part, factor] : samples) {
        result.cycles += factor * part.cycles;
        result.kernel_cycles += factor * part.kernel_cycles;
        for (std::size_t k = 0; k < part.references.size(); ++k) {
            auto [found, is_new] = known.emplace(part.origins[k].place, result.references.size());
            weigh(part.references[k], factor);
            if (is_new) {
                result.references.push_back(std::move(part.references[k]));
                result.origins.push_back(std::move(part.origins[k]));
            } else {
                add(result.references[found->second], part.references[k]);
            }
        }
    }
    for (Reference &reference : result.references)
        for (Move &move : reference.moves)
            move.count /= reference.runs;
    return result;
}

} // namespace espalier::machine
