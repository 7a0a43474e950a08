-- The factorization with its steps outermost, taken in panels: what is behind a panel is a product
-- of matrices, which runs in blocks that stay in registers. Rows of the blocks, and what caches
-- hold, are those of the machine.

interchange(enclose(S0), 1)
interchange(enclose(S0), 0)
interchange(S1, 0)
interchange(enclose(S2), 0)
motion(S3, beta{0})
motion(S1, beta{0, 1})
motion(S0, beta{0, 2})
motion(S2, beta{0, 3})
trailing_updates()
block_product(S0_update)
