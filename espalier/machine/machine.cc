#include "espalier/machine/machine.h"

#include "espalier/base/error.h"
#include "espalier/base/spelling.h"
#include "espalier/schedule/yaml_document.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <charconv>
#include <vector>

namespace espalier::machine {

namespace {

using schedule::YamlValue;

/// An entry of the map that is a number.
struct NumberEntry {
    const char *key;
    std::size_t Machine::*member;
    std::size_t least, most;
    const char *meaning;
};

constexpr std::size_t max_bytes = std::size_t(1) << 50, max_registers = 1 << 10, max_ways = 1 << 10;

constexpr NumberEntry numbers[] = {
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
    {"thread_start", &Machine::thread_start, 0, 1 << 30, "cycles, with the end of what they do"},
};

/// An entry that is a number of cycles, or of times.
struct RealEntry {
    const char *key;
    double Machine::*member;
    const char *meaning;
};

constexpr double least_real = 0.01, most_real = 100'000;

constexpr RealEntry reals[] = {
    {"second_stream", &Machine::second_stream, "cycles for a line that is seen coming"},
    {"second_jump", &Machine::second_jump, "for one that is not"},
    {"last_stream", &Machine::last_stream, ""},
    {"last_jump", &Machine::last_jump, ""},
    {"memory_stream", &Machine::memory_stream, ""},
    {"memory_jump", &Machine::memory_jump, ""},
    {"memory_threads", &Machine::memory_threads, "times as much for all cores as for one"},
    {"division", &Machine::division, "cycles, beside others"},
    {"division_latency", &Machine::division_latency, ""},
    {"root", &Machine::root, ""},
    {"root_latency", &Machine::root_latency, ""},
};

[[noreturn]] void refuse(const YamlValue &value, const std::string &message)
{
    throw Error(Fault::input, DiagnosticKind::malformed_model, message, value.place);
}

void read_number(const NumberEntry &entry, const YamlValue &value, Machine &machine)
{
    std::size_t number = 0;
    const char *end = value.scalar.data() + value.scalar.size();
    auto [rest, error] = std::from_chars(value.scalar.data(), end, number);
    bool is_number = !value.scalar.empty() && error == std::errc() && rest == end;
    if (!is_number || number < entry.least || number > entry.most)
        refuse(value, fmt::format("`{}` has to be a number from {} to {}", entry.key, entry.least,
                                  entry.most));
    machine.*entry.member = number;
}

void read_real(const RealEntry &entry, const YamlValue &value, Machine &machine)
{
    double number = 0;
    const char *end = value.scalar.data() + value.scalar.size();
    auto [rest, error] = std::from_chars(value.scalar.data(), end, number);
    const bool is_number = !value.scalar.empty() && error == std::errc() && rest == end;
    if (!is_number || !(number >= least_real && number <= most_real))
        refuse(value, fmt::format("`{}` has to be a number from {} to {}", entry.key, least_real,
                                  most_real));
    machine.*entry.member = number;
}

void read_entry(const YamlValue &key, const YamlValue &value, Machine &machine)
{
    if (value.kind != YamlValue::Kind::scalar)
        refuse(key, fmt::format("`{}` has to have one value", key.scalar));
    std::vector<std::string> known = {"name", "has_fma"};
    for (const NumberEntry &entry : numbers) {
        if (key.scalar == entry.key)
            return read_number(entry, value, machine);
        known.emplace_back(entry.key);
    }
    for (const RealEntry &entry : reals) {
        if (key.scalar == entry.key)
            return read_real(entry, value, machine);
        known.emplace_back(entry.key);
    }
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
    for (const NumberEntry &entry : numbers) {
        out << YAML::Key << entry.key << YAML::Value << machine.*entry.member;
        if (*entry.meaning)
            out << YAML::Comment(entry.meaning);
    }
    for (const RealEntry &entry : reals) {
        out << YAML::Key << entry.key << YAML::Value << fmt::format("{}", machine.*entry.member);
        if (*entry.meaning)
            out << YAML::Comment(entry.meaning);
    }
    out << YAML::Key << "has_fma" << YAML::Value << machine.has_fma
        << YAML::Comment("multiplies and adds in one instruction");
    out << YAML::EndMap;
    return std::string(out.c_str()) + "\n";
}

} // namespace espalier::machine
