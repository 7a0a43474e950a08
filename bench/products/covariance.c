    for (int j = 0; j < m; j++) {
        mean[j] = 0;
        for (int i = 0; i < n; i++)
            mean[j] += X[i][j] / samples;
        for (int i = 0; i < n; i++)
            X[i][j] -= mean[j];
    }
    TIMED(cblas_dsyrk(CblasRowMajor, CblasUpper, CblasTrans, m, n, 1 / (samples - 1), *X, m, 0, *C,
                      m));
    for (int i = 0; i < m; i++)
        for (int j = i; j < m; j++)
            C[j][i] = C[i][j];
