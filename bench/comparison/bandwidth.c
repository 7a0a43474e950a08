// The bandwidth that loops without reuse reach, on arrays of a given size.
//
//     bandwidth PATTERN BYTES
//
// BYTES is the size of all arrays of the pattern together, OMP_NUM_THREADS the number of threads;
// each has a share of its own, which it streams again and again. Prints the median of several
// measurements, in bytes per second; what is read only to be overwritten does not count:
//     sum     reads one array
//     update  reads and writes one array
//     scale   reads one array, writes another
//     triad   reads two arrays, writes a third

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// As wide as any vector; compilers split it where the machine's are narrower.
typedef double Line __attribute__((vector_size(64)));

enum { MEASUREMENTS = 9, MOST_ARRAYS = 3 };
static const size_t LEAST_BYTES = 256 << 20; // of a measurement, so that its barriers do not count

/// Where a thread's share of the arrays starts, and its number of lines.
struct Share {
    Line *arrays[MOST_ARRAYS];
    size_t lines;
};

struct Pattern {
    const char *name;
    int array_count;
    int streams; // that reads and writes amount to
    void (*pass)(const struct Share *share);
};

/// Has the compiler believe that memory is read and written here.
static inline void touch_memory(void) { __asm__ volatile("" ::: "memory"); }

/// With several sums, so that additions need not wait for each other.
static void sum(const struct Share *share)
{
    const Line *a = share->arrays[0];
    Line sums[4] = {0};
    size_t i = 0;
    for (; i + 4 <= share->lines; i += 4)
        for (int k = 0; k < 4; k++)
            sums[k] += a[i + k];
    for (; i < share->lines; i++)
        sums[0] += a[i];
    const Line total = sums[0] + sums[1] + sums[2] + sums[3];
    __asm__ volatile("" : : "m"(total));
}

static void update(const struct Share *share)
{
    Line *a = share->arrays[0];
    for (size_t i = 0; i < share->lines; i++)
        a[i] = 0.5 * a[i] + 1;
}

static void scale(const struct Share *share)
{
    const Line *a = share->arrays[0];
    Line *restrict b = share->arrays[1];
    for (size_t i = 0; i < share->lines; i++)
        b[i] = 0.5 * a[i];
}

static void triad(const struct Share *share)
{
    const Line *a = share->arrays[0], *b = share->arrays[1];
    Line *restrict c = share->arrays[2];
    for (size_t i = 0; i < share->lines; i++)
        c[i] = a[i] + 0.5 * b[i];
}

static const struct Pattern PATTERNS[] = {
    {"sum", 1, 1, sum}, {"update", 1, 2, update}, {"scale", 2, 2, scale}, {"triad", 3, 3, triad}};

static const struct Pattern *find_pattern(const char *name)
{
    for (size_t i = 0; i < sizeof PATTERNS / sizeof *PATTERNS; i++)
        if (strcmp(PATTERNS[i].name, name) == 0)
            return &PATTERNS[i];
    return NULL;
}

/// The share of the calling thread in arrays of `lines` lines.
static struct Share own_share(Line *const arrays[MOST_ARRAYS], size_t lines)
{
    const size_t thread = (size_t)omp_get_thread_num(), threads = (size_t)omp_get_num_threads();
    const size_t first = lines * thread / threads;
    struct Share share = {.lines = lines * (thread + 1) / threads - first};
    for (int array = 0; array < MOST_ARRAYS; array++)
        share.arrays[array] = arrays[array] ? arrays[array] + first : NULL;
    return share;
}

/// Seconds that all threads take for `passes` passes over their shares.
static double seconds_of(const struct Pattern *pattern, Line *const arrays[MOST_ARRAYS],
                         size_t lines, long passes)
{
    double start = 0, stop = 0;
#pragma omp parallel
    {
        const struct Share share = own_share(arrays, lines);
#pragma omp barrier
#pragma omp master
        start = omp_get_wtime();
        for (long pass = 0; pass < passes; pass++) {
            pattern->pass(&share);
            touch_memory();
        }
#pragma omp barrier
#pragma omp master
        stop = omp_get_wtime();
    }
    return stop - start;
}

static int ascending(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

/// Median seconds of a pass.
static double median_seconds(const struct Pattern *pattern, Line *const arrays[MOST_ARRAYS],
                             size_t lines)
{
    const long passes = (long)(LEAST_BYTES / (lines * sizeof(Line))) + 1;
    double seconds[MEASUREMENTS];
    for (int i = 0; i < MEASUREMENTS; i++)
        seconds[i] = seconds_of(pattern, arrays, lines, passes) / (double)passes;
    qsort(seconds, MEASUREMENTS, sizeof *seconds, ascending);
    return seconds[MEASUREMENTS / 2];
}

int main(int argc, char **argv)
{
    const struct Pattern *pattern = argc == 3 ? find_pattern(argv[1]) : NULL;
    if (!pattern) {
        fputs("usage: bandwidth sum|update|scale|triad BYTES\n", stderr);
        return 2;
    }
    const size_t bytes = strtoull(argv[2], NULL, 10);
    const size_t lines = bytes / ((size_t)pattern->array_count * sizeof(Line)) + 1;
    Line *arrays[MOST_ARRAYS] = {NULL};
    for (int array = 0; array < pattern->array_count; array++) {
        arrays[array] = aligned_alloc(sizeof(Line), lines * sizeof(Line));
        if (!arrays[array]) {
            fputs("error: not enough memory\n", stderr);
            return 1;
        }
        memset(arrays[array], 0, lines * sizeof(Line));
    }
    const double moved = (double)(lines * sizeof(Line) * (size_t)pattern->streams);
    printf("%.0f\n", moved / median_seconds(pattern, arrays, lines));
    for (int array = 0; array < pattern->array_count; array++)
        free(arrays[array]);
    return 0;
}
