# Two statements with a flow dependence: one fused, parallel loop.
# run: schedule
# run: schedule --trace
domain: "[n] -> { A[i] : 0 <= i < n; B[i] : 0 <= i < n }"
validity: "[n] -> { A[i] -> B[i] : 0 <= i < n }"
proximity: "[n] -> { A[i] -> B[i] : 0 <= i < n }"
coincidence: "[n] -> { A[i] -> B[i] : 0 <= i < n }"
