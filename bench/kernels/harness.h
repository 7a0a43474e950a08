// What every kernel of this folder shares: sizes, command line, data, clock and results.
//
// A kernel file names its sizes and their five presets, includes this header, defines `kernel` and
// then reads top to bottom:
//
//     #define SIZE_TABLE(SIZE) SIZE(n, 30, 90, 250, 1300, 2800)
//     #include "harness.h"
//
//     NOINLINE static void kernel(SIZES(int n) REAL A[restrict n][n])
//
//     int main(int argc, char **argv)
//     {
//         struct Bench bench = open_bench(argc, argv);
//         DECLARE_SIZES
//         REAL (*A)[n] = allocate(&bench, n * sizeof *A);
//         while (next_run(&bench)) {
//             fill(&bench, A, n * sizeof *A);
//             start_clock(&bench);
//             kernel(SIZES(n) A);
//             stop_clock(&bench);
//         }
//         add_reals(&bench, A, n * sizeof *A);
//         return close_bench(&bench);
//     }
//
// By default the sizes are known at run time. With -DFIXED_SIZES -DPRESET=LARGE they are constants
// of the same names: `SIZES(...)` and `DECLARE_SIZES` vanish, and the kernel's body stays as it is.
//
// Command line of a kernel:
//     --preset=NAME     MINI, SMALL, MEDIUM, LARGE (default) or EXTRALARGE
//     --sizes=8,9,10    every size, in the order of the table; each may be 0
//     --seed=N          of the pseudo-random data
//     --repeat=N        runs, each on the same data
//     --write=FILE      writes the results of the last run
//     --compare=FILE    compares them with such a file
//     --tolerance=X     largest difference that passes (default 0: the same numbers)
//     --                another command line follows: each runs in a process of its own, in turns
// Exit status: 0 done, 1 the results differ, 2 the command line or a file is at fault.

#ifndef ESPALIER_BENCH_HARNESS_H
#define ESPALIER_BENCH_HARNESS_H

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#pragma GCC diagnostic ignored "-Wunknown-pragmas" // `#pragma scop` is for other compilers

#ifndef REAL
#define REAL double
#endif

// Kernels stand for functions of other files: compilers are not to make copies of them for the
// constants that they are called with here.
#if defined __GNUC__ && !defined __clang__
#define NOINLINE __attribute__((noipa))
#else
#define NOINLINE __attribute__((noinline))
#endif

// ---- Sizes --------------------------------------------------------------------------------------

enum Preset { MINI, SMALL, MEDIUM, LARGE, EXTRALARGE, PRESET_COUNT };

#ifndef PRESET
#define PRESET LARGE
#endif

#define SIZE_POSITION(name, ...) POSITION_OF_##name,
enum SizePosition { SIZE_TABLE(SIZE_POSITION) SIZE_COUNT };

#ifdef FIXED_SIZES
#define FIXED_SIZE(name, mini, small, medium, large, extralarge)                                   \
    name = PRESET == MINI     ? mini                                                               \
           : PRESET == SMALL  ? small                                                              \
           : PRESET == MEDIUM ? medium                                                             \
           : PRESET == LARGE  ? large                                                              \
                              : extralarge,
enum FixedSize { SIZE_TABLE(FIXED_SIZE) };
enum { SIZES_ARE_FIXED = true };
#define SIZES(...)
#define DECLARE_SIZES
#else
enum { SIZES_ARE_FIXED = false };
#define SIZES(...) __VA_ARGS__,
#define SIZE_VARIABLE(name, ...) const int name = bench.sizes[POSITION_OF_##name];
#define DECLARE_SIZES SIZE_TABLE(SIZE_VARIABLE)
#endif

// ---- The state of one program -------------------------------------------------------------------

enum ElementType { REAL_ELEMENTS, INT_ELEMENTS };

struct Result {
    const void *data;
    size_t bytes;
    enum ElementType type;
};

struct Bench {
    int sizes[SIZE_COUNT];
    uint64_t seed;
    int runs;
    double tolerance;
    const char *write_file;   // null: not asked for
    const char *compare_file; // null: not asked for

    int started_runs;
    uint64_t random_state; // restarts from the seed in every run
    struct timespec start;

    void *arrays[16];
    int array_count;
    struct Result results[8];
    int result_count;
};

// ---- Command line -------------------------------------------------------------------------------

/// Says what is wrong and ends the program with status 2.
__attribute__((noreturn, format(printf, 1, 2))) static inline void fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("error: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(2);
}

/// The int in 0..INT_MAX that `*text` starts with; moves `*text` behind it.
static inline int parse_natural(const char **text)
{
    char *end;
    errno = 0;
    const long value = strtol(*text, &end, 10);
    if (end == *text || errno != 0 || value < 0 || value > INT_MAX)
        fail("not a number from 0 to %d: %s", INT_MAX, *text);
    *text = end;
    return (int)value;
}

