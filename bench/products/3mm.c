    TIMED({
        multiply(ni, nj, nk, 1, A, B, 0, AB);
        multiply(nj, nl, nm, 1, C, D, 0, CD);
        multiply(ni, nl, nj, 1, AB, CD, 0, G);
    });
