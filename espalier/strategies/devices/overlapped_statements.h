#pragma once

#include "espalier/program/program.h"
#include "espalier/strategies/devices/kernel_mapping.h"
#include "espalier/strategies/devices/stencil_phases.h"

#include <isl/cpp.h>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace espalier::strategies {

/// How many points a tile in time has.
struct TimeTileShape {
    long iterations;           ///< of the loop over time
    std::vector<long> sizes;   ///< by members
    std::vector<long> threads; ///< of a block, likewise
};

/// The statements of overlapped tiles, and their arrays. Instances are { S[b, ...] }: time in steps
/// of tiles, the numbers of a tile, and what comes after these; or { S[a] }, for elements.
class OverlappedStatements {
public:
    /// \param given     the program without memory of blocks and threads
    /// \param program   gets the statements and the arrays
    /// \param possible  { : ... }: symbolic constants
    OverlappedStatements(const program::Program &given, program::Program &program,
                         const isl::set &possible, StencilLoop loop, StencilMargins margins,
                         TimeTileShape shape);

    /// Whether a tile fits into a block's memory, and it is known how many there are.
    bool is_possible(long block_bytes);

    /// Adds the arrays. Precondition: is_possible()
    void add_arrays();

    /// \name Each adds a statement.
    /// \return the instances
    /// @{

    /// Copies between the memory of a block and what steps pass on: with the margin, or the tile
    /// alone.
    isl::set load(std::size_t state);
    isl::set store(std::size_t state);

    /// { S[b, ..., s, p] }: a statement in the tiles, s: iterations from the first one of the step.
    isl::set computed(const StencilStatement &statement, std::size_t phase);

    /// Copies of what there was in front of the loop, one of two, and of what there is behind it.
    isl::set copied_before(std::size_t state, long version);
    isl::set copied_back(std::size_t state);
    /// @}

    /// Instances with a name that no statement has.
    isl::set named(const isl::set &instances, const std::string &wish) const;

    /// Whether steps read what was in an array in front of them.
    bool has_loads(std::size_t state) const;

    /// How far points are from the first one of their tile, along each member.
    /// \param instances  { S[b, ..., p] }
    std::vector<isl::pw_aff> in_tile(const isl::set &instances) const;

    const StencilLoop &loop() const { return loop_; }
    const TimeTileShape &shape() const { return shape_; }
    std::size_t members() const { return loop_.members; }

    /// { [b] }: time in steps of tiles, and the numbers of tiles.
    isl::set steps_and_tiles() const;

    /// { [b, ..., s] }: with the iterations of each step.
    isl::set steps_and_iterations() const;

    /// { [] -> [n] }: the numbers of tiles, by members.
    const std::vector<isl::pw_aff> &counts() const { return counts_; }

    /// In a block's memory, with their lengths.
    const std::map<std::size_t, std::vector<long>> &tiles() const { return shared_; }

    /// { [] -> S[...] }: all instances.
    const isl::union_map &added() const { return added_; }

private:
    long length(std::size_t member) const;
    unsigned outer() const { return 1 + unsigned(loop_.members); }
    bool find_tiles();
    isl::set homes(const StencilState &state, const isl::set &elements) const;
    isl::map home(const StencilState &state) const;
    isl::pw_aff version(const isl::pw_aff &step) const;
    std::vector<isl::pw_aff> elements(const StencilState &state,
                                      const std::vector<isl::pw_aff> &points) const;
    std::vector<isl::pw_aff> from_tile(const isl::set &instances,
                                       const std::vector<isl::pw_aff> &points) const;
    std::vector<isl::pw_aff> in_memory_of_tile(const isl::set &instances,
                                               const std::vector<isl::pw_aff> &points) const;
    isl::map points_with_margin(const Reaches &margin) const;
    void add_copy(const isl::set &instances, std::size_t target,
                  const std::vector<isl::pw_aff> &target_subscripts, std::size_t source,
                  const std::vector<isl::pw_aff> &source_subscripts);
    isl::set moved(std::size_t state, const isl::map &points, bool is_load);
    isl::set region(std::size_t phase) const;
    void redirect(program::Statement &made, const StencilStatement &statement,
                  const isl::pw_multi_aff &original);
    void add(program::Statement statement);

    const program::Program &given_;
    program::Program &program_;
    const isl::set &possible_;
    StencilLoop loop_;
    StencilMargins margins_;
    TimeTileShape shape_;
    isl::set steps_, tiles_;                          ///< { [b] }
    std::vector<isl::pw_aff> counts_;                 ///< { [] -> [n] }
    std::vector<std::size_t> ping_, tile_;            ///< arrays, by states
    std::map<std::size_t, std::vector<long>> shared_; ///< arrays and their lengths
    isl::union_map added_;                            ///< { [] -> S[...] }
};

} // namespace espalier::strategies
