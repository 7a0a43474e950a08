#include "espalier/machine/device.h"

#include "espalier/base/file.h"
#include "espalier/machine/entries.h"

#include <fmt/ranges.h>

#include <filesystem>

namespace espalier::machine {

namespace {

using schedule::YamlValue;

constexpr double least = 1e-3, most = 1e12;

constexpr Entry<Device, double> numbers[] = {
    {"multiprocessors", &Device::multiprocessors, 1, 1e6, ""},
    {"threads", &Device::threads, 1, 1e6, "that a multiprocessor has at a time"},
    {"block_bytes", &Device::block_bytes, 0, 1e6, "of memory that a block's threads share"},
    {"gigahertz", &Device::gigahertz, least, most, ""},
    {"double_gflops", &Device::double_gflops, least, most, "multiplications and additions"},
    {"single_gflops", &Device::single_gflops, least, most, ""},
    {"memory_gbs", &Device::memory_gbs, least, most, "GB/s"},
    {"cache_bytes", &Device::cache_bytes, 0, most, "shared by all multiprocessors"},
    {"cache_gbs", &Device::cache_gbs, least, most, "GB/s"},
    {"latency_ns", &Device::latency_ns, 0, most, "until a thread has what it reads"},
    {"launch_us", &Device::launch_us, 0, most,
     "from one kernel to the next; 0: all runs here that can"},
    {"barrier_us", &Device::barrier_us, 0, most,
     "until all blocks of a kernel have waited for each other"},
    {"wait_us", &Device::wait_us, 0, most, "until the host knows that kernels are done"},
    {"copy_gbs", &Device::copy_gbs, least, most, "GB/s between the host and the device"},
    {"allocate_us", &Device::allocate_us, 0, most, "memory for an array"},
    {"host_gigahertz", &Device::host_gigahertz, least, most, "of the host's cores"},
};

void read_entry(const YamlValue &key, const YamlValue &value, Device &device)
{
    if (value.kind != YamlValue::Kind::scalar)
        refuse(key, fmt::format("`{}` has to have one value", key.scalar));
    std::vector<std::string> known = {"name"};
    if (key.scalar == "name")
        device.name = value.scalar;
    else if (!read_one_of(numbers, key, value, device, known))
        refuse(key, fmt::format("a device has no entry `{}`{}; `espalier machine --device` prints "
                                "all of them",
                                key.scalar, did_you_mean(key.scalar, known)));
}

Device h100()
{
    Device result;
    result.name = "h100";
    result.multiprocessors = 132;
    result.gigahertz = 1.75;
    result.double_gflops = 31'000;
    result.single_gflops = 55'000;
    result.memory_gbs = 3'050;
    result.cache_bytes = 50 << 20;
    result.cache_gbs = 4'780;
    result.latency_ns = 450;
    result.launch_us = 3.3;
    result.barrier_us = 1.4;
    result.wait_us = 8.7;
    return result;
}

Device h200()
{
    Device result = h100();
    result.name = "h200";
    result.memory_gbs = 4'300;
    return result;
}

/// One for games, which computes with double numbers at a 32nd of the speed.
Device small()
{
    Device result;
    result.name = "small";
    result.multiprocessors = 14;
    result.threads = 1024;
    result.gigahertz = 1.6;
    result.double_gflops = 90;
    result.single_gflops = 2'800;
    result.memory_gbs = 115;
    result.cache_bytes = 1 << 20;
    result.cache_gbs = 400;
    result.launch_us = 5;
    result.wait_us = 15;
    result.copy_gbs = 6;
    return result;
}

/// One that runs all that it can, however little that is.
Device eager()
{
    Device result;
    result.name = "eager";
    result.launch_us = 0;
    return result;
}

} // namespace

Device named_device(const std::string &name)
{
    std::vector<std::string> names;
    for (const Device &known : {Device(), h100(), h200(), small(), eager()}) {
        if (known.name == name)
            return known;
        names.push_back(known.name);
    }
    if (!std::filesystem::exists(name))
        throw Error(Fault::command_line, DiagnosticKind::bad_command_line,
                    fmt::format("there is neither a device nor a file `{}`{}; devices known by "
                                "name are {}",
                                name, did_you_mean(name, names), fmt::join(names, ", ")));
    return read_device(read_file(name), name);
}

Device read_device(const std::string &text, const std::string &file)
{
    YamlValue document = schedule::read_yaml_document(text, file);
    if (document.kind != YamlValue::Kind::map)
        refuse(document, "this is not a map of entries such as `multiprocessors: 132`; `espalier "
                         "machine --device` prints one");
    Device device;
    for (std::size_t k = 0; k < document.items.size(); ++k)
        read_entry(document.keys[k], document.items[k], device);
    return device;
}

std::string to_yaml(const Device &device)
{
    YAML::Emitter out;
    out << YAML::BeginMap;
    out << YAML::Key << "name" << YAML::Value << YAML::DoubleQuoted << device.name;
    write_entries(numbers, device, out);
    out << YAML::EndMap;
    return std::string(out.c_str()) + "\n";
}

} // namespace espalier::machine
