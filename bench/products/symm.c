    TIMED(cblas_dsymm(CblasRowMajor, CblasLeft, CblasLower, m, n, alpha, *A, m, *B, n, beta,
                      *C, n));
