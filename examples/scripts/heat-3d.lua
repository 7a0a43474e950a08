-- As jacobi-2d.lua, in three dimensions: B runs one iteration ahead of A in both outer dimensions
-- of space, which are skewed and tiled with time. Rows stay whole, for vectors.

shift(S1, {0, 1, 1})
fuse(enclose(S0, 3), enclose(S1, 3))
fuse(enclose(S0, 2), enclose(S1, 2))
skew(enclose(S0, 3), 't', 2)
skew(enclose(S0, 2), 't', 2)
tile(enclose(S0, 2), {8, 8, 32})
