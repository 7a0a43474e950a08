#pragma once

#include <string>

namespace espalier::test {

/// A file in the folder of the tests, which holds what some test expects.
/// \param name  from that folder on
std::string golden_file(const std::string &name);

/// Whether golden files are to be written anew: `make update-golden` says so in the environment,
/// ESPALIER_UPDATE_GOLDEN.
bool is_updating_golden_files();

/// Compares text with a golden file, or writes that anew.
void expect_golden(const std::string &found, const std::string &name);

} // namespace espalier::test
