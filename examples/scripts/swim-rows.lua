-- The shallow-water model (bench/kernels/swim.c) in one sweep over its rows in each step of time.
--
-- Like swim.lua, but what is fused are the loops over rows, not those inside them: row i + 2 goes
-- through calc3, row i + 1 through calc1 and row i through calc2 while they are in the cache. The
-- loops over columns stay apart, so that each can use vectors.

assume('tsteps >= 2')
assume('n >= 8')
assume('m >= 8')

-- calc3 belongs to the next step of time
shift(enclose(C3L1), {'1', '0', '0'})
motion(enclose(C3L1, 2), before(enclose(C1L1, 2)))

-- Rows and columns that need the copies on the borders stay where they are
peel(enclose(C3L1, 2), '2')
peel(enclose(C1L1, 2), '1')
peel(enclose(C2L1, 2), '1')
peel(enclose(C2L1_2, 2), 'm - 1')
peel(enclose(C2L1_2_1), '1')
peel(enclose(C2L1_2_1_2), 'n - 1')

-- One sweep
shift(enclose(C1L1_2), {'0', '1'})
shift(enclose(C2L1_2_1_2_1), {'0', '2'})
motion(enclose(C2L1_2_1_2_1), before(enclose(C1L5)))
motion(enclose(C1L1_2), enclose(C2L1_2_1_2_1))
motion(enclose(C3L1_2), enclose(C1L1_2))
separate(enclose(C3L1_2, 3))
separate(enclose(C3L1_2, 2))
