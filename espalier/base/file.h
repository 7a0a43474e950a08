#pragma once

#include <string>

namespace espalier {

/// The bytes of a file, of a device or pipe until it ends, or of standard input, which is called "-".
/// \throws Error{unreadable_file} if it is missing, a directory, larger than 64 MiB, or cannot be
///         read
std::string read_file(const std::string &path);

/// Whether `path` can be read only once: a pipe, a device or standard input.
bool is_stream(const std::string &path);

/// Writes `bytes` to `path`, whole or not at all: into a new file beside it, which then takes its
/// name (and its permissions). A symbolic link keeps pointing where it did, also to a file that
/// does not exist yet. Devices and pipes are written to directly, and so is standard output, which
/// is called "-".
///
/// Where files are limited in size, the process has to ignore SIGXFSZ, which ends it otherwise.
/// \throws Error{unwritable_output}; whatever was at `path` is then untouched
void write_file(const std::string &path, const std::string &bytes);

} // namespace espalier
