#pragma once

#include <string>

namespace espalier {

/// The bytes of a regular file.
/// \throws Error{unreadable_file} if it is missing, a directory, or cannot be read
std::string read_file(const std::string &path);

/// Writes `bytes` to `path`, whole or not at all: into a new file beside it, which then takes its
/// name (and its permissions). A symbolic link keeps pointing where it did. Devices and pipes are
/// written to directly.
/// \throws Error{unwritable_output}; whatever was at `path` is then untouched
void write_file(const std::string &path, const std::string &bytes);

} // namespace espalier
