#pragma once

#include "espalier/program/program.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace espalier::lowering {

/// How a value was computed, as a number: values that were computed in two ways, or of terms in two
/// orders, have different ones.
using Origin = std::uint64_t;

/// Of what a text says was computed.
Origin origin(const std::string &text);

/// Of "old op value".
Origin updated(Origin old, const std::string &op, Origin value);

/// The origins of the values that code leaves in elements, by arrays and subscripts.
using Memory = std::map<std::pair<std::size_t, std::vector<long>>, Origin>;

/// Thrown where code executes, or looks at, more than it may.
struct TooMuch {};

/// What elements hold. A place with fewer subscripts than its array has dimensions is a slice, all
/// elements of which may be accessed.
class Elements {
public:
    /// \param most  how many elements of slices to look at before giving up
    Elements(const program::Program &program, std::size_t most) : program_(program), left_(most) {}

    /// What an element holds, or held in the beginning; or all elements of a slice.
    /// \param here  what a value is where it is read
    /// \throws TooMuch
    Origin load(const Memory::key_type &place,
                const std::function<Origin(Origin)> &here = std::identity()) const;

    /// Of a slice, any element may get the value.
    /// \throws TooMuch
    void store(const Memory::key_type &place, Origin value);

    Memory memory() && { return std::move(memory_); }

private:
    void look() const;
    bool is_slice(const Memory::key_type &place) const;
    bool is_inside(Memory::const_iterator place, const Memory::key_type &slice) const;

    const program::Program &program_;
    Memory memory_;
    mutable std::size_t left_; ///< to look at
};

/// One side of a guard.
struct Decision {
    Origin decides; ///< the condition
    bool is_taken;  ///< whether it holds
};

/// Values that are one or the other, by conditions.
class Choices {
public:
    /// `value` where a decision is taken so, and `otherwise` elsewhere.
    Origin chosen(const Decision &decision, Origin value, Origin otherwise);

    /// What a value is where all of some decisions are taken so.
    Origin where(const std::vector<Decision> &decisions, Origin value) const;

private:
    struct Both {
        Origin decides, yes, no;
    };

    Origin where(const Decision &decision, Origin value) const;

    std::map<Origin, Both> choices_;
};

} // namespace espalier::lowering