static inline void set_preset(struct Bench *bench, const char *name)
{
#define SIZE_PRESETS(name, ...) {__VA_ARGS__},
    static const int table[SIZE_COUNT][PRESET_COUNT] = {SIZE_TABLE(SIZE_PRESETS)};
    static const char *const names[] = {"MINI", "SMALL", "MEDIUM", "LARGE", "EXTRALARGE"};
    int preset = 0;
    while (preset < PRESET_COUNT && strcmp(names[preset], name) != 0)
        preset++;
    if (preset == PRESET_COUNT)
        fail("unknown preset: %s", name);
    for (int position = 0; position < SIZE_COUNT; position++)
        bench->sizes[position] = table[position][preset];
}

static inline void set_sizes(struct Bench *bench, const char *list)
{
    const char *text = list;
    for (int position = 0; position < SIZE_COUNT; position++) {
        bench->sizes[position] = parse_natural(&text);
        if (*text != (position + 1 < SIZE_COUNT ? ',' : '\0'))
            fail("expected %d sizes, separated by commas: %s", SIZE_COUNT, list);
        text++;
    }
}

/// The text behind `name` where `argument` is "NAME=TEXT", else null.
static inline const char *option_value(const char *argument, const char *name)
{
    const size_t length = strlen(name);
    const bool found = strncmp(argument, name, length) == 0 && argument[length] == '=';
    return found ? argument + length + 1 : NULL;
}

static inline void read_option(struct Bench *bench, const char *argument)
{
    const char *value;
    char *end = "";
    if ((value = option_value(argument, "--preset")) && !SIZES_ARE_FIXED)
        set_preset(bench, value);
    else if ((value = option_value(argument, "--sizes")) && !SIZES_ARE_FIXED)
        set_sizes(bench, value);
    else if ((value = option_value(argument, "--seed")))
        bench->seed = strtoull(value, &end, 10);
    else if ((value = option_value(argument, "--repeat")))
        bench->runs = (int)strtol(value, &end, 10);
    else if ((value = option_value(argument, "--tolerance")))
        bench->tolerance = strtod(value, &end);
    else if ((value = option_value(argument, "--write")))
        bench->write_file = value;
    else if ((value = option_value(argument, "--compare")))
        bench->compare_file = value;
    else
        fail(SIZES_ARE_FIXED ? "unknown option (this build's sizes are fixed): %s"
                             : "unknown option: %s",
             argument);
    if (*value == '\0' || *end != '\0')
        fail("not a value for this option: %s", argument);
}

/// Returns in a new process, and ends the program in this one if that process does not end well.
/// \return whether this is the new one
static inline bool is_in_own_process(void)
{
    fflush(NULL);
    const pid_t process = fork();
    if (process == 0)
        return true;
    int status;
    if (process < 0 || waitpid(process, &status, 0) != process)
        fail("cannot run in a process of its own");
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        exit(WIFEXITED(status) ? WEXITSTATUS(status) : 2);
    return false;
}

/// The position behind the command line that starts at `first`: of "--", or of the end.
static inline int end_of_command_line(int argc, char **argv, int first)
{
    while (first < argc && strcmp(argv[first], "--") != 0)
        first++;
    return first;
}

/// The options of a command line; of several, those of another one in each process.
static inline struct Bench open_bench(int argc, char **argv)
{
    int first = 1, end = end_of_command_line(argc, argv, first);
    while (end < argc && !is_in_own_process()) {
        first = end + 1;
        end = end_of_command_line(argc, argv, first);
    }
    struct Bench bench = {.seed = 1, .runs = 1};
    set_preset(&bench, "LARGE");
    for (int i = first; i < end; i++)
        read_option(&bench, argv[i]);
    return bench;
}

// ---- Data ---------------------------------------------------------------------------------------

#define ROOM_IN(array) ((int)(sizeof(array) / sizeof *(array)))

/// Zeroed memory for an array, aligned to cache lines; at least one line, even for an empty array.
static inline void *allocate(struct Bench *bench, size_t bytes)
{
    const size_t line = 64;
    const size_t rounded = (bytes / line + 1) * line;
    void *array = aligned_alloc(line, rounded);
    if (!array || bench->array_count == ROOM_IN(bench->arrays))
        fail("no room for another array of %zu bytes", bytes);
    bench->arrays[bench->array_count++] = array;
    return memset(array, 0, rounded);
}

/// The next 64 bits of the generator splitmix64.
static inline uint64_t random_bits(struct Bench *bench)
{
    uint64_t bits = bench->random_state += UINT64_C(0x9e3779b97f4a7c15);
    bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
    return bits ^ bits >> 31;
}

/// A number in [0, 1).
static inline REAL random_real(struct Bench *bench)
{
    return (REAL)((double)(random_bits(bench) >> 11) * 0x1p-53);
}

/// Fills an array of REAL with numbers in [0, 1).
static inline void fill(struct Bench *bench, void *array, size_t bytes)
{
    REAL *reals = array;
    for (size_t i = 0; i < bytes / sizeof(REAL); i++)
        reals[i] = random_real(bench);
}

