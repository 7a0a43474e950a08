-- Several steps of time for each visit to a band of rows, while it is in the cache. The magnetic
-- field runs one row behind the electric one, whose next row it needs; the source gets a loop of
-- one iteration, so that it takes part.

extend(S0, 2, 0, 'i')
shift(loop('i', S3), 1)
for _, field in ipairs{S1, S2, S3} do
    fuse(enclose(S0, 2), enclose(field, 2))
end
skew(enclose(S1, 2), 't', 1)
tile('t', enclose(S1, 2), 16, 32)
