-- Eight rows of A at a time. Their products with x are sums that do not wait for each other; then
-- the rows, still in the cache, are added up in y, of which each element is loaded and stored once
-- for all eight.

stripmine('i', 8)
distribute(loop('i', S1), S2)
distribute(loop('i', S2), S3)
for _, product in ipairs{S2, S3} do
    interchange(loop('i', product), loop('j', product))
    fullunroll(loop('i', product))
end
