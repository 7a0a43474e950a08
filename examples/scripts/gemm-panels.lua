-- A matrix product whose tiles of B are copied in the order of their use: 24 columns at a time, row
-- by row, so that the innermost loops go through a buffer from its beginning to its end.

distribute('i', S1)

-- Tiles of 128 by 240 elements of B, outside of the loop over rows of A and C
stripmine(loop('k', S1), 128)
stripmine(loop('j', S1), 240)
interchange(loop('k', S1), loop('jj', S1))
interchange(loop('i', S1), loop('kk', S1))
interchange(loop('i', S1), loop('jj', S1))
pack_operand(S1, 'B', loop('jj', S1), loop('j', S1), 240, loop('k', S1), 128, 24)

-- Strips of 24 columns outside of the rows, and four rows of A and of B at a time
stripmine(loop('j', S1), 24, 'columns')
interchange(loop('k', S1), loop('columns', S1))
interchange(loop('i', S1), loop('columns', S1))
unroll_and_jam(loop('k', S1), loop('j', S1), 4)
unroll_and_jam(loop('i', S1), loop('j', S1), 4)
