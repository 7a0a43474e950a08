-- Both products with A and with its transpose in one pass through A, where the scheduler makes two,
-- as their outer loops run over different subscripts. Eight rows at a time: their sums are
-- independent, so that additions need not wait for each other, and no sum changes its order.

interchange(loop('i', S1), loop('j', S1))
fuse(enclose(S0, 2), enclose(S1, 2))
fuse(enclose(S0), enclose(S1))
unroll_and_jam(enclose(S0, 2), enclose(S0), 8)
