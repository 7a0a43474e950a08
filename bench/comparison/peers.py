"""What other tools reach on PolyBench/C 4.2.1 at LARGE, measured once on one machine."""

from dataclasses import dataclass

MACHINE = ("two cores of an AMD EPYC (family 26, AVX-512; 48 KiB L1d and 1 MiB L2 per core), "
           "Debian 12, 2026-11-20")
SEQUENTIAL_TOOLS = ("clang", "Polly", "PPCG", "Pluto")
PARALLEL_TOOLS = ("Polly par", "PPCG omp", "Pluto omp", "Graphite par")

# Speed-ups over gcc 12.2 -O3 -march=native of the source by clang 19.1, its Polly, PPCG 0.09, Pluto
# 0.13.0 (the best of four builds), and on two threads by Polly, PPCG, Pluto and gcc's Graphite.
SPEEDUPS = {
    "2mm": (0.60, 1.96, 1.42, 5.88, 3.28, 3.39, 10.97, 1.00),
    "3mm": (0.59, 2.05, 1.60, 1.53, 3.59, 2.54, 2.20, 0.99),
    "adi": (1.29, 1.79, 1.02, 1.04, 3.36, 2.33, 1.29, 0.75),
    "atax": (0.71, 0.43, 0.66, 0.65, 0.14, 0.60, 1.23, 0.97),
    "bicg": (1.00, 1.61, 1.20, 2.54, 2.95, 2.35, 4.83, 1.01),
    "cholesky": (0.54, 0.54, 2.92, 1.05, 0.54, 0.03, 1.71, 0.99),
    "correlation": (1.20, 0.77, 3.89, 18.16, 1.46, 5.29, 20.59, 0.97),
    "covariance": (1.20, 4.32, 3.74, 17.85, 6.28, 4.83, 21.77, 0.97),
    "deriche": (1.02, 0.98, 1.08, 0.97, 1.07, 1.07, 1.00, 0.99),
    "doitgen": (0.56, 8.46, 1.13, 5.64, 1.69, 1.86, 4.02, 0.98),
    "durbin": (0.57, 0.57, 1.02, 0.98, 0.57, 0.39, 1.00, 1.00),
    "fdtd-2d": (1.02, 1.16, 0.57, 0.76, 1.23, 0.57, 1.20, 0.91),
    "floyd-warshall": (1.36, 1.35, 2.51, 1.11, 1.51, 2.49, 1.15, 0.39),
    "gemm": (0.90, 0.41, 0.28, 1.21, 0.70, 0.46, 2.27, 1.48),
    "gemver": (0.78, 0.82, 0.72, 1.15, 1.70, 1.55, 1.95, 1.03),
    "gesummv": (1.02, 2.01, 1.01, 1.70, 3.63, 1.68, 3.43, 1.02),
    "gramschmidt": (0.96, 0.93, 1.10, 9.78, 0.68, 1.92, 16.70, 1.03),
    "heat-3d": (1.11, 0.71, 0.50, 1.59, 1.17, 0.07, 1.19, 1.03),
    "jacobi-1d": (1.12, 0.15, 0.15, 0.14, 0.16, 0.16, 0.27, 0.99),
    "jacobi-2d": (1.05, 0.79, 0.45, 1.21, 0.81, 0.47, 2.00, 1.03),
    "lu": (0.64, 0.90, 7.03, 3.48, 3.23, 1.17, 2.48, 1.08),
    "ludcmp": (0.59, 0.57, 1.04, 0.98, 0.71, 1.04, 1.00, 0.98),
    "mvt": (0.73, 0.77, 0.56, 0.46, 1.34, 1.20, 0.84, 1.03),
    "nussinov": (1.13, 1.16, 0.99, 1.00, 1.10, 1.00, 1.91, 0.88),
    "seidel-2d": (1.00, 0.99, 1.15, 1.28, 1.00, 1.14, 2.47, 0.74),
    "symm": (1.01, 0.93, 1.05, 1.02, 1.06, 1.39, 1.01, 0.98),
    "syr2k": (1.13, 2.01, 1.68, 1.45, 2.91, 2.41, 1.96, 1.02),
    "syrk": (1.30, 1.80, 1.13, 0.94, 2.33, 2.05, 1.27, 0.99),
    "trisolv": (0.86, 0.85, 1.30, 1.11, 0.83, 0.02, 1.45, 0.94),
    "trmm": (1.01, 1.65, 2.19, 15.06, 0.29, 4.69, 26.36, 1.02),
}


@dataclass(frozen=True)
class Peer:
    """The fastest of several ways to compile a kernel."""

    speedup: float  # over gcc
    tool: str


def best_peer(kernel, is_parallel):
    """The source as gcc compiles it counts as one, sequential tools among the parallel ones; None
    for kernels that are not PolyBench's."""
    if kernel not in SPEEDUPS:
        return None
    tools = SEQUENTIAL_TOOLS + (PARALLEL_TOOLS if is_parallel else ())
    peers = [Peer(speedup, tool) for speedup, tool in zip(SPEEDUPS[kernel], tools)]
    return max([Peer(1.0, "gcc"), *peers], key=lambda peer: peer.speedup)
