    for (int j = 0; j < m; j++) {
        mean[j] = 0;
        for (int i = 0; i < n; i++)
            mean[j] += X[i][j] / samples;
        deviation[j] = 0;
        for (int i = 0; i < n; i++)
            deviation[j] += (X[i][j] - mean[j]) * (X[i][j] - mean[j]);
        deviation[j] = sqrt(deviation[j] / samples);
        deviation[j] = deviation[j] <= 0.1 ? 1 : deviation[j];
        for (int i = 0; i < n; i++)
            X[i][j] = (X[i][j] - mean[j]) / (sqrt(samples) * deviation[j]);
    }
    TIMED(cblas_dsyrk(CblasRowMajor, CblasUpper, CblasTrans, m, n, 1, *X, m, 0, *C, m));
    for (int i = 0; i < m; i++) {
        C[i][i] = 1;
        for (int j = i + 1; j < m; j++)
            C[j][i] = C[i][j];
    }
