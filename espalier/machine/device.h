#pragma once

#include <string>

namespace espalier::machine {

/// What is known of a device that runs kernels, of its way to the host, and of the host beside it.
/// Rates are those that plain code reaches, not what data sheets say. The values here are those of
/// an A100.
struct Device {
    std::string name = "a100";
    double multiprocessors = 108;
    double threads = 2048;         ///< that a multiprocessor has at a time, at most
    double block_bytes = 48 << 10; ///< of memory that the threads of a block share
    double gigahertz = 1.41;
    double double_gflops = 9'000, single_gflops = 18'000; ///< multiplications and additions
    double memory_gbs = 1'400;                            ///< GB/s
    double cache_bytes = 40 << 20;                        ///< shared by all multiprocessors
    double cache_gbs = 3'000;
    double latency_ns = 500;   ///< until a thread has what it reads of memory
    double launch_us = 3.5;    ///< from one kernel to the next; 0: the device runs what it can,
                               ///< however little that is
    double barrier_us = 1.5;   ///< until all blocks of a kernel have waited for each other
    double wait_us = 9;        ///< until the host knows that kernels are done
    double copy_gbs = 11;      ///< between the host and the device, of memory as programs get it
    double allocate_us = 100;  ///< to get memory for an array, and to give it back
    double host_gigahertz = 3; ///< cycles of the host's cores, as Machine has them

    bool operator==(const Device &) const = default;
};

/// A device that Espalier knows by that name, or one from a file of that name.
/// \throws Error{bad_command_line} if there is neither
/// \throws Error{malformed_model, unreadable_file}
Device named_device(const std::string &name);

/// A device from a YAML map with the names of Device's members, as read_machine() reads machines.
/// \throws Error{malformed_model}
Device read_device(const std::string &text, const std::string &file);

/// The same map, which `read_device` reads.
std::string to_yaml(const Device &device);

} // namespace espalier::machine
