#include "espalier/machine/innermost_cost.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

namespace espalier::machine {

namespace {

/// What a core issues in a cycle, and cycles that loops take beside their bodies.
constexpr double issues = 5, loads = 2, arithmetic_units = 2, guard_cycles = 2, loop_entry = 8,
                 vector_entry = 20, stated_vector_entry = 10, written_out_entry = 3,
                 in_registers_entry = 1, few_iterations_entry = 2;

/// Operations that a core has begun at most, and not finished.
constexpr double operations_in_flight = 400;

/// Iterations of loops that compilers write out when they have made vectors of them.
constexpr double longest_written_out = 64;

/// Cycles of a subscript that is one of several functions: a choice, or the remainder that stands
/// for it in the source.
constexpr double choice_cycles = 2;

/// Vectors that compilers choose unless they are told otherwise.
constexpr double widest_vector = 32;

/// What the statements of a loop do in one iteration.
struct Counts {
    double operations = 0, slow = 0, loads = 0, stores = 0;

    /// With what ends the iteration.
    double all() const { return operations + loads + stores + 1; }

    double cycles() const
    {
        return std::max(
            {all() / issues, loads / machine::loads, stores, operations / arithmetic_units, slow});
    }
};

bool is_same_element(const MovingAccess &one, const MovingAccess &two)
{
    return one.array == two.array && one.address == two.address && one.stride == two.stride;
}

/// Whether one of some statements writes the element of an access.
bool is_written(std::span<const MovingStatement> statements, const MovingAccess &access)
{
    return std::ranges::any_of(statements, [&](const MovingStatement &statement) {
        return std::ranges::any_of(statement.accesses, [&](const MovingAccess &other) {
            return other.is_write && is_same_element(other, access);
        });
    });
}

/// Of each statement of a body, whether compilers have it computed once, ahead of the loop: it is
/// steady, and so is what it reads.
std::vector<bool> computed_ahead(const std::vector<MovingStatement> &statements)
{
    std::vector<bool> result;
    // What the next statement reads is the same if it is from memory that the loop does not write,
    // or was written before in the iteration, by statements that are ahead; else it is carried.
    auto reads_same = [&](const MovingAccess &read) {
        std::optional<bool> last; // whether the last statement that writes it before is ahead
        for (std::size_t k = 0; k < statements.size(); ++k)
            for (const MovingAccess &write : statements[k].accesses)
                if (write.is_write && write.array == read.array) {
                    if (!is_same_element(write, read) || (k >= result.size() && !last))
                        return false;
                    if (k < result.size())
                        last = result[k];
                }
        return last.value_or(true);
    };
    for (const MovingStatement &statement : statements)
        result.push_back(statement.is_steady &&
                         std::ranges::all_of(statement.accesses, [&](const MovingAccess &access) {
                             return access.stride == 0 && (access.is_write || reads_same(access));
                         }));
    return result;
}

/// Whether an access is to elements that compilers can keep in registers from one run of the loop
/// to the next, where they write it out, as there are registers for all of them.
bool stays_in_registers(const MovingAccess &access) { return access.stays && access.stride != 0; }

/// Whether there are such elements that are written, and registers for all of them.
bool has_registers(const std::vector<MovingStatement> &statements, double count,
                   const Machine &machine)
{
    double bytes = 0;
    for (const MovingStatement &statement : statements)
        for (const MovingAccess &access : statement.accesses)
            if (access.is_write && stays_in_registers(access))
                bytes += count * access.element_bytes;
    const double used = bytes / std::min(widest_vector, double(machine.vector));
    return used > 0 && used <= double(machine.vector_registers) / 2;
}

/// What one iteration does, once compilers keep in registers what it writes and uses again.
/// \param is_kept  accesses that go to registers altogether
Counts counts(
    const std::vector<MovingStatement> &statements,
    bool (*is_kept)(const MovingAccess &) = [](const MovingAccess &) { return false; })
{
    Counts result;
    const std::vector<bool> is_ahead = computed_ahead(statements);
    for (std::size_t k = 0; k < statements.size(); ++k) {
        if (is_ahead[k])
            continue;
        const std::span all = statements;
        result.operations += statements[k].body->operations;
        result.slow += statements[k].body->slow + choice_cycles * statements[k].choices;
        for (const MovingAccess &access : statements[k].accesses)
            if (access.stride == 0 || is_kept(access))
                continue;
            else if (access.is_write)
                result.stores += is_written(all.subspan(k + 1), access) ? 0 : 1;
            else
                result.loads += is_written(all.first(k), access) ? 0 : 1;
    }
    return result;
}

/// The number of iterations after which `read` sees what `write` wrote; nothing if it never does.
std::optional<double> distance(const MovingAccess &write, const MovingAccess &read, double count)
{
    if (write.array != read.array)
        return std::nullopt;
    double apart = write.address - read.address;
    if (write.stride == 0 && read.stride == 0)
        return apart == 0 ? std::optional(0.0) : std::nullopt;
    // Where only one of them moves, it meets the other in some iteration, perhaps in the next one.
    double stride = read.stride != 0 ? read.stride : -write.stride;
    double iterations = apart / stride;
    bool is_met = iterations == std::floor(iterations) && std::abs(iterations) < count;
    if (write.stride == read.stride)
        return is_met ? std::optional(iterations) : std::nullopt;
    return is_met || (write.stride != 0 && read.stride != 0) ? std::optional(1.0) : std::nullopt;
}

/// What an iteration has to wait for from earlier ones.
class Recurrences {
public:
    Recurrences(const std::vector<MovingStatement> &statements, double count)
        : statements_(statements), count_(count)
    {
        for (std::size_t source = 0; source < statements.size(); ++source)
            for (const MovingAccess &write : statements[source].accesses)
                if (write.is_write)
                    for (std::size_t sink = 0; sink < statements.size(); ++sink)
                        carry(source, write, sink);
    }

