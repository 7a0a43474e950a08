-- The triangular product with rows of B inside, in blocks of four by four elements of A: each
-- element of B is loaded and stored once for four multiplications. AST generation finds the blocks
-- that the diagonal cuts.

distribute(loop('j', S0), S1)
distribute(loop('i', S0), S1)
interchange(loop('j', S0), loop('k', S0))

-- 64 rows of B stay in the cache while all rows above them use them
stripmine(loop('k', S0), 64)
interchange(loop('i', S0), loop('kk', S0))

unroll_and_jam(loop('k', S0), loop('j', S0), 4)
unroll_and_jam(loop('i', S0), loop('j', S0), 4)
