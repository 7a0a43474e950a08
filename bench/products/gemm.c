    TIMED(multiply(ni, nj, nk, alpha, A, B, beta, C));
