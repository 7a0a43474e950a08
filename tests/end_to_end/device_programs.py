"""Programs that devices run in tests, of bench/ and others, and what tests of devices share."""

import re
import subprocess
from pathlib import Path

BENCH = Path(__file__).resolve().parents[2] / "bench"
OWN = Path(__file__).resolve().parent / "device"
KERNELS = ["2mm", "adi", "atax", "cholesky", "correlation", "deriche", "doitgen", "durbin", "fdtd-2d", "floyd-warshall", "gemm", "gramschmidt",
           "heat-3d", "jacobi-1d", "lu", "ludcmp", "nussinov", "jacobi-2d", "seidel-2d", "symm", "syr2k", "trisolv", "trmm"]
SPELLINGS = ["lu/columns", "product/textbook", "product/linear", "stencil/walking", "stencil/whiles", "adi/rows", "layer-norm/macros"]
SKIPPED = 77
FLAGS = ["-std=gnu11", "-O1", "-ffp-contract=off", "-w", f"-I{BENCH / 'kernels'}"]


def programs():
    """The source files."""
    return [BENCH / "kernels" / f"{name}.c" for name in KERNELS] + [BENCH / "spellings" / f"{name}.c" for name in SPELLINGS] + sorted(OWN.glob("*.c"))


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, **options)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}\nfailed with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def sizes(source):
    """Options for all sizes to try."""
    text = source.read_text()
    if "SIZE_TABLE" not in text:
        text = (source.parent / "sizes.h").read_text()
    count = len(re.findall(r"\bSIZE\(\w+,", text))
    return ["--preset=MINI", "--preset=SMALL", f"--sizes={','.join(['1'] * count)}"]


def build_original(source, binary):
    run(["gcc", *FLAGS, source, "-o", binary, "-lm"])
