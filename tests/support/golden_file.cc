#include "tests/support/golden_file.h"

#include "espalier/base/file.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

namespace espalier::test {

std::string golden_file(const std::string &name)
{
    return std::filesystem::path(ESPALIER_TESTS) / name;
}

bool is_updating_golden_files() { return std::getenv("ESPALIER_UPDATE_GOLDEN") != nullptr; }

void expect_golden(const std::string &found, const std::string &name)
{
    std::string file = golden_file(name);
    if (is_updating_golden_files())
        write_file(file, found);
    else if (!std::filesystem::exists(file))
        ADD_FAILURE() << name << " is missing: make update-golden";
    else
        EXPECT_EQ(found, read_file(file)) << name << "; if that is right: make update-golden";
}

} // namespace espalier::test