    double cycles = 0;              ///< per iteration
    double min_distance = HUGE_VAL; ///< of those that are carried

private:
    /// Whether a value is written in the same iteration before `sink` reads it.
    bool is_written_before(const MovingAccess &read, std::size_t sink) const
    {
        for (std::size_t k = 0; k < sink; ++k)
            for (const MovingAccess &write : statements_[k].accesses)
                if (write.is_write && write.stride == read.stride &&
                    distance(write, read, count_) == 0.0)
                    return true;
        return false;
    }

    void carry(std::size_t source, const MovingAccess &write, std::size_t sink)
    {
        const MovingStatement &reader = statements_[sink];
        for (std::size_t k = 0; k < reader.accesses.size(); ++k) {
            const MovingAccess &read = reader.accesses[k];
            std::optional<double> found =
                read.is_write ? std::nullopt : distance(write, read, count_);
            bool stays = write.stride == 0 && read.stride == 0;
            if (!found || *found < 0 || (*found == 0 && !stays) || is_written_before(read, sink))
                continue;
            double iterations = std::max(1.0, *found);
            min_distance = std::min(min_distance, iterations);
            if (write.stride == read.stride)
                cycles = std::max(cycles, latency(sink, k, source) / iterations);
        }
    }

    /// Cycles from having what `first` reads by an access to having what `last` writes with it.
    double latency(std::size_t first, std::size_t access, std::size_t last) const
    {
        std::vector<double> ready(statements_.size(), -1);
        ready[first] = statements_[first].body->latencies[access];
        for (std::size_t k = first + 1; k <= last; ++k)
            for (std::size_t a = 0; a < statements_[k].accesses.size(); ++a) {
                const std::optional<std::size_t> writer =
                    last_writer(statements_[k].accesses[a], first, k);
                if (writer && ready[*writer] >= 0)
                    ready[k] =
                        std::max(ready[k], ready[*writer] + statements_[k].body->latencies[a]);
            }
        return last >= first ? std::max(ready[last], 0.0) : 0;
    }

    /// The statement from `first` on whose value a read in `reader` gets in the same iteration.
    std::optional<std::size_t> last_writer(const MovingAccess &read, std::size_t first,
                                           std::size_t reader) const
    {
        if (read.is_write)
            return std::nullopt;
        for (std::size_t k = reader; k-- > first;)
            if (is_written(std::span(statements_).subspan(k, 1), read))
                return k;
        return std::nullopt;
    }

