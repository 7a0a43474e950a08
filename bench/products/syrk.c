    TIMED(cblas_dsyrk(CblasRowMajor, CblasLower, CblasNoTrans, n, m, alpha, *A, m, beta, *C, n));
