// Any bytes as a C file: the pipeline must accept or refuse them, never crash, and what it accepts
// must pass its own verification.

#include "espalier/base/error.h"
#include "espalier/base/file.h"
#include "espalier/driver/optimize.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const std::string path = std::filesystem::temp_directory_path() /
                                    ("espalier-fuzz-" + std::to_string(::getpid()) + ".c");
    espalier::write_file(path, std::string(reinterpret_cast<const char *>(data), size));
    espalier::driver::OptimizeOptions options;
    options.verify = true;
    options.budget = 600'000;
    espalier::Timings timings;
    try {
        espalier::driver::optimize(path, options, timings);
    } catch (const espalier::Error &error) {
        if (error.fault() == espalier::Fault::espalier)
            std::abort();
    }
    return 0;
}
