#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace emulator {

/// Which thread accesses memory, and after how many barriers of its block.
struct Access {
    std::uint32_t launch, block, thread, epoch;
};

/// What is known of the bytes of a piece of memory.
class Shadow {
public:
    explicit Shadow(std::size_t bytes) : bytes_(bytes) {}

    /// \return what is wrong with it; null if nothing is
    const char *read(std::size_t first, std::size_t count, const Access &access);
    const char *write(std::size_t first, std::size_t count, const Access &access);

    /// Says that the host has written or forgotten the bytes.
    void set_by_host(std::size_t first, std::size_t count, bool are_written);

    bool are_written(std::size_t first, std::size_t count) const;

private:
    /// Accesses of one kind to a byte in a launch: of one thread, of some of a block after as many
    /// barriers, or of some.
    struct Accesses {
        enum class By : std::uint8_t { none, thread, block, all };

        std::uint32_t launch = 0, block = 0, thread = 0, epoch = 0;
        By by = By::none;

        void add(const Access &access);

        /// Whether another thread's access is among them that nothing orders with this one.
        bool are_unordered_with(const Access &access) const;
    };

    struct Byte {
        bool is_written = false;
        Accesses reads, writes;
    };

    std::vector<Byte> bytes_;
};

} // namespace emulator