/// Fills an array of int with numbers in [0, bound).
static inline void fill_ints(struct Bench *bench, void *array, size_t bytes, int bound)
{
    int *ints = array;
    for (size_t i = 0; i < bytes / sizeof(int); i++)
        ints[i] = (int)(random_bits(bench) % (uint64_t)bound);
}

// ---- Runs and their time ------------------------------------------------------------------------

/// Whether there is another run to do; its data are those of the run before.
static inline bool next_run(struct Bench *bench)
{
    bench->random_state = bench->seed;
    return bench->started_runs++ < bench->runs;
}

static inline void start_clock(struct Bench *bench)
{
    clock_gettime(CLOCK_MONOTONIC, &bench->start);
}

static inline void stop_clock(struct Bench *bench)
{
    struct timespec stop;
    clock_gettime(CLOCK_MONOTONIC, &stop);
    const double seconds = (double)(stop.tv_sec - bench->start.tv_sec);
    printf("time: %.9f\n", seconds + 1e-9 * (double)(stop.tv_nsec - bench->start.tv_nsec));
}

// ---- Results ------------------------------------------------------------------------------------

static inline void add_result(struct Bench *bench, struct Result result)
{
    if (bench->result_count == ROOM_IN(bench->results))
        fail("no room for another result");
    bench->results[bench->result_count++] = result;
}

static inline void add_reals(struct Bench *bench, const void *array, size_t bytes)
{
    add_result(bench, (struct Result){array, bytes, REAL_ELEMENTS});
}

static inline void add_ints(struct Bench *bench, const void *array, size_t bytes)
{
    add_result(bench, (struct Result){array, bytes, INT_ELEMENTS});
}

/// Continues the hash FNV-1a with the bytes of a result.
static inline uint64_t hash_result(uint64_t hash, const struct Result *result)
{
    const unsigned char *bytes = result->data;
    for (size_t i = 0; i < result->bytes; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static inline void write_results(const struct Bench *bench)
{
    FILE *file = fopen(bench->write_file, "wb");
    bool written = file != NULL;
    for (int i = 0; written && i < bench->result_count; i++) {
        const struct Result *result = &bench->results[i];
        written = fwrite(result->data, 1, result->bytes, file) == result->bytes;
    }
    if (!written || fclose(file) != 0)
        fail("cannot write %s", bench->write_file);
}

/// |a - b| / max(1, |b|); 0 if both are not a number, infinite if one is.
static inline double element_difference(double a, double b)
{
    if (a == b || (isnan(a) && isnan(b)))
        return 0;
    const double difference = fabs(a - b) / fmax(1, fabs(b));
    return isnan(difference) ? INFINITY : difference;
}

/// Largest difference between the elements of a result and those of its counterpart.
static inline double result_difference(const struct Result *result, const void *other)
{
    const size_t element_size = result->type == INT_ELEMENTS ? sizeof(int) : sizeof(REAL);
    double largest = 0;
    for (size_t i = 0; i < result->bytes / element_size; i++)
        largest = fmax(
            largest,
            result->type == INT_ELEMENTS
                ? element_difference(((const int *)result->data)[i], ((const int *)other)[i])
                : element_difference(((const REAL *)result->data)[i], ((const REAL *)other)[i]));
    return largest;
}

/// Largest difference between the elements of a result and those that come next in `file`.
static inline double next_difference(const struct Bench *bench, const struct Result *result,
                                     FILE *file)
{
    void *other = malloc(result->bytes + 1);
    if (!other || fread(other, 1, result->bytes, file) != result->bytes)
        fail("%s is shorter than the results", bench->compare_file);
    const double difference = result_difference(result, other);
    free(other);
    return difference;
}

static inline double compare_results(const struct Bench *bench)
{
    FILE *file = fopen(bench->compare_file, "rb");
    if (!file)
        fail("cannot read %s", bench->compare_file);
    double largest = 0;
    for (int i = 0; i < bench->result_count; i++)
        largest = fmax(largest, next_difference(bench, &bench->results[i], file));
    if (fgetc(file) != EOF)
        fail("%s is longer than the results", bench->compare_file);
    fclose(file);
    return largest;
}

static inline void print_checksum(const struct Bench *bench)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (int i = 0; i < bench->result_count; i++)
        hash = hash_result(hash, &bench->results[i]);
    printf("checksum: %016llx\n", (unsigned long long)hash);
}

/// Reports the results of the last run and frees the arrays; returns the program's exit status.
static inline int close_bench(struct Bench *bench)
{
    double difference = 0;
    print_checksum(bench);
    if (bench->write_file)
        write_results(bench);
    if (bench->compare_file) {
        difference = compare_results(bench);
        printf("difference: %g\n", difference);
    }
    while (bench->array_count > 0)
        free(bench->arrays[--bench->array_count]);
    return difference <= bench->tolerance ? 0 : 1;
}

#endif
