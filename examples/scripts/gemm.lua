-- A matrix product as libraries write it: tiles of B are copied into a buffer that stays in the
-- second-level cache, and each pass through a row of such a tile does 16 multiplications for four
-- elements of B and four of C, which stay in registers in between. The scheduler's tiles load and
-- store an element of C for each multiplication.

distribute('i', S1)

-- Tiles of 128 by 256 elements of B, outside of the loop over rows of A and C
stripmine(loop('k', S1), 128)
stripmine(loop('j', S1), 256)
interchange(loop('k', S1), loop('jj', S1))
interchange(loop('i', S1), loop('kk', S1))
interchange(loop('i', S1), loop('jj', S1))
pack('B', loop('jj', S1))

-- Four rows of A and four of B at a time. Those of B are unrolled inside those of A, so that each
-- element of C is loaded and stored once
unroll_and_jam(loop('k', S1), loop('j', S1), 4)
unroll_and_jam(loop('i', S1), loop('j', S1), 4)
