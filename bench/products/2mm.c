    TIMED({
        multiply(ni, nj, nk, alpha, A, B, 0, AB);
        multiply(ni, nl, nj, 1, AB, C, beta, D);
    });
