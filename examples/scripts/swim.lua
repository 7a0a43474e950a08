-- The shallow-water model in one sweep over its grids in each step of time: the script of figure 34
-- of Girbal et al., "Semi-automatic composition of loop transformations" (2006), for
-- bench/kernels/swim.c, whose copies of rows and columns stand in other places.

-- Avoid spurious versioning
addContext(C1L1, 'tsteps >= 9')
addContext(C1L1, 'n >= 64')
addContext(C1L1, 'm >= 60')

-- Where things go: the start of each step of time, and what follows the first nest
BLOOP = before(enclose(C1L1, 2))
TARGET_2_1_2_1 = before(enclose(C1L5))

-- Move and shift calc3 backwards
shift(enclose(C3L1), {'1', '0', '0'})
motion(enclose(C3L1, 2), BLOOP)

-- Peel and shift to enable fusion
peel(enclose(C3L1, 2), '3')
peel(enclose(C3L1_2, 2), 'm-3')
peel(enclose(C3L1_2_1, 1), '3')
peel(enclose(C3L1_2_1_2, 1), 'n-3')
peel(enclose(C1L1, 2), '2')
peel(enclose(C1L1_2, 2), 'm-2')
peel(enclose(C1L1_2_1, 1), '2')
peel(enclose(C1L1_2_1_2, 1), 'n-2')
peel(enclose(C2L1, 2), '1')
peel(enclose(C2L1_2, 2), 'm-1')
peel(enclose(C2L1_2_1, 1), '3')
peel(enclose(C2L1_2_1_2, 1), 'n-3')
shift(enclose(C1L1_2_1_2_1), {'0', '1', '1'})
shift(enclose(C2L1_2_1_2_1), {'0', '2', '2'})

-- Double fusion of the three nests
motion(enclose(C2L1_2_1_2_1), TARGET_2_1_2_1)
motion(enclose(C1L1_2_1_2_1), C2L1_2_1_2_1)
motion(enclose(C3L1_2_1_2_1), C1L1_2_1_2_1)

-- Register blocking and unrolling (factor 2)
stripmine(enclose(C3L1_2_1_2_1, 2), 2, 2)
stripmine(enclose(C3L1_2_1_2_1, 1), 4, 2)
interchange(enclose(C3L1_2_1_2_1, 2))
fullunroll(enclose(C3L1_2_1_2_1, 2))
fullunroll(enclose(C3L1_2_1_2_1, 1))
