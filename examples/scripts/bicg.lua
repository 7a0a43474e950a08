-- Eight rows of A at a time: an element of s is loaded and stored once for all of them, and the
-- eight sums for q are independent. The scheduler separates the two products and reads A twice.

unroll_and_jam('i', loop('j', S2), 8)
