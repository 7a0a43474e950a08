#pragma once

#include <string>

namespace espalier::targets {

/// What host code calls to use a device, `espalier_device_begin`, `_launch` and `_end`, as static
/// functions in C: what fails before anything has run leaves the region to the host, what fails
/// later ends the program.
/// \param headers     lines in front
/// \param primitives  a target's definitions of a type, `_handle`, of memory on its device and of
///                    functions:
///     int _open(void)                       whether there is a device, which is open then
///     int _allocate(_handle *, size_t)      whether there was as much memory
///     int _write(_handle, size_t, size_t, const void *)  whether so many bytes went to a place
///     void _read(_handle, size_t, size_t, void *)        after all that was launched
///     void _release(_handle)
///     int _is_on_device(_handle *, const void *)  whether the caller's memory is; its handle then
///     void _finish(void)                    until all that was launched is done
///     void _launch(kernel, int dimensions, const long *blocks, const long *most,
///                  const long *threads, const struct _argument *)
/// \param prefix      stands for PREFIX in all of them
std::string device_runtime(const std::string &headers, const std::string &primitives,
                           const std::string &prefix);

} // namespace espalier::targets
