    TIMED(cblas_dsyr2k(CblasRowMajor, CblasLower, CblasNoTrans, n, m, alpha, *A, m, *B, m, beta,
                       *C, n));
