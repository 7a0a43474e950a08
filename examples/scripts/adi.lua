-- Tridiagonal systems side by side, in vectors: sixteen columns at a time, whose elements are beside
-- each other in memory, and then eight rows.

recurrences_in_strips(loop{line = 20}, 16)
recurrences_in_strips(loop{line = 33}, 8)
