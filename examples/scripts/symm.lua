-- The scalar `left` holds the nest together: it is written anew for each element of C, so that the
-- scheduler cannot move the loop over columns inside. Here each element has its own, in a buffer for
-- 64 rows; then both products are separate nests, tiled and blocked for registers.

-- left -> left[i mod 64][j]
privatize('left', loop('j', S0))
privatize('left', loop('i', S0))
contract('left', 0, 64)
stripmine('i', 64)

-- For 64 rows at a time: clear `left`, compute it, use it, and only then update the rows above
motion(S1, after(S3))
for _, next in ipairs{S2, S3, S1} do
    distribute(loop('j', next), next)
    distribute(loop('i', next), next)
end

-- Along rows, in blocks of four by four elements of A; the loop over the terms of a sum is the
-- innermost one of a block
interchange(loop('j', S2), loop('k', S2))
unroll_and_jam(loop('k', S2), loop('j', S2), 4)
unroll_and_jam(loop('i', S2), loop('j', S2), 4)
interchange(loop('j', S1), loop('k', S1))
unroll_and_jam(loop('i', S1), loop('j', S1), 4)
unroll_and_jam(loop('k', S1), loop('j', S1), 4)
