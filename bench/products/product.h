// For programs that do the products of a kernel with OpenBLAS: bench/comparison/products.py makes
// one of a kernel by putting the file of the same name in this folder where its loops are.

#ifndef ESPALIER_BENCH_PRODUCT_H
#define ESPALIER_BENCH_PRODUCT_H

#include <cblas.h>

#include "harness.h"

/// Runs one statement, the only one of its run whose time counts.
#define TIMED(...)                                                                                 \
    do {                                                                                           \
        struct Bench bench;                                                                        \
        start_clock(&bench);                                                                       \
        __VA_ARGS__;                                                                               \
        stop_clock(&bench);                                                                        \
    } while (0)

/// C := alpha A B + beta C for A of m rows and k columns, B of k and n.
static inline void multiply(int m, int n, int k, double alpha, const void *A, const void *B,
                            double beta, void *C)
{
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, alpha, A, k, B, n, beta, C, n);
}

#endif
