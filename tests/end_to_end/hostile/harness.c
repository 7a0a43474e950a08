// Runs hostile programs.
//
//     BINARY probe        each input in a child process: `SEED INPUT HASH STEPS` for those that are defined and short
//     BINARY run FILE     the inputs that the file names, as lines `SEED INPUT`: `SEED INPUT HASH`
#include "harness.h"

#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_STEPS = 80000, MOST_ELEMENTS = 1 << 16, MOST_OBJECTS = 64, MARGIN_BYTE = 0x5a };
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
enum { MARGIN = 1 << 19 }; // bytes at both ends of memory that are reported when touched, rows that are far off too
static const size_t FAR = (size_t)1 << 40; // bytes beyond these that nothing else may be in
#else
enum { MARGIN = 256 }; // bytes at both ends of memory, which nothing may change
#endif

struct object {
    enum kind kind;
    void *data;
    long count;
    char *block; // of memory, if the harness has allocated it
    size_t block_size;
};

static struct object objects[MOST_OBJECTS];
static int object_count;
static void **tables[MOST_OBJECTS];
static int table_count;
static long data_mode;
static uint64_t random_state;
static long steps_left;
static jmp_buf given_up;

static const size_t sizes[] = {sizeof(double), sizeof(float), sizeof(int), sizeof(int), sizeof(long), 1, sizeof(short)};

static unsigned random_number(void)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return random_state >> 33;
}

static double random_double(void)
{
    static const double special[] = {NAN, INFINITY, -INFINITY, -0.0, 0.0, 5e-324, -2e-310, 1e308, -1e300, 1e-40, 1.0};
    unsigned number = random_number();
    if (data_mode == 1 && number % 6 == 0)
        return special[number / 6 % (sizeof special / sizeof *special)];
    if (data_mode == 2)
        return number % 3 ? 0.0 : -0.0;
    return (number % 2 ? 1 : -1) * (1 + number / 2 % 2039 / 2048.0) / 4;
}

static long random_integer(void)
{
    static const long special[] = {LONG_MIN, LONG_MAX, INT_MIN, INT_MAX, UINT_MAX, SHRT_MIN, SHRT_MAX, -1, 255, 128};
    unsigned number = random_number();
    if (data_mode == 1 && number % 4 == 0)
        return special[number / 4 % (sizeof special / sizeof *special)];
    return data_mode == 2 ? 0 : data_mode == 3 ? (long)number * 2654435761 : (long)(number % 19) - 9;
}

static void set(enum kind kind, void *data, long k)
{
    switch (kind) {
    case T_DOUBLE: ((double *)data)[k] = random_double(); break;
    case T_FLOAT: ((float *)data)[k] = (float)random_double(); break;
    case T_INT: ((int *)data)[k] = (int)random_integer(); break;
    case T_UNSIGNED: ((unsigned *)data)[k] = (unsigned)random_integer(); break;
    case T_LONG: ((long *)data)[k] = random_integer(); break;
    case T_UCHAR: ((unsigned char *)data)[k] = (unsigned char)random_integer(); break;
    case T_SHORT: ((short *)data)[k] = (short)random_integer(); break;
    }
}

static void track(struct object object)
{
    if (object_count == MOST_OBJECTS)
        abort();
    for (long k = 0; k < object.count; k++)
        set(object.kind, object.data, k);
    objects[object_count++] = object;
}

void fill(enum kind kind, void *data, long count)
{
    track((struct object){kind, data, count, NULL, 0});
}

