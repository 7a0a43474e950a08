#pragma once

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace espalier::bench {

/// Processor time.
inline double seconds_of(const std::function<void()> &work)
{
    std::clock_t start = std::clock();
    work();
    return double(std::clock() - start) / CLOCKS_PER_SEC;
}

/// The C files of a folder, sorted; one alone, if it is named.
inline std::vector<std::filesystem::path> kernels_in(const std::string &folder,
                                                     const std::string &only)
{
    std::vector<std::filesystem::path> kernels;
    for (const auto &entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".c" && (only.empty() || entry.path().stem() == only))
            kernels.push_back(entry.path());
    std::ranges::sort(kernels);
    return kernels;
}

} // namespace espalier::bench
