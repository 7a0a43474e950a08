-- Several steps of time for each visit to a band of rows, while it is in the cache. Rows of B run
-- one iteration ahead of those of A, and both wait two rows for each step of time that a tile goes
-- back, which is what their neighbours need. Rows stay whole, for vectors.

shift(loop('i', S1), 1)
fuse(enclose(S0, 2), enclose(S1, 2))
skew(enclose(S0, 2), 't', 2)
tile('t', enclose(S0, 2), 16, 32)
