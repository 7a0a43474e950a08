// What the functions of hostile programs, and the calls of them, get from the harness.
#ifndef HARNESS_H
#define HARNESS_H

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

// Has AddressSanitizer let nobody access memory.
void keep_out(const void *start, unsigned long size);

// Memory between objects that nobody accesses, more than AddressSanitizer puts around them by itself.
#define APART(name)                                                                                                    \
    static char name[4096];                                                                                            \
    __attribute__((constructor)) static void poison_##name(void) { keep_out(name, sizeof name); }

enum kind { T_DOUBLE, T_FLOAT, T_INT, T_UNSIGNED, T_LONG, T_UCHAR, T_SHORT };

// A program: it is called with each of `count` inputs, rows of `width` numbers of which the first two say what the
// data are.
struct program {
    long seed;
    void (*call)(const long long *input);
    const long long *inputs;
    int count, width;
};

extern const struct program programs[];
extern const int program_count;

// Fresh memory for so many elements, filled; what it holds after the call is part of the result.
void *buffer(enum kind kind, long count);

// The place `offset` bytes behind `start`; the input is given up if `size` bytes from there on are not within `room`.
void *inside(void *start, long room, long offset, long size);

// A table of `count` pointers, `stride` bytes apart, to rows of `size` bytes in a block of `room` bytes; the input is
// given up if they are not within it.
void *rows(void *block, long room, long count, long stride, long size);

// Fills an object of the program's own, which is part of the result as well.
void fill(enum kind kind, void *data, long count);

// The size of a dimension; the input is given up if it is negative or large.
long extent(long long size);

// Counts a step of a loop, and gives up the input if it takes too many.
void step(void);

#endif