static char *new_block(size_t size)
{
#ifdef __SANITIZE_ADDRESS__
    char *reserved = mmap(NULL, size + 2 * FAR, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    size_t page = sysconf(_SC_PAGESIZE);
    if (reserved == MAP_FAILED || mprotect(reserved + FAR, (size + page - 1) / page * page, PROT_READ | PROT_WRITE))
        abort();
    char *block = reserved + FAR;
    ASAN_POISON_MEMORY_REGION(block, MARGIN);
    ASAN_POISON_MEMORY_REGION(block + size - MARGIN, MARGIN);
#else
    char *block = malloc(size);
    memset(block, MARGIN_BYTE, size);
#endif
    return block;
}

static void delete_block(char *block, size_t size)
{
#ifdef __SANITIZE_ADDRESS__
    if (!block)
        return;
    ASAN_UNPOISON_MEMORY_REGION(block, size);
    munmap(block - FAR, size + 2 * FAR);
#else
    (void)size;
    free(block);
#endif
}

void *buffer(enum kind kind, long count)
{
    if (count > MOST_ELEMENTS)
        longjmp(given_up, 1);
    size_t size = count * sizes[kind] + 2 * MARGIN;
    char *block = new_block(size);
    track((struct object){kind, block + MARGIN, count, block, size});
    return block + MARGIN;
}

void keep_out(const void *start, unsigned long size)
{
#ifdef __SANITIZE_ADDRESS__
    ASAN_POISON_MEMORY_REGION(start, size);
#else
    (void)start, (void)size;
#endif
}

void *inside(void *start, long room, long offset, long size)
{
    if (offset < 0 || offset > room - size)
        longjmp(given_up, 1);
    return (char *)start + offset;
}

void *rows(void *block, long room, long count, long stride, long size)
{
    if (table_count == MOST_OBJECTS)
        abort();
    if (count > 0)
        inside(block, room, (count - 1) * stride, size);
    void **table = malloc((count + 1) * sizeof *table);
    tables[table_count++] = table;
    for (long k = 0; k < count; k++)
        table[k] = (char *)block + k * stride;
    return table;
}

long extent(long long size)
{
    if (size < 0 || size > MOST_ELEMENTS)
        longjmp(given_up, 1);
    return (long)size;
}

void step(void)
{
    if (--steps_left < 0)
        longjmp(given_up, 1);
}

static void mix(uint64_t *hash, uint64_t bits)
{
    *hash = (*hash ^ bits) * 0x9e3779b97f4a7c15u;
    *hash ^= *hash >> 29;
}

// The bits of an element, the same for all NaNs.
static uint64_t bits_of(enum kind kind, const void *data, long k)
{
    uint64_t bits = 0;
    if (kind == T_DOUBLE && isnan(((const double *)data)[k]))
        return 0x7ff8000000000000u;
    if (kind == T_FLOAT && isnan(((const float *)data)[k]))
        return 0x7fc00000u;
    memcpy(&bits, (const char *)data + k * sizes[kind], sizes[kind]);
    return bits;
}

static void mix_changes_of_margins(uint64_t *hash, const struct object *object)
{
#ifndef __SANITIZE_ADDRESS__
    for (size_t k = 0; k < MARGIN; k++)
        if (object->block[k] != MARGIN_BYTE || object->block[object->block_size - 1 - k] != MARGIN_BYTE)
            mix(hash, k);
#else
    (void)hash, (void)object; // they are reported
#endif
}

static uint64_t hash_of_objects(void)
{
    uint64_t hash = 1;
    for (int o = 0; o < object_count; o++) {
        for (long k = 0; k < objects[o].count; k++)
            mix(&hash, bits_of(objects[o].kind, objects[o].data, k));
        if (objects[o].block)
            mix_changes_of_margins(&hash, &objects[o]);
    }
    return hash;
}

static void forget_objects(void)
{
    for (int o = 0; o < object_count; o++)
        delete_block(objects[o].block, objects[o].block_size);
    while (table_count > 0)
        free(tables[--table_count]);
    object_count = 0;
}

static void attempt(const struct program *program, int k, int says_steps)
{
    const long long *input = program->inputs + (long)k * program->width;
    data_mode = input[0];
    random_state = input[1];
    steps_left = MOST_STEPS;
    if (!setjmp(given_up)) {
        program->call(input);
        printf("%ld %d %016llx", program->seed, k, (unsigned long long)hash_of_objects());
        if (says_steps)
            printf(" %ld", MOST_STEPS - steps_left);
        printf("\n");
        fflush(stdout);
    }
    forget_objects();
}

static void probe(void)
{
    long *next = mmap(NULL, sizeof *next, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    long total = 0;
    for (int p = 0; p < program_count; p++)
        total += programs[p].count;
    while (*next < total) {
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            while (*next < total) {
                long k = (*next)++;
                const struct program *program = programs;
                for (; k >= program->count; program++)
                    k -= program->count;
                attempt(program, (int)k, 1);
            }
            _exit(0);
        }
        waitpid(child, NULL, 0);
    }
}

static int run(const char *list)
{
    FILE *file = fopen(list, "r");
    long seed;
    int k;
    while (file && fscanf(file, "%ld %d", &seed, &k) == 2)
        for (int p = 0; p < program_count; p++)
            if (programs[p].seed == seed)
                attempt(&programs[p], k, 0);
    return file && !fclose(file) ? 0 : 2;
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "probe"))
        probe();
    else
        return argc == 3 ? run(argv[2]) : 2;
    return 0;
}
