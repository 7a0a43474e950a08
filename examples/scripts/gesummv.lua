-- Sixteen sums at a time, of eight rows of both matrices. A single sum waits for each addition to
-- end before the next one; those of several rows are independent, and each keeps its order.

unroll_and_jam('i', 'j', 8)
