#include "espalier/machine/machine.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <thread>
#include <vector>

namespace espalier::machine {

namespace {

/// Has the compiler take a value for one that it does not know, and needs.
template <class Value>
void keep(Value &value)
{
    asm volatile("" : "+m"(value) : : "memory");
}

/// As `keep`, for what stays in a register.
void keep_in_register(std::uint64_t &value) { asm volatile("" : "+r"(value)); }

template <class Run>
double seconds(Run run)
{
    const auto begin = std::chrono::steady_clock::now();
    run();
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    return passed.count();
}

/// The least seconds of several runs.
template <class Run>
double least_seconds(Run run)
{
    constexpr int runs = 5;
    double result = HUGE_VAL;
    for (int k = 0; k < runs; ++k)
        result = std::min(result, seconds(run));
    return result;
}

/// Of a cycle: additions that wait for each other take one.
double seconds_of_cycle()
{
    constexpr int count = 1 << 20, additions = 4;
    return least_seconds([] {
               std::uint64_t sum = 0;
               for (int k = 0; k < count; ++k)
                   for (int addition = 0; addition < additions; ++addition) {
                       sum += 3;
                       keep_in_register(sum);
                   }
           }) /
           (double(count) * additions);
}

/// Seconds of an operation on a number, with as many others beside it as there are chains.
template <int chains, class Operation>
double seconds_of(Operation operation)
{
    constexpr int count = 1 << 16;
    return least_seconds([&] {
               double values[chains];
               std::fill(values, values + chains, 1.5);
               keep(values);
               for (int k = 0; k < count; ++k)
                   for (double &value : values)
                       value = operation(value);
               keep(values);
           }) /
           (double(count) * chains);
}

/// Memory in lines, a word of each of which is read.
class Lines {
public:
    Lines(std::size_t bytes, std::size_t line)
        : words_(line / sizeof(std::uint64_t)), count_(std::bit_floor(bytes / line)),
          memory_(count_ * words_, 1)
    {
    }

    std::size_t count() const { return count_; }

    /// Reads all of them in order.
    void stream() const
    {
        read([](std::uint64_t k) { return k; });
    }

    /// Reads as many lines, each far from the one before in an order that nothing foresees.
    void jump() const
    {
        read([](std::uint64_t k) {
            k *= 0x9e3779b97f4a7c15;
            k = (k ^ (k >> 31)) * 0xbf58476d1ce4e5b9;
            return k ^ (k >> 29);
        });
    }

private:
    template <class Order>
    void read(Order order) const
    {
        std::uint64_t sum = 0;
        for (std::size_t k = 0; k < count_; ++k)
            sum += memory_[(order(k) & (count_ - 1)) * words_];
        keep(sum);
    }

