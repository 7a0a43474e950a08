#include "espalier/machine/machine.h"

#include "espalier/machine/entries.h"

namespace espalier::machine {

namespace {

using schedule::YamlValue;

constexpr std::size_t max_bytes = std::size_t(1) << 50, max_registers = 1 << 10, max_ways = 1 << 10;

constexpr Entry<Machine, std::size_t> numbers[] = {
    {"cores", &Machine::cores, 1, 1 << 16, "that a program may use"},
    {"line", &Machine::line, 8, 1 << 16, "bytes of a cache line"},
    {"first_cache", &Machine::first_cache, 1 << 10, max_bytes, "bytes of data cache, per core"},
    {"first_ways", &Machine::first_ways, 0, max_ways, "0: not known"},
    {"second_cache", &Machine::second_cache, 1 << 10, max_bytes, "bytes, per core"},
    {"second_ways", &Machine::second_ways, 0, max_ways, "0: not known"},
    {"last_cache", &Machine::last_cache, 1 << 10, max_bytes, "bytes, of all cores together"},
    {"last_ways", &Machine::last_ways, 0, max_ways, "0: not known"},
    {"vector", &Machine::vector, 8, 1 << 10, "bytes of a vector register"},
    {"vector_registers", &Machine::vector_registers, 1, max_registers, ""},
    {"compilers_vector", &Machine::compilers_vector, 8, 1 << 10, "bytes, that compilers choose"},
    {"thread_start", &Machine::thread_start, 0, 1 << 30, "cycles, with the end of what they do"},
    {"thread_wake", &Machine::thread_wake, 0, 1 << 30, "cycles, where they sleep meanwhile"},
    {"region_start", &Machine::region_start, 0, 1 << 30, "cycles before new code has begun"},
    {"line_transfer", &Machine::line_transfer, 0, 1 << 20, "cycles for what another thread has"},
};

constexpr double least_cycles = 0.01, most_cycles = 100'000;

/// Of cycles, and of times as much.
constexpr Entry<Machine, double> reals[] = {
    {"second_stream", &Machine::second_stream, least_cycles, most_cycles,
     "cycles for a line that is seen coming"},
    {"second_jump", &Machine::second_jump, least_cycles, most_cycles, "for one that is not"},
    {"last_stream", &Machine::last_stream, least_cycles, most_cycles, ""},
    {"last_jump", &Machine::last_jump, least_cycles, most_cycles, ""},
    {"memory_stream", &Machine::memory_stream, least_cycles, most_cycles, ""},
    {"memory_jump", &Machine::memory_jump, least_cycles, most_cycles, ""},
    {"memory_threads", &Machine::memory_threads, least_cycles, most_cycles,
     "times as much for all cores as for one"},
    {"crossing", &Machine::crossing, least_cycles, most_cycles,
     "times as long for lines that vectors cross"},
    {"division", &Machine::division, least_cycles, most_cycles, "cycles, beside others"},
    {"division_latency", &Machine::division_latency, least_cycles, most_cycles, ""},
    {"root", &Machine::root, least_cycles, most_cycles, ""},
    {"root_latency", &Machine::root_latency, least_cycles, most_cycles, ""},
};

void read_entry(const YamlValue &key, const YamlValue &value, Machine &machine)
{
    if (value.kind != YamlValue::Kind::scalar)
        refuse(key, fmt::format("`{}` has to have one value", key.scalar));
    std::vector<std::string> known = {"name", "has_fma"};
    if (read_one_of(numbers, key, value, machine, known) ||
        read_one_of(reals, key, value, machine, known))
        return;
    if (key.scalar == "name") {
        machine.name = value.scalar;
    } else if (key.scalar == "has_fma") {
        if (value.scalar != "true" && value.scalar != "false")
            refuse(value, "`has_fma` has to be true or false");
        machine.has_fma = value.scalar == "true";
    } else {
        refuse(key, fmt::format("a machine has no entry `{}`{}; `espalier machine` prints all of "
                                "them",
                                key.scalar, did_you_mean(key.scalar, known)));
    }
}

} // namespace

Machine read_machine(const std::string &text, const std::string &file)
{
    YamlValue document = schedule::read_yaml_document(text, file);
    if (document.kind != YamlValue::Kind::map)
        refuse(document, "this is not a map of entries such as `cores: 4`; `espalier machine` "
                         "prints one");
    Machine machine;
    for (std::size_t k = 0; k < document.items.size(); ++k)
        read_entry(document.keys[k], document.items[k], machine);
    if (machine.first_cache > machine.second_cache || machine.second_cache > machine.last_cache)
        refuse(document,
               fmt::format("each cache has to be at least as large as the one before it: "
                           "they have {}, {} and {} bytes",
                           machine.first_cache, machine.second_cache, machine.last_cache));
    return machine;
}

std::string to_yaml(const Machine &machine)
{
    YAML::Emitter out;
    out << YAML::BeginMap;
    out << YAML::Key << "name" << YAML::Value << YAML::DoubleQuoted << machine.name;
    write_entries(numbers, machine, out);
    write_entries(reals, machine, out);
    out << YAML::Key << "has_fma" << YAML::Value << machine.has_fma
        << YAML::Comment("multiplies and adds in one instruction");
    out << YAML::EndMap;
    return std::string(out.c_str()) + "\n";
}

} // namespace espalier::machine
