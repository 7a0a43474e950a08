#include "espalier/targets/opencl/opencl_target.h"

#include "espalier/targets/device/device_program.h"
#include "espalier/targets/opencl/opencl_runtime.h"

namespace espalier::targets {

const DeviceLanguage &OpenClTarget::language() const
{
    static const DeviceLanguage result{
        .target = Target::opencl,
        .kernel = "__kernel void",
        .in_memory = "__global ",
        .restricted = "restrict ",
        .in_block = "__local ",
        .block_bytes = 32 << 10,
        .barrier = "barrier(CLK_LOCAL_MEM_FENCE);",
        .grid_barrier = "",
        .helper = "",
        .block = {"get_group_id(0)", "get_group_id(1)", "get_group_id(2)"},
        .thread = {"get_local_id(0)", "get_local_id(1)", "get_local_id(2)"},
        .blocks = {"get_num_groups(0)", "get_num_groups(1)"},
        .has_overloads = true,
        .words = {"half",      "local",     "global",    "private",   "constant",  "kernel",
                  "bool",      "uchar",     "ushort",    "uint",      "ulong",     "size_t",
                  "ptrdiff_t", "intptr_t",  "event_t",   "image1d_t", "image2d_t", "image3d_t",
                  "sampler_t", "read_only", "write_only"},
        .reference = [](const std::string &kernel) { return "\"" + kernel + "\""; }};
    return result;
}

DeviceFiles OpenClTarget::files(const Kernels &kernels, const lowering::Names &names,
                                const std::string &stem) const
{
    const std::string name = stem + "_kernel.cl";
    const std::string helpers = device_helpers(kernels.helpers, names, language());
    const std::string text = "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
                             "#pragma OPENCL FP_CONTRACT OFF\n\n" +
                             helpers + (helpers.empty() ? "" : "\n") + kernels.text;
    DeviceFiles result;
    if (!embeds_kernels_)
        result.beside.push_back({name, text});
    if (!kernels.empty())
        result.host = opencl_runtime(names.device, embeds_kernels_ ? embedded_source(text)
                                                                   : source_from_file(name));
    return result;
}

} // namespace espalier::targets