    std::size_t words_, count_; ///< of a line; of lines, a power of two
    std::vector<std::uint64_t> memory_;
};

/// Reads lines often enough to take a while, and returns the seconds of one.
template <class Pass>
double seconds_of_line(const Lines &lines, Pass pass)
{
    constexpr std::size_t least = 1 << 16;
    const std::size_t passes = std::max<std::size_t>(1, least / lines.count());
    return least_seconds([&] {
               for (std::size_t k = 0; k < passes; ++k)
                   pass(lines);
           }) /
           double(passes * lines.count());
}

constexpr std::size_t most_bytes = std::size_t(256) << 20;

/// Bytes that a cache holds and the one before does not, as far as there are such.
std::size_t bytes_between(std::size_t smaller, std::size_t larger)
{
    return std::min(std::max(larger / 2, std::min(2 * smaller, larger)), most_bytes / 4);
}

/// More than the last cache keeps, within reason.
std::size_t bytes_in_memory(const Machine &machine)
{
    return std::min(4 * machine.last_cache, most_bytes);
}

/// Seconds in which each of some threads reads lines of its own in order.
double seconds_of_threads(const std::vector<Lines> &lines)
{
    return least_seconds([&] {
        std::vector<std::jthread> threads;
        for (const Lines &own : lines)
            threads.emplace_back([&own] { own.stream(); });
    });
}

/// How many times as many lines all cores read as one does.
double memory_threads(const Machine &machine)
{
    constexpr std::size_t least_bytes = std::size_t(8) << 20;
    const std::size_t bytes = std::max(bytes_in_memory(machine) / machine.cores, least_bytes);
    const std::vector<Lines> all(machine.cores, Lines(bytes, machine.line));
    const std::vector<Lines> one(1, all.front());
    const double times = double(machine.cores) * seconds_of_threads(one) / seconds_of_threads(all);
    return std::clamp(times, 1.0, double(machine.cores));
}

#if defined(__x86_64__)

template <std::size_t bytes>
struct Vector {
    typedef float Type __attribute__((vector_size(bytes), aligned(4), may_alias));
};

/// Adds up numbers that follow each other, in vectors that read each of them at three places.
template <std::size_t bytes>
__attribute__((target("avx512f,avx512vl"), noinline)) void
add_neighbours(const std::vector<float> &in, std::vector<float> &out)
{
    using Part = typename Vector<bytes>::Type;
    constexpr std::size_t lanes = bytes / sizeof(float);
    const auto at = [](const float &first) { return reinterpret_cast<const Part *>(&first); };
    for (std::size_t k = 1; k + lanes < in.size(); k += lanes)
        *reinterpret_cast<Part *>(&out[k]) = *at(in[k - 1]) + *at(in[k]) + *at(in[k + 1]);
}

/// How many times as long such additions take in vectors as long as lines as in halves of them.
double crossing(const Machine &machine)
{
    if (machine.vector != 64 || machine.line != 64 || !__builtin_cpu_supports("avx512vl"))
        return machine.crossing;
    const std::vector<float> in(bytes_in_memory(machine) / sizeof(float), 1);
    std::vector<float> out(in.size());
    // In turns: processors that others share are slower at times.
    constexpr int turns = 5;
    double wide = HUGE_VAL, halves = HUGE_VAL;
    for (int k = 0; k < turns; ++k) {
        halves = std::min(halves, seconds([&] { add_neighbours<32>(in, out); }));
        wide = std::min(wide, seconds([&] { add_neighbours<64>(in, out); }));
    }
    return std::max(wide / halves, 1.0);
}

#else

double crossing(const Machine &machine) { return machine.crossing; }

#endif

/// To two places: others change from one measurement to the next.
double rounded(double cycles) { return std::max(std::round(cycles * 100) / 100, 0.01); }

} // namespace

Machine measured(Machine machine)
{
    const double cycle = seconds_of_cycle();
    const auto lines = [&](std::size_t bytes, double &stream, double &jump) {
        const Lines all(bytes, machine.line);
        stream = rounded(seconds_of_line(all, [](const Lines &l) { l.stream(); }) / cycle);
        jump = rounded(seconds_of_line(all, [](const Lines &l) { l.jump(); }) / cycle);
    };
    lines(bytes_between(machine.first_cache, machine.second_cache), machine.second_stream,
          machine.second_jump);
    lines(bytes_between(machine.second_cache, machine.last_cache), machine.last_stream,
          machine.last_jump);
    lines(bytes_in_memory(machine), machine.memory_stream, machine.memory_jump);
    machine.memory_threads = rounded(memory_threads(machine));
    machine.crossing = rounded(crossing(machine));

    const auto divide = [](double value) { return 3.1 / value; };
    const auto root = [](double value) { return std::sqrt(value + 0.1); };
    const auto add = [](double value) { return value + 0.1; };
    constexpr int many = 12;
    const double addition = seconds_of<1>(add) / cycle;
    machine.division = rounded(seconds_of<many>(divide) / cycle);
    machine.division_latency = rounded(seconds_of<1>(divide) / cycle);
    machine.root = rounded(seconds_of<many>(root) / cycle);
    machine.root_latency = rounded(seconds_of<1>(root) / cycle - addition);
    return machine;
}

} // namespace espalier::machine
