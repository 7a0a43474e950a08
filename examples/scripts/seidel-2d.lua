-- Several steps of time for each visit to a band of rows. Eight rows of a band run interleaved, each
-- a few columns behind the one before, so that their divisions need not wait for each other.

time_tile('t', {16, 32})
