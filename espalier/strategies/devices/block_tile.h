#pragma once

#include "espalier/program/program.h"
#include "espalier/schedule/loop_role.h"

#include <isl/cpp.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace espalier::strategies {

/// How the threads of a block share the points of a tile. A thread has points that are as far apart
/// as there are threads, each with a number of its own: its register.
struct BlockTile {
    /// The last ones by the members of the band of points; of those in front only the first thread
    /// has points, and the others help to copy.
    std::vector<long> threads;
    std::vector<std::string> numbers; ///< symbolic constants: which thread it is
    std::vector<long> points;         ///< of a thread, by members

    long threads_along(std::size_t member) const
    {
        return threads[threads.size() - points.size() + member];
    }
    long size(std::size_t member) const { return threads_along(member) * points[member]; }
};

/// floor(place / size)
isl::pw_aff in_steps(const isl::pw_aff &place, long size);

/// Which of a thread's points one is, along each member.
/// \param points  { S[i] -> [p] }
isl::multi_pw_aff registers(const BlockTile &tile, isl::multi_pw_aff points);

/// Of a loop over the points of a thread, along a member.
schedule::LoopRolePtr register_role(const BlockTile &tile, std::size_t member);

/// The instances that a thread has, by their places along the numbers of threads, of which there
/// may be fewer: those of the last ones.
isl::set of_thread(const BlockTile &tile, const isl::set &instances,
                   const std::vector<isl::pw_aff> &places);

/// The instances that one of several blocks takes, as many as `size` next to each other.
/// \param times   { S[i] -> [t] }
/// \param number  symbolic constant: which one it is
/// \param count   how many there are, that take them in turns; nothing: as many as it takes
isl::union_set taken_by(const isl::union_map &times, const std::string &number, long size,
                        std::optional<long> count);

/// How many blocks there are, if each takes as many times as `size` next to each other.
/// \param possible  { : ... }: symbolic constants
/// \param times     { S[i] -> [t] }
/// \return { [] -> [n] }; nothing if some times may be negative, or that is not simple
std::optional<isl::pw_aff> blocks_for(const isl::set &possible, const isl::union_map &times,
                                      long size);

/// A name, `wish` or nearly, that no array or statement of a program has.
std::string unused_name(const program::Program &program, const std::string &wish);

/// Adds an array that threads or blocks have for themselves.
/// \param model  the array whose type the elements have
/// \return its position
std::size_t add_array(program::Program &program, const std::string &wish, std::size_t model,
                      const std::vector<long> &lengths);

} // namespace espalier::strategies
