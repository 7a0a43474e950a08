-- The product of matrices of examples/matmul.c, with what may vary:
--   espalier tune examples/matmul.c --script=examples/scripts/tune-matmul.lua --metric=output

distribute('j', S1)                        -- the zeros first, in loops of their own
distribute('i', S1)

-- Which loop is the innermost one: j walks along the rows of B and C, k sums in a register.
if choose{name = 'innermost', 'j', 'k'} == 'j' then
    interchange(enclose(S1))
end

local rows = choose{name = 'rows', 16, 32, 64}
local columns = choose{name = 'columns', 64, 256, 1024}
tile(enclose(S1), {rows, rows, columns})
parallel(enclose(S1, 6))

-- Only small tiles leave registers for more than one row.
if rows <= 32 then
    local copies = choose{name = 'copies', 1, 2, 4}
    if copies > 1 then
        unroll_and_jam(enclose(S1, 3), enclose(S1), copies)
    end
end