    const std::vector<MovingStatement> &statements_;
    double count_;
};

/// Whether an access goes to elements that are next to each other, or to one alone.
bool has_vector_stride(const MovingAccess &access)
{
    return access.stride == 0 || std::abs(access.stride) == access.element_bytes;
}

/// Whether compilers make vectors of a statement: of elements that are next to each other, or,
/// where they know that iterations are independent, of others, put together and taken apart.
bool has_vectors(const MovingStatement &statement, bool is_stated)
{
    return statement.body->is_vectorizable && statement.choices == 0 &&
           std::ranges::all_of(statement.accesses, [&](const MovingAccess &access) {
               return has_vector_stride(access) || is_stated;
           });
}

/// Cycles of an iteration for elements that have to be put together into vectors, but for those
/// that it has written, and for those that are taken from them.
double scattered_cycles(const std::vector<MovingStatement> &statements)
{
    double reads = 0, writes = 0;
    for (std::size_t k = 0; k < statements.size(); ++k)
        for (const MovingAccess &access : statements[k].accesses)
            if (!has_vector_stride(access))
                (access.is_write ? writes : reads) +=
                    access.is_write || !is_written(std::span(statements).first(k), access);
    return std::max(reads / loads, writes);
}

/// Whether vectors can leave out some of their lanes: compilers have them do so, in loops whose
/// iterations are known to be independent, where stores with masks are fast.
bool has_masks(const std::vector<MovingStatement> &statements, const Machine &machine)
{
    constexpr std::size_t vector_with_masks = 64;
    constexpr double least_bytes = 4;
    auto is_stored_with_mask = [](const MovingStatement &statement, const MovingAccess &access) {
        return statement.body->is_guarded && access.is_write;
    };
    return machine.vector >= vector_with_masks &&
           std::ranges::all_of(statements, [&](const MovingStatement &statement) {
               return std::ranges::all_of(statement.accesses, [&](const MovingAccess &access) {
                   return !is_stored_with_mask(statement, access) ||
                          access.element_bytes >= least_bytes;
               });
           });
}

/// Elements in a vector of what the statements compute.
double lanes(const std::vector<MovingStatement> &statements, const Machine &machine)
{
    double largest = 1;
    for (const MovingStatement &statement : statements)
        for (const MovingAccess &access : statement.accesses)
            largest = std::max(largest, access.element_bytes);
    return std::floor(std::min(widest_vector, double(machine.vector)) / largest);
}

/// The part of what iterations have to wait for each other that passes on the clock: the next time
/// that the loop runs, as for the next sum, begins while the last iterations still wait.
double exposed_wait(double count, const Counts &iteration)
{
    return count / (count + operations_in_flight / iteration.all());
}

/// Cycles of an iteration that adds a term to each of some sums: vectors of terms are computed,
/// transposed, and added to vectors of sums, one iteration's after the other.
double summed_cycles(const Counts &all, double sums, double width, double wait)
{
    const double terms = (all.operations - sums) / width,
                 shuffles = sums * std::log2(width) / width, additions = sums / width,
                 reads = all.loads / width;
    const double arithmetic = terms + shuffles + additions;
    return std::max(
        {arithmetic / arithmetic_units, reads / loads, (arithmetic + reads) / issues, wait});
}

/// Whether the body of a loop is one that compilers make vectors of.
bool fits_vectors(const std::vector<MovingStatement> &statements, double guards, double count,
                  bool is_stated, const Machine &machine)
{
    const double width = lanes(statements, machine);
    return count >= width && width > 1 && guards == 0 &&
           std::ranges::all_of(statements, [&](const MovingStatement &statement) {
               return has_vectors(statement, is_stated);
           });
}

/// Whether compilers make vectors of a loop.
bool is_in_vectors(const std::vector<MovingStatement> &statements, double guards, double count,
                   Independence independence, const Recurrences &recurrences,
                   const Machine &machine)
{
    if (independence == Independence::summed)
        return fits_vectors(statements, guards, count, false, machine);
    const bool is_stated = independence == Independence::stated;
    const bool is_independent =
        is_stated || (independence == Independence::seen &&
                      recurrences.min_distance >= lanes(statements, machine));
    const bool is_guarded = std::ranges::any_of(
        statements, [](const MovingStatement &statement) { return statement.body->is_guarded; });
    return is_independent && fits_vectors(statements, guards, count, is_stated, machine) &&
           (!is_guarded || (is_stated && has_masks(statements, machine)));
}

} // namespace

InnermostCost innermost_cost(const std::vector<MovingStatement> &statements, double guards,
                             IterationCount iterations, Independence independence,
                             const Machine &machine)
{
    const double count = iterations.count;
    const Counts all = counts(statements);
    const Recurrences recurrences(statements, count);
    const double wait = recurrences.cycles * exposed_wait(count, all);
    const double width = lanes(statements, machine);
    const double scalar = std::max(all.cycles() + guards * guard_cycles, wait);
    if (!is_in_vectors(statements, guards, count, independence, recurrences, machine))
        return {(iterations.is_few ? few_iterations_entry : loop_entry) + count * scalar, false};
    const double rest = count - width * std::floor(count / width);
    if (independence == Independence::summed)
        return {loop_entry + rest * scalar +
                    (count - rest) * summed_cycles(all, double(statements.size()), width, wait),
                true};
    const bool is_written_out = iterations.is_constant && count <= longest_written_out && rest == 0;
    const bool is_in_registers = is_written_out && has_registers(statements, count, machine);
    const Counts vectors = is_in_registers ? counts(statements, stays_in_registers) : all;
    const double entry = is_in_registers                        ? in_registers_entry
                         : is_written_out                       ? written_out_entry
                         : independence == Independence::stated ? stated_vector_entry
                                                                : vector_entry;
    return {entry + (count - rest) * (vectors.cycles() / width + scattered_cycles(statements)) +
                rest * scalar,
            true};
}

double straight_cycles(const MovingStatement &statement)
{
    Counts own = counts({statement});
    for (const MovingAccess &access : statement.accesses)
        if (access.stride == 0)
            (access.is_write ? own.stores : own.loads) += 1;
    return own.cycles();
}

} // namespace espalier::machine
